# torch.Tensor(...), torch.FloatTensor(...) and its kind, tensor.new(...); storages.
import torch

A = torch.arange(3.0)
CALLS = {
    "nothing": ((), {}), "2.5": ((2.5,), {}), "2": ((2,), {}), "2, 3": ((2, 3), {}), "(2, 3)": (((2, 3),), {}),
    "[2, 3]": (([2, 3],), {}), "[2.5]": (([2.5],), {}), "nested": (([[1, 2], [3, 4]],), {}),
    "Size": ((torch.Size([2, 2]),), {}), "floats": ((A,), {}), "longs": ((torch.tensor([1, 2]),), {}),
    "text": (("abc",), {}), "bytes": ((b"ab",), {}), "None": ((None,), {}), "True": ((True,), {}), "-1": ((-1,), {}),
    "2, 2.5": ((2, 2.5), {}), "range": ((range(3),), {}), "[]": (([],), {}), "()": (((),), {}),
    "device": ((2,), {"device": "cpu"}), "cuda": ((2,), {"device": "cuda"}), "foo": ((2,), {"foo": 1}),
    "dtype": ((2,), {"dtype": torch.float64}), "complex": ((1j,), {}), "ragged": (([[1, 2], [3]],), {}),
    "dict": (({},), {}), "set": (({1},), {}), "tensor and number": ((A, 1), {}), "size=": ((), {"size": (2, 1)}),
}


def show(label, run):
    try:
        r = run()
        print(label, "->", r, getattr(r, "dtype", ""))
    except Exception as e:
        print(label, "->", type(e).__name__, e)


for name in ("Tensor", "FloatTensor", "DoubleTensor", "LongTensor", "BoolTensor"):
    make = getattr(torch, name)
    for label, (args, kwargs) in CALLS.items():
        sized = "size" in kwargs or label == "Size" or bool(args) and all(type(a) is int for a in args)
        show(f"{name} of {label}", lambda: make(*args, **kwargs).zero_() if sized else make(*args, **kwargs))
    print(name, isinstance(A, make), isinstance(A.long(), make), make.__name__)
show("new", lambda: A.new())
show("new of data", lambda: A.long().new([1, 2]))
show("new of sizes", lambda: A.new(2, 3).shape)
show("new of a float", lambda: A.new(2.5))
show("new with device", lambda: A.new(2, device="cpu").shape)
for make in (A.storage, A.untyped_storage, torch.tensor([True]).storage, torch.arange(2).storage, torch.zeros(0).storage):
    show("storage", make)
s, u = A.storage(), A.untyped_storage()
show("element", lambda: (s[1], u[0], len(s), len(u), s.tolist(), s.dtype, s.type(), u.type()))
show("far element", lambda: s[5])
show("far byte", lambda: u[50])
show("slice", lambda: s[0:2])
show("slice of bytes", lambda: u[0:2])
show("conversion", lambda: s.long())
show("made", lambda: torch.FloatStorage([1.0, 2.0]))
s[0] = 9.0
print(A, s.data_ptr() == A.data_ptr(), isinstance(s, torch.FloatStorage), torch.is_storage(u))
