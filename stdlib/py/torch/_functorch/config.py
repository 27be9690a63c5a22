"""Settings that have no effect here."""

import sys

from torch.utils._config_module import ConfigModule

sys.modules[__name__] = ConfigModule(
    __name__,
    {
        "enable_autograd_cache": True,
        "activation_memory_budget": 1.0,
        "donated_buffer": False,
        "functionalize_rng_ops": False,
        "ban_recompute_used_far_apart": True,
        "aggressive_recomputation": False,
        "debug_partitioner": False,
        "debug_assert": False,
        "recompute_views": False,
        "treat_parameters_as_free_to_save": True,
        "cse": True,
    },
    True,
)
