# stderr-has: [0/0] [__graph_breaks] Graph break in user code at
# stderr-has: [__graph_breaks] Graph Break Reason: Data-dependent branching
# stderr-has: [__graph_breaks]     if z.sum() > 0:
# stderr-has: [__graph_code]         y: "f32[3][1]cpu" = l_x_ + 2
# stderr-has: code: y = x + n
# stderr-has: | | +- TENSOR_MATCH: check_tensor(L['x'], Tensor, torch.float32, device=cpu, requires_grad=False, size=[3], stride=[1])
# stderr-has: | | +- TYPE_MATCH: ___check_type_id(L['n'], <class 'int'>)
# stderr-has: | | +- EQUALS_MATCH: L['flag'] == 'on'
# stderr-has: | | +- EQUALS_MATCH: G['K'] == 3
# stderr-has: [__recompiles]     - 0/0: tensor 'x' size mismatch at index 0. expected 3, actual 4
# stderr-has: [__recompiles] Recompiling function f in
# stderr-has: [__recompiles]     - 0/0: flag == 'on'
# stderr-has: [__recompiles]     - 0/0: G['K'] == 3
# What TORCH_LOGS tells, set in the environment and by set_logs.
import os

os.environ["TORCH_LOGS"] = "graph_breaks,guards,recompiles,graph_code"
import torch
import torch._logging

K = 3


def helper(y):
    return y * 2


@torch.compile(backend="eager")
def f(x, n, flag):
    y = x + n
    if flag == "on":
        y = y + 1
    z = helper(y) * K
    if z.sum() > 0:
        z = z - 1
    return z


print(f(torch.ones(3), 2, "on"))
print(f(torch.ones(4), 2, "on"))
print(f(torch.ones(4), 2, "off"))
K = 4
print(f(torch.ones(4), 2, "off"))
