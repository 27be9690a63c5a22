"""Settings of capture."""

import sys

from torch.utils._config_module import ConfigModule

_SETTINGS = {
    "recompile_limit": 8,
    "cache_size_limit": 8,
    "accumulated_recompile_limit": 256,
    "accumulated_cache_size_limit": 256,
    "fail_on_recompile_limit_hit": False,
    "fail_on_cache_limit_hit": False,
    "error_on_recompile": False,
    "suppress_errors": False,
    "disable": False,
    "verbose": False,
    "automatic_dynamic_shapes": True,
    "automatic_dynamic_shapes_mark_as": "dynamic",
    "assume_static_by_default": True,
    "dynamic_shapes": True,
    "specialize_int": False,
    "specialize_float": False,
    "allow_unspec_int_on_nn_module": False,
    "force_parameter_static_shapes": True,
    "force_nn_module_property_static_shapes": True,
    "allow_ignore_mark_dynamic": False,
    "capture_scalar_outputs": False,
    "capture_dynamic_output_shape_ops": False,
    "guard_nn_modules": True,
    "inline_inbuilt_nn_modules": True,
    "skip_nnmodule_hook_guards": True,
    "skip_no_tensor_aliasing_guards_on_parameters": True,
    "nested_graph_breaks": True,
    "replay_side_effects": True,
    "side_effect_replay_policy": "silent",
    "reorderable_logging_functions": set(),
    "ignore_logger_methods": set(),
    "ignore_logging_functions": set(),
    "enable_trace_contextlib": True,
    "enable_faithful_generator_behavior": True,
    "allow_rnn": True,
    "trace_numpy": True,
    "compiled_autograd": False,
    "rewrite_assert_with_torch_assert": True,
    "do_not_emit_runtime_asserts": False,
    "prefer_deferred_runtime_asserts_over_guards": False,
    "optimize_ddp": True,
    "debug_dir_root": "",
    "repro_after": None,
    "repro_level": 2,
    "cache_size_limit_warning": True,
    "error_on_nested_fx_trace": True,
    "error_on_nested_jit_trace": True,
    "raise_on_ctx_manager_usage": True,
}


class _Dynamo(ConfigModule):
    """Two names of one limit move together, and capture hears of every change."""

    _TWINS = {
        "recompile_limit": "cache_size_limit",
        "cache_size_limit": "recompile_limit",
        "accumulated_recompile_limit": "accumulated_cache_size_limit",
        "accumulated_cache_size_limit": "accumulated_recompile_limit",
        "fail_on_recompile_limit_hit": "fail_on_cache_limit_hit",
        "fail_on_cache_limit_hit": "fail_on_recompile_limit_hit",
    }

    def __setattr__(self, key, value):
        super().__setattr__(key, value)
        twin = self._TWINS.get(key)
        if twin is not None:
            self._values[twin] = value
        import _capture

        _capture.config(key, value)


sys.modules[__name__] = _Dynamo(__name__, _SETTINGS)
