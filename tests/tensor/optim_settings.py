# Settings, states, checks and hooks of optimizers.

import copy

import torch
import torch.optim as O

torch.manual_seed(0)


def show(label, fn):
    try:
        v = fn()
    except Exception as e:
        v = type(e).__name__ + ': ' + str(e)
    print('  ', label, v)


grids = {
    'SGD': [
        dict(lr=0.1),
        dict(lr=0.1, momentum=0.9),
        dict(lr=0.1, momentum=0.9, nesterov=True, weight_decay=0.1),
        dict(lr=0.1, momentum=0.9, dampening=0.3, maximize=True),
        dict(lr=torch.tensor(0.1)),
    ],
    'Adam': [
        dict(),
        dict(lr=0.1, amsgrad=True, weight_decay=0.1),
        dict(lr=0.1, maximize=True, betas=(0.5, 0.7), eps=1e-3),
        dict(lr=torch.tensor(0.1), decoupled_weight_decay=True, weight_decay=0.2),
    ],
    'AdamW': [dict(), dict(lr=0.1, amsgrad=True), dict(lr=0.1, maximize=True, weight_decay=0.0)],
    'Adamax': [dict(), dict(lr=0.1, weight_decay=0.1, maximize=True)],
    'NAdam': [
        dict(),
        dict(lr=0.1, weight_decay=0.1, decoupled_weight_decay=True),
        dict(lr=0.1, weight_decay=0.1, maximize=True, momentum_decay=0.1),
    ],
    'RAdam': [
        dict(),
        dict(lr=0.1, weight_decay=0.1, betas=(0.5, 0.6)),
        dict(lr=0.1, weight_decay=0.1, decoupled_weight_decay=True),
    ],
    'ASGD': [dict(), dict(lr=0.1, t0=2, weight_decay=0.1)],
    'RMSprop': [
        dict(),
        dict(lr=0.1, momentum=0.9, centered=True, weight_decay=0.1),
        dict(lr=0.1, centered=True),
        dict(momentum=0.5, maximize=True),
    ],
    'Rprop': [dict(), dict(lr=0.1, etas=(0.4, 1.3), step_sizes=(1e-3, 0.2), maximize=True)],
    'Adagrad': [
        dict(),
        dict(lr=0.1, lr_decay=0.1, weight_decay=0.1, initial_accumulator_value=0.5, eps=1e-3, maximize=True),
    ],
    'Adadelta': [dict(), dict(lr=0.5, rho=0.5, weight_decay=0.1, eps=1e-3, maximize=True)],
    'Adafactor': [dict()],
}


def train(opt, ps, n=4):
    for i in range(n):
        opt.zero_grad()
        loss = sum(((p * (k + 1) - 0.3 * i) ** 2).sum() + p.sin().sum() for k, p in enumerate(ps))
        loss.backward()
        opt.step()


