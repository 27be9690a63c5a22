# What out= may be: its dtype, size and history, for functions of every kind.
import warnings

import torch

X = torch.tensor([[0.5, 0.25], [0.75, 0.5]])
N = torch.tensor([[1, 2], [3, 4]])
V = torch.tensor([1.0, 2.0])
AT = torch.tensor([[0, 1], [1, 0]])
ONE = {
    "add": lambda **k: torch.add(X, X, **k),
    "add of ints": lambda **k: torch.add(N, 1, **k),
    "mul by a number": lambda **k: torch.mul(X, 2, **k),
    "div": lambda **k: torch.div(N, 2, **k),
    "pow": lambda **k: torch.pow(X, 2, **k),
    "exp": lambda **k: torch.exp(X, **k),
    "sin of ints": lambda **k: torch.sin(N, **k),
    "abs": lambda **k: torch.abs(X, **k),
    "floor": lambda **k: torch.floor(X, **k),
    "neg": lambda **k: torch.neg(X, **k),
    "round": lambda **k: torch.round(X, **k),
    "sign": lambda **k: torch.sign(X, **k),
    "clamp": lambda **k: torch.clamp(X, 0.3, 0.6, **k),
    "maximum": lambda **k: torch.maximum(X, X, **k),
    "max of two": lambda **k: torch.max(X, X, **k),
    "square": lambda **k: torch.square(X, **k),
    "float_power": lambda **k: torch.float_power(X, 2, **k),
    "floor_divide": lambda **k: torch.floor_divide(X, 2, **k),
    "lerp": lambda **k: torch.lerp(X, X, 0.5, **k),
    "addcmul": lambda **k: torch.addcmul(X, X, X, **k),
    "nan_to_num": lambda **k: torch.nan_to_num(X, **k),
    "heaviside": lambda **k: torch.heaviside(X, X, **k),
    "signbit": lambda **k: torch.signbit(X, **k),
    "isposinf": lambda **k: torch.isposinf(X, **k),
    "gt": lambda **k: torch.gt(X, 0.5, **k),
    "logical_not": lambda **k: torch.logical_not(X, **k),
    "bitwise_and": lambda **k: torch.bitwise_and(N, N, **k),
    "bitwise_not": lambda **k: torch.bitwise_not(N, **k),
    "where": lambda **k: torch.where(X > 0.3, X, X, **k),
    "complex": lambda **k: torch.complex(X, X, **k),
    "sum": lambda **k: torch.sum(X, 0, **k),
    "mean": lambda **k: torch.mean(X, 0, **k),
    "prod": lambda **k: torch.prod(X, 0, **k),
    "std": lambda **k: torch.std(X, 0, **k),
    "amax": lambda **k: torch.amax(X, 0, **k),
    "argmax": lambda **k: torch.argmax(X, 0, **k),
    "all": lambda **k: torch.all(X > 0, 0, **k),
    "logsumexp": lambda **k: torch.logsumexp(X, 0, **k),
    "logcumsumexp": lambda **k: torch.logcumsumexp(X, 0, **k),
    "softmax": lambda **k: torch.softmax(X, 0, **k),
    "log_softmax": lambda **k: torch.log_softmax(X, 0, **k),
    "quantile": lambda **k: torch.quantile(X, 0.5, 0, **k),
    "mm": lambda **k: torch.mm(X, X, **k),
    "matmul": lambda **k: torch.matmul(X, X, **k),
    "bmm": lambda **k: torch.bmm(X[None], X[None], **k),
    "mv": lambda **k: torch.mv(X, V, **k),
    "dot": lambda **k: torch.dot(V, V, **k),
    "addmm": lambda **k: torch.addmm(X, X, X, **k),
    "outer": lambda **k: torch.outer(V, V, **k),
    "kron": lambda **k: torch.kron(X, X, **k),
    "tensordot": lambda **k: torch.tensordot(X, X, 1, **k),
    "cat": lambda **k: torch.cat([X, X], **k),
    "stack": lambda **k: torch.stack([X, X], **k),
    "hstack": lambda **k: torch.hstack([X, X], **k),
    "gather": lambda **k: torch.gather(X, 0, AT, **k),
    "index_select": lambda **k: torch.index_select(X, 0, AT[0], **k),
    "masked_select": lambda **k: torch.masked_select(X, X > 0.3, **k),
    "take": lambda **k: torch.take(X, AT, **k),
    "nonzero": lambda **k: torch.nonzero(X, **k),
    "scatter": lambda **k: torch.scatter(X, 0, AT, X, **k),
    "triu": lambda **k: torch.triu(X, **k),
    "searchsorted": lambda **k: torch.searchsorted(V, X, **k),
    "isin": lambda **k: torch.isin(X, V, **k),
    "zeros": lambda **k: torch.zeros(2, 3, **k),
    "full": lambda **k: torch.full((2, 3), 1.5, **k),
    "eye": lambda **k: torch.eye(3, **k),
    "inverse": lambda **k: torch.inverse(X, **k),
    "linalg.det": lambda **k: torch.linalg.det(X, **k),
    "linalg.norm": lambda **k: torch.linalg.norm(X, **k),
    "linalg.pinv": lambda **k: torch.linalg.pinv(X, **k),
    "fft.fft": lambda **k: torch.fft.fft(V, **k),
    "special.i1": lambda **k: torch.special.i1(X, **k),
    "permute_copy": lambda **k: torch.permute_copy(X, (1, 0), **k),
}
PAIRS = {
    "max": lambda **k: torch.max(X, 0, **k),
    "sort": lambda **k: torch.sort(X, **k),
    "topk": lambda **k: torch.topk(X, 1, **k),
    "cummax": lambda **k: torch.cummax(X, 0, **k),
    "aminmax": lambda **k: torch.aminmax(X, dim=0, **k),
    "linalg.qr": lambda **k: torch.linalg.qr(X, **k),
    "linalg.eigh": lambda **k: torch.linalg.eigh(X, **k),
    "linalg.slogdet": lambda **k: torch.linalg.slogdet(X, **k),
}


