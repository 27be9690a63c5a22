# What torch._dynamo.explain reports.
import torch
import torch._dynamo


def f(x, n, table):
    y = torch.relu(x) + n
    print(y.sum())
    z = y * table["k"]
    if z.sum() > 0:
        z = z - 1
    return torch.sigmoid(z)


report = torch._dynamo.explain(f)(torch.ones(3), 2, {"k": 3})
print(report.graph_count, report.graph_break_count, report.op_count)
print([[op.__name__ for op in ops] for ops in report.ops_per_graph])
print([isinstance(g, torch.fx.GraphModule) for g in report.graphs])
print(len(report.break_reasons), [r.graph_break for r in report.break_reasons])
for reason in report.break_reasons:
    print([frame.lineno for frame in reason.user_stack], len(reason.reason) > 10)
print(isinstance(report.out_guards, list), "L['x']" in [g.name for g in report.out_guards])
print("L['table']['k']" in [g.name for g in report.out_guards])
print({g.create_fn_name() for g in report.out_guards} >= {"TENSOR_MATCH", "TYPE_MATCH"})
text = str(report).split("\n")
print(text[:3])
print([line for line in text if line and not line.startswith(" ")][:7])
