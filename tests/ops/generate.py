"""Writes the expected numbers of the op sweep from PyTorch.

Each line of expected/FAMILY.txt is one call:  NAME | ARGUMENTS | RESULTS
Tensors are written as dtype[sizes]{values}; floats as the shortest text that reads back, complex as re:im. The sweep
calls the op by its Python name through the binder and compares. Run with a Python that has the PyTorch whose version
stands in the first line of each file:  python tests/ops/generate.py
"""
import math
import os
import sys

import torch

HERE = os.path.dirname(os.path.abspath(__file__))
FLOATS = [torch.float32, torch.float64]
HALVES = [torch.float16, torch.bfloat16]
INTS = [torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64]
ALL = FLOATS + HALVES + INTS + [torch.bool]
COMPLEX = [torch.complex64]


def number(v):
    if isinstance(v, bool):
        return "True" if v else "False"
    if isinstance(v, int):
        return str(v)
    if isinstance(v, complex):
        return number(v.real) + ":" + number(v.imag)
    if math.isnan(v):
        return "nan"
    if math.isinf(v):
        return "inf" if v > 0 else "-inf"
    return repr(float(v))


def tensor_text(t):
    values = t.detach().reshape(-1)
    if t.dtype in (torch.float16, torch.bfloat16):
        values = values.float()
    return "%s[%s]{%s}" % (
        str(t.dtype).replace("torch.", ""),
        ",".join(str(s) for s in t.shape),
        ",".join(number(v) for v in values.tolist()),
    )


def arg_text(a):
    if isinstance(a, torch.Tensor):
        return tensor_text(a)
    if a is None:
        return "None"
    if isinstance(a, str):
        return "'%s'" % a
    if isinstance(a, torch.dtype):
        return str(a)
    if isinstance(a, (list, tuple)):
        return "(" + " ".join(arg_text(x) for x in a) + ")"
    return number(a)


class Family:
    def __init__(self, name):
        self.name = name
        self.lines = []

    def call(self, where, name, *args, **kw):
        shown = [arg_text(a) for a in args] + ["%s=%s" % (k, arg_text(v)) for k, v in kw.items()]
        owner = {"torch": torch, "Tensor": torch.Tensor, "nn": torch._C._nn, "linalg": torch.linalg,
                 "special": torch.special}[where]
        actual = "vector_norm" if name == "vector_norm" else name
        function = getattr(owner, actual)
        try:
            copies = [a.clone() if isinstance(a, torch.Tensor) else a for a in args]
            result = function(*copies, **kw)
        except Exception as e:
            text = str(e).split("\n")[0]
            self.lines.append("%s.%s | %s | !%s: %s" % (where, name, " ; ".join(shown), type(e).__name__, text))
            return
        results = result if isinstance(result, (tuple, list)) else [result]
        self.lines.append("%s.%s | %s | %s" % (where, name, " ; ".join(shown), " ; ".join(arg_text(r) for r in results)))

    def write(self):
        path = os.path.join(HERE, "expected", self.name + ".txt")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as f:
            f.write("# PyTorch %s\n" % torch.__version__)
            f.write("\n".join(self.lines) + "\n")


def values(dtype, lo=-2.5, hi=2.5, shape=(2, 3), special=False):
    n = math.prod(shape)
    if dtype == torch.bool:
        return torch.tensor([i % 3 != 1 for i in range(n)]).reshape(shape)
    if dtype in INTS:
        base = [(i * 7 + 3) % 11 - (0 if dtype == torch.uint8 else 4) for i in range(n)]
        return torch.tensor(base, dtype=dtype).reshape(shape)
    if dtype.is_complex:
        return torch.tensor([complex(lo + (hi - lo) * (i * 0.37 % 1), lo + (hi - lo) * (i * 0.61 % 1)) for i in range(n)],
                            dtype=dtype).reshape(shape)
    base = [lo + (hi - lo) * ((i * 0.61803 + 0.137) % 1) for i in range(n)]
    if special:
        base = [float("nan"), float("inf"), -float("inf"), 0.0, -0.0, 1.0][:n] + base[6:]
    return torch.tensor(base, dtype=torch.float64).to(dtype).reshape(shape)


