# What torch.compile refuses, in PyTorch's words.
import torch

CASES = [
    {"mode": "foo"},
    {"mode": 3},
    {"mode": "default", "options": {"a": 1}},
    {"options": {"nope": 1}},
    {"options": {"epilogue_fusion": "x"}},
    {"options": {"cpp_wrapper": 1}},
    {"options": {"max-autotune": True, "triton.cudagraphs": False}},
    {"options": {"compile_threads": None}},
    {"options": 3},
    {"mode": "max-autotune"},
    {"mode": "reduce-overhead"},
    {"backend": "eager", "mode": "reduce-overhead"},
    {"backend": "nope"},
    {"dynamic": "x"},
]
for case in CASES:
    torch._dynamo.reset()
    try:
        torch.compile(lambda x: x + 1, **case)
        print(case, "made")
    except Exception as e:
        print(case, type(e).__name__, str(e).split(", known options")[0])
try:
    torch.compile(3)
except AssertionError as e:
    print(e)
for stance, backend in (("force_eager", "eager"), ("eager_on_recompile", "eager")):
    try:
        torch.compiler.set_stance(stance, force_backend=backend)
    except RuntimeError as e:
        print(e)
