"""acl: data buffers and tensor descriptions."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.utils.pyacl import ok
from tests.utils.status import Acl

FLOAT, HALF, INT32, UNKNOWN = 0, 1, 3, -1
ND, NCHW, NHWC, HALF_Z = 2, 0, 1, 29


@pytest.fixture
def desc(acl):
    handle = acl.create_tensor_desc(HALF, [2, 3, 4], ND)
    assert handle != 0
    yield handle
    assert acl.destroy_tensor_desc(handle) is None


def test_data_buffer(acl) -> None:
    buffer = acl.create_data_buffer(0x1000, 24)
    assert acl.get_data_buffer_addr(buffer) == 0x1000
    assert acl.get_data_buffer_size(buffer) == 24
    ok(acl.update_data_buffer(buffer, 0x2000, 2**40))
    assert acl.get_data_buffer_addr(buffer) == 0x2000
    assert acl.get_data_buffer_size_v2(buffer) == 2**40
    ok(acl.destroy_data_buffer(buffer))
    assert acl.destroy_data_buffer(0) == Acl.INVALID_PARAM


@given(
    dims=st.lists(st.integers(0, 50), max_size=8),
    data_type=st.sampled_from([FLOAT, HALF, INT32]),
    layout=st.sampled_from([ND, NCHW, NHWC]),
)
def test_what_was_described(acl, dims: list[int], data_type: int, layout: int) -> None:
    desc = acl.create_tensor_desc(data_type, dims, layout)
    assert acl.get_tensor_desc_type(desc) == data_type
    assert acl.get_tensor_desc_format(desc) == layout
    assert acl.get_tensor_desc_num_dims(desc) == len(dims)
    assert [acl.get_tensor_desc_dim(desc, i) for i in range(len(dims))] == dims
    assert [ok(acl.get_tensor_desc_dim_v2(desc, i)) for i in range(len(dims))] == dims
    assert acl.get_tensor_desc_element_count(desc) == math.prod(dims)
    assert acl.get_tensor_desc_size(desc) == math.prod(dims) * acl.data_type_size(data_type)
    acl.destroy_tensor_desc(desc)


def test_dimension_that_is_not_there(acl, desc) -> None:
    assert acl.get_tensor_desc_dim_v2(desc, 3)[1] == Acl.INVALID_PARAM


def test_dimensions_are_a_list_of_int(acl) -> None:
    for dims in ((2, 3), None, [1.5], ["2"], [2**63]):
        with pytest.raises(TypeError, match="argument 2 must be list of int"):
            acl.create_tensor_desc(FLOAT, dims, ND)


def test_names(acl, desc) -> None:
    assert acl.get_tensor_desc_name(desc) == ""
    assert acl.set_tensor_desc_name(desc, "weights") is None
    assert acl.get_tensor_desc_name(desc) == "weights"
    ok(acl.set_tensor_dynamic_input(desc, "inputs"))


def test_formats_and_shapes(acl, desc) -> None:
    ok(acl.set_tensor_format(desc, HALF_Z))
    ok(acl.set_tensor_shape(desc, [1, 1, 16, 16]))
    ok(acl.set_tensor_storage_format(desc, HALF_Z))
    ok(acl.set_tensor_storage_shape(desc, [1, 1, 16, 16]))
    ok(acl.set_tensor_origin_format(desc, NHWC))
    ok(acl.set_tensor_origin_shape(desc, [2, 3, 4]))
    # The view itself stays.
    assert acl.get_tensor_desc_format(desc) == ND
    assert acl.get_tensor_desc_element_count(desc) == 24
    assert acl.set_tensor_shape(0, [1]) == Acl.INVALID_PARAM


def test_ranges(acl) -> None:
    desc = acl.create_tensor_desc(FLOAT, [-1, -1], ND)
    ok(acl.set_tensor_shape_range(desc, [[1, 8], [2, 16]]))
    assert acl.get_tensor_desc_dim_range(desc, 1, 2) == ([2, 16], 0)
    assert acl.get_tensor_desc_dim_range(desc, 2, 2) == (None, Acl.INVALID_PARAM)
    assert acl.get_tensor_desc_dim_range(desc, 0, 4097) == (None, Acl.INVALID_PARAM)
    ok(acl.set_tensor_value_range(desc, [[0, 5]]))
    for ranges in ([1, 2], [[1]], [[1, 2, 3]], None):
        with pytest.raises(TypeError, match="argument 2 must be list of lists of two int"):
            acl.set_tensor_shape_range(desc, ranges)
    acl.destroy_tensor_desc(desc)


def test_constants(acl, desc) -> None:
    value = bytes(range(48))
    ok(acl.set_tensor_const(desc, acl.util.bytes_to_ptr(value), len(value)))
    ok(acl.set_tensor_place_ment(desc, 1))
    assert acl.set_tensor_const(desc, 0, 4) == Acl.INVALID_PARAM


def test_elements_of_an_array_of_descriptions(acl, desc) -> None:
    assert acl.get_tensor_desc_by_index(desc, 0) == desc
    assert acl.get_tensor_desc_by_index(desc, 1) == 0
    assert acl.get_tensor_desc_address(desc) == 0
