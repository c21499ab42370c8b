"""Operators of packages called by their type: aclopExecute and its companions."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_char_p, c_float, c_int, c_int64, c_size_t, c_uint8, c_void_p
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from aclnn import DTYPE_CODES, AclnnError, Client
from status import Acl

if TYPE_CHECKING:
    from pathlib import Path

FORMAT_ND = 2
NOT_GIVEN = -1  # ACL_DT_UNDEFINED


@dataclass
class Call:
    """Descriptions, buffers and attributes of one call."""

    inputs: list[np.ndarray | None]
    outputs: list[np.ndarray]
    attrs: dict[str, object]
    open_shapes: bool = False
    dynamic: str = ""


class SingleOps:
    """acl_op.h, and acl_op_compiler.h of its library."""

    def __init__(self, client: Client, home: Path) -> None:
        self.client = client
        self.acl = ctypes.CDLL(str(home / "lib64/libascendcl.so"))
        self.compiler = ctypes.CDLL(str(home / "lib64/libacl_op_compiler.so"))

    def new(self, name: str, *arguments) -> c_void_p:
        function = getattr(self.acl, name)
        function.restype = c_void_p
        return c_void_p(function(*arguments))

    def desc(self, array: np.ndarray | None, *, is_open: bool = False, dynamic: str = ""):
        if array is None:
            return self.new("aclCreateTensorDesc", NOT_GIVEN, 0, None, -1)
        dims = [-1] * array.ndim if is_open else array.shape
        code = DTYPE_CODES[array.dtype.name]
        shape = (c_int64 * array.ndim)(*dims)
        desc = self.new("aclCreateTensorDesc", code, array.ndim, shape, FORMAT_ND)
        if dynamic:
            self.client.acl("aclSetTensorDynamicInput", desc, dynamic.encode())
        return desc

    def buffer(self, array: np.ndarray | None) -> tuple[c_void_p, c_void_p]:
        if array is None:
            return self.new("aclCreateDataBuffer", None, c_size_t(0)), c_void_p()
        memory = self.client.upload(array)
        return self.new("aclCreateDataBuffer", memory, c_size_t(max(array.nbytes, 32))), memory

    def attr(self, values: dict[str, object]) -> c_void_p:
        attr = self.new("aclopCreateAttr")
        for key, value in values.items():
            name = key.encode()
            if isinstance(value, list):
                kind = {bool: "Bool", int: "Int", float: "Float"}[type(value[0])]
                type_: Any = {"Bool": c_uint8, "Int": c_int64, "Float": c_float}[kind]
                array = (type_ * len(value))(*value)
                self.client.acl(f"aclopSetAttrList{kind}", attr, name, len(value), array)
            else:
                kind, argument = {
                    bool: lambda v: ("Bool", c_uint8(v)),
                    int: lambda v: ("Int", c_int64(v)),
                    float: lambda v: ("Float", c_float(v)),
                    str: lambda v: ("String", c_char_p(v.encode())),
                }[type(value)](value)
                self.client.acl(f"aclopSetAttr{kind}", attr, name, argument)
        return attr

    def arguments(self, call: Call) -> tuple[list, list[c_void_p], list[c_void_p]]:
        """What the functions take from the operator's type on, the outputs' memory and descs."""
        inputs = [self.desc(array, dynamic=call.dynamic) for array in call.inputs]
        outputs = [self.desc(array, is_open=call.open_shapes) for array in call.outputs]
        sources = [self.buffer(array)[0] for array in call.inputs]
        targets = [self.buffer(array) for array in call.outputs]
        values = [
            len(inputs), handles(inputs), handles(sources), len(outputs), handles(outputs),
            handles([buffer for buffer, _ in targets]), self.attr(call.attrs),
        ]  # fmt: skip
        return values, [memory for _, memory in targets], outputs

    def run(self, name: str, call: Call, function: str = "aclopExecuteV2") -> list[np.ndarray]:
        values, memories, _ = self.arguments(call)
        if "Compile" in function:
            self.check(getattr(self.compiler, function)(
                name.encode(), *values, 0, 1, None, None
            ))  # fmt: skip
        else:
            self.client.acl(function, name.encode(), *values, None)
        self.client.synchronize(None)
        pairs = zip(memories, call.outputs, strict=True)
        return [self.client.download(memory, like) for memory, like in pairs]

    def check(self, code: int) -> None:
        assert code == 0, self.new("aclGetRecentErrMsg")


def handles(values: list[c_void_p]):
    return (c_void_p * len(values))(*(value.value for value in values))


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
    """The outputs have room for all; their descriptions say what was found."""
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