def unary(f):
    wide = {"asin": (-0.9, 0.9), "acos": (-0.9, 0.9), "atanh": (-0.9, 0.9), "erfinv": (-0.95, 0.95), "acosh": (1.1, 4),
            "log": (0.1, 4), "log2": (0.1, 4), "log10": (0.1, 4), "sqrt": (0.1, 4), "rsqrt": (0.1, 4), "logit": (0.1, 0.9)}
    names = """abs neg sign sgn signbit exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh asinh
    acosh atanh sqrt rsqrt sigmoid erf erfc erfinv lgamma digamma sinc logit floor ceil trunc round frac deg2rad rad2deg
    reciprocal square relu positive logical_not bitwise_not isnan isinf isfinite isposinf isneginf nan_to_num angle i0
    selu celu hardshrink""".split()
    for name in names:
        lo, hi = wide.get(name, (-2.5, 2.5))
        for d in ALL + COMPLEX:
            f.call("torch", name, values(d, lo, hi))
        for d in FLOATS:
            f.call("torch", name, values(d, special=True))
        f.call("torch", name, values(torch.float32, lo, hi, shape=()))
        f.call("torch", name, values(torch.float32, shape=(0, 3)))
    for name in "silu mish hardswish hardsigmoid log_sigmoid softplus elu leaky_relu hardtanh relu6 gelu softshrink".split():
        for d in FLOATS + HALVES:
            f.call("nn", name, values(d, -4, 4, (3, 4)))
        f.call("nn", name, values(torch.float32, special=True))
    f.call("nn", "gelu", values(torch.float32, shape=(3, 4)), approximate="tanh")
    f.call("nn", "elu", values(torch.float32), 1.5)
    f.call("nn", "leaky_relu", values(torch.float32), 0.2)
    f.call("nn", "softplus", values(torch.float32, -20, 20), 2.0, 10.0)
    f.call("torch", "round", values(torch.float32, -30, 30), decimals=2)
    f.call("torch", "round", values(torch.float64, -3000, 3000), decimals=-2)
    f.call("torch", "nan_to_num", values(torch.float32, special=True), 1.0, 2.0, 3.0)
    f.call("torch", "threshold", values(torch.float32), 0.5, -1.0)
    for name in "entr i1".split():
        f.call("special", name, values(torch.float32, -3, 3, (3, 4)))


def binary(f):
    names = """add sub mul div floor_divide remainder fmod pow maximum minimum fmax fmin atan2 copysign hypot nextafter
    logaddexp logaddexp2 xlogy eq ne lt le gt ge logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor
    heaviside gcd lcm""".split()
    for name in names:
        for a in ALL:
            f.call("torch", name, values(a), values(a).flip(0) + (0 if a == torch.bool else 1))
        for a, b in [(torch.float32, torch.float64), (torch.int32, torch.float32), (torch.int64, torch.int8),
                     (torch.float16, torch.bfloat16), (torch.uint8, torch.int8), (torch.bool, torch.int32),
                     (torch.float16, torch.float32), (torch.int64, torch.float16)]:
            f.call("torch", name, values(a), values(b, shape=(3,)) + (0 if b == torch.bool else 1))
            f.call("torch", name, values(a), values(b, shape=()) + (0 if b == torch.bool else 1))
        f.call("torch", name, values(torch.float32, special=True), values(torch.float32))
        f.call("torch", name, values(torch.float32), values(torch.float32, special=True))
        f.call("torch", name, values(torch.float32, shape=(4, 1)), values(torch.float32, shape=(2, 1, 3)))
        f.call("torch", name, values(torch.float32), values(torch.float32, shape=(2, 2)))
    for name in "add sub mul div floor_divide remainder fmod pow eq lt ge bitwise_and bitwise_left_shift".split():
        for a in ALL:
            for s in (2, -3, 0.5, True):
                f.call("torch", name, values(a), s)
    for mode in ("trunc", "floor", None):
        for a in [torch.float32, torch.int32, torch.float16, torch.uint8]:
            f.call("torch", "div", values(a, shape=(3, 4)), values(a, shape=(3, 4)).flip(1) * 2 + 1, rounding_mode=mode)
    for name in "add mul sub div pow".split():
        f.call("torch", name, values(torch.complex64), values(torch.complex64).flip(1))
        f.call("torch", name, values(torch.float32), values(torch.complex64))
    f.call("torch", "add", values(torch.float32), values(torch.float32), alpha=2.5)
    f.call("torch", "add", values(torch.int32), values(torch.int32), alpha=3)
    f.call("torch", "add", values(torch.int32), values(torch.int32), alpha=0.5)
    f.call("torch", "sub", values(torch.float16), values(torch.float32), alpha=0.1)
    f.call("torch", "rsub", values(torch.float32), 2)
    for e in (2, 3, 0.5, -1, -2, 0, 1, -0.5):
        f.call("torch", "pow", values(torch.float32, 0.1, 3), e)
        f.call("torch", "pow", values(torch.int64), e)
    f.call("torch", "pow", 2, values(torch.float32))
    f.call("torch", "pow", 2.5, values(torch.int32))
    f.call("torch", "floor_divide", values(torch.int32), 0)
    f.call("torch", "remainder", values(torch.int32), 0)
    f.call("torch", "remainder", values(torch.float32), 0)
    for lo, hi in [(-1, 1), (0.5, None), (None, 0.25), (2, 1)]:
        for a in [torch.float32, torch.int64, torch.float16]:
            f.call("torch", "clamp", values(a), lo, hi)
    f.call("torch", "clamp", values(torch.float32), values(torch.float32, shape=(3,)), None)
    f.call("torch", "clamp", values(torch.float32))
    f.call("torch", "clamp", values(torch.float32, special=True), -1, 1)
    for a in FLOATS + HALVES:
        f.call("torch", "lerp", values(a), values(a).flip(1), 0.25)
        f.call("torch", "lerp", values(a), values(a).flip(1), 0.75)
        f.call("torch", "addcmul", values(a), values(a).flip(1), values(a).flip(0), value=0.5)
        f.call("torch", "addcdiv", values(a), values(a).flip(1), values(a).flip(0), value=0.5)
    f.call("torch", "lerp", values(torch.float32), values(torch.float64), 0.5)
    f.call("torch", "addcmul", values(torch.int32), values(torch.int32), values(torch.int32))
    f.call("torch", "addcdiv", values(torch.int32), values(torch.int32), values(torch.int32))
    mask = torch.tensor([[True, False, True], [False, False, True]])
    for a in ALL:
        f.call("torch", "where", mask, values(a), values(a).flip(1))
        f.call("torch", "where", mask, values(a), 2)
        f.call("torch", "masked_fill", values(a), mask, 1)
    f.call("torch", "where", mask, 1.0, values(torch.int32))
    f.call("torch", "where", values(torch.float32), values(torch.float32), values(torch.float32))
    f.call("torch", "masked_fill", values(torch.float32), values(torch.int64), 1)
    f.call("torch", "isclose", values(torch.float32), values(torch.float32) + 1e-9)
    f.call("torch", "isclose", values(torch.float32, special=True), values(torch.float32, special=True), equal_nan=True)


