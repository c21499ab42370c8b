"""Synchronisation of pipes and of cores, and atomic stores."""

from __future__ import annotations

from custom_compiler.asc.table.model import Operation, Overload, overload

_GROUP = "basic / Common operations"
_WORKSPACES = "gm_workspace: GT, ub_workspace: LT"


def _row(name: str, document: str, *forms: Overload, dtypes: str = "") -> Operation:
    return Operation(name, _GROUP, forms, dtypes=dtypes, document=document)


def _flag(name: str, api: str, document: str) -> Operation:
    signature = "event: HardEvent, event_id: i32 = 0"
    return _row(
        name, document, overload(signature, name, f"AscendC::{api}<{{event}}>({{event_id}})")
    )


def _cross_core(name: str, api: str, document: str) -> Operation:
    return _row(
        name,
        document,
        overload(
            "flag_id: u16, mode_id: int, pipe: PipeID",
            name,
            f"AscendC::{api}<{{mode_id}}, {{pipe}}>({{flag_id}})",
        ),
    )


def _between_blocks(name: str, api: str, document: str) -> Operation:
    return _row(
        name,
        document,
        overload(
            f"{_WORKSPACES}, block_idx: i32, event_id: i32, is_aiv_only: flag = True",
            name,
            f"AscendC::{api}<{{is_aiv_only}}>"
            "({gm_workspace}, {ub_workspace}, {block_idx}, {event_id})",
        ),
    )


def _of_neighbours(name: str, api: str, document: str) -> Operation:
    call = f"AscendC::{api}({{gm_workspace}}, {{ub_workspace}})"
    return _row(name, document, overload(_WORKSPACES, name, call))


def _atomic(name: str, api: str, document: str) -> Operation:
    return _row(
        name,
        document,
        overload("dtype: dtype", name, f"AscendC::{api}<{{dtype.T}}>()"),
        dtypes="float half int16_t int32_t int8_t bfloat16_t",
    )


_PIPES = (
    _flag("set_flag", "SetFlag", "Signal to another pipe that this one has reached this point."),
    _flag("wait_flag", "WaitFlag", "Wait for set_flag of the other pipe."),
    _row(
        "pipe_barrier",
        "Let a pipe wait until its previous operations are done.",
        overload("pipe: PipeID", "pipe_barrier", "AscendC::PipeBarrier<{pipe}>()"),
    ),
    _row(
        "data_sync_barrier",
        "Let following memory accesses wait for preceding ones.",
        overload("arg0: MemDsbT", "data_sync_barrier", "AscendC::DataSyncBarrier<{arg0}>()"),
    ),
)

_CORES = (
    _cross_core(
        "cross_core_set_flag",
        "CrossCoreSetFlag",
        "Signal to other cores that a pipe has reached this point.",
    ),
    _cross_core("cross_core_wait_flag", "CrossCoreWaitFlag", "Wait for cross_core_set_flag."),
    _between_blocks(
        "ib_set", "IBSet", "Signal to another core that this one has reached this point."
    ),
    _between_blocks("ib_wait", "IBWait", "Wait for ib_set of a core."),
    _row(
        "sync_all",
        "Wait until all cores have reached this point.",
        overload("is_aiv_only: flag = True", "sync_all_hard", "AscendC::SyncAll<{is_aiv_only}>()"),
        overload(
            f"{_WORKSPACES}, used_cores: i32 = 0, is_aiv_only: flag = True",
            "sync_all_soft",
            "AscendC::SyncAll<{is_aiv_only}>({gm_workspace}, {ub_workspace}, {used_cores})",
        ),
    ),
    _of_neighbours(
        "wait_pre_block", "WaitPreBlock", "Wait for notify_next_block of the preceding core."
    ),
    _of_neighbours("notify_next_block", "NotifyNextBlock", "Let the next core continue."),
)

_ATOMICS = (
    _atomic(
        "set_atomic_add", "SetAtomicAdd", "Let stores to global memory add, until set_atomic_none."
    ),
    _atomic(
        "set_atomic_max",
        "SetAtomicMax",
        "Let stores keep the greater value, until set_atomic_none.",
    ),
    _atomic(
        "set_atomic_min", "SetAtomicMin", "Let stores keep the lesser value, until set_atomic_none."
    ),
    _atomic("set_atomic_type", "SetAtomicType", "Set the element type of atomic stores."),
    _row(
        "set_atomic_none",
        "Let stores replace the previous value.",
        overload("", "set_atomic_none", "AscendC::SetAtomicNone()"),
    ),
    _row(
        "set_store_atomic_config",
        "Set the element type and operation of atomic stores.",
        overload(
            "atomic_type: AtomicDtype, atomic_op: AtomicOp",
            "set_store_atomic_config",
            "AscendC::SetStoreAtomicConfig<{atomic_type}, {atomic_op}>()",
        ),
    ),
    _row(
        "get_store_atomic_config",
        "Return the element type and operation of atomic stores, as numbers of their enumerations.",
        overload(
            "-> (u16, u16)",
            "get_store_atomic_config",
            "AscendC::GetStoreAtomicConfig({result})",
        ),
    ),
)

OPERATIONS = (*_PIPES, *_CORES, *_ATOMICS)
