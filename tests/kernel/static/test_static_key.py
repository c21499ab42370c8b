"""Static keys: the documented text, and no two calls with the same text."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from custom_compiler.errors import MisuseError
from custom_compiler.kernel.static.information import read_information
from custom_compiler.kernel.static.static_key import has_views, key_text
from tests.kernel.static.information import add_custom, attribute, tensor, write

# The runtime's own test reads the same file: its keys of a call must be these.
VECTORS = json.loads(Path(__file__).with_name("static_key_vectors.json").read_text())


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_vectors(tmp_path: Path, vector: dict[str, Any]) -> None:
    info = read_information(write(tmp_path, vector["information"]))
    how = {"deterministic": vector["deterministic"], "views": vector["views"]}
    assert key_text(info, **how) == vector["text"]


# Numbers of ge::DataType and ge::Format as CANN documents them.
_DTYPES = {
    "float": 0,
    "float16": 1,
    "int8": 2,
    "int32": 3,
    "uint8": 4,
    "int16": 6,
    "uint16": 7,
    "uint32": 8,
    "int64": 9,
    "uint64": 10,
    "double": 11,
    "bool": 12,
    "string": 13,
    "complex64": 16,
    "complex128": 17,
    "qint8": 18,
    "qint16": 19,
    "qint32": 20,
    "quint8": 21,
    "quint16": 22,
    "resource": 23,
    "bfloat16": 27,
    "int4": 29,
    "uint1": 30,
    "int2": 31,
    "uint2": 32,
    "hifloat8": 34,
}
_FORMATS = {
    "NCHW": 0,
    "NHWC": 1,
    "ND": 2,
    "NC1HWC0": 3,
    "FRACTAL_Z": 4,
    "NC1HWC0_C04": 12,
    "FRACTAL_Z_C04": 13,
    "CHWN": 14,
    "HWCN": 16,
    "NDHWC": 27,
    "FRACTAL_NZ": 29,
    "NCDHW": 30,
    "DHWCN": 31,
    "NDC1HWC0": 32,
    "FRACTAL_Z_3D": 33,
    "NC": 35,
    "ND_RNN_BIAS": 43,
    "FRACTAL_ZN_RNN": 44,
    "NCL": 47,
}


def test_numbers_of_types_and_formats(tmp_path: Path) -> None:
    for names, key in ((_DTYPES, "dtype"), (_FORMATS, "format")):
        tensors = [tensor(**{"dtype": "float", "format": "NCHW", key: name}) for name in names]
        info = read_information(write(tmp_path, add_custom(inputs=tensors, outputs=[])))
        fields = key_text(info, deterministic=False).split("/")[2:-1]
        position = 0 if key == "dtype" else 1
        assert [int(field.split(",")[position], 16) for field in fields] == list(names.values())


def depended(dtype: str, values: Any, **fields: Any) -> dict[str, Any]:
    shape = [len(values)] if isinstance(values, list) else [1]
    return tensor(dtype=dtype, shape=shape, value_depend=True, const_data=values, **fields)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"inputs": [depended("int32", "NULL")]}, "inputs[0].const_data: is missing or NULL"),
        ({"outputs": [tensor(value_depend=True)]}, "outputs[0].const_data: is missing or NULL"),
        ({"inputs": [depended("int8", [0] * 33)]}, "inputs[0].const_data: has 33 values"),
        ({"inputs": [depended("float16", [1])]}, "inputs[0].const_data: has values of float16"),
        ({"inputs": [depended("float", [1e39])]}, "inputs[0].const_data: 1e+39 is no float32"),
        (
            {"inputs": [None, [depended("int8", [1], param_type="dynamic")]]},
            "inputs[1][0].value_depend: is true in a dynamic parameter",
        ),
        ({"attrs": [attribute("float", -1e39)]}, "attrs[0].value: -1e+39 is no float32"),
        ({"attrs": [attribute("listFloat", [0, 1e39])]}, "attrs[0].value[1]: 1e+39 is no"),
    ],
)
def test_what_no_key_can_hold_is_refused(
    tmp_path: Path, changes: dict[str, Any], says: str
) -> None:
    path = write(tmp_path / "a\nb", add_custom(**changes))
    with pytest.raises(MisuseError) as caught:
        key_text(read_information(path), deterministic=False)
    assert caught.value.message.startswith(f"{tmp_path}/a\\nb/call.json: {says}")
    assert caught.value.hint


def test_values_that_tiling_does_not_read_are_in_no_key(tmp_path: Path) -> None:
    values = tensor(dtype="float16", shape=[1], const_data=[1])
    info = read_information(write(tmp_path, add_custom(inputs=[values])))
    assert "[" not in key_text(info, deterministic=False)


def test_which_calls_have_views(tmp_path: Path) -> None:
    view = tensor(param_type="dynamic", is_view=True, stride=[1, 2], offset=0)
    for inputs, expected in (([[view]], True), ([None, tensor()], False)):
        info = read_information(write(tmp_path, add_custom(inputs=inputs)))
        assert has_views(info) is expected


_ATTRIBUTES = ("string", "int", "list_float", "list_list_int")
_SHAPES = st.lists(st.sampled_from([0, 1, 2, 16, 255]), max_size=3)
_INT64 = st.integers(-(2**63), 2**63 - 1)
_FLOATS = st.floats(width=32, allow_nan=False)
_TENSORS = st.builds(
    lambda shape, dtype, format_, sub: {
        **tensor("x", shape=shape, dtype=dtype, format=format_, sub_format=sub)
    },
    _SHAPES,
    st.sampled_from(["float", "float16", "hifloat8"]),
    st.sampled_from(["ND", "NCHW", "NCL"]),
    st.integers(0, 2),
)
_VALUES = st.lists(st.integers(-128, 127), max_size=3).map(lambda v: depended("int8", v))
# Calls of one operator: an input, a dynamic one, one that tiling reads; an output; attributes.
_CALLS = st.builds(
    lambda x, many, read, z, attrs: add_custom(
        inputs=[x, [{**one, "param_type": "dynamic"} for one in many], read],
        outputs=[z],
        attrs=[attribute(*pair) for pair in zip(_ATTRIBUTES, attrs, strict=True)],
    ),
    _TENSORS | st.none(),
    st.lists(_TENSORS, max_size=3),
    _VALUES | st.none(),
    _TENSORS,
    st.tuples(
        st.text(max_size=10),
        _INT64,
        st.lists(_FLOATS, max_size=3),
        st.lists(st.lists(_INT64, max_size=2), max_size=2),
    ),
)


def told_apart(call: dict[str, Any]) -> str:
    """Return the distinguishing parts of a call as JSON; floats by their bits."""
    values = [attr["value"] for attr in call["attrs"]]
    values[2] = [struct.pack("<f", value).hex() for value in values[2]]
    return json.dumps([call["inputs"], call["outputs"], values])


@settings(
    max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(one=_CALLS, other=_CALLS, part=st.integers(0, 4))
def test_no_two_calls_have_the_same_text(
    tmp_path: Path, one: dict[str, Any], other: dict[str, Any], part: int
) -> None:
    if part:  # calls that differ in one place
        key = ("inputs", "outputs", "attrs", "attrs")[part - 1]
        other = {**one, key: other[key]}
    texts = set()
    for number, call in enumerate((one, other)):
        info = read_information(write(tmp_path, call, f"{number}.json"))
        texts.add(key_text(info, deterministic=False))
    assert len(texts) == len({told_apart(one), told_apart(other)})
