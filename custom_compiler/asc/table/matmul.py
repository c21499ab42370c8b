"""Methods of matrix multiplications, and what configures and registers them."""

from __future__ import annotations

from custom_compiler.asc.table.model import Operation, Overload, overload

_GROUP = "adv / Matmul"
_TENSOR = "tensor: GT | LT"
_ATOMIC = "en_atomic: u8 = 0"
_STRIDES = "matrix_stride_a: u32 = 0, matrix_stride_b: u32 = 0, matrix_stride_c: u32 = 0"
_STRIDE_ARGUMENTS = "{matrix_stride_a}, {matrix_stride_b}, {matrix_stride_c}"
_BATCHES = "batch_a: u32, batch_b: u32"


def _form(signature: str, ir: str, call: str, writes: str = "tensor") -> Overload:
    return overload(signature, f"matmul.{ir}", f"{{self}}.{call}", writes=writes)


def _method(name: str, document: str, *forms: Overload) -> Operation:
    return Operation(name, _GROUP, forms, owner="Matmul", document=document)


def _setting(name: str, signature: str, call: str, document: str) -> Operation:
    return _method(name, document, _form(signature, name, call, ""))


_SETTINGS = (
    _setting("init", "tiling: TCubeTiling", "Init(&{tiling})", "Set the tiling of the object."),
    _method(
        "set_tensor_a",
        "Set the left matrix, or the number that all its elements are.",
        _form("scalar: num(self.a)", "set_tensor_a_scalar", "SetTensorA({scalar})"),
        _form(
            f"{_TENSOR}, transpose: b = False",
            "set_tensor_a",
            "SetTensorA({tensor}, {transpose})",
            "",
        ),
    ),
    _method(
        "set_tensor_b",
        "Set the right matrix, or the number that all its elements are.",
        _form("scalar: num(self.b)", "set_tensor_b_scalar", "SetTensorB({scalar})"),
        _form(
            f"{_TENSOR}, transpose: b = False",
            "set_tensor_b",
            "SetTensorB({tensor}, {transpose})",
            "",
        ),
    ),
    _setting("set_bias", _TENSOR, "SetBias({tensor})", "Set the bias that is added to each row."),
    _setting("disable_bias", "", "DisableBias()", "Add no bias from here on."),
    _setting(
        "set_org_shape",
        "org_m: i32, org_n: i32, org_ka: i32, org_kb: i32?, org_kc: i32?",
        "SetOrgShape({org_m}, {org_n}, {org_ka}{, org_kb}{, org_kc})",
        "Set the extents of the whole matrices.",
    ),
    _setting(
        "set_single_shape",
        "single_m: i32, single_n: i32, single_k: i32",
        "SetSingleShape({single_m}, {single_n}, {single_k})",
        "Set the extents that this core computes.",
    ),
    _setting(
        "set_tail",
        "tail_m: i32 = -1, tail_n: i32 = -1, tail_k: i32 = -1",
        "SetTail({tail_m}, {tail_n}, {tail_k})",
        "Set the extents that this core computes, where they differ from the tiling's; -1: no "
        "difference.",
    ),
    _setting(
        "set_hf32",
        "enable_hf32: b = False, trans_mode: i32 = 0",
        "SetHF32({enable_hf32}, {trans_mode})",
        "Set whether and how float matrices are rounded to hf32.",
    ),
    _setting(
        "set_quant_scalar",
        "quant_scalar: u64",
        "SetQuantScalar({quant_scalar})",
        "Set the scale of results, as the bits that fixpipe takes.",
    ),
    _setting(
        "set_quant_vector",
        "quant_vector: GT",
        "SetQuantVector({quant_vector})",
        "Set the scale of each column.",
    ),
    _setting(
        "set_workspace",
        "addr: GT | GA, size: i32?",
        "SetWorkspace({addr}{, size})",
        "Set the global memory for results of iterate.",
    ),
    _setting(
        "set_self_define_data",
        "data_ptr: GA | u64",
        "SetSelfDefineData(reinterpret_cast<uint64_t>({data_ptr}))",
        "Set the data that user functions of the object receive.",
    ),
    _setting(
        "set_user_def_info",
        "tiling_ptr: GA",
        "SetUserDefInfo(reinterpret_cast<uint64_t>({tiling_ptr}))",
        "Set the tiling that user functions of the object receive.",
    ),
    _setting(
        "set_sparse_index",
        "index_global: GT",
        "SetSparseIndex({index_global})",
        "Set the positions of the elements of a sparse right matrix.",
    ),
    _setting(
        "set_batch_num",
        "batch_a: i32, batch_b: i32",
        "SetBatchNum({batch_a}, {batch_b})",
        "Set the number of matrices of a batch, if it differs from the tiling's.",
    ),
)

