"""Information files: every form that runs record is read, everything else is one clear line."""

from __future__ import annotations

import json
import math
import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from custom_compiler.errors import MisuseError
from custom_compiler.kernel.static.information import (
    OperatorInfo,
    TensorInfo,
    find_information_files,
    read_information,
)
from tests.kernel.static.information import add_custom, attribute, tensor, write


def first(parameters: tuple[Any, ...]) -> TensorInfo:
    """The first parameter, which is one tensor."""
    assert isinstance(parameters[0], TensorInfo)
    return parameters[0]


def refusal(path: str) -> MisuseError:
    """The error of reading a file, one printable line that begins with its path, with a way out."""
    with pytest.raises(MisuseError) as caught:
        read_information(path)
    assert caught.value.message.isprintable()
    assert caught.value.hint.isprintable()
    assert caught.value.hint
    assert len(caught.value.message) < 500 + len(path)
    return caught.value


def test_a_recorded_call(tmp_path: Path) -> None:
    path = write(tmp_path, add_custom())
    info = read_information(path)
    x = TensorInfo(
        name="x",
        index=0,
        param_type="required",
        dtype="float16",
        shape=(8, 2048),
        format="ND",
        sub_format=0,
        c0_format=0,
        origin_shape=(8, 2048),
        origin_format="ND",
        value_depend=False,
        const_data=None,
        is_view=False,
        stride=(),
        offset=0,
    )
    assert info == OperatorInfo(
        path=path,
        op_type="AddCustom",
        inputs=(x, read_information(path).inputs[1]),
        outputs=(first(info.outputs),),
        attrs=(),
        deterministic=False,
        deterministic_level=None,
        impl_mode="",
        tune_mode="all",
        platform=(24, 48),
        devices=1,
        bin_type=None,
        bin_info="",
        bin_filename="",
        raw=add_custom(),
    )
    assert [first(info.inputs[1:]).name, first(info.outputs).name] == ["y", "z"]


def test_all_that_may_be_missing(tmp_path: Path) -> None:
    needed = ("name", "index", "param_type", "dtype", "shape", "format")
    bare = {key: value for key, value in tensor(shape=[]).items() if key in needed}
    info = read_information(write(tmp_path, {"op_type": "A", "inputs": [bare], "outputs": []}))
    assert (info.attrs, info.platform, info.tune_mode, info.deterministic) == (
        None,
        None,
        "",
        False,
    )
    assert first(info.inputs).shape == first(info.inputs).origin_shape == ()
    assert first(info.inputs).origin_format == "ND"


def test_what_cann_writes_where_it_knows_no_names(tmp_path: Path) -> None:
    info = read_information(write(tmp_path, add_custom(inputs=[tensor("", param_type="")])))
    assert (first(info.inputs).name, first(info.inputs).param_type) == ("", "required")


def test_keys_of_debug_builds_and_newer_runtimes(tmp_path: Path) -> None:
    more = {
        "bin_type": 1,
        "bin_info": "/opp/k \n.o",
        "bin_filename": "A_1",
        "deterministic_level": 2,
    }
    groups = {"group": {"rank_size": 8}, "other": {"rank_size": 2}}
    info = read_information(write(tmp_path, add_custom(**more, extra_params=groups, new=1)))
    assert (info.bin_type, info.bin_info, info.bin_filename) == (1, "/opp/k \n.o", "A_1")
    assert info.deterministic_level == 2
    assert info.devices == 8
    assert info.raw["extra_params"] == groups


@pytest.mark.parametrize(("word", "means"), [("true", True), ("false", False), (True, True)])
def test_determinism(tmp_path: Path, word: object, means: bool) -> None:
    assert read_information(write(tmp_path, add_custom(deterministic=word))).deterministic is means


def test_parameter_forms(tmp_path: Path) -> None:
    dynamic = [tensor("l", index=2, param_type="dynamic") for _ in range(3)]
    inputs = [tensor("x", param_type="optional"), None, dynamic, []]
    info = read_information(write(tmp_path, add_custom(inputs=inputs)))
    assert info.inputs[1] is None
    assert info.inputs[3] == ()
    assert isinstance(info.inputs[2], tuple)
    assert [one.index for one in info.inputs[2]] == [2, 2, 2]


