"""Names and default values, against rules written down independently."""

from __future__ import annotations

import re
import struct
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.utils import op_build_output as output

if TYPE_CHECKING:
    from tests.opbuild.conftest import OpBuild, Result

PORTS = ["input\tx\t0\t2", "output\ty\t0\t2", "unit\tascend910b"]
FEW = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def escape(text: str) -> str:
    return "".join(
        chr(byte) if 0x20 <= byte < 0x7F and byte != 0x5C else f"\\x{byte:02x}"
        for byte in text.encode()
    )


def define(op_build: OpBuild, scripted: Path, lines: list[str]) -> Result:
    """Runs op_build over definitions in the language of scripted.cpp."""
    script = op_build.directory() / "script"
    script.write_text("\n".join(lines) + "\n")
    return op_build.run(scripted, env={"SCRIPT": str(script)})


def snake(op_type: str) -> str:
    """The rule by regular expressions: a capital starts a word after anything but a capital or
    underscore, and the last capital of a row does if a lower-case letter follows."""
    words = re.sub(r"(?<=[^A-Z_])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", op_type)
    return words.lower()


def guard(op_type: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", op_type).upper()


types = st.from_regex(r"[A-Z][A-Za-z0-9]{0,12}|[A-Z][A-Za-z0-9_]{0,12}", fullmatch=True)


@FEW
@given(names=st.lists(types, min_size=1, max_size=20, unique_by=snake))
def test_file_names(names: list[str], scripted: Path, op_build: OpBuild) -> None:
    result = define(
        op_build, scripted, [line for name in names for line in (f"op\t{name}", *PORTS)]
    )
    assert result.return_code == 0, result.stderr
    headers = {name for name in result.files if name.startswith("aclnn_") and name.endswith(".h")}
    assert headers == {f"aclnn_{snake(name)}.h" for name in names}
    for name in names:
        assert output.guard(result.text(f"aclnn_{snake(name)}.h")) == f"ACLNN_{guard(name)}_H_"
    ini = output.read_ini(result.text("aic-ascend910b-ops-info.ini"))
    assert {name: dict(ini[name])["opFile.value"] for name in names} == {n: snake(n) for n in names}


@pytest.mark.parametrize(
    ("op_type", "expected"),
    [
        ("AddCustom", "add_custom"),
        ("AddRmsNorm", "add_rms_norm"),
        ("ABCNorm", "abc_norm"),
        ("Conv3DV2", "conv3_dv2"),
        ("TopKV3", "top_kv3"),
        ("LSTMCell", "lstm_cell"),
        ("DemoOpX2", "demo_op_x2"),
        ("SwiGluGradV2", "swi_glu_grad_v2"),
        ("With_Under2D", "with_under2_d"),
    ],
)
def test_known_file_names(op_type: str, expected: str, scripted: Path, op_build: OpBuild) -> None:
    assert snake(op_type) == expected
    result = define(op_build, scripted, [f"op\t{op_type}", *PORTS])
    assert f"aclnn_{expected}.h" in result.files


def attr_results(
    op_build: OpBuild, scripted: Path, kind: str, values: list[str]
) -> tuple[list[str], str, str]:
    attrs = [f"attr\ta{i}\t{kind}\t{value}" for i, value in enumerate(values)]
    result = define(op_build, scripted, ["op\tOp", *PORTS, *attrs])
    assert result.return_code == 0, result.stderr
    ini = dict(output.read_ini(result.text("aic-ascend910b-ops-info.ini"))["Op"])
    defaults = [ini[f"attr_a{i}.defaultValue"] for i in range(len(values))]
    return defaults, result.text("op_proto.h"), result.text("aclnn_op.cpp")


def as_float(value: float) -> float:
    return struct.unpack("f", struct.pack("f", value))[0]


floats = st.floats(width=32, allow_nan=False, allow_infinity=False)


@FEW
@given(values=st.lists(floats, min_size=1, max_size=20))
def test_float_defaults(values: list[float], scripted: Path, op_build: OpBuild) -> None:
    defaults, proto, _ = attr_results(
        op_build, scripted, "float", [repr(value) for value in values]
    )
    assert defaults == [f"{value:g}" for value in values]
    for i, value in enumerate(values):
        assert f".ATTR(a{i}, Float, {value:g})" in proto


@FEW
@given(values=st.lists(floats, max_size=10))
def test_float_list_defaults(values: list[float], scripted: Path, op_build: OpBuild) -> None:
    """Files that people read have 6 digits, the compiled default has all."""
    text = ",".join(repr(value) for value in values)
    defaults, _, source = attr_results(op_build, scripted, "floats", [text])
    assert defaults == ["[" + ",".join(f"{value:g}" for value in values) + "]"]
    array = re.search(r"static float a0OptionalDef\[\] = \{(.*?)\};", source, re.DOTALL)
    length = re.search(r"a0OptionalLen = (\d+);", source)
    assert array is not None
    assert length is not None
    assert int(length[1]) == len(values)
    if values:
        literals = re.findall(r"[^,\s]+", array[1])
        assert all(re.fullmatch(r"-?[0-9.]+(e[+-]\d+)?F", literal) for literal in literals)
        assert all("." in literal or "e" in literal for literal in literals)
        assert [as_float(float(literal[:-1])) for literal in literals] == values


integers = st.integers(min_value=-(2**63), max_value=2**63 - 1)


@FEW
@given(values=st.lists(integers, min_size=1, max_size=20))
def test_int_defaults(values: list[int], scripted: Path, op_build: OpBuild) -> None:
    defaults, proto, _ = attr_results(op_build, scripted, "int", [str(value) for value in values])
    assert defaults == [str(value) for value in values]
    for i, value in enumerate(values):
        text = "(-9223372036854775807 - 1)" if value == -(2**63) else str(value)
        assert f".ATTR(a{i}, Int, {text})" in proto


@FEW
@given(values=st.lists(integers, max_size=10))
def test_int_list_defaults(values: list[int], scripted: Path, op_build: OpBuild) -> None:
    defaults, _, _ = attr_results(op_build, scripted, "ints", [",".join(map(str, values))])
    assert defaults == ["[" + ",".join(map(str, values)) + "]"]


@FEW
@given(value=st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=12))
def test_string_defaults(value: str, scripted: Path, op_build: OpBuild) -> None:
    defaults, proto, source = attr_results(op_build, scripted, "str", [escape(value)])
    assert defaults == [value]
    literal = r'"((?:[^"\\\n]|\\.)*)"'
    in_proto = re.search(rf"\.ATTR\(a0, String, {literal}\)", proto)
    in_source = re.search(rf"a0OptionalDef\[\] = {literal};", source)
    for found in [in_proto, in_source]:
        assert found is not None
        assert (
            re.sub(r"\\(.)", r"\1", found[1]) == value
        )  # only quotes, backslashes, question marks


