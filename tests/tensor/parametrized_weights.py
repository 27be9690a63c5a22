# Parametrizations, spectral and weight norms, clipping, parameters as one vector.

import copy
import warnings

import torch
from torch import nn
from torch.nn.utils import parametrize as P, parametrizations as Z
import torch.nn.utils as U

warnings.simplefilter('ignore')


def f(x):
    return '%.4g' % (x if abs(x) > 2e-6 else 0.0) if isinstance(x, float) else x


def show(label, fn):
    try:
        v = fn()
    except Exception as e:
        v = type(e).__name__ + ': ' + str(e)
    if isinstance(v, torch.Tensor):
        v = [f(x) for x in v.detach().flatten().tolist()[:12]], tuple(v.shape), v.requires_grad
    print(label, v)


class Sym(nn.Module):
    def forward(self, x):
        return x.triu() + x.triu(1).T

    def right_inverse(self, x):
        return x.triu()


class Pair(nn.Module):
    def forward(self, a, b):
        return a + b

    def right_inverse(self, x):
        return x / 2, x / 2


class Bad(nn.Module):
    def forward(self, x):
        return 3


class Wide(nn.Module):
    def forward(self, x):
        return torch.cat([x, x])


class Dbl(nn.Module):
    def forward(self, x):
        return x.double()


class InvBad(nn.Module):
    def forward(self, x):
        return x

    def right_inverse(self, x):
        return 3


class InvBad2(InvBad):
    def right_inverse(self, x):
        return [3]


class InvBad3(InvBad):
    def right_inverse(self, x):
        return x.double()


class NoInv(nn.Module):
    def forward(self, x):
        return 2 * x


class NotImpl(nn.Module):
    def forward(self, x):
        return 2 * x

    def right_inverse(self, x):
        raise NotImplementedError


def lin():
    torch.manual_seed(0)
    return nn.Linear(3, 3)


m = lin()
show('reg', lambda: P.register_parametrization(m, 'weight', Sym()))
show('w', lambda: m.weight)
show(
    'type',
    lambda: (
        type(m).__name__,
        P.type_before_parametrizations(m).__name__,
        P.is_parametrized(m),
        P.is_parametrized(m, 'bias'),
        P.is_parametrized(m, 'weight'),
    ),
)
show('sd', lambda: {k: tuple(v.shape) for k, v in m.state_dict().items()})
show('params', lambda: [n for n, p in m.named_parameters()])
m.weight = torch.ones(3, 3)
show('set', lambda: m.weight)
show('copy', lambda: repr(copy.deepcopy(m)))
show('second', lambda: P.register_parametrization(m, 'weight', NoInv()))
show('w', lambda: m.weight)


def st():
    m.weight = torch.ones(3, 3)


show('noinv', st)
with P.cached():
    show('cached', lambda: m.weight is m.weight)
show('uncached', lambda: m.weight is m.weight)
show('rem', lambda: P.remove_parametrizations(m, 'weight'))
show('w', lambda: m.weight)
show('again', lambda: P.remove_parametrizations(m, 'weight'))
for cls in (Pair, Bad, Wide, Dbl, InvBad, InvBad2, InvBad3, NoInv, NotImpl):
    for unsafe in (False, True):
        m = lin()
        show((cls.__name__, unsafe), lambda: P.register_parametrization(m, 'weight', cls(), unsafe=unsafe))
        show('w', lambda: m.weight)
        show('p', lambda: [n for n, p in m.named_parameters()])
m = lin()
P.register_parametrization(m, 'weight', Sym())
show('second bad', lambda: P.register_parametrization(m, 'weight', Bad()))
show('second wide', lambda: P.register_parametrization(m, 'weight', Wide()))
m = lin()
P.register_parametrization(m, 'weight', Pair())
show('leave', lambda: P.remove_parametrizations(m, 'weight', leave_parametrized=False))
show('rem', lambda: P.remove_parametrizations(m, 'weight'))
show('w', lambda: m.weight)
m = lin()
P.register_parametrization(m, 'weight', NoInv())
show('leaveF', lambda: P.remove_parametrizations(m, 'weight', leave_parametrized=False))
show('w', lambda: m.weight)


def bad_set(v):
    m = lin()
    P.register_parametrization(m, 'weight', Pair())
    m.parametrizations.weight[0].right_inverse = lambda x: v
    m.weight = torch.ones(3, 3)


show('len', lambda: bad_set((torch.ones(3, 3),)))


def bad_set2(v):
    m = lin()
    P.register_parametrization(m, 'weight', Sym())
    m.parametrizations.weight[0].right_inverse = lambda x: v
    m.weight = torch.ones(3, 3)


