"""Faulty and hostile definitions: one clear message each, rc 1, no crash, no files."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.utils import op_build_output as output

if TYPE_CHECKING:
    from tests.opbuild.conftest import OpBuild, Result

OP = "op\tOp"
X = "input\tx\t0\t2"
Y = "output\ty\t0\t2"
UNIT = "unit\tascend910b"


def define(op_build: OpBuild, scripted: Path, *lines: str) -> Result:
    script = op_build.directory() / "script"
    script.write_text("\n".join(lines) + "\n")
    return op_build.run(scripted, env={"SCRIPT": str(script)})


def many_lists(count: int) -> list[str]:
    types = ",".join(str(number) for number in (0, 1, 2, 3, 4, 6, 7, 8, 9, 10))
    return [line for i in range(count) for line in (f"bare_input\tx{i}", f"type_list\t{types}")]


FAULTS = {
    "port name is code": ([OP, "input\tx); system(\t0\t2", Y, UNIT], 'port "x); system("'),
    "empty port name": ([OP, "input\t\t0\t2", Y, UNIT], "not an identifier"),
    "attribute name is no word": ([OP, X, Y, UNIT, "attr\ta b\tint\t1"], "not an identifier"),
    "operator type is a path": (["op\t../Op", X, Y, UNIT], "not an identifier"),
    "unit is a path": ([OP, X, Y, "unit\t../../evil"], "not the name of a compute unit"),
    "empty unit": ([OP, X, Y, "unit\t"], "not the name of a compute unit"),
    "category is a path": ([OP, X, Y, UNIT, "category\t../../x"], "must be an identifier"),
    "key with two dots": ([OP, X, Y, "item\tascend910b\ta.b.c\tv"], "<word>.<word>"),
    "key without dot": ([OP, X, Y, "item\tascend910b\tkey\tv"], "<word>.<word>"),
    "key opens a section": ([OP, X, Y, "item\tascend910b\t[a.b\tv"], "<word>.<word>"),
    "value with a line break": (
        [OP, X, Y, r"item	ascend910b	a.b	v\x0ainput9.name=z"],
        "line break",
    ),
    "default with a line break": (
        [OP, X, Y, UNIT, r"attr	a	str	v\x0a[Evil]"],
        "line break",
    ),
    "default is infinite": ([OP, X, Y, UNIT, "attr\ta\tfloat\tinf"], "not finite"),
    "default list has a nan": ([OP, X, Y, UNIT, "attr\ta\tfloats\t1,nan"], "not finite"),
    "attribute without type": ([OP, X, Y, UNIT, "attr\ta\tnone\t"], "has no type"),
    "data type out of range": ([OP, "input\tx\t12345\t2", Y, UNIT], "data type 12345"),
    "negative data type": ([OP, "input\tx\t-7\t2", Y, UNIT], "data type -7"),
    "ParamType IGNORE": ([OP, X, "param_type\t0", Y, UNIT], "ParamType"),
    "ParamType out of range": ([OP, X, "param_type\t77", Y, UNIT], "ParamType"),
    "ValueDepend out of range": ([OP, "input\tx\t9\t2", "value_depend\t3", Y, UNIT], "ValueDepend"),
    "format outside the enum": ([OP, "input\tx\t0\t100", Y, UNIT], "format 100 is not supported"),
    "unit with other columns": (
        [OP, "input\tx\t0,1\t2,2", "output\ty\t0,1\t2,2", "unit_input\tascend910b\tx\t0"],
        "ascend910b: y: DataType has 2 entries but x has 1",
    ),
    "defined twice": ([OP, X, Y, UNIT, OP, X, Y, UNIT], "defined twice"),
    "same files": (["op\tFooBar", X, Y, UNIT, "op\tfoo_bar", X, Y, UNIT], "both are named foo_bar"),
    "millions of combinations": ([OP, *many_lists(8), Y, UNIT], "more than 65536 combinations"),
    "overflowing combinations": ([OP, *many_lists(40), Y, UNIT], "more than 65536 combinations"),
    "null names": ([OP, "nulls"], "not an identifier"),
    "constructor throws": ([OP, "throw\tno luck"], "Op: the definition throws: no luck"),
    "constructor throws a number": ([OP, "throw_int"], "Op: the definition throws"),
    "constructor aborts": ([OP, "abort"], "the operator library crashed"),
    "constructor never ends": ([OP, "recurse"], "the operator library crashed"),
    "constructor crashes": ([OP, "crash"], "the operator library crashed"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_faults(name: str, scripted: Path, op_build: OpBuild) -> None:
    lines, message = FAULTS[name]
    result = define(op_build, scripted, *lines)
    assert result.return_code == 1
    assert result.files == {}
    errors = [line for line in result.stderr.splitlines() if "warning" not in line]
    assert all(line.startswith("op_build: error: ") for line in errors)
    assert any(
        re.search(message.replace("(", r"\(").replace(")", r"\)"), line) for line in errors
    ), errors


def test_one_fault_does_not_hide_another(scripted: Path, op_build: OpBuild) -> None:
    lines = [OP, X, Y, UNIT, "attr\ta\tfloat\tinf", "op\tOther", "input\tx\t28\t2", Y, UNIT]
    errors = define(op_build, scripted, *lines).stderr.splitlines()
    assert [line.split(": ")[2:4] for line in errors] == [["Op", "a"], ["Other", "x"]]


def test_host_values_of_mixed_types(scripted: Path, op_build: OpBuild) -> None:
    """There is no array for them in aclnn; without an interface they are allowed (LinSpace)."""
    lines = [OP, "input\tx\t0,9\t2,2", "value_depend\t2", "output\ty\t0,0\t2,2", UNIT]
    assert "all float32" in define(op_build, scripted, *lines).stderr
    script = op_build.directory() / "script"
    script.write_text("\n".join(lines) + "\n")
    result = op_build.run(scripted, env={"SCRIPT": str(script), "OPS_ACLNN_GEN": "0"})
    assert result.return_code == 0, result.stderr
    ini = dict(output.read_ini(result.text("aic-ascend910b-ops-info.ini"))["Op"])
    assert ini["input0.dtype"] == "float32,int64"


def test_units_may_give_the_types(scripted: Path, op_build: OpBuild) -> None:
    result = define(op_build, scripted, OP, "bare_input\tx", "unit_input\tascend910b\tx\t0,1")
    assert result.return_code == 0, result.stderr
    ini = dict(output.read_ini(result.text("aic-ascend910b-ops-info.ini"))["Op"])
    assert ini["input0.dtype"] == "float32,float16"
    assert output.combinations(result.text("aclnn_op.cpp")) == {
        "ascend910b": [{"in": ["FLOAT/ND"], "out": []}, {"in": ["FLOAT16/ND"], "out": []}]
    }


def test_launches_with_empty_outputs(scripted: Path, op_build: OpBuild) -> None:
    """LaunchWithZeroEleOutputTensors.md: else a call without an output's element does nothing."""
    call = "        NnopbaseSetZeroEleOutputLaunchFlag(*executor);\n"
    for flag in ("true", "false"):
        result = define(op_build, scripted, OP, X, Y, UNIT, f"launch_empty\t{flag}")
        assert result.return_code == 0, result.stderr
        text = result.text("aclnn_op.cpp")
        assert text.count(call) == (flag == "true")
    result = define(op_build, scripted, OP, X, Y, UNIT, "launch_empty\ttrue")
    text = result.text("aclnn_op.cpp")
    assert text.index("NnopbaseAddOutput(*executor") < text.index(call)
    assert text.index(call) < text.index("NnopbaseMatchArgs(*executor")
    assert "__attribute__((weak)) void NnopbaseSetZeroEleOutputLaunchFlag" in text.replace(
        "void __attribute__((weak))", "__attribute__((weak)) void"
    )


