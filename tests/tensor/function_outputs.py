# autograd.Function: outputs that are not differentiable or no tensors, what backward gets, names, wrong gradients.
import torch
class F(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.set_materialize_grads(False); c = a > b; ctx.mark_non_differentiable(c)
        return a * b, c
    @staticmethod
    def backward(ctx, g, gc):
        print(ctx.needs_input_grad, gc); return g, None
a = torch.ones(2, requires_grad=True)
o, c = F.apply(a, torch.zeros(2)); print(o.requires_grad, c.requires_grad, c.grad_fn, o.grad_fn.name()); o.sum().backward(); print(a.grad)
class G(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        i = torch.tensor([3]); ctx.mark_non_differentiable(i)
        return i, a*2, "text", None, a.int()
    @staticmethod
    def backward(ctx, *gs):
        print(gs); return gs[1]
a = torch.ones(2, requires_grad=True)
r=G.apply(a); print([getattr(x,'requires_grad',x) for x in r]); r[1].sum().backward(); print(a.grad)
class H(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        return a*2, a*3
    @staticmethod
    def backward(ctx, *gs):
        print(gs); return gs[1]+gs[0]
a = torch.ones(2, requires_grad=True)
r=H.apply(a); r[1].sum().backward(); print(a.grad)
print(type(r[0].grad_fn), type(r[0].grad_fn).__name__, type(r[0].grad_fn).__module__, r[0].grad_fn.name(), isinstance(r[0].grad_fn, torch.autograd.graph.Node))
import re
print(re.sub(r"0x\w+", "", repr(r[0])), re.sub(r"0x\w+", "", repr(r[0].grad_fn)))
class Outer:
    class K(torch.autograd.Function):
        @staticmethod
        def forward(ctx, a): return a * 2
        @staticmethod
        def backward(ctx, g): return g, g
try: Outer.K.apply(a).sum().backward()
except Exception as e: print(type(e).__name__, e)
y=Outer.K.apply(a); print(re.sub(r"0x\w+", "", repr(y.grad_fn)), type(y.grad_fn).__qualname__)
class L(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a): return a * 2
    @staticmethod
    def backward(ctx, g): return torch.ones(3)
try: L.apply(a).sum().backward()
except Exception as e: print(type(e).__name__, e)
class M(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b): return a * 2
    @staticmethod
    def backward(ctx, g): return g
try: M.apply(a,a).sum().backward()
except Exception as e: print(type(e).__name__, e)
class N(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a): ctx.mark_dirty(a); a.mul_(2); return a
    @staticmethod
    def backward(ctx, g): return g*2
b=a.clone(); c=N.apply(b); print(c is b, re.sub(r"0x\w+", "", repr(b.grad_fn))); c.sum().backward()
try: N.apply(a)
except Exception as e: print(type(e).__name__, e)
class P(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a): return a
    @staticmethod
    def backward(ctx, g): return g*5
q=P.apply(a); print(q is a, q.requires_grad); a.grad=None; q.sum().backward(); print(a.grad)
class Q(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a): return a*1
    @staticmethod
    def backward(ctx, g): return None
a.grad=None; Q.apply(a).sum().backward(); print(a.grad)
class R(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a): return 5
try: print(R.apply(a))
except Exception as e: print(type(e).__name__, e)
class S(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a): return a*2
try: S.apply(a).sum().backward()
except Exception as e: print(type(e).__name__, e)
class T(torch.autograd.Function):
    @staticmethod
    def forward(a, b): return a*b
    @staticmethod
    def setup_context(ctx, inputs, output): ctx.save_for_backward(*inputs); ctx.k=output
    @staticmethod
    def backward(ctx, g): a,b=ctx.saved_tensors; return g*b, g*a
z=T.apply(a,torch.full((2,),3.)); z.sum().backward(); print(a.grad)
class Doubled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k=2): return x * k
    @staticmethod
    def backward(ctx, g): return g * 2, None
a.grad = None
y = Doubled.apply(x=a); print(y.requires_grad)
y = Doubled.apply(a, k=2); y.sum().backward(); print(a.grad)
class Wrong(Doubled):
    @staticmethod
    def backward(ctx, g): return "a", None
try: Wrong.apply(a, 2).sum().backward()
except Exception as e: print(type(e).__name__, e)
for hook in (lambda g: torch.ones(7), lambda g: g.double(), lambda g: "a"):
    y = a * 2; y.register_hook(hook)
    try: y.sum().backward()
    except Exception as e: print(type(e).__name__, e)
try: a.grad = torch.ones(2).double()
except Exception as e: print(type(e).__name__, e)