@pytest.mark.parametrize(
    ("dtype", "values", "read"),
    [
        ("int64", [-1, 5], (-1, 5)),
        ("uint64", [2**64 - 1, 0], (2**64 - 1, 0)),
        ("int8", [-128, 127], (-128, 127)),
        ("float", [0.5, 1], (0.5, 1.0)),
        ("float32", [1e400, -math.inf], (math.inf, -math.inf)),
        ("bool", [True, 0], (True, False)),
        ("float16", "NULL", None),
        ("int4", "NULL", None),
    ],
)
def test_values_that_tiling_reads(tmp_path: Path, dtype: str, values: object, read: object) -> None:
    given_ = tensor(dtype=dtype, shape=[2], value_depend=True, const_data=values)
    info = first(read_information(write(tmp_path, add_custom(inputs=[given_]))).inputs)
    assert info.value_depend
    assert info.const_data == read
    assert info.dtype == ("float32" if dtype == "float" else dtype)


def test_views(tmp_path: Path) -> None:
    view = tensor(shape=[64], origin_shape=[4, 8], is_view=True, stride=[1, 4], offset=3)
    plain = tensor(stride="ignored where it is no view")
    info = read_information(write(tmp_path, add_custom(inputs=[view, plain])))
    assert (first(info.inputs).stride, first(info.inputs).offset) == ((1, 4), 3)
    assert (first(info.inputs[1:]).stride, first(info.inputs[1:]).offset) == ((), 0)


@pytest.mark.parametrize(
    ("spelling", "value", "dtype", "read"),
    [
        ("bool", True, "bool", True),
        ("int", -2, "int", -2),
        ("int32", 7, "int", 7),
        ("int64", -(2**63), "int", -(2**63)),
        ("float", 0.5, "float", 0.5),
        ("float32", 1, "float", 1.0),
        ("str", "a\nb", "string", "a\nb"),
        ("string", "", "string", ""),
        ("data_type", 27, "data_type", 27),
        ("list_int", [0, -1], "list_int", (0, -1)),
        ("listInt", [], "list_int", ()),
        ("list_float", [0.5], "list_float", (0.5,)),
        ("listFloat", [1], "list_float", (1.0,)),
        ("list_bool", [True, False], "list_bool", (True, False)),
        ("listBool", [1], "list_bool", (True,)),
        ("list_list_int", [[1], []], "list_list_int", ((1,), ())),
        ("listListInt", [], "list_list_int", ()),
    ],
)
def test_attributes(tmp_path: Path, spelling: str, value: Any, dtype: str, read: Any) -> None:
    info = read_information(write(tmp_path, add_custom(attrs=[attribute(spelling, value)])))
    assert info.attrs is not None
    (attr,) = info.attrs
    assert (attr.name, attr.dtype, attr.value, attr.index) == ("a0", dtype, read, 0)


def without(content: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in content.items() if name != key}