show('t', lambda: bad_set2(3))
show('t', lambda: bad_set2(torch.ones(3, 3).double()))
show('name', lambda: P.register_parametrization(lin(), 'wait', Sym()))
show('empty', lambda: P.ParametrizationList([], torch.ones(1)))
m = lin()
P.register_parametrization(m, 'weight', Sym())
P.register_parametrization(m, 'bias', NoInv())
show('two', lambda: repr(m))
P.remove_parametrizations(m, 'bias')
show('t', lambda: type(m).__name__)
for om in (None, 'matrix_exp', 'cayley', 'householder'):
    for sh in ((3, 3), (3, 5), (5, 3)):
        for tr in (True, False):
            torch.manual_seed(1)
            l = nn.Linear(sh[1], sh[0])
            show((om, sh, tr), lambda: Z.orthogonal(l, orthogonal_map=om, use_trivialization=tr))
            show('w', lambda: l.weight)
            show(
                'orth',
                lambda: torch.allclose(
                    l.weight @ l.weight.T if sh[0] <= sh[1] else l.weight.T @ l.weight, torch.eye(min(sh)), atol=1e-5
                ),
            )

            def sett():
                torch.manual_seed(2)
                l.weight = nn.init.orthogonal_(torch.empty(sh))

            show('set', sett)
            show('w', lambda: l.weight)

            def sett2():
                l.weight = torch.ones(2, 2)

            show('set', sett2)
show('o1', lambda: Z.orthogonal(lin(), 'x'))
show('o2', lambda: Z.orthogonal(lin(), 'bias'))
show('o3', lambda: Z.orthogonal(lin(), orthogonal_map='q'))
for dim in (0, 1, None, -1):
    l = lin()
    show(('wn', dim), lambda: Z.weight_norm(l, dim=dim))
    show('w', lambda: l.weight)
    show('g', lambda: l.parametrizations.weight.original0)
    l.weight.sum().backward()
    show('grad', lambda: l.parametrizations.weight.original0.grad)
l = lin()
Z.weight_norm(l)
show('old', lambda: l.load_state_dict({'weight_g': torch.ones(3, 1), 'weight_v': torch.eye(3), 'bias': torch.zeros(3)}))
show('w', lambda: l.weight)
for dim in (None, 0, 1, -1, 2):
    l = lin()
    torch.manual_seed(1)
    show(('sn', dim), lambda: Z.spectral_norm(l, dim=dim))
    show('w', lambda: l.weight)
    l.eval()
    show('e', lambda: l.weight)
    show('b', lambda: [n for n, b in l.named_buffers()])
torch.manual_seed(1)
c = nn.ConvTranspose2d(2, 3, 2)
show('snc', lambda: Z.spectral_norm(c))
show('w', lambda: c.weight)
show('snb', lambda: Z.spectral_norm(lin(), 'bias'))
show('sni', lambda: Z.spectral_norm(lin(), n_power_iterations=0))
show('snx', lambda: Z.spectral_norm(lin(), 'x'))
torch.manual_seed(1)
l = lin()
show('old sn', lambda: U.spectral_norm(l))
show('f', lambda: l(torch.ones(1, 3)))
show('w', lambda: l.weight)
show('sd', lambda: sorted(l.state_dict()))
l.eval()
show('f', lambda: l(torch.ones(1, 3)))
show('rm', lambda: U.remove_spectral_norm(l))
show('w', lambda: l.weight)
show('rm', lambda: U.remove_spectral_norm(l))
show('it', lambda: U.spectral_norm(lin(), n_power_iterations=0))
torch.manual_seed(1)
c = nn.ConvTranspose1d(2, 3, 2)
show('c', lambda: U.spectral_norm(c))
show('f', lambda: c(torch.ones(1, 2, 4)))


def grads(*v):
    ps = [torch.zeros(len(x), requires_grad=True) for x in v]
    [setattr(p, 'grad', torch.tensor(x)) for p, x in zip(ps, v)]
    return ps


for nt in (2, 1, float('inf'), 0.5):
    ps = grads([3.0, 4.0], [12.0])
    show(('clip', nt), lambda: U.clip_grad_norm_(ps, 1.0, nt))
    show('g', lambda: torch.cat([p.grad for p in ps]))
ps = grads([float('inf')])
show('inf', lambda: U.clip_grad_norm_(ps, 1.0, error_if_nonfinite=True))
show('none', lambda: U.clip_grad_norm_([torch.ones(1, requires_grad=True)], 1.0))
show('gen', lambda: U.clip_grad_norm_(iter([]), 1.0))
show('one', lambda: U.clip_grad_norm_(grads([3.0, 4.0])[0], 1.0))
ps = grads([3.0, -4.0])
show('v', lambda: U.clip_grad_value_(ps, 2.0))
show('g', lambda: ps[0].grad)
show('tot', lambda: U.get_total_norm([torch.ones(2), torch.ones(3)]))
show('dep', lambda: U.clip_grad_norm(grads([3.0, 4.0]), 1.0))
show('vec', lambda: U.parameters_to_vector(lin().parameters()))
l = lin()
show('vec', lambda: U.vector_to_parameters(torch.arange(12.0), l.parameters()))
show('w', lambda: l.weight)
show('vecbad', lambda: U.vector_to_parameters([1], l.parameters()))
show('skip', lambda: U.skip_init(nn.Linear, 2, 3))
show('skip', lambda: U.skip_init(int, 2))
