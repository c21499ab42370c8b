"""`custom-compiler check` finds what tutorials warn of, in the sample with one thing changed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from custom_compiler.check import (
    CheckedOperator,
    Contradiction,
    check,
    described_operators,
    packaged_operators,
)
from custom_compiler.check.infer_source import read_infer
from custom_compiler.check.registration import read_python
from custom_compiler.cli.main import main
from custom_compiler.errors import MisuseError
from custom_compiler.toolkit import find_toolkit
from tests.utils.sources import read_source

REPOSITORY = Path(__file__).parents[2]

PYTHON = """\
from mindspore import ops
from mindspore.ops import CustomRegOp, DataType

NAME = "AddCustom"
reg_info = (
    CustomRegOp(NAME)
    .input(0, "x", "required")
    .input(1, "y", param_type="required")
    .output(0, "z", "required")
    .dtype_format(DataType.F16_Default, DataType.F16_Default, DataType.F16_Default)
    .target("Ascend")
    .get_op_info()
)
custom = ops.Custom(func="./infer.cc:AddCustom", out_shape=None, func_type="aot", reg_info=reg_info)
"""
INFER = read_source(__file__, "sources/check_infer.cpp")


@pytest.fixture(scope="session")
def operators(cann_home: Path) -> dict[str, CheckedOperator]:
    toolkit = find_toolkit(cann_home)
    return described_operators(REPOSITORY / "op_host", REPOSITORY / "op_kernel", toolkit)


def python_findings(
    operators: dict[str, CheckedOperator], folder: Path, text: str
) -> list[Contradiction]:
    path = folder / "net.py"
    path.write_text(text)
    infer = folder / "infer.cc"
    if not infer.exists():
        infer.write_text(INFER)
    (folder / "custom_aot_extra.h").touch()
    return check(operators, [read_python(path)], [read_infer(infer)])


def test_sample_is_consistent(operators: dict[str, CheckedOperator], tmp_path: Path) -> None:
    assert python_findings(operators, tmp_path, PYTHON) == []


@pytest.mark.parametrize(
    ("old", "new", "message", "line"),
    [
        ('"AddCustom"', '"AddCustem"', "CustomRegOp names the operator 'AddCustem'", 6),
        (":AddCustom", ":AddCustm", 'Custom("./infer.cc:AddCustm") names the operator', 14),
        ('0, "x"', '0, "a"', "input 'a' is called 'x' in the prototype", 7),
        ('"z", "required"', '"z", "optional"', "'z' is optional, in the prototype required", 9),
        ('    .input(1, "y", param_type="required")\n', "", "input 'y' is not registered", 6),
        ('.target("', '.output(1, "w", "required").target("', "has no output 'w'", 11),
        ('.target("', '.attr("n", "required", "int").target("', "no attribute 'n'", 11),
        ("DataType.F16_Default)", "DataType.F64_Default)", "data types float16/float16/double", 10),
        (", DataType.F16_Default)", ")", "dtype_format has 2 entries for 3", 10),
        ("CustomRegOp(NAME)", "CustomRegOp(name())", "registration is computed", 6),
        ("./infer.cc", "./other.cc", "./other.cc: no such file", 14),
    ],
)  # fmt: skip
def test_registration(
    operators: dict[str, CheckedOperator],
    tmp_path: Path,
    old: str,
    new: str,
    message: str,
    line: int,
) -> None:
    assert old in PYTHON
    findings = python_findings(operators, tmp_path, PYTHON.replace(old, new, 1))
    assert message in findings[0].message
    assert findings[0].location.line == line


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        ("lambda x, y: x", None),
        ("lambda x: x", "out_shape of AddCustom takes 1 shapes, the operator has 2 inputs"),
        ("lambda x, y: [x[0] / 2]", "/ makes a shape a float"),
    ],
)
def test_shape_functions(
    operators: dict[str, CheckedOperator], tmp_path: Path, shape: str, message: str | None
) -> None:
    text = PYTHON.replace("out_shape=None", f"out_shape={shape}")
    messages = [finding.message for finding in python_findings(operators, tmp_path, text)]
    assert len(messages) == (message is not None)
    assert all(message in found for found in messages if message)


def test_swapped_inputs_name_both_places(
    operators: dict[str, CheckedOperator], tmp_path: Path
) -> None:
    text = PYTHON.replace('0, "x"', '0, "t"').replace('1, "y"', '1, "x"').replace('"t"', '"y"')
    (finding,) = python_findings(operators, tmp_path, text)
    assert "inputs are registered as (y, x), defined as (x, y)" in finding.message
    assert finding.other is not None
    definition = (REPOSITORY / "op_host/add_custom.cpp").read_text().splitlines()
    assert '"x"' in definition[finding.other.line - 1]


@pytest.mark.parametrize(
    ("old", "new", "message", "line"),
    [
        ("AddCustomInferShape", "AddInferShape", "names the operator 'Add'", 4),
        ('extern "C" TypeId', "TypeId", 'AddCustomInferType is not extern "C"', 8),
        ("std::vector<int64_t> AddCustom", "std::vector<std::vector<int64_t>> AddCustom",
         "1 outputs need std::vector<int64_t>", 4),
        ("shapes[0], shapes", "shapes[2], shapes", "reads shapes[2], the operator has 2 inputs", 5),
        ("type_ids[0]", "type_ids[5]", "reads type_ids[5]", 9),
        ("return shape", 'extra->Attr<int64_t>("k"); return shape', "reads the attribute 'k'", 6),
    ],
)  # fmt: skip
def test_infer_functions(
    operators: dict[str, CheckedOperator],
    tmp_path: Path,
    old: str,
    new: str,
    message: str,
    line: int,
) -> None:
    assert old in INFER
    (tmp_path / "infer.cc").write_text(INFER.replace(old, new, 1))
    (finding,) = python_findings(operators, tmp_path, PYTHON)
    assert message in finding.message
    assert finding.location.line == line


def test_header_of_infer_functions_must_be_there(
    operators: dict[str, CheckedOperator], tmp_path: Path
) -> None:
    path = tmp_path / "infer.cc"
    path.write_text(INFER)
    (finding,) = check(operators, infer=[read_infer(path)])
    assert "custom_aot_extra.h is not next to" in finding.message


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("add_custom(", "add_custum(", "no kernel function add_custom"),
        ("GM_ADDR x, GM_ADDR y", "GM_ADDR y, GM_ADDR x", "takes (y, x, z)"),
        ("GM_ADDR y, ", "", "takes 4 parameters, 5 are passed"),
    ],
)
def test_kernel(cann_home: Path, tmp_path: Path, old: str, new: str, message: str) -> None:
    shutil.copytree(REPOSITORY / "op_kernel", tmp_path / "op_kernel")
    kernel = tmp_path / "op_kernel/add_custom.cpp"
    head, mark, tail = kernel.read_text().partition("__global__")
    assert old in tail
    kernel.write_text(head + mark + tail.replace(old, new, 1))
    toolkit = find_toolkit(cann_home)
    changed = described_operators(REPOSITORY / "op_host", tmp_path / "op_kernel", toolkit)
    (finding,) = check(changed)
    assert message in finding.message


def test_package_is_checked(tmp_path: Path) -> None:
    config = tmp_path / "op_impl/ai_core/tbe/config/ascend910b/aic-ascend910b-ops-info.json"
    config.parent.mkdir(parents=True)
    config.write_text(
        '{"Foo": {"input0": {"name": "x", "paramType": "required", "dtype": "int8"},\n'
        '"output0": {"name": "y", "paramType": "required", "dtype": "int8"}}}'
    )
    header = tmp_path / "op_api/include/aclnn_foo.h"
    header.parent.mkdir(parents=True)
    header.write_text(
        "\naclnnStatus aclnnFooGetWorkspaceSize(const aclTensor *x, const aclTensor *w,\n"
        "  const aclTensor *out, uint64_t *workspaceSize, aclOpExecutor **executor);\n"
    )
    (finding,) = check(packaged_operators(tmp_path))
    assert "takes 3 arguments, the prototype has 2" in finding.message
    assert str(finding.location) == f"{header}:2"
    assert str(finding.other) == f"{config}:1"


def test_command(cann_home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "net.py"
    path.write_text(PYTHON.replace('"AddCustom"', '"AddCustem"').replace("./infer.cc:", "aclnn"))
    words = ["check", "-o", str(REPOSITORY / "op_host"), "--reg-info", str(path)]
    assert main([*words, "--ascend_cann_package_path", str(cann_home)]) == 1
    output = capsys.readouterr().out
    assert f"{path}:6: error: CustomRegOp names the operator 'AddCustem'" in output
    assert "did you mean AddCustom?" in output
    assert "1 errors, 0 warnings" in output


def test_misuse(tmp_path: Path) -> None:
    assert main(["check", "--package", str(tmp_path), "-o", str(tmp_path)]) == 2
    assert main(["check", "--package", str(tmp_path)]) == 2
    assert main(["check", "-o", str(tmp_path / "none")]) == 2
    broken = tmp_path / "broken.py"
    broken.write_text("def (")
    with pytest.raises(MisuseError, match=r"--reg-info: cannot read .*broken\.py"):
        read_python(broken)


@pytest.mark.parametrize(
    ("linked", "variable"),
    [
        ("my tools/g++", "{folder}/my tools/g++"),
        ("g++", "{folder}/g++ -DNOTHING='a b'"),
        ("bin/c++", ""),  # and no g++ on PATH
    ],
)
def test_compiles_with_the_compiler_that_build_finds(
    cann_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, linked: str, variable: str
) -> None:
    """`build` takes $CXX as a path, else as words, else the first compiler on PATH."""
    own = shutil.which("g++")
    assert own
    compiler = tmp_path / linked
    compiler.parent.mkdir(exist_ok=True)
    compiler.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/calls\nexec {own} "$@"\n')
    compiler.chmod(0o755)
    monkeypatch.setenv("CXX", variable.format(folder=tmp_path))
    toolkit = find_toolkit(cann_home)
    if not variable:
        for name in ("bash", "env", "ld", "as"):
            found = shutil.which(name)
            assert found
            (compiler.parent / name).symlink_to(found)
        monkeypatch.setenv("PATH", str(compiler.parent))
    operators = described_operators(REPOSITORY / "op_host", None, toolkit)
    assert list(operators) == ["AddCustom"]
    calls = (tmp_path / "calls").read_text()
    assert "add_custom.cpp" in calls
    assert ("-DNOTHING=a b" in calls) == ("NOTHING" in variable)


def test_a_compiler_that_is_none_is_named(cann_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", "no-such-c++")
    with pytest.raises(MisuseError, match=r"CXX=no-such-c\+\+: not found on PATH"):
        described_operators(REPOSITORY / "op_host", None, find_toolkit(cann_home))