def reductions(f):
    shape = (2, 3, 4)
    for name in "sum mean prod amax amin any all nansum count_nonzero max min argmax argmin".split():
        for d in ALL:
            f.call("torch", name, values(d, 0.5, 1.5, shape))
        f.call("torch", name, values(torch.float32, special=True))
        for d in FLOATS + HALVES + [torch.int32, torch.bool]:
            for dim in (0, 1, -1):
                if name in ("amax", "amin", "any", "all", "count_nonzero"):
                    f.call("torch", name, values(d, shape=shape), dim)
                else:
                    f.call("torch", name, values(d, shape=shape), dim)
        if name not in ("count_nonzero",):
            f.call("torch", name, values(torch.float32, shape=shape), 1, keepdim=True)
        f.call("torch", name, values(torch.float32, shape=(0,)))
        f.call("torch", name, values(torch.float32, shape=(2, 0)), 1)
        f.call("torch", name, values(torch.float32, shape=()))
        f.call("torch", name, values(torch.float32, shape=shape), 3)
    for name in "sum mean amax amin nansum count_nonzero any all".split():
        f.call("torch", name, values(torch.float32, shape=shape), (0, 2))
        f.call("torch", name, values(torch.float32, shape=shape), (0, 0))
    f.call("torch", "sum", values(torch.int32, shape=shape), dtype=torch.float64)
    f.call("torch", "sum", values(torch.float32, shape=shape), 1, dtype=torch.float64)
    f.call("torch", "mean", values(torch.int32, shape=shape), dtype=torch.float32)
    f.call("torch", "prod", values(torch.float32, shape=shape), 1, dtype=torch.float64)
    f.call("torch", "sum", values(torch.complex64, shape=shape), 1)
    for name in "var std var_mean std_mean".split():
        for d in FLOATS + HALVES:
            f.call("torch", name, values(d, shape=shape))
            f.call("torch", name, values(d, shape=shape), 1)
        f.call("torch", name, values(torch.float32, shape=shape), (0, 2), correction=0)
        f.call("torch", name, values(torch.float32, shape=shape), 1, unbiased=False)
        f.call("torch", name, values(torch.float32, shape=shape), 1, True, True)
        f.call("torch", name, values(torch.float32, shape=shape), unbiased=False)
        f.call("torch", name, values(torch.int32, shape=shape))
        f.call("torch", name, values(torch.float32, shape=(1,)))
    f.call("torch", "logsumexp", values(torch.float32, -100, 100, shape), 1)
    f.call("torch", "logsumexp", values(torch.float32, shape=shape), (0, 2), True)
    for p in (2, 1, 3, 0, float("inf"), -float("inf"), 0.5):
        f.call("linalg", "vector_norm", values(torch.float32, shape=shape), p)
        f.call("linalg", "vector_norm", values(torch.float32, shape=shape), p, 1)
    f.call("torch", "aminmax", values(torch.float32, shape=shape))
    f.call("torch", "aminmax", values(torch.float32, shape=shape), dim=1)
    big = torch.arange(3000, dtype=torch.float32).mul(0.37).sin().reshape(30, 100)
    for name in "sum mean var".split():
        f.call("torch", name, big)
        f.call("torch", name, big, 0)


