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
            lines.append(str(guard))
        lines.append(f"Compile Times: {self.compile_times}")
        return "\n".join(lines) + "\n"

    __repr__ = __str__


class Guard:
    """One condition of a recording."""

    def __init__(self, name, source, create_fn, code):
        self.name = name
        self.originating_source = source
        self.source = source
        self._create_fn = create_fn
        self.guard_types = [create_fn]
        self.code_list = [code]
        self.obj_weakref = None
        self.guarded_class_weakref = None

    def create_fn_name(self):
        return self._create_fn

    def is_local(self):
        return self.source == "local"

    def __str__(self):
        return (
            f"    Name: {self.name!r}\n    Source: {self.source}\n    Create Function: {self._create_fn}\n"
            f"    Guard Types: {self.guard_types}\n    Code List: {self.code_list}\n"
            f"    Object Weakref: {self.obj_weakref}\n    Guarded Class Weakref: {self.guarded_class_weakref}"
        )

    def __repr__(self):
        return f"Guard({self.source} {self.name!r} {self._create_fn} {self.code_list})"


def explain(f, *extra_args, **extra_kwargs):
    """explain(fn)(*args): run fn under capture and report.

    The report has graphs (a GraphModule each), graph_count, graph_break_count, ops_per_graph, op_count, break_reasons,
    out_guards, compile_times and coverage: the share of operators that ran inside graphs.
    """

    def inner(*args, **kwargs):
        import traceback

        from torch._compile import _region

        modules = []

        def collect(gm, example_inputs):
            modules.append(gm)
            return gm.forward

        _capture.reset()
        settings = {"fullgraph": False, "dynamic": None, "backend": collect, "mode": None, "options": None}
        _capture.explain_begin()
        try:
            _region(f, settings)(*args, **kwargs)
        finally:
            rows = _capture.explain_end()
        raw = [row["ops"] for row in rows if row["kind"] == "graph"]
        ops = [[n.target for n in gm.graph.nodes if n.op == "call_function"] for gm in modules]
        graphs = list(modules)
        if len(raw) != len(modules):  # some hold operators that scripts cannot call
            graphs += [None] * (len(raw) - len(modules))
            ops = raw
        reasons = [
            GraphCompileReason(
                row["reason"],
                [traceback.FrameSummary(file, line, name, lookup_line=False) for file, line, name in row["user_stack"]],
            )
            for row in rows
            if row["kind"] == "break"
        ]
        guards = [
            Guard(row["name"], "global" if row["name"].startswith("G[") else "local", row["guard"], row["code"])
            for row in rows
            if row["kind"] == "guard"
        ]
        totals = next(row for row in rows if row["kind"] == "totals")
        inside = sum(len(o) for o in raw)
        outside = totals["ops_outside"]
        coverage = inside / (inside + outside) if inside + outside else 1.0
        times = f"TorchDynamo compilation metrics:\nFunction, Runtimes (s)\nrecording, {totals['capture_ms'] / 1000:.4f}\n"
        return ExplainOutput(graphs, ops, reasons, guards, sum(len(o) for o in ops), coverage, times)

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
