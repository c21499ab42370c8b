"""Operations on the core itself: block numbers, caches, workspaces, output, profiler ranges."""

from __future__ import annotations

from custom_compiler.asc.table.model import Operation, Overload, overload

_GROUP = "basic / Common operations"
_UNLISTED = "basic / public functions not in the docs index"


def _row(name: str, document: str, *forms: Overload) -> Operation:
    return Operation(name, _GROUP, forms, document=document)


def _unlisted(
    name: str, document: str, signature: str, emit: str, *, pure: bool = False
) -> Operation:
    form = overload(signature, name, emit, pure=pure)
    return Operation(name, _UNLISTED, (form,), document=document)


def _number(name: str, result: str, emit: str, document: str) -> Operation:
    return _row(name, document, overload(f"-> {result}", name, emit))


def _constant(name: str, result: str, emit: str, document: str) -> Operation:
    """Return a row for a number that does not change during a kernel."""
    return _row(name, document, overload(f"-> {result}", name, emit, pure=True))


_NUMBERS = (
    _constant("get_block_idx", "i32", "AscendC::GetBlockIdx()", "Return the index of this core."),
    _constant(
        "get_block_num",
        "i32",
        "AscendC::GetBlockNum()",
        "Return the number of cores that run the kernel.",
    ),
    _constant(
        "get_sub_block_idx",
        "i64",
        "AscendC::GetSubBlockIdx()",
        "Return the index of this vector core in its group.",
    ),
    _constant(
        "get_task_ratio",
        "i64",
        "AscendC::GetTaskRation()",
        "Return the number of vector cores per cube core.",
    ),
    _number(
        "get_system_cycle", "i64", "AscendC::GetSystemCycle()", "Return the clock of the system."
    ),
    _number(
        "get_program_counter", "i64", "AscendC::GetProgramCounter()", "Return the program counter."
    ),
    _constant(
        "get_data_block_size_in_bytes",
        "i32",
        "AscendC::GetDataBlockSizeInBytes()",
        "Return the size of a block of data.",
    ),
    _unlisted(
        "get_sub_block_num",
        "Return the number of vector cores in the group.",
        "-> u64",
        "AscendC::GetSubBlockNum()",
        pure=True,
    ),
    # Ascend C writes to its parameter; PyAsc returns nothing.
    _unlisted(
        "get_arch_version",
        "Return the version of the core.",
        "core_version: u32 = 0 -> u32",
        "AscendC::GetArchVersion({result})",
    ),
    _unlisted(
        "ascend_is_aic",
        "Return whether this is a cube core.",
        "-> b",
        "g_coreType == AscendC::AIC",
        pure=True,
    ),
    _unlisted(
        "ascend_is_aiv",
        "Return whether this is a vector core.",
        "-> b",
        "g_coreType == AscendC::AIV",
        pure=True,
    ),
)

_CACHES = (
    _row(
        "data_cache_clean_and_invalid",
        "Write lines of the data cache back, and invalidate them.",
        *(
            overload(
                signature,
                "data_cache_clean_invalid_global",
                "AscendC::DataCacheCleanAndInvalid<{dst.T}, {entire_type}, {dcci_dst}>({dst})",
                pipe="S",
            )
            for signature in (
                "entire_type: CacheLine, dcci_dst: DcciDst, dst: GT",
                "entire_type: CacheLine, dst: GT, dcci_dst: DcciDst",
            )
        ),
        overload(
            "entire_type: CacheLine, dst: GT",
            "data_cache_clean_invalid_global_nodccidst",
            "AscendC::DataCacheCleanAndInvalid<{dst.T}, {entire_type}>({dst})",
            pipe="S",
        ),
    ),
    _row(
        "data_cache_preload",
        "Read a line into the data cache.",
        overload(
            "src: GT, cache_offset: i64",
            "data_cache_preload",
            "AscendC::DataCachePreload({src}, {cache_offset})",
            pipe="S",
        ),
    ),
    _row(
        "icache_preload",
        "Read the following instructions into their cache.",
        overload("pre_fetch_len: i64", "icache_preload", "AscendC::ICachePreLoad({pre_fetch_len})"),
    ),
    _number(
        "get_icache_preload_status",
        "i64",
        "AscendC::GetICachePreloadStatus()",
        "Return whether icache_preload is active.",
    ),
)

_WORKSPACES = (
    _row(
        "get_sys_workspace",
        "Return the workspace of Ascend C itself.",
        overload("-> GA(u8)", "get_sys_workspace_ptr", "GetSysWorkSpacePtr()"),
    ),
    _unlisted(
        "set_sys_workspace",
        "Set the workspace of Ascend C.",
        "workspace: GA",
        "AscendC::SetSysWorkspace({workspace})",
    ),
    _row(
        "get_hccl_context",
        "Return the context of communication number `index` from set_hccl_context.",
        overload("index: int -> GA(u8)", "get_hccl_context", "AscendC::GetHcclContext<{index}>()"),
    ),
    _row(
        "set_hccl_context",
        "Set the context of communication number `index`.",
        overload(
            "index: int, context: GA",
            "set_hccl_context",
            "AscendC::SetHcclContext<{index}>(reinterpret_cast<__gm__ uint8_t*>({context}))",
        ),
    ),
)

_STATE = (
    # CANN 8.1 has no InitSocState: this is what it does.
    _row(
        "init_soc_state",
        "Reset the state of the core to that at the start of a kernel.",
        overload(
            "",
            "init_soc_state",
            "AscendC::SetAtomicNone(); AscendC::SetMaskNorm(); AscendC::ResetMask()",
        ),
    ),
    _row("trap", "End the kernel with an error.", overload("", "trap", "AscendC::Trap()")),
    _row(
        "check_local_memory_ia",
        "Watch accesses of a part of local memory.",
        overload(
            "check_params: CheckLocalMemoryIAParam",
            "check_local_memory_ia",
            "AscendC::CheckLocalMemoryIA({check_params})",
        ),
    ),
)

_OUTPUT = (
    _row(
        "printf",
        "Print values; the argument of %s is a Python text.",
        overload("desc: str, *params: any | str | GA", "printf", pipe="S"),
    ),
    _row(
        "dump_tensor",
        "Print elements of a tensor under a number.",
        overload(
            "tensor: LT | GT, desc: u32, dump_size: u32, shape_info: ShapeInfo?",
            "dump_tensor",
            "AscendC::DumpTensor({tensor}, {desc}, {dump_size}{, shape_info})",
            pipe="S",
        ),
    ),
    _row(
        "dump_acc_chk_point",
        "Print elements of a tensor from an offset on, under a number.",
        overload(
            "tensor: LT | GT, index: u32, count_off: u32, dump_size: u32",
            "dump_acc_chk_point",
            "AscendC::DumpAccChkPoint({tensor}, {index}, {count_off}, {dump_size})",
            pipe="S",
        ),
    ),
    _row(
        "print_time_stamp",
        'Print the time under a number, with bisheng_options=("-DASCENDC_TIME_STAMP_ON",).',
        overload("desc_id: u32", "print_time_stamp", "AscendC::PrintTimeStamp({desc_id})"),
    ),
    _row(
        "metrics_prof_start",
        "Start the range that the profiler records.",
        overload("", "metrics_prof_start", "AscendC::MetricsProfStart()"),
    ),
    _row(
        "metrics_prof_stop",
        "End the range that the profiler records.",
        overload("", "metrics_prof_stop", "AscendC::MetricsProfStop()"),
    ),
)

OPERATIONS = (*_NUMBERS, *_CACHES, *_WORKSPACES, *_STATE, *_OUTPUT)
