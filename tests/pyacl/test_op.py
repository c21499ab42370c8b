"""acl.op: attributes of operators; running them needs offline models, which are not read."""

from __future__ import annotations

import pytest
from pyacl import ok

INVALID, NOT_SUPPORTED = 100000, 200001


@pytest.fixture
def attr(acl):
    handle = acl.op.create_attr()
    yield handle
    acl.op.destroy_attr(handle)


def test_attributes_are_objects_of_their_own(acl) -> None:
    first, second = acl.op.create_attr(), acl.op.create_attr()
    assert len({first, second, 0}) == 3
    assert acl.op.destroy_attr(first) is None
    assert acl.op.set_attr_int(first, "axis", 1) == INVALID
    assert acl.op.destroy_attr(second) is None


def test_scalars(acl, attr: int) -> None:
    ok(acl.op.set_attr_bool(attr, "flag", 1))
    ok(acl.op.set_attr_int(attr, "axis", -1))
    ok(acl.op.set_attr_float(attr, "alpha", 0.5))
    ok(acl.op.set_attr_string(attr, "mode", "round"))
    ok(acl.op.set_attr_data_type(attr, "dtype", 1))
    assert acl.op.set_attr_int(0, "axis", 1) == INVALID
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
    assert acl.op.load(acl.util.bytes_to_ptr(b"model"), 5) == NOT_SUPPORTED


def test_execution_names_the_other_way(acl, attr: int, stream: int) -> None:
    desc = acl.create_tensor_desc(0, [8], 2)
    buffer = acl.create_data_buffer(0x1000, 32)
    for execute in (acl.op.execute, acl.op.execute_v2):
        acl.get_recent_err_msg()
        ret = execute("Add", [desc, desc], [buffer, buffer], [desc], [buffer], attr, stream)
        assert ret == NOT_SUPPORTED
        assert "aclnn" in acl.get_recent_err_msg()
        assert execute("Add", [desc], [], [desc], [buffer], attr, stream) == INVALID
    ok(acl.destroy_data_buffer(buffer))
    acl.destroy_tensor_desc(desc)
