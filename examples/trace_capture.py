"""A capture console: what torch.compile hands to a backend, op by op, and what it costs to call again.

The guards go to standard error, since every implementation words them its own way.
"""
import sys

import torch
import torch._dynamo
from torch.fx import Interpreter

captured = []


def describe(value):
    if isinstance(value, torch.Tensor):
        return f"{tuple(value.shape)} {tuple(value.stride())} {str(value.dtype).removeprefix('torch.')}"
    return repr(value)


class Console(Interpreter):
    """Runs a graph node by node and prints what goes in and what comes out."""

    def run_node(self, node):
        result = super().run_node(node)
        if node.op in ("call_function", "call_method"):
            args, _ = self.fetch_args_kwargs_from_env(node)
            inputs = "; ".join(describe(a) for a in args)
            print(f"  {node.name:<12} {inputs:<48} -> {describe(result)}")
        return result


def console(gm, example_inputs):
    captured.append((gm, example_inputs))
    print(f"graph {len(captured)}: {len(example_inputs)} inputs")
    Console(gm).run(*example_inputs)
    return gm.forward


def attention(q, k, v, scale):
    scores = q @ k.transpose(-2, -1)
    weights = (scores * scale).softmax(dim=-1)
    return weights @ v + 1


torch.manual_seed(0)
q, k, v = (torch.randn(2, 4, 8) for _ in range(3))
compiled = torch.compile(attention, backend=console)
results = [compiled(q, k, v, 0.5) for _ in range(3)]

gm, inputs = captured[0]
print("calls of the backend for three calls:", len(captured))
print("cache hits:", 3 - len(captured))
print(gm.code.strip())
gm.graph.print_tabular()

replayed = Interpreter(gm).run(*inputs)
replayed = replayed[0] if isinstance(replayed, (tuple, list)) else replayed
print("replayed with torch.fx.Interpreter:", torch.equal(replayed, results[0]))
print("later calls give the same bits:", all(torch.equal(results[0], r) for r in results[1:]))

torch._dynamo.reset()
for guard in torch._dynamo.explain(attention)(q, k, v, 0.5).out_guards or []:
    print("guard:", guard, file=sys.stderr)
