# Sizes that change become symbols of the graph; 0 and 1 stay as they are; marks decide for single dimensions.
import torch
import torch._dynamo


def backend(gm, example_inputs):
    print([tuple(e.shape) if isinstance(e, torch.Tensor) else str(e) for e in example_inputs])
    print(gm.code.strip())
    return gm.forward


def run(title, f, sizes, mark=None, **options):
    print("==", title)
    torch._dynamo.reset()
    compiled = torch.compile(f, backend=backend, **options)
    for size in sizes:
        x = torch.arange(float(torch.Size(size).numel())).reshape(size)
        if mark:
            mark(x)
        assert torch.equal(compiled(x), f(x)), size
        print("size", size)


def scaled(x):
    return (x - x.mean(0)) / x.shape[0]


def square(x):
    return x @ x.t()


def plain(x):
    return x.relu() * 2


run("automatic", scaled, [(8, 3), (16, 3), (24, 3), (1, 3), (32, 3)])
run("from the start", scaled, [(8, 3), (16, 3)], dynamic=True)
run("never", scaled, [(8, 3), (16, 3)], dynamic=False)
run("both dimensions", plain, [(4, 6), (4, 8), (5, 9), (7, 7), (3, 3)])
run("marked", scaled, [(8, 3), (16, 3)], mark=lambda x: torch._dynamo.mark_dynamic(x, 0))
run("fixed", plain, [(8, 3), (16, 3)], mark=lambda x: torch._dynamo.mark_static(x, 0))