def views(f):
    x = values(torch.float32, shape=(2, 3, 4))
    f.call("torch", "reshape", x, (6, 4))
    f.call("torch", "reshape", x, (-1, 8))
    f.call("torch", "reshape", x, (5, 5))
    f.call("torch", "reshape", x, (-1, -1))
    f.call("Tensor", "view", x, (4, -1))
    f.call("Tensor", "view", x, (7,))
    f.call("torch", "permute", x, (2, 0, 1))
    f.call("torch", "permute", x, (0, 1))
    f.call("torch", "permute", x, (0, 0, 1))
    f.call("torch", "transpose", x, 0, -1)
    f.call("torch", "transpose", x, 0, 3)
    f.call("torch", "t", x)
    f.call("Tensor", "expand", values(torch.float32, shape=(3, 1)), (2, 3, 4))
    f.call("Tensor", "expand", values(torch.float32, shape=(3, 1)), (2, 4, 4))
    f.call("Tensor", "expand", x, (3,))
    f.call("torch", "squeeze", values(torch.float32, shape=(1, 2, 1)))
    f.call("torch", "squeeze", values(torch.float32, shape=(1, 2, 1)), 0)
    f.call("torch", "squeeze", values(torch.float32, shape=(1, 2, 1)), 1)
    f.call("torch", "unsqueeze", x, 1)
    f.call("torch", "unsqueeze", x, 5)
    f.call("torch", "select", x, 1, 2)
    f.call("torch", "select", x, 1, 5)
    f.call("torch", "narrow", x, 2, 1, 2)
    f.call("torch", "narrow", x, 2, 3, 2)
    f.call("torch", "unbind", x, 1)
    f.call("torch", "chunk", x, 3, 2)
    f.call("torch", "chunk", x, 0)
    f.call("Tensor", "split", x, 2, 1)
    f.call("Tensor", "split", x, (1, 3), 2)
    f.call("Tensor", "split", x, (1, 1), 2)
    f.call("torch", "diagonal", x)
    f.call("torch", "diagonal", x, 1, 1, 2)
    f.call("torch", "diagonal", x, 0, 1, 1)
    f.call("Tensor", "unfold", x, 2, 2, 1)
    f.call("Tensor", "unfold", x, 2, 5, 1)
    f.call("torch", "movedim", x, 0, 2)
    f.call("torch", "movedim", x, (0, 1), (2, 0))
    f.call("torch", "movedim", x, (0, 0), (2, 0))
    f.call("torch", "flatten", x)
    f.call("torch", "flatten", x, 1)
    f.call("torch", "flatten", x, 2, 1)
    f.call("torch", "flatten", values(torch.float32, shape=()))
    f.call("torch", "unflatten", x, 2, (2, -1))
    f.call("torch", "unflatten", x, 2, (3, 2))
    f.call("torch", "as_strided", x, (2, 2), (1, 2), 3)
    f.call("torch", "as_strided", x, (20, 2), (1, 2), 3)
    f.call("torch", "view_as_real", values(torch.complex64))
    f.call("torch", "view_as_complex", values(torch.float32, shape=(3, 2)))
    f.call("torch", "view_as_complex", x.transpose(0, 1).contiguous()[..., :3].contiguous())
    f.call("torch", "real", values(torch.complex64))
    f.call("torch", "imag", values(torch.complex64))
    f.call("torch", "conj_physical", values(torch.complex64))
    f.call("torch", "complex", values(torch.float32), values(torch.float32))
    f.call("torch", "polar", values(torch.float32), values(torch.float32))
    f.call("torch", "ravel", x)
    mask = torch.tensor([[True, False, True], [False, False, True]])
    f.call("torch", "masked_select", values(torch.float32), mask)
    f.call("torch", "masked_select", values(torch.float32), torch.tensor([True, False, True]))
    f.call("torch", "index_fill", values(torch.float32), 1, torch.tensor([0, 2]), 9.0)
    f.call("torch", "index_put", values(torch.float32), (torch.tensor([0, 1, 0]), torch.tensor([2, 0, 2])),
           torch.tensor([1.0, 2.0, 3.0]), True)
    f.call("torch", "index_put", values(torch.float32), (mask,), torch.tensor(7.0))
    f.call("torch", "index_put", values(torch.float32), (torch.tensor([0, 5]),), torch.tensor(7.0))


if __name__ == "__main__":
    for build in (unary, binary, reductions, views):
        family = Family(build.__name__)
        build(family)
        family.write()
        print(family.name, len(family.lines), file=sys.stderr)
