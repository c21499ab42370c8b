"""Operators of packages called by their type: aclopExecute and its companions."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_int, c_int64, c_size_t, c_uint8, c_void_p
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.utils.aclnn import AclnnError, Client
from tests.utils.single_op import Call, SingleOps, handles
from tests.utils.status import Acl

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def ops(client: Client, cann_home: Path) -> SingleOps:
    return SingleOps(client, cann_home)


def random(*shape: int, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).uniform(-8, 8, shape).astype(np.float32)


def empty(*shape: int, dtype: type = np.float32) -> np.ndarray:
    return np.full(shape, 77, dtype)


@pytest.mark.parametrize(
    "function",
    ["aclopExecute", "aclopExecuteV2", "aclopCompileAndExecute", "aclopCompileAndExecuteV2"],
)
def test_attributes(ops: SingleOps, function: str) -> None:
    call = Call([], [empty(7)], {"count": 5})
    (table,) = ops.run("AttributeTable", call, function)
    np.testing.assert_array_equal(table[[0, 1, 2, 4, 5, 6]], [5, 0.5, 1, 117, 6.5, 13])
    call.attrs = {
        "count": -3, "ratio": 0.1, "flag": False, "letters": "yes", "axes": [7],
        "weights": [1.0, 2.0, 0.5], "mask": [False, True],
    }  # fmt: skip
    (table,) = ops.run("AttributeTable", call, function)
    expected = np.array([-3, 0.1, 0, 7, 120.5, 5], np.float32)
    np.testing.assert_array_equal(table[[0, 1, 2, 4, 5, 6]], expected)


def test_dynamic_inputs(ops: SingleOps) -> None:
    tensors = [random(3, 50), random(7, seed=2), random(2, 2, 9, seed=3)]
    for dynamic in ("", "x"):
        outputs = [np.zeros_like(tensor) for tensor in tensors]
        call = Call(list(tensors), outputs, {"factors": [2.0, -1.0, 0.5]}, dynamic=dynamic)
        for found, x, factor in zip(ops.run("ScaleEach", call), tensors, (2, -1, 0.5), strict=True):
            np.testing.assert_array_equal(found, x * np.float32(factor))


@pytest.mark.parametrize("optional", ["given", "undefined", "left out"])
def test_values_that_tiling_reads_and_optional_inputs(ops: SingleOps, optional: str) -> None:
    x, rows = random(9, 300), np.array([2, 7], np.int64)
    scales: dict[str, list[np.ndarray | None]] = {
        "given": [np.array([2.5], np.float32)],
        "undefined": [None],
        "left out": [],
    }
    scale = scales[optional]
    (y,) = ops.run("SliceRows", Call([x, rows, *scale], [empty(5, 300)], {}))
    factor = np.float32(2.5 if optional == "given" else 1)
    np.testing.assert_array_equal(y, x[2:7] * factor)


@pytest.mark.parametrize("memory_type", [1, 2])
def test_inputs_in_host_memory(ops: SingleOps, memory_type: int) -> None:
    """ACL_MEMTYPE_HOST, and _HOST_COMPILE_INDEPENDENT: for kernels, for tiling, on the host."""

    def run(name: str, first: np.ndarray, second: np.ndarray, like: np.ndarray) -> np.ndarray:
        call = Call([first, second], [like], {}, host_inputs=(1,), memory_type=memory_type)
        return ops.run(name, call)[0]

    x, other, rows = random(9, 300), random(9, 300, seed=2), np.array([2, 7], np.int64)
    np.testing.assert_array_equal(run("SliceRows", x, rows, empty(5, 300)), x[2:7])
    np.testing.assert_array_equal(run("Add", x, other, empty(9, 300)), x + other)
    count, value = np.array([4], np.int64), np.array([7], np.float32)
    expected = np.full(4, 7, np.float32)
    np.testing.assert_array_equal(run("Fill", count, value, empty(4)), expected)


@pytest.mark.parametrize("name", ["Add", "Fill"])
def test_outputs_in_host_memory_are_rejected(ops: SingleOps, name: str) -> None:
    x = np.array([4], np.int64) if name == "Fill" else random(4)
    y = random(1) if name == "Fill" else x
    values, _, descs = ops.arguments(Call([x, y], [empty(4)], {}))
    ops.client.acl("aclSetTensorPlaceMent", descs[0], 2)
    with pytest.raises(AclnnError, match=f"{name}: aclSetTensorPlaceMent places output 0"):
        ops.client.acl("aclopExecuteV2", name.encode(), *values, None)


def test_shapes_are_inferred(ops: SingleOps) -> None:
    x = random(40, 3)
    call = Call([x, x], [empty(40, 3)], {}, open_shapes=True)
    values, memories, descs = ops.arguments(call)
    ops.client.acl("aclopExecuteV2", b"Add", *values, None)
    ops.client.synchronize(None)
    np.testing.assert_array_equal(ops.client.download(memories[0], x), x + x)
    dims = [c_int64(), c_int64()]
    for index, dim in enumerate(dims):
        ops.client.acl("aclGetTensorDescDimV2", descs[0], c_size_t(index), byref(dim))
    assert [dim.value for dim in dims] == [40, 3]


def test_shapes_that_the_kernel_computes(ops: SingleOps) -> None:
    """The outputs are large enough for all; their descriptions say what was found."""
    x = random(5, 8) - np.float32(0.5)
    (expected,) = np.nonzero(x.ravel() > 0)
    assert 0 < expected.size < x.size
    outputs = [empty(40), empty(1, 40, dtype=np.int64)]
    values, memories, descs = ops.arguments(Call([x], outputs, {}))
    ops.client.acl("aclopExecuteV2", b"SelectPositive", *values, None)
    ops.client.synchronize(None)
    found, places = map(ops.client.download, memories, outputs)
    np.testing.assert_array_equal(places[0, : expected.size], expected)
    np.testing.assert_array_equal(found[: expected.size], x.ravel()[expected])
    columns = c_int64()
    ops.client.acl("aclGetTensorDescDimV2", descs[1], c_size_t(1), byref(columns))
    assert columns.value == expected.size


def test_inference_alone(ops: SingleOps) -> None:
    x = random(40, 3)
    values, _, descs = ops.arguments(Call([x, x], [empty(1)], {}))
    del values[5]  # the buffers of the outputs
    ops.client.acl("aclopInferShape", b"Add", *values)
    function = ops.acl.aclGetTensorDescNumDims
    function.restype = c_size_t
    assert function(descs[0]) == 2


def test_handles(ops: SingleOps) -> None:
    x, y = random(5, 70), random(5, 70, seed=2)
    values, memories, _ = ops.arguments(Call([x, y], [empty(5, 70)], {"mode": "add"}))
    count, inputs, sources, out_count, outputs, targets, attr = values
    handle = c_void_p()
    described = (b"Blend", count, inputs, out_count, outputs, attr)
    ops.client.acl("aclopUpdateParams", *described)
    ops.check(ops.compiler.aclopCompile(*described, 0, 0, None))
    ops.client.acl("aclopCreateHandle", *described, byref(handle))
    ops.acl.aclopDestroyAttr(attr)
    for _ in range(2):
        ops.client.acl("aclopExecWithHandle", handle, 2, sources, 1, targets, None)
    ops.client.synchronize(None)
    np.testing.assert_array_equal(ops.client.download(memories[0], x), x + y)
    with pytest.raises(AclnnError) as caught:
        ops.client.acl("aclopExecWithHandle", handle, 1, sources, 1, targets, None)
    assert caught.value.code == Acl.OP_INPUT_NOT_MATCH
    ops.acl.aclopDestroyHandle(handle)
    with pytest.raises(AclnnError) as caught:
        ops.client.acl("aclopExecWithHandle", handle, 2, sources, 1, targets, None)
    assert caught.value.code == Acl.INVALID_PARAM


def test_cast_is_a_built_in_operator(ops: SingleOps) -> None:
    x = random(1000)
    source, memory = ops.desc(x), ops.buffer(x)[0]
    target, out = ops.desc(empty(1000, dtype=np.float16)), ops.buffer(empty(1000, dtype=np.float16))
    ops.client.acl("aclopCast", source, memory, target, out[0], c_uint8(0), None)
    ops.client.synchronize(None)
    found = ops.client.download(out[1], empty(1000, dtype=np.float16))
    np.testing.assert_array_equal(found, x.astype(np.float16))


@pytest.mark.parametrize(
    ("name", "call", "code", "words"),
    [
        (
            "NoSuchOp",
            Call([], [], {}),
            Acl.OP_NOT_FOUND,
            "no installed package has the operator NoSuchOp",
        ),
        ("Blend", Call([random(3)], [empty(3)], {}), Acl.OP_INPUT_NOT_MATCH, "input y is missing"),
        (
            "Blend",
            Call([random(3)] * 3, [empty(3)], {}),
            Acl.OP_INPUT_NOT_MATCH,
            "has 2 inputs, not 3",
        ),
        ("Blend", Call([random(3)] * 2, [], {}), Acl.OP_OUTPUT_NOT_MATCH, "output z is missing"),
        (
            "Blend",
            Call([random(3)] * 2, [empty(3)], {"mood": 1}),
            Acl.OP_ATTR_NOT_MATCH,
            "its attributes: mode",
        ),
        (
            "Blend",
            Call([np.ones(3, np.int8)] * 2, [np.ones(3, np.int8)], {}),
            Acl.OP_NOT_FOUND,
            "key",
        ),
    ],
    ids=["operator", "inputs", "more inputs", "outputs", "attributes", "types"],
)
def test_what_does_not_match_the_definition(
    ops: SingleOps, name: str, call: Call, code: int, words: str
) -> None:
    values, _, _ = ops.arguments(call)
    with pytest.raises(AclnnError, match=words) as caught:
        ops.client.acl("aclopExecuteV2", name.encode(), *values, None)
    assert caught.value.code == code


def test_wrong_buffers(ops: SingleOps) -> None:
    x = random(100)
    values, _, _ = ops.arguments(Call([x, x], [empty(100)], {"mode": "add"}))
    small = ops.new("aclCreateDataBuffer", ops.client.upload(x), c_size_t(399))
    for sources, words in (
        (handles([small, small]), "has 399 bytes, its tensor 400"),
        (handles([small, c_void_p()]), "a buffer is NULL"),
        (None, "a buffer is NULL"),
    ):
        with pytest.raises(AclnnError, match=words) as caught:
            ops.client.acl("aclopExecuteV2", b"Blend", *values[:2], sources, *values[3:], None)
        assert caught.value.code == Acl.INVALID_PARAM
    assert ops.acl.aclopSetMaxOpQueueNum(c_size_t(0)) == Acl.INVALID_PARAM
    assert ops.acl.aclopSetMaxOpQueueNum(c_size_t(64)) == 0
    assert c_int(ops.acl.aclopLoad(b"model", c_size_t(5))).value == Acl.API_NOT_SUPPORT


def test_workspaces_come_from_the_allocator_of_the_stream(ops: SingleOps) -> None:
    x = random(8, 1000)  # more than one core takes, so that there is a workspace
    memory, steps = ops.client.upload(np.zeros(1 << 26, np.uint8)), []

    def allocate(allocator: int, size: int) -> int | None:
        steps.append(("allocate", allocator, size))
        return 5

    def address(block: int) -> int | None:
        steps.append(("address", block, 0))
        return memory.value

    functions = {
        "Alloc": ctypes.CFUNCTYPE(c_void_p, c_void_p, c_size_t)(allocate),
        "Free": ctypes.CFUNCTYPE(None, c_void_p, c_void_p)(
            lambda allocator, block: steps.append(("free", allocator, block))
        ),
        "GetAddrFromBlock": ctypes.CFUNCTYPE(c_void_p, c_void_p)(address),
    }
    desc, stream = ops.new("aclrtAllocatorCreateDesc"), ops.client.stream()
    ops.client.acl("aclrtAllocatorSetObjToDesc", desc, c_void_p(77))
    for name, function in functions.items():
        ops.client.acl(f"aclrtAllocatorSet{name}FuncToDesc", desc, function)
    ops.client.acl("aclrtAllocatorRegister", stream, desc)
    ops.client.acl("aclrtAllocatorDestroyDesc", desc)
    values, (out,), _ = ops.arguments(Call([x], [empty(8, 1000)], {}))
    ops.client.acl("aclopExecuteV2", b"SubtractMean", *values, stream)
    ops.client.synchronize(stream)
    assert [step[0] for step in steps] == ["allocate", "address", "free"]
    assert steps[0][1:] == (77, steps[0][2])
    assert steps[0][2] > 0
    assert steps[1:] == [("address", 5, 0), ("free", 77, 5)]
    expected = x - x.mean(dtype=float)
    np.testing.assert_allclose(ops.client.download(out, x), expected, rtol=1e-5, atol=1e-5)
    functions["Alloc"] = ctypes.CFUNCTYPE(c_void_p, c_void_p, c_size_t)(lambda *_: None)
    desc = ops.new("aclrtAllocatorCreateDesc")
    ops.client.acl("aclrtAllocatorSetObjToDesc", desc, c_void_p(77))
    for name, function in functions.items():
        ops.client.acl(f"aclrtAllocatorSet{name}FuncToDesc", desc, function)
    ops.client.acl("aclrtAllocatorRegister", stream, desc)
    with pytest.raises(AclnnError, match="gave no block of"):
        ops.client.acl("aclopExecuteV2", b"SubtractMean", *values, stream)
    ops.client.acl("aclrtAllocatorUnregister", stream)
    steps.clear()
    ops.client.acl("aclopExecuteV2", b"SubtractMean", *values, stream)
    ops.client.synchronize(stream)
    assert steps == []