def test_bool_defaults(scripted: Path, op_build: OpBuild) -> None:
    defaults, _, source = attr_results(op_build, scripted, "bools", ["true,false,true"])
    assert defaults == ["[true,false,true]"]
    assert "static bool a0OptionalDef[] = {true, false, true};" in source


CAMEL = [("x", "x"), ("in_req", "inReq"), ("x_1_y", "x1Y"), ("CAPS_IN", "cAPSIN"), ("aB_c", "aBC")]


@pytest.mark.parametrize(("port", "parameter"), CAMEL)
def test_parameter_names(port: str, parameter: str, scripted: Path, op_build: OpBuild) -> None:
    result = define(op_build, scripted, ["op\tOp", f"input\t{port}\t0\t2", *PORTS[1:]])
    assert f"(const aclTensor *{parameter}, " in output.functions(result.text("aclnn_op.h"))[0]


@pytest.mark.parametrize(
    ("number", "name", "enumerator"),
    [
        (2, "ND", "ND"),
        (15, "DECONV_SP_STRIDE8_TRANS", "FRACTAL_DECONV_SP_STRIDE8_TRANS"),
        (20, "LOOKUP_LOOKUPS", "HASHTABLE_LOOKUP_LOOKUPS"),
        (28, "UNKNOWN", "FRACTAL_ZZ"),
        (40, "UNKNOWN", "RESERVED"),
        (42, "UNKNOWN", "NULL"),
        (50, "FRACTAL_NZ_C0_16", "FRACTAL_NZ_C0_16"),
        (54, "FRACTAL_NZ_C0_8", "FRACTAL_NZ_C0_8"),
    ],
)
def test_formats(
    number: int, name: str, enumerator: str, scripted: Path, op_build: OpBuild
) -> None:
    """Information files have ge::GetFormatName's names, aclnn sources the enumerators."""
    result = define(op_build, scripted, ["op\tOp", f"input\tx\t0\t{number}", *PORTS[1:]])
    assert result.return_code == 0, result.stderr
    ini = dict(output.read_ini(result.text("aic-ascend910b-ops-info.ini"))["Op"])
    assert ini["input0.format"] == name
    source = result.text("aclnn_op.cpp")
    assert f"FORMAT_{enumerator} = {number}" in source
    (row,) = output.combinations(source)["ascend910b"]
    assert row["in"] == [f"FLOAT/{enumerator}"]