_DYNAMIC = {"param_type": "dynamic"}


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ([], "holds a list, no object"),
        (None, "holds null, no object"),
        ({}, "op_type: is missing"),
        (add_custom(op_type="../x"), 'op_type: is "../x", no operator type'),
        (add_custom(op_type=""), 'op_type: is "", no operator type'),
        (add_custom(op_type="A\n"), r'op_type: is "A\n", no operator type'),
        (without(add_custom(), "inputs"), "inputs: is missing"),
        (without(add_custom(), "outputs"), "outputs: is missing"),
        (add_custom(inputs={}), "inputs: is an object, no list"),
        (add_custom(inputs=[1]), "inputs[0]: is 1, no object"),
        (add_custom(inputs=[[None]]), "inputs[0][0]: is null, no object"),
        (add_custom(inputs=[tensor(), [[]]]), "inputs[1][0]: is a list, no object"),
        (add_custom(inputs=[tensor(), tensor(dtype="f64")]), 'inputs[1].dtype: is "f64"'),
        (add_custom(inputs=[tensor(dtype=[])]), "inputs[0].dtype: is a list"),
        (add_custom(inputs=[tensor(format="nd")]), 'inputs[0].format: is "nd"'),
        (add_custom(inputs=[tensor(origin_format="X")]), 'inputs[0].origin_format: is "X"'),
        (add_custom(inputs=[without(tensor(), "shape")]), "inputs[0].shape: is missing"),
        (add_custom(inputs=[tensor(shape=[4, -1])]), "inputs[0].shape[1]: is -1, not in 0..9223"),
        (add_custom(inputs=[tensor(shape=[True])]), "inputs[0].shape[0]: is true, no integer"),
        (add_custom(inputs=[tensor(shape=[2.0])]), "inputs[0].shape[0]: is 2.0, no integer"),
        (add_custom(inputs=[tensor(shape=[math.nan])]), "inputs[0].shape[0]: is NaN, no integer"),
        (add_custom(inputs=[tensor(shape=[2**63])]), "inputs[0].shape[0]: is 9223372036854775808"),
        (add_custom(inputs=[tensor(shape=[1] * 26)]), "inputs[0].shape: has 26 dimensions"),
        (add_custom(inputs=[tensor(origin_shape=8)]), "inputs[0].origin_shape: is 8, no list"),
        (add_custom(inputs=[tensor("a b")]), 'inputs[0].name: is "a b", no name'),
        (add_custom(inputs=[tensor(index="0")]), 'inputs[0].index: is "0", no integer'),
        (add_custom(inputs=[tensor(index=1), tensor()]), "inputs[1].index: is 0, after 1"),
        (add_custom(inputs=[[tensor(param_type="")]]), 'inputs[0][0].param_type: is "required"'),
        (add_custom(inputs=[tensor(param_type="must")]), 'inputs[0].param_type: is "must"'),
        (add_custom(inputs=[tensor(**_DYNAMIC)]), 'inputs[0].param_type: is "dynamic"'),
        (add_custom(inputs=[[tensor()]]), 'inputs[0][0].param_type: is "required"'),
        (
            add_custom(inputs=[[tensor(**_DYNAMIC), tensor(index=1, **_DYNAMIC)]]),
            "inputs[0]: its tensors have different values of index",
        ),
        (add_custom(inputs=[tensor(value_depend="true")]), 'inputs[0].value_depend: is "true"'),
        (add_custom(inputs=[tensor(is_view=1)]), "inputs[0].is_view: is 1"),
        (add_custom(inputs=[tensor(is_view=True)]), "inputs[0].stride: is missing"),
        (
            add_custom(inputs=[tensor(is_view=True, stride=[1], offset=-1)]),
            "inputs[0].offset: is -1",
        ),
        (add_custom(inputs=[tensor(sub_format=65536)]), "inputs[0].sub_format: is 65536"),
        (add_custom(inputs=[tensor(c0_format=16)]), "inputs[0].c0_format: is 16"),
        (
            add_custom(inputs=[tensor(dtype="int8", shape=[1], const_data=[128])]),
            "inputs[0].const_data[0]: is 128, not in -128..127",
        ),
        (
            add_custom(inputs=[tensor(dtype="int8", shape=[2], const_data=[1])]),
            "inputs[0].const_data: has 1 values, the shape says 2",
        ),
        (
            add_custom(inputs=[tensor(dtype="float", shape=[1], const_data=["1"])]),
            'inputs[0].const_data[0]: is "1", no number',
        ),
        (
            add_custom(inputs=[tensor(dtype="complex64", shape=[1], const_data=[1])]),
            "inputs[0].const_data: has values of complex64",
        ),
        (add_custom(inputs=[tensor(const_data="null")]), 'inputs[0].const_data: is "null", no'),
        (add_custom(attrs=None), "attrs: is null, no list"),
        (add_custom(attrs=[attribute("tensor", 1)]), 'attrs[0].dtype: is "tensor"'),
        (add_custom(attrs=[without(attribute("int", 1), "value")]), "attrs[0].value: is missing"),
        (add_custom(attrs=[attribute("int", None)]), "attrs[0].value: is null, no integer"),
        (add_custom(attrs=[attribute("int", 2**63)]), "attrs[0].value: is 9223372036854775808"),
        (add_custom(attrs=[attribute("float", None)]), "attrs[0].value: is null, no number"),
        (add_custom(attrs=[attribute("bool", 2)]), "attrs[0].value: is 2"),
        (add_custom(attrs=[attribute("bool", "true")]), 'attrs[0].value: is "true"'),
        (add_custom(attrs=[attribute("str", 1)]), "attrs[0].value: is 1, no text"),
        (add_custom(attrs=[attribute("list_int", 1)]), "attrs[0].value: is 1, no list"),
        (
            add_custom(attrs=[attribute("list_list_int", [[1], [0.5]])]),
            "attrs[0].value[1][0]: is 0.5, no integer",
        ),
        (add_custom(deterministic="yes"), 'deterministic: is "yes"'),
        (add_custom(platform_info=[]), "platform_info: is a list, no object"),
        (add_custom(platform_info={}), "platform_info.cube_core_cnt: is missing"),
        (add_custom(extra_params=[]), "extra_params: is a list, no object"),
        (add_custom(extra_params={"group": {}}), "extra_params.group.rank_size: is missing"),
        (add_custom(bin_type=2), "bin_type: is 2"),
        (add_custom(bin_filename="../../x"), 'bin_filename: is "../../x", no name of a file'),
        (add_custom(impl_mode="a b"), 'impl_mode: is "a b"'),
    ],
)
def test_a_wrong_member_is_named(tmp_path: Path, content: object, says: str) -> None:
    path = write(tmp_path, content)
    message = refusal(path).message
    assert message.startswith(f"{path}: {says}"), message


