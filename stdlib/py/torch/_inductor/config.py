"""Settings of PyTorch's compiler backend: accepted, without effect here."""

import sys

from torch.utils._config_module import ConfigModule


class _Section:
    """Settings of one target."""

    def __init__(self, **values):
        self.__dict__.update(values)


sys.modules[__name__] = ConfigModule(
    __name__,
    {
        "debug": False,
        "verbose_progress": False,
        "fx_graph_cache": True,
        "fx_graph_remote_cache": None,
        "autotune_local_cache": True,
        "force_disable_caches": False,
        "max_autotune": False,
        "max_autotune_pointwise": False,
        "max_autotune_gemm": False,
        "max_autotune_gemm_backends": "ATEN,TRITON,CPP",
        "coordinate_descent_tuning": False,
        "coordinate_descent_check_all_directions": False,
        "epilogue_fusion": True,
        "epilogue_fusion_first": False,
        "pattern_matcher": True,
        "shape_padding": True,
        "permute_fusion": False,
        "freezing": False,
        "cpp_wrapper": False,
        "compile_threads": 1,
        "fallback_random": False,
        "implicit_fallbacks": True,
        "layout_optimization": True,
        "keep_output_stride": True,
        "conv_1x1_as_mm": False,
        "split_reductions": True,
        "size_asserts": True,
        "nan_asserts": False,
        "b2b_gemm_pass": False,
        "reorder_for_compute_comm_overlap": False,
        "reorder_for_peak_memory": True,
        "use_mixed_mm": True,
        "emulate_precision_casts": False,
        "combo_kernels": False,
        "benchmark_kernel": False,
        "benchmark_fusion": False,
        "group_fusion": False,
        "search_autotune_cache": False,
        "profile_bandwidth": False,
        "allow_buffer_reuse": True,
        "inplace_buffers": True,
        "dce": False,
        "constant_and_index_propagation": True,
        "post_grad_custom_pre_pass": None,
        "post_grad_custom_post_pass": None,
        "joint_custom_pre_pass": None,
        "joint_custom_post_pass": None,
        "pre_grad_custom_pass": None,
        "triton": _Section(
            cudagraphs=False, cudagraph_trees=True, unique_kernel_names=True, descriptive_names="original_aten",
            autotune_pointwise=True, max_tiles=2, persistent_reductions=True, dense_indexing=False, cudagraph_skip_dynamic_graphs=False,
            cudagraph_dynamic_shape_warn_limit=50, slow_path_cudagraph_asserts=True, tiling_prevents_pointwise_fusion=True,
        ),
        "cpp": _Section(
            threads=-1, simdlen=None, min_chunk_size=4096, enable_kernel_profile=False, weight_prepack=True,
            max_horizontal_fusion_size=16, dynamic_threads=False, enable_loop_tail_vec=True,
        ),
        "trace": _Section(enabled=False, debug_dir=None, debug_log=False, graph_diagram=False, save_real_tensors=False),
        "aot_inductor": _Section(output_path="", debug_compile=False, package=False),
    },
    True,
)
