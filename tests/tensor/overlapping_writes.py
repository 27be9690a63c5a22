# Destinations that share memory with an operand or with themselves.
import warnings

import torch

ONE = torch.ones(3)
AT = torch.tensor([0, 1, 2])
SOME = torch.tensor([1, 2])
MASK = torch.tensor([True, False, True])


def show(label, run):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            result = run().tolist()
        except RuntimeError as e:
            result = str(e)
    print(label, "->", result, *[str(w.message).split(" (Triggered")[0] for w in caught])


def put(x, key, value):
    x[key] = value
    return x


def line():
    return torch.arange(6.0)


def square():
    return torch.arange(4.0).view(2, 2)


def row():
    return torch.ones(1).expand(3)


def rows():
    return torch.ones(1, 3).expand(3, 3)


def of(make, run):
    return lambda: run(make())


print("-- partly an operand")
for label, run in {
    "copy of a slice": of(line, lambda b: put(b, slice(1, None), b[:-1])),
    "copy between halves": of(line, lambda b: b[:3].copy_(b[3:])),
    "copy to every other": of(line, lambda b: put(b, slice(0, None, 2), b[1::2])),
    "copy of rows": of(lambda: torch.arange(6.0).view(3, 2), lambda b: put(b, slice(1, None), b[:-1])),
    "copy of the transpose": of(square, lambda b: b.copy_(b.t())),
    "copy of the flipped": of(line, lambda b: b.copy_(b.flip(0))),
    "copy of an element": of(line, lambda b: b.copy_(b[1])),
    "element to element": of(line, lambda b: put(b, 0, b[1])),
    "element to all": of(line, lambda b: put(b, slice(None), b[1])),
    "row to all": of(square, lambda b: put(b, slice(None), b[1])),
    "swap of slices": of(line, lambda b: put(b, slice(0, 2), b[1:3])),
    "swap by index": of(line, lambda b: put(b, [0, 1], b[[1, 0]])),
    "itself": of(line, lambda b: b.add_(b)),
    "add": of(line, lambda b: b[1:].add_(b[:-1])),
    "iadd": of(line, lambda b: b[1:].__iadd__(b[:-1])),
    "sub of an element": of(line, lambda b: b.sub_(b[3])),
    "sub of a row": of(square, lambda b: b.sub_(b[0])),
    "mul by the transpose": of(square, lambda b: b.mul_(b.t())),
    "addcmul": of(line, lambda b: b[1:].addcmul_(b[:-1], b[:-1])),
    "lerp": of(line, lambda b: b[1:].lerp_(b[:-1], 0.5)),
    "clamp": of(line, lambda b: b[1:].clamp_(b[:-1])),
    "eq": of(line, lambda b: b[1:].eq_(b[:-1])),
    "pow": of(line, lambda b: b[1:].pow_(b[:-1])),
    "masked_fill": of(MASK.clone, lambda b: b[1:].masked_fill_(b[:-1], True)),
    "masked_fill by itself": of(MASK.clone, lambda b: b.masked_fill_(b, True)),
    "masked_fill with an element": of(lambda: torch.arange(3.0), lambda b: b.masked_fill_(MASK, b[0])),
    "index_put": of(line, lambda b: b.index_put_((SOME,), b[:2])),
    "index_put adds": of(line, lambda b: b.index_put_((SOME,), b[:2], accumulate=True)),
    "assignment by index": of(line, lambda b: put(b, SOME, b[:2])),
    "assignment by mask": of(line, lambda b: put(b, b > 3, b[:2])),
    "index_copy": of(line, lambda b: b.index_copy_(0, SOME, b[:2])),
    "index_add": of(line, lambda b: b.index_add_(0, SOME, b[:2])),
    "index_add of itself": of(lambda: torch.ones(3), lambda b: b.index_add_(0, AT, b)),
    "index_fill": of(lambda: torch.arange(3), lambda b: b.index_fill_(0, b, 1)),
    "scatter": of(line, lambda b: b.scatter_(0, SOME, b[:2])),
    "scatter of itself": of(lambda: torch.ones(3), lambda b: b.scatter_(0, AT, b)),
    "scatter_add": of(line, lambda b: b.scatter_add_(0, SOME, b[:2])),
}.items():
    show(label, run)

