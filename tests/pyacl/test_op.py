"""acl.op: operators of packages called by their type, and their attributes."""

from __future__ import annotations

import json
import os

import numpy as np
import pytest

from tests.utils.pyacl import ok
from tests.utils.status import Acl


@pytest.fixture
def attr(acl):
    handle = acl.op.create_attr()
    yield handle
    acl.op.destroy_attr(handle)


def test_attributes_are_objects_of_their_own(acl) -> None:
    first, second = acl.op.create_attr(), acl.op.create_attr()
    assert len({first, second, 0}) == 3
    assert acl.op.destroy_attr(first) is None
    assert acl.op.set_attr_int(first, "axis", 1) == Acl.INVALID_PARAM
    assert acl.op.destroy_attr(second) is None


def test_scalars(acl, attr: int) -> None:
    ok(acl.op.set_attr_bool(attr, "flag", 1))
    ok(acl.op.set_attr_int(attr, "axis", -1))
    ok(acl.op.set_attr_float(attr, "alpha", 0.5))
    ok(acl.op.set_attr_string(attr, "mode", "round"))
    ok(acl.op.set_attr_data_type(attr, "dtype", 1))
    assert acl.op.set_attr_int(0, "axis", 1) == Acl.INVALID_PARAM
    with pytest.raises(TypeError, match="argument 3 must be int of 64 bits"):
        acl.op.set_attr_int(attr, "axis", 2**63)
    with pytest.raises(TypeError, match="argument 3 must be float"):
        acl.op.set_attr_float(attr, "alpha", "0.5")


def test_lists(acl, attr: int) -> None:
    ok(acl.op.set_attr_list_bool(attr, "flags", [True, False]))
    ok(acl.op.set_attr_list_int(attr, "axes", [0, -1]))
    ok(acl.op.set_attr_list_float(attr, "scales", [0.5, 2]))
    ok(acl.op.set_attr_list_string(attr, "modes", ["a", "b"]))
    ok(acl.op.set_attr_list_data_type(attr, "dtypes", [0, 1]))
    ok(acl.op.set_attr_list_list_int(attr, "blocks", [[1, 2], [], [3]]))
    with pytest.raises(TypeError, match="argument 3 must be list"):
        acl.op.set_attr_list_int(attr, "axes", (0, 1))


def test_models(acl, tmp_path) -> None:
    ok(acl.op.set_model_dir(str(tmp_path)))
    assert acl.op.load(acl.util.bytes_to_ptr(b"model"), 5) == Acl.API_NOT_SUPPORT


@pytest.fixture
def sum_of_two(acl, device):
    """x + y as acl.op describes it: descriptions, buffers, and what reads the result."""
    arrays = [np.arange(8, dtype=np.float32), np.full(8, 0.5, np.float32)]
    descs = [acl.create_tensor_desc(0, [8], 2) for _ in range(3)]
    memories = [device.upload(array) for array in (*arrays, np.zeros(8, np.float32))]
    buffers = [acl.create_data_buffer(memory, 32) for memory in memories]

    def check() -> None:
        np.testing.assert_array_equal(device.download(memories[2], 8, np.float32), sum(arrays))

    yield descs[:2], buffers[:2], descs[2:], buffers[2:], check
    for buffer in buffers:
        ok(acl.destroy_data_buffer(buffer))
    for desc in descs:
        acl.destroy_tensor_desc(desc)


def test_execution(acl, attr: int, stream: int, sum_of_two) -> None:
    input_descs, inputs, output_descs, outputs, check = sum_of_two
    for execute in (acl.op.execute, acl.op.execute_v2):
        ok(execute("Add", input_descs, inputs, output_descs, outputs, attr, stream))
        ok(acl.rt.synchronize_stream(stream))
        check()
        arguments = (output_descs, outputs, attr, stream)
        assert execute("NoSuchOp", input_descs, inputs, *arguments) == Acl.OP_NOT_FOUND
        assert "NoSuchOp" in acl.get_recent_err_msg()
        assert execute("Add", input_descs[:1], [], *arguments) == Acl.INVALID_PARAM


def test_handles(acl, attr: int, stream: int, sum_of_two) -> None:
    input_descs, inputs, output_descs, outputs, check = sum_of_two
    ok(acl.op.set_max_op_queue_num(64))
    ok(acl.op.update_params("Add", input_descs, output_descs, attr))
    handle = ok(acl.op.create_handle("Add", input_descs, output_descs, attr))
    ok(acl.op.execute_with_handle(handle, inputs, outputs, stream))
    ok(acl.rt.synchronize_stream(stream))
    check()
    assert acl.op.destroy_handle(handle) is None
    assert acl.op.execute_with_handle(handle, inputs, outputs, stream) == Acl.INVALID_PARAM


def test_information_files(acl, attr: int, stream: int, sum_of_two, tmp_path) -> None:
    input_descs, inputs, output_descs, outputs, check = sum_of_two
    ok(acl.op.start_dump_args(1, str(tmp_path)))
    ok(acl.op.execute("Add", input_descs, inputs, output_descs, outputs, attr, stream))
    ok(acl.op.stop_dump_args(1))
    ok(acl.rt.synchronize_stream(stream))
    check()
    (file,) = (tmp_path / f"{os.getpid()}_opcompile").iterdir()
    assert file.name.startswith("Add_float_ND_8_")
    assert json.loads(file.read_text())["inputs"][1]["name"] == "x2"
    assert acl.op.start_dump_args(0, str(tmp_path)) == Acl.FAILURE


def test_inference(acl, attr: int, sum_of_two) -> None:
    input_descs, inputs, *_ = sum_of_two
    unshaped = acl.create_tensor_desc(0, [-1], 2)
    ok(acl.op.infer_shape("Add", input_descs, inputs, [unshaped], attr))
    assert ok(acl.get_tensor_desc_dim_v2(unshaped, 0)) == 8
    acl.destroy_tensor_desc(unshaped)


def test_cast(acl, stream: int, device, sum_of_two) -> None:
    (source, _), (x, _), _, (result,), _ = sum_of_two
    target = acl.create_tensor_desc(1, [8], 2)
    for handle in (0, ok(acl.op.create_handle_for_cast(source, target, 0))):
        if handle:
            ok(acl.op.execute_with_handle(handle, [x], [result], stream))
            acl.op.destroy_handle(handle)
        else:
            ok(acl.op.cast(source, x, target, result, 0, stream))
        ok(acl.rt.synchronize_stream(stream))
        halves = device.download(acl.get_data_buffer_addr(result), 8, np.float16)
        np.testing.assert_array_equal(halves, np.arange(8))
    acl.destroy_tensor_desc(target)