for name, configs in grids.items():
    cls = getattr(O, name)
    for c in configs:
        print(name, c)
        g = torch.Generator().manual_seed(1)
        ps = [torch.randn(3, generator=g).requires_grad_(), torch.randn(2, 2, generator=g).requires_grad_()]
        opt = cls([{'params': [ps[0]], 'lr': 0.05}, {'params': [ps[1]]}], **c)
        show('repr', lambda: repr(opt))
        show('defaults', lambda: opt.defaults)
        train(opt, ps)
        sd = opt.state_dict()
        show('state', lambda: {k: list(v) for k, v in sd['state'].items()})
        show('groups', lambda: sd['param_groups'])
        ps2 = [p.detach().clone().requires_grad_() for p in ps]
        opt2 = cls([{'params': [ps2[0]]}, {'params': [ps2[1]]}], **c)
        opt2.load_state_dict(copy.deepcopy(sd))
        train(opt, ps, 2)
        train(opt2, ps2, 2)
        show('resumed', lambda: all(torch.equal(a, b) for a, b in zip(ps, ps2)))
        old = copy.deepcopy(sd)
        for gr in old['param_groups']:
            for k in list(gr):
                if k in (
                    'maximize',
                    'foreach',
                    'capturable',
                    'differentiable',
                    'fused',
                    'amsgrad',
                    'nesterov',
                    'decoupled_weight_decay',
                ):
                    del gr[k]
        for st in old['state'].values():
            if 'step' in st:
                st['step'] = int(st['step'])
        ps3 = [p.detach().clone().requires_grad_() for p in ps]
        opt3 = cls([{'params': [ps3[0]]}, {'params': [ps3[1]]}], **c)

        def aged():
            opt3.load_state_dict(old)
            train(opt3, ps3, 1)
            return [{k: v for k, v in gr.items() if k != 'params'} for gr in opt3.param_groups]

        show('aged', aged)
    for k, v in (
        ('lr', -1),
        ('lr', torch.tensor([1.0, 2.0])),
        ('eps', -1),
        ('betas', (1.0, 0.5)),
        ('betas', (0.5, -1.0)),
        ('weight_decay', -1),
        ('momentum', -1),
        ('rho', 2.0),
        ('etas', (1.0, 1.2)),
        ('alpha', -1),
        ('lr_decay', -1),
        ('initial_accumulator_value', -1),
        ('momentum_decay', -1),
        ('nesterov', True),
    ):
        show(k, lambda: cls([torch.ones(1, requires_grad=True)], **{k: v}) and 'ok')
p = torch.ones(2, requires_grad=True)
show('e1', lambda: O.SGD([], 0.1))
show('e2', lambda: O.SGD(p, 0.1))
show('e3', lambda: O.SGD([{'params': [p]}, {'params': [p]}], 0.1))
show('e4', lambda: O.SGD([p * 2], 0.1))
show('e5', lambda: O.SGD({p}, 0.1))
show('e6', lambda: O.SGD([3], 0.1))
show('e7', lambda: O.SGD([('a', p)], 0.1).param_groups)
show('e8', lambda: O.SGD([('a', p), p], 0.1))
show('e9', lambda: O.SGD([{'params': {p}}], 0.1))
show('e10', lambda: O.SGD([p], 0.1).add_param_group(3))
show('e11', lambda: O.SGD([p], 0.1).load_state_dict({'state': {}, 'param_groups': []}))
show('e12', lambda: O.SGD([p], 0.1).load_state_dict({'state': {}, 'param_groups': [{'params': [0, 1]}]}))
show('e13', lambda: O.Adam([p], lr=torch.tensor(0.1), foreach=True))
show('e14', lambda: O.SGD([('a', p)], 0.1).add_param_group({'params': [torch.ones(1, requires_grad=True)]}))
show('e15', lambda: O.SGD([p], 0.1).add_param_group({'params': torch.ones(1, requires_grad=True)}))
show('e16', lambda: O.Optimizer([p], {}).step())
log = []
o = O.SGD([p], 0.1)
p.grad = torch.ones(2)
h = [
    o.register_step_pre_hook(lambda *a: log.append(('pre', len(a)))),
    o.register_step_post_hook(lambda *a: log.append(('post', len(a)))),
    o.register_state_dict_pre_hook(lambda s: log.append('sd')),
    o.register_state_dict_post_hook(lambda s, d: log.append(sorted(d))),
    o.register_load_state_dict_pre_hook(lambda s, d: log.append('lpre')),
    o.register_load_state_dict_post_hook(lambda s: log.append('lpost')),
    o.register_state_dict_pre_hook(lambda s: log.append('first'), prepend=True),
]
o.step()
o.step(lambda: torch.ones(1))
o.load_state_dict(o.state_dict())
[x.remove() for x in h]
o.step()
print(log)


class Own(O.Optimizer):
    def step(self, closure=None):
        log.append('own')
        return 5


w = Own([p], {})
w.register_step_pre_hook(lambda s, a, k: log.append((len(a), k)))
print(w.step(), w.step(closure=None), log[-4:])
import pickle

q = pickle.loads(pickle.dumps(O.Adam([torch.ones(1, requires_grad=True)])))
print(q)
print(O.SGD([p], 0.1).zero_grad(set_to_none=False), p.grad)
