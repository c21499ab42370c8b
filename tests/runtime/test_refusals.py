"""Interfaces that exist for linking only fail with 200001 and a reason."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest

NOT_SUPPORTED = 200001  # ACL_ERROR_API_NOT_SUPPORT


@pytest.mark.parametrize(
    ("library", "function", "says"),
    [
        ("ascendcl", "aclmdlQuerySize", "offline models (.om) are a closed format"),
        ("ascendcl", "aclopCreateKernel", "install a package"),
        ("ascendcl", "aclmdlBundleLoadModel", "offline models (.om) are a closed format"),
        ("ascendcl", "aclrtSwitchStream", "streams have no branches"),
        ("ascendcl", "aclmdlRIBindStream", "use aclmdlRICaptureBegin"),
        ("ascendcl", "aclrtGetFuncBySymbol", "launch the kernel with <<<...>>>"),
        ("ascendcl", "aclrtAllocBuf", "use aclrtMalloc"),
        ("ascendcl", "aclrtSnapShotProcessLock", "the state of a process is not saved"),
        ("acl_cblas", "aclblasGemmEx", "call aclnnMatmul"),
        ("ascend_dump", "acldumpRegCallback", "DumpTensor"),
        ("acl_tdt_queue", "acltdtEnqueue", "need a driver"),
        ("msprofiler", "aclprofInit", "see custom-compiler profile"),
        ("msprofiler", "aclprofGetSupportedFeaturesV2", "see custom-compiler profile"),
        ("runtime", "rtDevBinaryRegister", "MS_DEV_GRAPH_KERNEL_FLAGS=--opt_level=0"),
        ("runtime", "rtKernelLaunch", "jit_level O1: use O0"),
        ("acl_op_compiler", "aclGenGraphAndDumpForOp", "no graphs"),
    ],
)
def test_refused(acl, cann_home: Path, library: str, function: str, says: str) -> None:
    loaded = ctypes.CDLL(str(cann_home / f"lib64/lib{library}.so"))
    acl.message()
    assert getattr(loaded, function)(None, None) == NOT_SUPPORTED
    message = acl.message()
    assert f"{function}: " in message
    assert says in message


def test_questions_for_features_do_not_hide_what_failed(acl, cann_home: Path) -> None:
    profiler = ctypes.CDLL(str(cann_home / "lib64/libmsprofiler.so"))
    acl.message()
    assert profiler.aclprofGetSupportedFeaturesV2(None, None) == NOT_SUPPORTED
    assert acl("aclrtSetDevice", 4321) != 0
    message = acl.message()
    assert "4321" in message
    assert "aclprofGetSupportedFeatures" not in message


def test_queries_of_no_model(acl) -> None:
    assert acl.library.aclmdlGetInputFormat(None, 0) == -1  # ACL_FORMAT_UNDEFINED
    assert acl.library.aclmdlGetOutputDataType(None, 0) == -1  # ACL_DT_UNDEFINED
    acl.library.aclmdlGetInputNameByIndex.restype = ctypes.c_char_p
    assert acl.library.aclmdlGetInputNameByIndex(None, 0) is None


def test_marks_of_programs_are_taken(acl, cann_home: Path) -> None:
    profiler = ctypes.CDLL(str(cann_home / "lib64/libmsprofiler.so"))
    profiler.aclprofCreateStamp.restype = ctypes.c_void_p
    stamp = ctypes.c_void_p(profiler.aclprofCreateStamp())
    first, second = ctypes.c_uint32(), ctypes.c_uint32()
    assert profiler.aclprofSetStampTraceMessage(stamp, b"step", 4) == 0
    assert profiler.aclprofRangeStart(stamp, ctypes.byref(first)) == 0
    assert profiler.aclprofRangeStart(stamp, ctypes.byref(second)) == 0
    assert first.value != second.value
    assert profiler.aclprofRangeStop(first) == 0
    assert profiler.aclprofMarkEx(b"x", ctypes.c_size_t(1), None) == 0
    assert profiler.aclprofMark(None) == 100000
    assert "the stamp is NULL" in acl.message()
    profiler.aclprofDestroyStamp(stamp)


def test_ranges_with_tensors_nest(acl, cann_home: Path) -> None:
    profiler = ctypes.CDLL(str(cann_home / "lib64/libmsprofiler.so"))
    profiler.aclprofStr2Id.restype = ctypes.c_uint64
    first, second = profiler.aclprofStr2Id(b"MatMul"), profiler.aclprofStr2Id(b"Add")
    assert first != second
    assert profiler.aclprofStr2Id(b"MatMul") == first
    attributes = ctypes.create_string_buffer(16)
    assert profiler.aclprofRangePushEx(attributes) == 0
    assert profiler.aclprofRangePop() == 0
    assert profiler.aclprofRangePop() == 100000
    assert "this thread has begun no range" in acl.message()
    assert profiler.aclprofRangePushEx(None) == 100000