_RESULTS = (
    # A program writes `with matmul.iterate() as count:`; this is the loop's condition.
    _method(
        "iterate",
        "Compute the next block; the body of `with` runs for each.",
        _form(
            "en_partial_sum: b = False, sync: flag = True, local_c_matrix: LT? -> b",
            "iterate",
            "Iterate<{sync}>({en_partial_sum}{, local_c_matrix})",
            "local_c_matrix",
        ),
    ),
    _method(
        "get_tensor_c",
        "Write the block that iterate computed to a tensor, or return it as a tensor.",
        _form(
            f"{_TENSOR}, {_ATOMIC}, en_sequential_write: b = False, sync: flag = True, "
            "optional_tensor: LT?",
            "get_tensor_c",
            "GetTensorC<{sync}>({tensor}{, optional_tensor}, {en_atomic}, {en_sequential_write})",
            "tensor optional_tensor",
        ),
        _form(
            f"{_ATOMIC}, en_sequential_write: b = False, sync: flag = False -> GT(self.c)",
            "get_tensor_c_return",
            "GetTensorC<{sync}>({en_atomic}, {en_sequential_write})",
        ),
    ),
    _method(
        "iterate_all",
        "Compute all blocks of this core.",
        _form(
            f"tensor: GT, {_ATOMIC}, sync: flag = True, en_sequential_write: b = False, "
            "wait_iterate_all: b = False, fake_msg: b = False",
            "iterate_all",
            "IterateAll<{sync}>"
            "({tensor}, {en_atomic}, {en_sequential_write}, {wait_iterate_all}, {fake_msg})",
        ),
        _form(
            f"tensor: LT, {_ATOMIC}, sync: flag = True",
            "iterate_all_local",
            "IterateAll<{sync}>({tensor}, {en_atomic})",
        ),
    ),
    _method(
        "iterate_batch",
        "Compute a batch of matrices.",
        _form(
            f"tensor: GT, {_BATCHES}, en_sequential_write: b, {_STRIDES}, "
            f"en_partial_sum: b = False, {_ATOMIC}, sync: flag = True, "
            "wait_iterate_batch: flag = False",
            "iterate_batch",
            "IterateBatch<{sync}, {wait_iterate_batch}>({tensor}, {batch_a}, {batch_b}, "
            f"{{en_sequential_write}}, {_STRIDE_ARGUMENTS}, {{en_partial_sum}}, {{en_atomic}})",
        ),
        _form(
            f"tensor: LT, {_BATCHES}, en_sequential_write: b, {_STRIDES}, "
            f"en_partial_sum: b = False, {_ATOMIC}, sync: flag = True",
            "iterate_batch_local",
            "IterateBatch<{sync}>({tensor}, {batch_a}, {batch_b}, "
            f"{{en_sequential_write}}, {_STRIDE_ARGUMENTS}, {{en_partial_sum}}, {{en_atomic}})",
        ),
        _form(
            f"tensor: GT, en_partial_sum: b, en_atomic: u8, en_sequential_write: b, {_STRIDES}",
            "iterate_batch_cube_only",
            "IterateBatch({tensor}, {en_partial_sum}, {en_atomic}, {en_sequential_write}, "
            f"{_STRIDE_ARGUMENTS})",
        ),
    ),
    _method(
        "iterate_n_batch",
        "Compute a number of batches.",
        _form(
            f"batch_loop: u32, {_BATCHES}, en_sequential_write: b, {_STRIDES}, "
            "sync: flag = True, wait_iterate_batch: flag = False",
            "iterate_n_batch",
            "IterateNBatch<{sync}, {wait_iterate_batch}>({batch_loop}, {batch_a}, {batch_b}, "
            f"{{en_sequential_write}}, {_STRIDE_ARGUMENTS})",
        ),
    ),
    _method(
        "get_batch_tensor_c",
        "Write the batch that iterate_n_batch computed to a tensor, or return it as a tensor.",
        _form(
            f"{_BATCHES}, en_sequential_write: b = False, sync: flag = False -> GT(self.c)",
            "get_batch_tensor_c",
            "GetBatchTensorC<{sync}>({batch_a}, {batch_b}, {en_sequential_write})",
        ),
        _form(
            f"tensor: LT, {_BATCHES}, en_sequential_write: b = False, sync: flag = False",
            "get_batch_tensor_c_local_mem",
            "GetBatchTensorC<{sync}>({tensor}, {batch_a}, {batch_b}, {en_sequential_write})",
        ),
    ),
    _method(
        "async_get_tensor_c",
        "Begin to write the block that iterate computed.",
        _form("c: LT", "async_get_tensor_c", "AsyncGetTensorC({c})", "c"),
    ),
    _setting("wait_get_tensor_c", "", "WaitGetTensorC()", "Wait for async_get_tensor_c."),
    _setting("wait_iterate_all", "", "WaitIterateAll()", "Wait for iterate_all."),
    _setting("wait_iterate_batch", "", "WaitIterateBatch()", "Wait for iterate_batch."),
    _setting("get_offset_c", "-> MatrixOffset", "GetOffsetC()", "Return the offset of the block."),
    _setting("end", "", "End()", "Finish the work of the object."),
)