def show(label, run):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            text = run()
        except Exception as e:
            text = f"{type(e).__name__}: {str(e).splitlines()[0]}"
    print("   ", label, "->", text, *sorted(str(w.message).split(". This")[0] for w in caught))


def name(t):
    return f"{str(t.dtype)[6:]}{list(t.shape)}"


def one(f, result, out):
    r = f(out=out)
    return f"{name(r)} {r is out} {torch.allclose(r.to(result.dtype), result)}"


for label, f in ONE.items():
    print(label)
    r = f()
    show("fits", lambda: one(f, r, torch.zeros_like(r)))
    show("empty", lambda: one(f, r, torch.zeros(0, dtype=r.dtype)))
    show("other size", lambda: one(f, r, torch.zeros(7, 2, dtype=r.dtype)))
    for dtype in (torch.float32, torch.float64, torch.int64, torch.bool):
        if dtype != r.dtype:
            show(str(dtype), lambda: name(f(out=torch.zeros_like(r, dtype=dtype))))
    if r.is_floating_point() and label != "permute_copy":
        show("has a history", lambda: one(f, r, torch.zeros_like(r, requires_grad=True)))
    if label not in ("quantile", "isin"):
        show("in a tuple", lambda: f(out=(torch.zeros_like(r),)))
for label, f in PAIRS.items():
    print(label)
    a, b = f()

    def both(*out):
        r = f(out=out)
        return f"{type(r).__name__} {name(r[0])} {name(r[1])} {r[0] is out[0] and r[1] is out[1]}"

    show("fit", lambda: both(torch.zeros_like(a), torch.zeros_like(b)))
    show("other sizes", lambda: both(a.new_zeros(7), b.new_zeros(7)))
    show("float64", lambda: both(a.double(), b))
    show("int32", lambda: both(a, b.int()))
    show("one tensor", lambda: f(out=a))
    show("too few", lambda: f(out=(a,)))
    show("numbers", lambda: f(out=(1, 2)))
print(torch.max(X, 0, out=(torch.zeros(2), torch.zeros(2, dtype=torch.long))))
with torch.no_grad():
    leaf = torch.zeros(2, 2, requires_grad=True)
    print(torch.add(X, 1, out=leaf), torch.mul(leaf, 2, out=torch.zeros(2, 2)))
print(torch.gt(leaf, 1, out=torch.zeros(2, 2, dtype=torch.bool)), torch.argmax(leaf, out=torch.zeros((), dtype=torch.long)))
part = torch.zeros(9)[1:]
show("into a part", lambda: torch.add(X, 1, out=part))
print(part, part.storage_offset())
line = torch.zeros(2, 2)
torch.arange(4.0, out=line)
print(line, torch.arange(3, out=torch.zeros(3)), torch.linspace(0, 1, 3, out=torch.zeros(0)))
show("arange of another dtype", lambda: torch.arange(3, dtype=torch.int64, out=torch.zeros(3)))
warnings.simplefilter("error")
show("as an error", lambda: torch.add(X, 1, out=torch.zeros(7)))
