# Indices out of range and operands that do not fit them: error class and text, eager and compiled.
import torch
import torch.nn.functional as F

L, ones, long = torch.tensor, torch.ones, torch.long
x, y, e = torch.arange(12.0).reshape(3, 4), torch.zeros(2, 3, 4), torch.empty(0)
i, b2, z, s = L([0, 9]), L([[0, 1]]), torch.ones(1, 4), L(1.0)

CALLS = """
index_fill(x, 0, b2, 1.0)
index_fill(x, 0, L([7]), 1.0)
index_fill(x[0], 0, L([-7]), 1.0)
index_fill(x, 0, b2.int(), 1.0)
take_along_dim(x, L([15]))
take_along_dim(x, L([[-9]]), 1)
take_along_dim(x, L([[9], [1], [-3]]), 1)
take_along_dim(x, L([[9, 1], [2, 3]]), 1)
take_along_dim(x[:, :, None], L([[[9, 1]]]), 1)
take_along_dim(torch.empty(3, 0), L([[9]]), 1)
index_add(x, 0, i, ones(2, 4))
index_add(x, 1, i, ones(3, 2))
index_add(x, 0, i.int(), ones(2, 4))
index_add(x, 0, i, ones(2, 4), alpha=2)
index_add(x[0], 0, i, ones(2))
index_add(s, 0, L([1]), L([1.0]))
index_add(s, 0, L(3), s)
index_add(y, 1, L([1, 9, -7]), ones(2, 3, 4))
index_add(y, -1, L([9]), ones(2, 3, 1))
index_add(x, 0, b2.float(), z)
index_add(x, 0, b2, z.double())
index_add(x, 0, L([0.0]), z)
index_add(x, 0, L([0]), ones(4))
index_add(x, 1, L([0]), ones(4))
index_select(x, 0, i)
index_select(x, -1, L([9, 12]))
index_select(x[0], 0, L([-1]))
index_select(y, 1, i)
index_select(y, 2, i)
index_select(torch.empty(0, 4), 0, L([0]))
index_select(torch.empty(0, 4), 1, L([7]))
index_select(torch.empty(0, 4), 1, L([1]))
index_select(e, 0, L([0]))
index_copy(x, 0, i, ones(2, 4))
index_copy(x[0], 0, L([0, 1]), s)
index_copy(x, 0, L([0.0]), ones(4))
index_copy(x, 0, L([0]), ones(1, 5))
index_copy(y, 1, L([0]), ones(2, 1, 5))
index_copy(x, 0, L([0]).int(), ones(1, 5).double())
index_copy(x, 0, L([0]), ones(1, 5).double())
index_copy(x, 0, L([0, 1]), z)
index_copy(x, 1, L([0, 1]), ones(2, 4))
index_copy(x, 0, b2.int(), ones(4))
index_copy(s, 0, L([1]), L([1.0]))
index_copy(s, 0, L([0]), ones(2, 3))
index_copy(s, 0, L([0, 0]), ones(2))
index_reduce(x[0], 0, L([9]), L([1.0]), "prod")
index_reduce(x, 1, i, ones(3, 2), "amax")
index_reduce(x, 0, L([0.0]), z, "prod")
index_reduce(x, 0, L([0]), z.double(), "prod")
index_reduce(x, 0, L([0, 1]), z, "prod")
index_reduce(x, 0, L([0]), ones(1, 5), "prod")
index_reduce(x, 0, b2, z, "prod")
index_reduce(x, 1, L([0, 1]), ones(3, 2), "mean")
gather(x, 0, b2 + 7)
gather(x, 0, -b2)
scatter(x, 0, b2 + 7, z)
scatter(x, 1, b2 - 2, 3.0)
scatter_add(x, 0, b2 + 7, z)
scatter_reduce(x, 0, b2 + 7, z, "amax")
take(x, L([13]))
take(e, L([0]))
take(e, L([], dtype=long))
take(e, L([0.0]))
put(x, L([13]), L([1.0]))
put(e, L([0]), L([1.0]))
put(e, L([], dtype=long), e)
put(x, L([0, 1]), L([1.0]))
embedding(i, x)
embedding(-i, x, padding_idx=1)
embedding(i, x.clone(), max_norm=1.0)
embedding_bag(L([[1, 9]]), x)
embedding_bag(L([[1, -1]]), x, mode="mean")
embedding_bag(L([[1, 9]]), x, mode="max")
embedding_bag(L([[1, 9]]), x, padding_idx=1)
embedding_bag(L([[1, 9]]), x.double())
embedding_bag(L([[1, 9]]), x.t()[:3])
one_hot(L([0, -1]))
one_hot(i, 4)
nll_loss(x, L([0, 9, 1]))
nll_loss(x, L([0, -1, 1]))
cross_entropy(x, L([0, 4, 1]), weight=ones(4))
multi_margin_loss(x, L([0, 4, 1]))
x[i]
x[:, i]
x[L([0, 1]), i]
y[:, i]
y[0, i]
y[..., i]
y[L([0, 1]), :, i]
y[:, L([True, False, True]), i]
x[3]
x[0, -5]
""".strip().splitlines()


def text_of(result):
    return f"{result.flatten().tolist()}"


for line in CALLS:
    name = line.split("(")[0]
    module = "torch." if hasattr(torch, name) and name != "embedding" and name != "embedding_bag" else "F."
    code = compile(line if line[1] == "[" else module + line, "call", "eval")

    def call(scale):
        return eval(code) * scale

    run, texts = torch.compile(call), []
    for f in (call, run, run):
        try:
            texts.append(text_of(f(1)))
        except Exception as error:
            texts.append(f"{type(error).__name__} {str(error).splitlines()[0]}")
    print(line, "=>", texts[0], "" if len(set(texts)) == 1 else texts[1:])