_FUNCTIONS = (
    Operation(
        "register_matmul",
        _GROUP,
        (
            overload(
                "pipe: TPipe, workspace: GA, matmul: Matmul, tiling: TCubeTiling?",
                "regist_matmul_obj",
            ),
        ),
        owner="adv",
        document="Register a multiplication with the pipe, and set its tiling.",
    ),
    Operation(
        "get_matmul_api_tiling",
        _GROUP,
        (
            overload(
                "mm_cfg: MatmulConfig, l1_size: int, a_type: MatmulType, b_type: MatmulType, "
                "c_type: MatmulType, bias_type: MatmulType? -> MatmulApiStaticTiling",
                "get_matmul_api_tiling",
            ),
        ),
        owner="adv",
        document="Return the part of a tiling that is known at compile time.",
    ),
)


def _configuration(name: str, signature: str, document: str) -> Operation:
    """Return a function of Python alone: a configuration is a record."""
    form = overload(f"{signature} -> MatmulConfig", "")
    return Operation(name, _GROUP, (form,), owner="adv", document=document)


_LIMITS = "intrinsics_limit: flag = False, batch_loop: flag = False"
_MODE = "bmm_mode: BatchMode = BatchMode.BATCH_LESS_THAN_L1"
_BASIC = "basic_m: int, basic_n: int, basic_k: int"

_CONFIGURATIONS = (
    _configuration(
        "get_normal_config",
        f"{_LIMITS}, is_vec_nd2_nz: flag = False, {_MODE}, is_msg_reuse: flag = True, "
        "iterate_order: IterateOrder = IterateOrder.ORDER_M, "
        "schedule_type: ScheduleType = ScheduleType.INNER_PRODUCT, en_unit_flag: flag = True",
        "Return the configuration of the standard multiplication.",
    ),
    _configuration(
        "get_mdl_config",
        f"{_LIMITS}, do_mte2_preload: int = 0, is_vec_nd2_nz: flag = False, "
        "is_per_tensor: flag = False, has_anti_quant_offset: flag = False, "
        "en_unit_flag: flag = False, is_msg_reuse: flag = True, enable_ub_reuse: flag = True, "
        "enable_l1_cache_ub: flag = False, enable_mix_dual_master: flag = False, "
        "enable_kdim_reorder_load: flag = False",
        "Return the configuration that loads several blocks at once.",
    ),
    _configuration(
        "get_special_mdl_config",
        f"{_LIMITS}, do_mte2_pre_load: int = 0, is_vec_nd2_nz: flag = False, "
        "is_per_tensor: flag = False, has_anti_quant_offset: flag = False",
        "Return the configuration that loads several blocks at once, without waits between rows.",
    ),
    _configuration(
        "get_basic_config",
        f"{_BASIC}, {_LIMITS}, {_MODE}",
        "Return the configuration in which all blocks have the same extents.",
    ),
    _configuration(
        "get_special_basic_config",
        f"{_BASIC}, single_core_m: int, single_core_n: int, single_core_k: int, step_m: int, "
        f"step_n: int, {_LIMITS}, {_MODE}",
        "Return the configuration in which all blocks and the parts of all cores have the same "
        "extents.",
    ),
    _configuration(
        "get_ib_share_norm_config",
        f"{_LIMITS}, is_vec_nd2_nz: flag = False, {_MODE}, is_double_cache: flag = False, "
        "en_unit_flag: flag = True",
        "Return the configuration in which two vector cores share the right matrix.",
    ),
    _configuration(
        "get_mm_config",
        "*parts: MatmulConfigMode | MatmulShapeParams | MatmulQuantParams | MatmulBatchParams | "
        "MatmulFuncParams",
        "Return a configuration that is composed of parts.",
    ),
)

OPERATIONS = (*_SETTINGS, *_RESULTS, *_FUNCTIONS, *_CONFIGURATIONS)
