"""torch._dynamo.explain: what capture made of a call."""

import _capture


class GraphCompileReason:
    """Why a graph ended."""

    def __init__(self, reason, user_stack, graph_break=True):
        self.reason = reason
        self.user_stack = user_stack
        self.graph_break = graph_break

    def __repr__(self):
        return f"GraphCompileReason(reason={self.reason!r}, user_stack={self.user_stack!r}, graph_break={self.graph_break})"


class ExplainOutput:
    """The report; printing it shows all parts."""

    def __init__(self, graphs, ops_per_graph, break_reasons, out_guards, op_count, coverage, compile_times):
        self.graphs = graphs
        self.graph_count = len(ops_per_graph)
        self.graph_break_count = max(0, self.graph_count - 1)
        self.break_reasons = break_reasons
        self.op_count = op_count
        self.ops_per_graph = ops_per_graph
        self.out_guards = out_guards
        self.coverage = coverage
        self.compile_times = compile_times

    def __str__(self):
        lines = [
            f"Graph Count: {self.graph_count}",
            f"Graph Break Count: {self.graph_break_count}",
            f"Op Count: {self.op_count}",
            "Break Reasons:",
        ]
        for idx, reason in enumerate(self.break_reasons):
            lines.append(f"  Break Reason {idx + 1}:")
            lines.append(f"    Reason: {reason.reason}")
            lines.append("    User Stack:")
            for frame in reason.user_stack:
                lines.append(f"      {frame}")
        lines.append("Ops per Graph:")
        for idx, ops in enumerate(self.ops_per_graph):
            lines.append(f"  Ops {idx + 1}:")
            for op in ops:
                lines.append(f"    {op}")
        lines.append("Out Guards:")
        for i, guard in enumerate(self.out_guards):
            lines.append(f"  Guard {i + 1}:")
            lines.append(f"    {guard}")
        return "\n".join(lines) + "\n"

    __repr__ = __str__


def explain(f, *extra_args, **extra_kwargs):
    """explain(fn)(*args): run fn under capture and report."""

    def inner(*args, **kwargs):
        from torch._compile import _region

        _capture.reset()
        settings = {"fullgraph": False, "dynamic": None, "backend": "eager", "mode": None, "options": None}
        _capture.explain_begin()
        try:
            _region(f, settings)(*args, **kwargs)
        finally:
            rows = _capture.explain_end()
        graphs = [row["graph"] for row in rows if row["kind"] == "graph"]
        ops = [row["ops"] for row in rows if row["kind"] == "graph"]
        reasons = [
            GraphCompileReason(row["reason"], row["user_stack"]) for row in rows if row["kind"] == "break"
        ]
        guards = [guard for row in rows if row["kind"] == "guards" for guard in row["guards"]]
        totals = [row for row in rows if row["kind"] == "totals"]
        count = sum(len(o) for o in ops)
        outside = totals[0]["ops_outside"] if totals else 0
        coverage = count / (count + outside) if count + outside else 1.0
        times = totals[0].get("compile_times", "") if totals else ""
        return ExplainOutput(graphs, ops, reasons, guards, count, coverage, times)

    if extra_args or extra_kwargs:
        import warnings

        warnings.warn(
            "explain(f, *args, **kwargs) is deprecated, use explain(f)(*args, **kwargs) instead.  "
            "If you don't migrate, we may break your explain call in the future if your user defined kwargs "
            "conflict with future kwargs added to explain(f).",
            FutureWarning,
            stacklevel=2,
        )
        return inner(*extra_args, **extra_kwargs)
    return inner