def test_units_registered_beside_the_definition(scripted: Path, op_build: OpBuild) -> None:
    """REGISTER_OP_AICORE_CONFIG: AddConfig for the same unit goes before it."""
    result = define(op_build, scripted, "op\tElsewhere", X, Y, UNIT)
    assert result.return_code == 0, result.stderr
    types = {
        unit: dict(output.read_ini(result.text(f"aic-{unit}-ops-info.ini"))["Elsewhere"])
        for unit in ("ascend310p", "ascend910b")
    }
    assert types["ascend310p"]["input0.dtype"] == "int32"
    assert types["ascend310p"]["dynamicShapeSupport.flag"] == "true"
    assert types["ascend910b"]["input0.dtype"] == "float32"


def test_comment_cannot_end_the_comment(scripted: Path, op_build: OpBuild) -> None:
    result = define(
        op_build, scripted, OP, r"brief	a */ #error b\x0ac", X, r"comment	*/ x", Y, UNIT
    )
    header = result.text("op_proto.h")
    assert header.count("*/") == header.count("/**") == 1


def test_parameters_never_clash(scripted: Path, op_build: OpBuild) -> None:
    """Keywords, names of the generated code and twins get underscores."""
    ports = [
        "default",
        "executor",
        "workspace_size",
        "input_desc",
        "tmp0",
        "a_b",
        "aB",
        "out",
        "int",
    ]
    lines = [OP, *[f"input\t{port}\t0\t2" for port in ports], "output\ty\t0\t2", UNIT]
    result = define(op_build, scripted, *lines, "attr\ta_b\tint\t1", "attr\tthis\tfloat\t1")
    assert result.return_code == 0, result.stderr
    signature = output.functions(result.text("aclnn_op.h"))[0]
    names = re.findall(r"(\w+)[,)]", signature)
    assert len(names) == len(set(names)) == len(ports) + 2 + 1 + 2
    assert not {"default", "int", "this", "tmp0", "inputDesc"} & set(names)