@pytest.mark.parametrize(("number", "enumerator"), [(26, "VARIANT"), (32, "UINT2")])
def test_types_without_a_name(
    number: int, enumerator: str, scripted: Path, op_build: OpBuild
) -> None:
    """CANN takes them, and writes "unknow" where it has no name."""
    result = define(op_build, scripted, ["op\tOp", f"input\tx\t{number}\t2", *PORTS[1:]])
    assert result.return_code == 0, result.stderr
    ini = dict(output.read_ini(result.text("aic-ascend910b-ops-info.ini"))["Op"])
    assert ini["input0.dtype"] == "unknow"
    (row,) = output.combinations(result.text("aclnn_op.cpp"))["ascend910b"]
    assert row["in"] == [f"{enumerator}/ND"]


def test_host_values_of_a_dynamic_input(scripted: Path, op_build: OpBuild) -> None:
    """One array stands for the list, and a second interface takes the tensors."""
    lines = ["op\tOp", "input\tx\t9\t2", "param_type\t3", "value_depend\t2", *PORTS[1:]]
    result = define(op_build, scripted, lines)
    assert result.return_code == 0, result.stderr
    header = result.text("aclnn_op.h")
    arrays, tensors = (line for line in output.functions(header) if "GetWorkspaceSize" in line)
    assert "(const aclIntArray *x, " in arrays
    assert "(const aclTensorList *x, " in tensors
    source = result.text("aclnn_op.cpp")
    assert "NnopbaseAddIntArrayInput(*executor, x, 0)" in source
    assert "NnopbaseAddDynamicInput(*executor, x, 0)" in source


def test_followers_have_no_unknown_shape_formats(scripted: Path, op_build: OpBuild) -> None:
    lines = ["op\tOp", PORTS[0], "unknown_shape\t2", "bare_output\ty", "follow\tx", PORTS[2]]
    result = define(op_build, scripted, lines)
    assert result.return_code == 0, result.stderr
    ini = dict(output.read_ini(result.text("aic-ascend910b-ops-info.ini"))["Op"])
    assert ini["input0.unknownshape_format"] == ini["output0.format"] == "ND"
    assert "output0.unknownshape_format" not in ini


def test_guards_of_separate_prototypes(scripted: Path, op_build: OpBuild) -> None:
    """They are named by the file, those of aclnn headers by the operator's type."""
    script = op_build.directory() / "script"
    script.write_text("\n".join(["op\tMx2Scale", *PORTS]) + "\n")
    result = op_build.run(scripted, env={"SCRIPT": str(script), "OPS_PROTO_SEPARATE": "1"})
    assert output.guard(result.text("mx2_scale_proto.h")) == "MX2_SCALE_PROTO_H_"
    assert output.guard(result.text("aclnn_mx2_scale.h")) == "ACLNN_MX2SCALE_H_"


def test_initial_values_of_inputs(scripted: Path, op_build: OpBuild) -> None:
    result = define(op_build, scripted, ["op\tOp", PORTS[0], "init_value\t0", *PORTS[1:]])
    ini = dict(output.read_ini(result.text("aic-ascend910b-ops-info.ini"))["Op"])
    assert ini["input0.initValue"] == "0"