_NESTED = 100_000


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "line 1, column 1: "),
        (b"{\n  'a': 1}", "line 2, column 3: "),
        (b'{"op_type": "A"', "line 1, column 16: "),
        (b"{} {}", "line 1, column 4: "),
        (b'{"op_type": "\xff"}', "byte 13 is not UTF-8"),
        (b"\xff\xfe{\0}\0", "byte 0 is not UTF-8"),
        (b"\xef\xbb\xbf{}", "line 1, column 1: "),
        (rb'{"op_type": "\ud800"}', r'the text "\ud800" is no Unicode'),
        (b'{"a": 1, "a": 2}', 'gives "a" twice in one object'),
        (b'{"a": ' + b"9" * 1_000_000 + b"}", "the number 9999"),
        (b'{"a": 0.' + b"9" * 1_000_000 + b"}", "the number 0.9999"),
        (b"[" * _NESTED + b"]" * _NESTED, "is nested deeper than 32 levels"),
        (b'{"a":' * _NESTED + b"1" + b"}" * _NESTED, "is nested deeper than 32 levels"),
        (b'{"a": ' + b"[" * 40 + b"]" * 40 + b"}", "is nested deeper than 32 levels"),
        (b" " * (5 << 20), "is larger than 4 MiB"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_what_is_no_json_object(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "call.json"
    path.write_bytes(content)
    assert refusal(str(path)).message.startswith(f"{path}: {says}")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "loop.json").symlink_to("loop.json")
    (tmp_path / "gone.json").symlink_to("nowhere")
    (tmp_path / "endless.json").symlink_to("/dev/zero")
    os.mkfifo(tmp_path / "pipe.json")
    for name, says in (
        ("loop.json", "Too many levels of symbolic links"),
        ("gone.json", "No such file or directory"),
        ("endless.json", "is no regular file"),
        ("pipe.json", "is no regular file"),
        (".", "Is a directory"),
    ):
        assert says in refusal(f"{tmp_path}/{name}").message


def test_names_with_line_breaks_make_one_line(tmp_path: Path) -> None:
    path = write(tmp_path / "a\nb\udc80", [], "x\r\t.json")
    message = refusal(path).message
    assert r"a\nb\udc80/x\r\t.json: holds a list" in message
    assert read_information(write(tmp_path / "a\nb", add_custom())).op_type == "AddCustom"


def test_finds_files_at_any_depth_once(tmp_path: Path) -> None:
    names = ["b.json", "a/2.json", "a/b/c/d/1.json", "x\ny/z.json", ".hidden/h.json"]
    for name in names:
        write((tmp_path / name).parent, {}, Path(name).name)
    (tmp_path / "a/no.txt").write_text("")
    (tmp_path / "a/b/up").symlink_to(tmp_path)  # endless for who follows it
    (tmp_path / "self").symlink_to("self")
    (tmp_path / "self.json").symlink_to("self.json")  # found: reading it says what is wrong
    elsewhere = tmp_path.with_name(f"{tmp_path.name} elsewhere")
    write(elsewhere, {}, "e.json")
    (tmp_path / "link").symlink_to(elsewhere)
    expected = sorted(f"{tmp_path}/{name}" for name in [*names, "self.json", "link/e.json"])
    assert find_information_files(str(tmp_path)) == expected


def test_no_folder_is_one_line(tmp_path: Path) -> None:
    path = write(tmp_path, {}, "x\n.json")
    for place, says in ((path, "Not a directory"), (f"{tmp_path}/no\n", "No such file")):
        with pytest.raises(MisuseError) as caught:
            find_information_files(place)
        assert says in caught.value.message
        assert caught.value.message.isprintable()


_HOSTILE = {
    "nested": '"[" * 2_000_000',
    "lists": '"[" + "[]," * 1_300_000 + "[]]"',
    "objects": '"[" + "{}," * 1_300_000 + "{}]"',
    "twice": '"{" + "".join(f\'"{n}":1,\' for n in range(100_000)) + \'"0":1}\'',
    "members": '"{" + "".join(f\'"{n}":[],\' for n in range(250_000)) + \'"a":1}\'',
    "digits": '\'{"a":\' + "1" * 4_000_000 + "}"',
    "dimensions": """json.dumps(add_custom(inputs=[tensor(shape=[2**63 - 1] * 150_000)]))""",
    "inputs": """json.dumps(add_custom(inputs=[None] * 100_000, outputs=[[]] * 100_000))""",
}


@pytest.mark.parametrize("kind", _HOSTILE)
def test_hostile_files_take_little(tmp_path: Path, kind: str) -> None:
    content = {"json": json, "add_custom": add_custom, "tensor": tensor}
    text = eval(_HOSTILE[kind], content)
    path = tmp_path / "call.json"
    path.write_text(text)
    code = (
        "import resource, sys\n"
        "from custom_compiler.errors import MisuseError\n"
        "from custom_compiler.kernel.static.information import read_information\n"
        "try: read_information(sys.argv[1])\n"
        "except MisuseError: pass\n"
    )

    def limits() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29))
        resource.setrlimit(resource.RLIMIT_CPU, (10, 10))

    done = subprocess.run(
        [sys.executable, "-c", code, path],
        preexec_fn=limits,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)
