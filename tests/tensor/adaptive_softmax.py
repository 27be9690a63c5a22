"""AdaptiveLogSoftmaxWithLoss: values, gradients, prediction, errors."""
import torch
from torch import nn

torch.manual_seed(0)
m = nn.AdaptiveLogSoftmaxWithLoss(8, 20, [4, 10, 15], div_value=2.0, head_bias=True)
print(m)
print([(n, tuple(p.shape)) for n, p in m.named_parameters()])
x = torch.randn(6, 8, requires_grad=True)
y = torch.tensor([0, 3, 5, 12, 19, 9])
out, loss = m(x, y)
print([round(v, 4) for v in out.tolist()], round(loss.item(), 4))
loss.backward()
print([round(v, 4) for v in x.grad[0].tolist()], [round(p.grad.abs().sum().item(), 4) for p in m.parameters()])
lp = m.log_prob(x)
print(lp.shape, [round(v, 3) for v in lp.exp().sum(1).tolist()], torch.allclose(lp.gather(1, y[:, None]).squeeze(1), out, atol=1e-6), m.predict(x).tolist(), lp.argmax(1).tolist())
print(round(m(x[0], y[0]).output.item(), 4), m(x[0], y[0]).output.shape)
r = nn.AdaptiveLogSoftmaxWithLoss(8, 20, [4]); r.reset_parameters(); print(sorted(r.state_dict()), r(x, y)._fields)
for f in (lambda: nn.AdaptiveLogSoftmaxWithLoss(8, 20, []), lambda: nn.AdaptiveLogSoftmaxWithLoss(8, 20, [5, 3]), lambda: nn.AdaptiveLogSoftmaxWithLoss(8, 20, [20]), lambda: nn.AdaptiveLogSoftmaxWithLoss(8, 20, [2, 2]), lambda: nn.AdaptiveLogSoftmaxWithLoss(8, 20, [0]), lambda: nn.AdaptiveLogSoftmaxWithLoss(8, 20, [2.5]),
          lambda: m(x, y[:3]), lambda: m(x[0], y), lambda: m(x, y[0]), lambda: m(x, y[:, None]), lambda: m(x, y + 10)):
    try: f(); print("no error")
    except Exception as e: print(type(e).__name__, *e.args)
