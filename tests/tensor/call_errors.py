# Errors of wrong calls: which one comes first, and its words.
import torch, torch.nn as nn
a=torch.randn(2,3); w=torch.ones(3,requires_grad=True)
T=[lambda: torch.autograd.grad(a.sum(), a), lambda: torch.autograd.grad(w.sum(), a), lambda: torch.autograd.grad(a.sum(), w), lambda: torch.autograd.grad(w.sum(), torch.ones(3,requires_grad=True)),
lambda: ~a, lambda: ~torch.ones(2,dtype=torch.complex64), lambda: torch.bitwise_not(a), lambda: a.bitwise_not_(), lambda: ~torch.ones(2).half(),
lambda: nn.GRUCell(3,4)(torch.randn(2,5)), lambda: nn.LSTMCell(3,4)(torch.randn(2,5)), lambda: nn.RNNCell(3,4)(torch.randn(2,5)), lambda: nn.GRUCell(3,4)(torch.randn(2,3), torch.randn(2,5)), lambda: nn.GRUCell(3,4)(torch.randn(2,3), torch.randn(3,4)),lambda: nn.LSTMCell(3,4)(torch.randn(2,3), (torch.randn(2,5),torch.randn(2,4))), lambda: nn.GRUCell(3,4)(torch.randn(1,2,3)),
lambda: a.to(torch.int).requires_grad_(), lambda: torch.zeros(2,dtype=torch.int,requires_grad=True), lambda: setattr(torch.zeros(2,dtype=torch.int),'requires_grad',True), lambda: nn.Parameter(torch.zeros(2,dtype=torch.long)),
lambda: a.masked_select(torch.ones(5,dtype=torch.bool)), lambda: torch.masked_select(a, torch.ones(4,3,dtype=torch.bool)), lambda: a.masked_fill(torch.ones(5,dtype=torch.bool),1.), lambda: a.masked_fill_(torch.ones(5,2,3,dtype=torch.bool),1.), lambda: torch.where(torch.ones(5,dtype=torch.bool),a,a),
lambda: a.sort(0, descending=True, stable=True), lambda: a.sort(0, True, stable=True), lambda: a.argsort(0, descending=True, stable=1.5), lambda: a.sort(True, 0),
]
for n,f in enumerate(T):
    try: r=f(); print(n, 'ok', str(r).replace('\n',' ')[:60])
    except BaseException as e: print(n, type(e).__name__, '|', str(e))
