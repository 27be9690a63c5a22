# Transforms of functions that close over tensors which need gradients: their results keep that graph.
import torch
from torch.func import grad, vjp, jvp, jacrev, jacfwd, hessian, grad_and_value, functional_call
lr=torch.tensor(.5,requires_grad=True)
def f(p): return (p**2*lr).sum()
def show(name, r):
    flat=[]
    def walk(v):
        if isinstance(v,(tuple,list)): [walk(q) for q in v]
        else: flat.append(v)
    walk(r); lr.grad=None
    s=sum((lr*t*t).sum() for t in flat); s.backward()
    print(name,[t.requires_grad for t in flat],[[round(q,4) for q in t.flatten().tolist()] for t in flat],round(lr.grad.item(),4))
p=torch.tensor([1.,2.])
show('grad',grad(f)(p)); show('gv',grad_and_value(f)(p)); o,vf=vjp(f,p); show('vjp',(o,vf(torch.tensor(1.)))); show('jvp',jvp(f,(p,),(torch.ones(2),)))
show('jacrev',jacrev(lambda p:p*lr)(p)); show('jacfwd',jacfwd(lambda p:p*lr)(p)); show('hessian',hessian(lambda p:(p**3*lr).sum())(p))
show('inner',grad(lambda p: grad(f)(p).sum())(p))
m=torch.nn.Linear(2,1); x=torch.ones(1,2)
g=grad(lambda prm: (functional_call(m,prm,(x,))*lr).sum())({k:v.detach() for k,v in m.named_parameters()})
print({k:(v.requires_grad,v.tolist()) for k,v in g.items()})
g=grad(lambda x: functional_call(m,dict(m.named_parameters()),(x,)).sum())(x); print(g.requires_grad)
print(grad(lambda p:(p*p).sum())(p).requires_grad, vjp(lambda p:p*p,p)[0].requires_grad, jvp(lambda p:p*p,(p,),(p,))[1].requires_grad, jacrev(lambda p:p*p)(p).requires_grad)
print(torch.vmap(grad(f))(torch.ones(3,2)).requires_grad)
with torch.no_grad(): print(grad(f)(p).requires_grad)
