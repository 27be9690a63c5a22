# Complex numbers of the script stay whole on their way through deferred operations, graphs, kernels and backends.
import torch

z = torch.complex(torch.tensor([1.0, 2.0]), torch.tensor([3.0, -1.0]))
x = torch.tensor([1.0, 2.0])
functions = {
    "mul": lambda z: z * 1j,
    "rmul": lambda z: (2 - 1j) * z,
    "add": lambda z: z + (1 + 2j),
    "rsub": lambda z: (1 + 2j) - z,
    "div": lambda z: z / 2j,
    "pow": lambda z: z ** (1 + 1j),
    "chain": lambda z: ((z * 1j + (1 - 1j)) / (2 + 2j)).abs(),
    "alpha": lambda z: torch.add(z, z, alpha=1j),
    "in place": lambda z: z.clone().mul_(1j).add_(2j),
    "filled": lambda z: torch.full_like(z, 3 + 4j) + z,
    "where": lambda z: torch.where(z.real > 1, z, 2j),
    "masked_fill": lambda z: z.masked_fill(z.real > 1, 5j),
}
for backend in ("eager", "aot_eager", "inductor"):
    for name, f in functions.items():
        compiled = torch.compile(f, backend=backend)
        print(backend, name, *[compiled(z).tolist() == f(z).tolist() for _ in range(4)])
    real = torch.compile(lambda x: x * 1j + 1, backend=backend)
    print(backend, real(x), real(x + 1))


def scaled(z, k):
    return z * k


compiled = torch.compile(scaled)
for k in (1j, 2j, 1 + 1j, 1j, -1j, 2.0):
    print(k, compiled(z, k).tolist())


@torch.compile
def loss(a, k):
    z = torch.complex(a, 2 * a)
    return (z * k + 1j).abs().pow(2).sum()


for k in (1 + 2j, 1j, 1 + 2j):
    a = torch.tensor([1.0, 2.0], dtype=torch.double, requires_grad=True)
    l = loss(a, k)
    l.backward()
    print(round(l.item(), 6), [round(g, 6) for g in a.grad.tolist()])