print("-- out=")
for label, run in {
    "add, itself": of(line, lambda b: torch.add(b, 1, out=b)),
    "add, part": of(line, lambda b: torch.add(b[:-1], 1, out=b[1:])),
    "exp, part": of(line, lambda b: torch.exp(b[:-1], out=b[1:])),
    "where": of(lambda: torch.arange(4.0), lambda b: torch.where(MASK, b[1:], b[:-1], out=b[1:])),
    "cumsum": of(lambda: torch.ones(4), lambda b: torch.cumsum(b[:3], 0, out=b[1:])),
    "gather": of(lambda: torch.arange(3.0), lambda b: torch.gather(b, 0, AT, out=b)),
    "take": of(lambda: torch.arange(3.0), lambda b: torch.take(b, AT, out=b)),
    "index_select": of(lambda: torch.arange(3.0), lambda b: torch.index_select(b, 0, AT, out=b)),
    "masked_select": of(lambda: torch.ones(3), lambda b: torch.masked_select(b, b > 0, out=b)),
    "cat": of(lambda: torch.arange(4.0), lambda b: torch.cat([b[:2], b[:1]], out=b[1:])),
    "cat, apart": of(line, lambda b: torch.cat([b[:2], b[:1]], out=b[3:])),
    "stack": of(lambda: torch.ones(2, 2), lambda b: torch.stack([b[0], b[0]], out=b)),
    "max": of(lambda: torch.ones(2, 2), lambda b: torch.max(b, 0, out=(b[0], torch.tensor([0, 0])))[0]),
    "softmax": of(lambda: torch.ones(3), lambda b: torch.softmax(b, 0, out=b)),
    "sort": of(lambda: torch.tensor([3.0, 1.0, 2.0]), lambda b: torch.sort(b, out=(b, AT.clone()))[0]),
    "mm": of(lambda: torch.ones(2, 2), lambda b: torch.mm(b, b, out=b)),
    "triu": of(lambda: torch.ones(2, 2), lambda b: torch.triu(b, out=b)),
}.items():
    show(label, run)

print("-- several elements in one place")
for label, run in {
    "copy": of(row, lambda x: x.copy_(ONE)),
    "slice": of(row, lambda x: put(x, slice(None), 2.0)),
    "slice of a tensor": of(row, lambda x: put(x, slice(0, 2), ONE[:2])),
    "element": of(row, lambda x: put(x, 0, 2.0)),
    "row": of(rows, lambda x: put(x, 0, ONE)),
    "column": of(rows, lambda x: put(x, (slice(None), 0), ONE)),
    "index": of(row, lambda x: put(x, AT, 2.0)),
    "index_put": of(row, lambda x: x.index_put_((AT,), ONE)),
    "masked_fill": of(row, lambda x: x.masked_fill_(MASK, 2.0)),
    "index_fill": of(row, lambda x: x.index_fill_(0, AT, 2.0)),
    "index_copy": of(row, lambda x: x.index_copy_(0, AT, ONE)),
    "index_add": of(row, lambda x: x.index_add_(0, AT, ONE)),
    "scatter": of(row, lambda x: x.scatter_(0, AT, ONE)),
    "scatter_add": of(row, lambda x: x.scatter_add_(0, AT, ONE)),
    "fill": of(row, lambda x: x.fill_(2.0)),
    "zero": of(row, lambda x: x.zero_()),
    "add": of(row, lambda x: x.add_(1)),
    "add, one element": of(lambda: torch.ones(1).expand(1), lambda x: x.add_(1)),
    "add, nothing": of(lambda: torch.zeros(1, 0).expand(3, 0), lambda x: x.add_(1)),
    "relu": of(row, torch.relu_),
    "threshold": of(row, lambda x: torch.nn.functional.threshold(x, 0.0, 1.0, inplace=True)),
    "square": of(row, lambda x: x.square_()),
    "cumsum": of(row, lambda x: x.cumsum_(0)),
    "addmm": of(rows, lambda x: x.addmm_(torch.ones(3, 3), torch.ones(3, 3))),
    "zeros": of(row, lambda x: torch.zeros(3, out=x)),
    "full": of(row, lambda x: torch.full((3,), 1.0, out=x)),
    "arange": of(row, lambda x: torch.arange(3.0, out=x)),
    "cat": of(row, lambda x: torch.cat([ONE[:1], ONE[:2]], out=x)),
    "mean": of(row, lambda x: torch.mean(torch.ones(3, 3), 0, out=x)),
    "amax": of(row, lambda x: torch.amax(torch.ones(3, 3), 0, out=x)),
    "max": of(row, lambda x: torch.max(torch.ones(3, 3), 0, out=(x, AT.clone()))[0]),
    "gather": of(row, lambda x: torch.gather(ONE, 0, AT, out=x)),
    "where": of(row, lambda x: torch.where(MASK, ONE, ONE, out=x)),
    "softmax": of(row, lambda x: torch.softmax(ONE, 0, out=x)),
}.items():
    show(label, run)
for fill in ("normal_", "uniform_", "exponential_", "bernoulli_"):
    show(fill, lambda: getattr(row(), fill)())
