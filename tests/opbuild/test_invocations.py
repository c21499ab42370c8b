"""Options, environment variables and return codes of op_build."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.utils import op_build_output as output

if TYPE_CHECKING:
    from tests.opbuild.conftest import OpBuild, Result

ORACLE = json.loads((Path(__file__).parent / "oracle" / "expected.json").read_text())
NAMED = [case for case in ORACLE["invocations"] if "functions" in case]


@pytest.fixture
def port_mix(libraries: dict[str, Path]) -> Path:
    return libraries["op01_port_mix.cpp"]


@pytest.mark.parametrize("case", NAMED, ids=lambda case: case["env"])
def test_prefixes(case: dict[str, Any], port_mix: Path, op_build: OpBuild) -> None:
    env = dict(word.split("=") for word in case["env"].split())
    result = op_build.run(port_mix, env=env)
    assert result.return_code == case["return_code"]
    generated = [name for name in result.files if re.fullmatch(r"\w+_port_mix\.(h|cpp)", name)]
    assert sorted(generated) == sorted(case["files"])
    header = result.text(case["files"][0])
    names = [re.findall(r"aclnnStatus (\w+)\(", line)[0] for line in output.functions(header)]
    assert names == case["functions"]
    assert output.guard(header) == case["guard"]


def test_prefixes_must_be_identifiers(port_mix: Path, op_build: OpBuild) -> None:
    result = op_build.run(port_mix, env={"OPS_PROJECT_NAME": "../x"})
    assert result.return_code == 1
    assert "OPS_PROJECT_NAME" in result.stderr


def test_no_aclnn(libraries: dict[str, Path], op_build: OpBuild, built: dict[str, Result]) -> None:
    result = op_build.run(libraries["op01_port_mix.cpp"], env={"OPS_ACLNN_GEN": "0"})
    assert result.return_code == 0
    assert result.text("aclnn_port_mix.h") == result.text("aclnn_port_mix.cpp") == ""
    assert result.files["aclnn_port_mix.h"] == "644"  # as CANN leaves what it only creates
    for name in ["aic-ascend910b-ops-info.ini", "op_proto.h"]:
        assert result.text(name) == built["op01_port_mix.cpp"].text(name)
    list_list_int = op_build.run(libraries["error1"], env={"OPS_ACLNN_GEN": "0"})
    assert list_list_int.return_code == 0
    lines = output.proto_lines(list_list_int.text("op_proto.h"), "ErrCase")
    assert ".ATTR(a, ListListInt, {{1,2},{3}})" in lines
    ini = output.read_ini(list_list_int.text("aic-ascend910b-ops-info.ini"))["ErrCase"]
    assert ("attr_a.defaultValue", "[[1,2],[3]]") in ini


def test_separate_protos(port_mix: Path, op_build: OpBuild, built: dict[str, Result]) -> None:
    result = op_build.run(port_mix, env={"OPS_PROTO_SEPARATE": "1"})
    assert not [name for name in result.files if name.startswith("op_proto")]
    header = result.text("port_mix_proto.h")
    assert output.guard(header) == "PORT_MIX_PROTO_H_"
    assert result.text("port_mix_proto.cpp").count('#include "port_mix_proto.h"') == 1
    common = built["op01_port_mix.cpp"].text("op_proto.h")
    assert output.proto_lines(header, "PortMix") == output.proto_lines(common, "PortMix")


def test_no_source_package(libraries: dict[str, Path], op_build: OpBuild) -> None:
    """Unlike CANN's, the key is not there twice if the definition sets it: readers reject that."""
    result = op_build.run(libraries["op08_unit_config.cpp"], env={"ENABLE_SOURCE_PACKAGE": "False"})
    for unit in ["ascend910b", "ascend910"]:
        lines = output.read_ini(result.text(f"aic-{unit}-ops-info.ini"))["UnitConfigV2"]
        keys = [key for key, _ in lines]
        assert len(keys) == len(set(keys))
        assert dict(lines)["jitCompile.flag"] == "static_false,dynamic_false"
        assert keys[-2:] == ["opFile.value", "opInterface.value"]
        assert keys[-3] == "jitCompile.flag"


def test_shared_library_mode(port_mix: Path, op_build: OpBuild) -> None:
    env = {"ASCEND_VENDOR_NAME": "acme", "OPS_PRODUCT_NAME": "ascend910b;ascend310p"}
    result = op_build.run(port_mix, env={**env, "SYSTEM_PROCESSOR": "x86_64"})
    assert "REGISTER_OP_LIB(acme)" in result.text("custom_op_registry.cpp")
    source = result.text("aclnn_port_mix.cpp")
    assert "#ifdef ACLNN_WITH_BINARY" in source
    assert '#include "PortMix_op_resource.h"' in source
    assert "NnopbaseAddOpTypeId(*executor, PortMixOpTypeId);" in source


@pytest.mark.parametrize(("value", "mode"), [("1", "1U"), ("3", "3U"), ("9", "0U")])
def test_parameter_check_mode(value: str, mode: str, port_mix: Path, op_build: OpBuild) -> None:
    result = op_build.run(port_mix, env={"ACLNN_OPTIONAL_PARAM_CHECK": value})
    assert f"NnopbaseSetParamCheckMode(*executor, {mode});" in result.text("aclnn_port_mix.cpp")


def test_compute_unit_of_no_config(port_mix: Path, op_build: OpBuild) -> None:
    result = op_build.run(port_mix, "--compute_unit=ascend310p")
    assert [name for name in result.files if name.endswith(".ini")] == [
        "aic-ascend310p-ops-info.ini"
    ]
    lines = dict(output.read_ini(result.text("aic-ascend310p-ops-info.ini"))["PortMix"])
    assert lines["dynamicFormat.flag"] == "true"
    assert output.units(result.text("aclnn_port_mix.cpp")) == ["ascend910b", "ascend310p"]