_RICH = add_custom(
    inputs=[
        tensor(is_view=True, stride=[1], offset=0),
        [tensor(**_DYNAMIC, index=1)],
        tensor(dtype="int64", shape=[2], value_depend=True, const_data=[1, 2], index=2),
    ],
    attrs=[attribute("list_list_int", [[1]]), attribute("float", 0.5, 1)],
    deterministic_level=1,
    bin_type=0,
    bin_info="k.o",
)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every container of a JSON value, with each key in it."""
    keys: Any = value if isinstance(value, dict) else ()
    if isinstance(value, list):
        keys = range(len(value))
    return [place for key in keys for place in [(value, key), *places(value[key])]]


@settings(
    max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(number=st.integers(0, len(places(_RICH)) - 1), value=_JSON)
def test_any_member_replaced_by_anything(tmp_path: Path, number: int, value: Any) -> None:
    content = json.loads(json.dumps(_RICH))
    container, key = places(content)[number]
    container[key] = value
    path = write(tmp_path, content)
    try:
        read_information(path)
    except MisuseError:
        refusal(path)


@settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.binary(max_size=64), start=st.integers(0, 2000), cut=st.integers(0, 64))
def test_any_bytes_damaged(tmp_path: Path, data: bytes, start: int, cut: int) -> None:
    good = json.dumps(_RICH).encode()
    path = tmp_path / "call.json"
    path.write_bytes(good[:start] + data + good[start + cut :])
    try:
        read_information(str(path))
    except MisuseError:
        refusal(str(path))
