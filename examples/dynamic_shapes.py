"""One function, many batch sizes: recorded once with fixed sizes, once with a symbolic batch, never again."""
import torch
import torch._dynamo

graphs = []


def backend(gm, example_inputs):
    sizes = [tuple(t.shape) for t in example_inputs if isinstance(t, torch.Tensor)]
    graphs.append(sizes)
    return gm.forward


def normalize(x):
    return (x - x.mean(0)) / x.shape[0]


def run(title, fn, *batches):
    torch._dynamo.reset()
    graphs.clear()
    for batch in batches:
        x = torch.arange(batch * 3, dtype=torch.float32).reshape(batch, 3)
        out = fn(x)
        assert torch.allclose(out, normalize(x)), batch
    print(f"{title}: {len(batches)} batch sizes, {len(graphs)} recordings")


run("dynamic=None", torch.compile(normalize, backend=backend), 8, 16, 24, 32)
run("dynamic=True", torch.compile(normalize, backend=backend, dynamic=True), 8, 16, 24, 32)
run("dynamic=False", torch.compile(normalize, backend=backend, dynamic=False), 8, 16, 24, 32)

torch._dynamo.reset()
graphs.clear()
marked = torch.compile(normalize, backend=backend)
for batch in (8, 16, 24, 32):
    x = torch.arange(batch * 3, dtype=torch.float32).reshape(batch, 3)
    torch._dynamo.mark_dynamic(x, 0)
    marked(x)
print("mark_dynamic:", len(graphs), "recordings")