@pytest.mark.parametrize("quote", ["", '"'])
def test_compute_units(quote: str, libraries: dict[str, Path], op_build: OpBuild) -> None:
    option = f"--compute_unit={quote}ascend310p;ascend910b;moon1{quote}"
    result = op_build.run(libraries["op08_unit_config.cpp"], option)
    units = [name for name in result.files if name.endswith(".ini")]
    assert units == ["aic-ascend310p-ops-info.ini", "aic-ascend910b-ops-info.ini"]
    lines = dict(output.read_ini(result.text(units[0]))["UnitConfigV2"])
    assert lines["opFile.value"] == "unit_file"


def test_output_file_wins(port_mix: Path, op_build: OpBuild) -> None:
    unused, used = op_build.directory(), op_build.directory()
    result = op_build.call(port_mix, unused, f"--output_file={used}", directory=used)
    assert result.return_code == 0
    assert "op_proto.h" in result.files
    assert list(unused.iterdir()) == []


@pytest.mark.parametrize("value", ["", "0", "00", "false", "no", "256"])
def test_values_that_switch_aclnn_off(value: str, port_mix: Path, op_build: OpBuild) -> None:
    """CANN takes atoi(value) as an uint8_t."""
    result = op_build.run(port_mix, env={"OPS_ACLNN_GEN": value})
    assert result.text("aclnn_port_mix.h") == ""


@pytest.mark.parametrize("value", ["1", "2", "-1", "257"])
def test_values_that_leave_aclnn_on(value: str, port_mix: Path, op_build: OpBuild) -> None:
    result = op_build.run(port_mix, env={"OPS_ACLNN_GEN": value})
    assert "aclnnPortMix" in result.text("aclnn_port_mix.h")


def test_units_are_spelt_as_they_are(port_mix: Path, op_build: OpBuild) -> None:
    """CANN looks for the exact name and leaves out what it does not know."""
    result = op_build.run(port_mix, "--compute_unit=Ascend310P;ascend910b")
    assert [name for name in result.files if name.endswith(".ini")] == [
        "aic-ascend910b-ops-info.ini"
    ]


@pytest.mark.parametrize("engine", ["aicpu", "hostcpu"])
@pytest.mark.parametrize("spelling", ["--{}", "--cpu_mode=--{}"])
def test_cpu_modes(engine: str, spelling: str, port_mix: Path, op_build: OpBuild) -> None:
    result = op_build.run(port_mix, spelling.format(engine))
    assert result.return_code == 0
    assert list(result.files) == [f"{engine}_kernel.ini"]
    ini = dict(output.read_ini(result.text(f"{engine}_kernel.ini"))["PortMix"])
    assert ini["input0.name"] == "in_req"
    assert ini["input0.type"] == "DT_FLOAT,DT_FLOAT16"
    assert ini["input0.format"] == "ND,ND"
    assert ini["dynamic_input2.name"] == "dyn_in"
    assert ini["dynamic_output2.type"] == "DT_FLOAT,DT_FLOAT16"


def test_accepted_and_ignored(port_mix: Path, op_build: OpBuild, built: dict[str, Result]) -> None:
    for option in ["--aicore", "--nonsense=1", "further positional"]:
        result = op_build.run(port_mix, option)
        assert result.return_code == 0
        assert result.files == built["op01_port_mix.cpp"].files


@pytest.mark.parametrize("option", ["--nonsense", "--compute_unit="])
def test_refused_options(option: str, port_mix: Path, op_build: OpBuild) -> None:
    result = op_build.run(port_mix, option)
    assert (result.return_code, result.files) == (1, {})
    assert result.stderr.startswith("op_build: error: ")


def test_bad_calls(port_mix: Path, scripted: Path, op_build: OpBuild) -> None:
    directory = op_build.directory()
    plain_file = directory / "file"
    plain_file.write_text("no library")
    calls = [
        [],
        [port_mix],
        [port_mix, directory / "missing"],
        [port_mix, plain_file],
        [directory / "missing.so", directory],
        [plain_file, directory],
        [scripted, directory],  # registers no operator without a script
    ]
    for arguments in calls:
        result = op_build.call(*arguments)
        assert result.return_code == 1, arguments
        assert result.stderr.startswith("op_build: error: ")
        assert len(result.stderr.splitlines()) == 1
    assert list(directory.iterdir()) == [plain_file]


def test_library_name_without_directory(
    port_mix: Path, op_build: OpBuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    directory = op_build.directory()
    shutil.copy(port_mix, directory / "plain.so")
    monkeypatch.chdir(directory)
    assert op_build.call("plain.so", ".").return_code == 0
    assert (directory / "op_proto.h").exists()


def test_needs_no_library_path(op_build: OpBuild, port_mix: Path) -> None:
    """Operator libraries name the toolkit's libraries only; op_build alone must lead to them."""
    assert op_build.run(port_mix, env={"LD_LIBRARY_PATH": ""}).return_code == 0


def test_category(libraries: dict[str, Path], op_build: OpBuild) -> None:
    """The directory is made if it is missing; CANN's tool then loses the prototype."""
    result = op_build.run(libraries["error29"])
    assert output.guard(result.text("group_proto/my_group.h")) == "MY_GROUP_H_"
    assert '#include "my_group.h"' in result.text("group_proto/my_group.cc")
    assert "REG_OP" not in result.text("op_proto.h")
