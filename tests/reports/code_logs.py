# stderr-has: [0/0] [__output_code] Output code:
# stderr-has: [__output_code] input %1: float32[2, 3]
# stderr-has: [__output_code] launch k0(%1) over [2] x [3] -> %7: float32[2, 3]
# stderr-has: [__output_code] return %7
# stderr-has: [0/0] [__kernel_code] Kernels:
# stderr-has: [__kernel_code] kernel k0(b0: f32 dense, b1: f32 dense scratch, b2: f32 dense out) rows(f32, f32, f32, f32) {
# stderr-has: [__kernel_code]   inner (b0) -> (_) {
# What TORCH_LOGS tells of the code that a graph becomes.
import os

os.environ["TORCH_LOGS"] = "output_code,kernel_code"
import torch


@torch.compile
def f(x):
    return torch.softmax(x * 2, 1)


print(f(torch.zeros(2, 3)))
