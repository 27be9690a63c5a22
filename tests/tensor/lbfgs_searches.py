"""L-BFGS with and without a line search on several functions: losses, counts and states."""
import torch

torch.manual_seed(0)


def rosen(x): return 100 * (x[1] - x[0] ** 2) ** 2 + (1 - x[0]) ** 2
def quad(x): return (x * torch.arange(1.0, 3.0) * x).sum() + x.sum()
def hard(x): return (x.abs() ** 1.5).sum() + torch.sin(3 * x).sum()


for name, f in (("rosen", rosen), ("quad", quad), ("hard", hard)):
    for kw in ({}, {"line_search_fn": "strong_wolfe"}, {"lr": 0.1, "history_size": 3}, {"line_search_fn": "strong_wolfe", "max_eval": 7, "history_size": 2},
               {"line_search_fn": "strong_wolfe", "lr": 10, "max_iter": 5}, {"max_iter": 4}):
        x = torch.tensor([-1.2, 1.0], dtype=torch.float64, requires_grad=True)
        o = torch.optim.LBFGS([x], **kw)

        def closure():
            o.zero_grad()
            loss = f(x)
            loss.backward()
            return loss
        for _ in range(4):
            loss = o.step(closure)
            s = o.state[x]
            print(name, "%.4g" % loss.item(), ["%.5g" % v for v in x.tolist()], s["func_evals"], s["n_iter"], "%.4g" % float(s.get("t", -1)), len(s.get("old_dirs", ())))
        print(sorted(o.state_dict()["state"][0]), sorted(o.state_dict()["param_groups"][0]))
net = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Tanh(), torch.nn.Linear(4, 1))
data, target = torch.randn(20, 3), torch.randn(20, 1)
o = torch.optim.LBFGS(net.parameters(), line_search_fn="strong_wolfe", max_iter=10)


def closure():
    o.zero_grad()
    loss = ((net(data) - target) ** 2).mean()
    loss.backward()
    return loss


first = o.step(closure).item()
for _ in range(3): last = o.step(closure).item()
o2 = torch.optim.LBFGS(net.parameters(), line_search_fn="strong_wolfe", max_iter=10)
o2.load_state_dict(o.state_dict())
print("%.5f" % first, last < first / 2, o2.step(closure).item() <= last)
for bad in (lambda: torch.optim.LBFGS([x], lr=-1), lambda: torch.optim.LBFGS([{"params": [x]}, {"params": [torch.zeros(1, requires_grad=True)]}]), lambda: torch.optim.LBFGS([x], line_search_fn="q").step(lambda: x.sum().backward() or x.sum())):
    try: bad(); print("no error")
    except Exception as e: print(type(e).__name__, e)
