"""What capture says of itself: TORCH_LOGS and set_logs.

Settings are separated by commas: a component (`dynamo`, with + for DEBUG or - for ERROR in front) or an artifact
(`graph_breaks`, `guards`, `recompiles`, ...; - in front turns one off). Lines go to standard error.
"""

import _capture

# Components with levels, and whether an artifact has text here. Capture knows its own artifacts; the others belong to
# parts of PyTorch that have no counterpart, and are accepted like a component in which nothing happens.
_COMPONENTS = (
    "all", "aot", "async_compile", "autograd", "c10d", "cache", "caching", "compiled_autograd", "cudagraphs", "ddp",
    "distributed", "dtensor", "dynamic", "dynamo", "export", "fake_tensor", "fsdp", "inductor", "native_dsl", "onnx",
    "overlap_scheduling", "pp", "torch",
)
_ARTIFACTS = (
    "annotation", "aot_graphs", "aot_graphs_effects", "aot_joint_graph", "auto_chunker", "autotuning", "benchmarking",
    "bytecode", "compiled_autograd_verbose", "compute_dependencies", "cudagraph_static_inputs", "ddp_graphs", "fusion",
    "graph", "graph_breaks", "graph_code", "graph_code_verbose", "graph_region_expansion", "graph_sizes", "guards",
    "hierarchical_compile", "incremental", "inductor_metrics", "ir_post_fusion", "ir_pre_fusion", "kernel_code",
    "loop_ordering", "loop_tiling", "node_runtime_estimation", "not_implemented", "onnx_diagnostics", "output_code",
    "overlap", "perf_hints", "post_grad_graphs", "pre_grad_graphs", "recompiles", "recompiles_verbose", "schedule",
    "side_effects", "sym_node", "trace_bytecode", "trace_call", "trace_shape_events", "trace_source", "verbose_guards",
)
_LEVELS = (50, 40, 30, 20, 10, 0)


def _invalid(settings):
    return (
        f"\nInvalid log settings: {settings}, must be a comma separated list of fully\n"
        "qualified module names, registered log names or registered artifact names.\n"
        'For more info on various settings, try TORCH_LOGS="help"\n'
        f"Valid settings:\n{', '.join(sorted(_COMPONENTS + _ARTIFACTS))}\n"
    )


def _help():
    lines = ["TORCH_LOGS: a comma separated list of", "  components (+name: DEBUG, -name: ERROR):"]
    lines.append("    " + ", ".join(_COMPONENTS))
    lines.append("  artifacts (-name: off):")
    lines.append("    " + ", ".join(_ARTIFACTS))
    lines.append("Capture has text for dynamo and " + ", ".join(n for n in _ARTIFACTS if _capture.logs(n, False)) + ".")
    return "\n".join(lines)


def _is_module(name):
    import importlib.util

    return importlib.util.find_spec(name) is not None


def _parse(settings):
    """A list of (name, level or bool)."""
    changes = []
    for word in settings.replace(" ", "").split(","):
        if word == "":
            continue
        sign = word[0] if word[0] in "+-" else ""
        name = word[len(sign):]
        if name in _COMPONENTS:
            changes.append((name, {"+": 10, "-": 40, "": 20}[sign]))
        elif name in _ARTIFACTS:
            changes.append((name, sign != "-"))
        elif not name.replace(".", "_").isidentifier() or not _is_module(name):
            raise ValueError(_invalid(settings))
    return changes


def _apply(changes):
    for name, level in changes:
        if name in ("all", "dynamo", "torch"):
            _capture.logs("dynamo", level)
        elif name in _ARTIFACTS:
            _capture.logs(name, level)


def _from_environment():
    settings = _capture.environment()
    if not settings:
        return False
    if settings == "help":
        raise SystemExit(_help())
    _apply(_parse(settings))
    return True


_in_environment = _from_environment()


def set_logs(
    *,
    all=None,
    dynamo=None,
    aot=None,
    autograd=None,
    dynamic=None,
    inductor=None,
    distributed=None,
    c10d=None,
    ddp=None,
    fsdp=None,
    dtensor=None,
    onnx=None,
    bytecode=False,
    aot_graphs=False,
    aot_joint_graph=False,
    ddp_graphs=False,
    graph=False,
    graph_code=False,
    graph_code_verbose=False,
    graph_breaks=False,
    graph_sizes=False,
    guards=False,
    recompiles=False,
    recompiles_verbose=False,
    trace_source=False,
    trace_call=False,
    trace_bytecode=False,
    output_code=False,
    kernel_code=False,
    schedule=False,
    perf_hints=False,
    pre_grad_graphs=False,
    post_grad_graphs=False,
    ir_pre_fusion=False,
    ir_post_fusion=False,
    onnx_diagnostics=False,
    fusion=False,
    overlap=False,
    export=None,
    modules=None,
    cudagraphs=False,
    sym_node=False,
    compiled_autograd=False,
    compiled_autograd_verbose=False,
    cudagraph_static_inputs=False,
    benchmarking=False,
    autotuning=False,
    graph_region_expansion=False,
    inductor_metrics=False,
    hierarchical_compile=False,
    compute_dependencies=False,
):
    """Set all log levels and artifacts; what is not named goes back to its default. TORCH_LOGS wins."""
    given = dict(locals())
    modules = given.pop("modules") or {}
    if _in_environment:
        import logging

        logging.getLogger("torch._logging").warning("Using TORCH_LOGS environment variable for log settings, ignoring call to set_logs")
        return
    changes = []
    for name, value in {**given, **modules}.items():
        if value is None:
            continue
        if name in _ARTIFACTS:
            if not isinstance(value, bool):
                raise ValueError(f"Expected bool to enable artifact {name}, received {value}")
        elif name in _COMPONENTS:
            if name in ("cudagraphs", "compiled_autograd") and isinstance(value, bool):
                continue
            if value not in _LEVELS or isinstance(value, bool):
                raise ValueError(
                    f"Unrecognized log level for log {name}: {value}, valid level values are: {','.join(map(str, _LEVELS))}"
                )
        elif not _is_module(name):
            raise ValueError(f"Unrecognized log or artifact name passed to set_logs: {name}")
        changes.append((name, value))
    _capture.logs()
    _apply(changes)


def getArtifactLogger(module_qname, artifact_name):
    """A logger of Python's for an artifact."""
    if artifact_name not in _ARTIFACTS:
        raise ValueError(
            f"Artifact name: {artifact_name} not registered,please call register_artifact({artifact_name}) in torch._logging.registrations."
        )
    import logging

    return logging.getLogger(f"{module_qname}.__{artifact_name}")
