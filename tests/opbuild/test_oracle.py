"""op_build against facts observed from CANN's open-source tool (oracle/README.md).

CANN's tool that wrote the data is newer than 8.1. Ours accepts the union of what both accept: units
without a number in 8.1's table, versions with gaps, integer ValueDepend inputs of any width,
operators without AddConfig, and the newer options. Calls that 8.1's runtime lacks are weak, and
the generated code needs no header that 8.1 lacks (no base/err_msg.h). Numbers of `enum SocType`
are 8.1's; a runtime that can match units by name is given the names.

Where the data shows a defect of CANN's tool, ours differs on purpose:
- an output that follows another port's shape is inferred at its own place, not at output 0;
- `"<root>_type"` appears in prototypes only where `.DATATYPE` declares it;
- an empty default list is handed over with length 0;
- parameters that would have the same name get an underscore, and an optional in-place pair is
  one parameter;
- a faulty definition ends with rc 1 and leaves no file; nothing crashes;
- without a source package, jitCompile.flag stands there once even if the definition sets it;
- a missing group_proto directory is made.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.utils import op_build_output as output

if TYPE_CHECKING:
    from tests.opbuild.conftest import Result

ORACLE = json.loads((Path(__file__).parent / "oracle" / "expected.json").read_text())
LIBRARIES = ORACLE["libraries"]
OPERATORS = [(library, op) for library, facts in LIBRARIES.items() for op in facts["ops"]]
# CANN's own code of these does not compile: parameters of one name.
RENAMED = {"OptRef", "OutName"}
IDS = [op for _, op in OPERATORS]


@pytest.fixture
def facts(request: pytest.FixtureRequest) -> tuple[str, str, dict[str, Any]]:
    library, op = request.param
    return library, op, LIBRARIES[library]["ops"][op]


every_operator = pytest.mark.parametrize("facts", OPERATORS, ids=IDS, indirect=True)


def forwarded(
    stems: dict[str, dict[str, Any]], *, wanted: bool
) -> list[tuple[str, dict[str, Any]]]:
    return [
        (stem, expected)
        for stem, expected in stems.items()
        if ("forwards_to" in expected) == wanted
    ]


@pytest.mark.parametrize("library", LIBRARIES)
def test_files_and_modes(library: str, built: dict[str, Result]) -> None:
    expected = LIBRARIES[library]
    assert built[library].return_code == expected["return_code"], built[library].stderr
    assert built[library].files == expected["files"]


@pytest.mark.parametrize("library", LIBRARIES)
def test_ini_section_order(library: str, built: dict[str, Result]) -> None:
    for unit, sections in LIBRARIES[library]["ini_section_order"].items():
        text = built[library].text(f"aic-{unit}-ops-info.ini")
        assert list(output.read_ini(text)) == sections


def as_set(init_value: str) -> object:
    return init_value if "is_list" not in init_value else json.loads(init_value)


@every_operator
def test_ini(facts: tuple[str, str, dict[str, Any]], built: dict[str, Result]) -> None:
    library, op, expected = facts
    for unit, keys in expected["ini"].items():
        lines = output.read_ini(built[library].text(f"aic-{unit}-ops-info.ini"))[op]
        assert [key for key, _ in lines] == list(keys)
        for key, value in lines:
            assert as_set(value) == as_set(keys[key]), key


@every_operator
def test_signatures(facts: tuple[str, str, dict[str, Any]], built: dict[str, Result]) -> None:
    library, op, expected = facts
    for stem, aclnn in expected["aclnn"].items():
        header = built[library].text(f"{stem}.h")
        assert output.guard(header) == aclnn["guard"]
        includes = re.findall(r"#include (\S+)", header)
        assert includes == ['"aclnn/acl_meta.h"']
        if op not in RENAMED:
            assert output.functions(header) == aclnn["functions"]


@every_operator
def test_support_tables(facts: tuple[str, str, dict[str, Any]], built: dict[str, Result]) -> None:
    library, _, expected = facts
    for stem, aclnn in forwarded(expected["aclnn"], wanted=False):
        source = built[library].text(f"{stem}.cpp")
        assert output.units(source) == aclnn["units"]
        assert output.soc_enumerators(source) == aclnn["soc_enum"]
        assert output.combinations(source) == aclnn["combinations"]


@every_operator
def test_bodies(facts: tuple[str, str, dict[str, Any]], built: dict[str, Result]) -> None:
    library, op, expected = facts
    for stem, aclnn in forwarded(expected["aclnn"], wanted=False):
        source = built[library].text(f"{stem}.cpp")
        for function, facts_of_body in aclnn["bodies"].items():
            made = asdict(output.body(source, function))
            wanted = {
                "input_desc": facts_of_body["inputDesc"],
                "output_desc": facts_of_body["outputDesc"],
                "attr_desc": facts_of_body["attrDesc"],
                "null_checked_first": facts_of_body["null_checked_first"],
                "port_calls": facts_of_body["port_calls"],
                "auto_contiguous": facts_of_body["auto_contiguous"],
                "view_copy": facts_of_body["view_copy"],
            }
            if op == "OutName":  # the second parameter `out` is called `out_`
                wanted["null_checked_first"] = ["out", "out_"]
                wanted["port_calls"] = ["AddInput out, 0", "AddOutput out_, 0"]
            assert made == wanted


@every_operator
def test_forwarders(facts: tuple[str, str, dict[str, Any]], built: dict[str, Result]) -> None:
    library, _, expected = facts
    for stem, aclnn in forwarded(expected["aclnn"], wanted=True):
        source = built[library].text(f"{stem}.cpp")
        name = re.search(r"(\w+GetWorkspaceSize)", aclnn["functions"][0])
        assert name is not None
        body = output.function_body(source, name[1])
        assert f"{aclnn['forwards_to']}(" in body
        disabled = [int(i) for i in re.findall(r"DisableOptionalInput\(\*executor, (\d+)\)", body)]
        assert disabled == aclnn["disabled_optional_inputs"]


@every_operator
def test_prototypes(facts: tuple[str, str, dict[str, Any]], built: dict[str, Result]) -> None:
    library, op, expected = facts
    declared = set(re.findall(r"\.DATATYPE\((\w+),", "\n".join(expected["op_proto"])))

    def only_declared(line: str) -> str:
        symbolic = re.search(r'"(\w+)"\)$', line)
        if symbolic is None or symbolic[1] in declared or "ATTR(" in line:
            return line
        return line.replace(f'"{symbolic[1]}"', "ge::TensorType::ALL()")

    lines = output.proto_lines(built[library].text("op_proto.h"), op)
    assert lines == [only_declared(line) for line in expected["op_proto"]]
    assert output.impl_op(built[library].text("op_proto.cc"), op) == expected.get("impl_op")


def test_followers_are_inferred_at_their_own_place(built: dict[str, Result]) -> None:
    source = built["edge_cases.cpp"].text("op_proto.cc")
    body = source.split("InferShapeShapeFollow(")[1].split("\n}\n")[0]
    copies = re.findall(r"GetDynamicInputShape\((\d), 0\),\s*context->GetOutputShape\((\d)\)", body)
    assert copies == [("1", "0"), ("0", "1")]  # a follows w, b follows x


def test_comments(built: dict[str, Result]) -> None:
    header = built["op09_result_shapes.cpp"].text("op_proto.h")
    block = header.split("/**")[1].split("*/")[0]
    for text in [
        "@brief Finds entries that are not zero.",
        "@par Inputs:\n* x: data",
        "@par Attributes:\n* transpose: swap the result",
        "@par Outputs:\n* index: positions",
        "* @li rank at most 8\n* @li x is finite",
        "@see Where()",
        "numpy nonzero",
    ]:
        assert text in block


@pytest.mark.parametrize("case", ORACLE["error_cases"], ids=lambda case: f"{case['case']}")
def test_error_cases(case: dict[str, Any], libraries: dict[str, Path], op_build: Any) -> None:
    result = op_build.run(libraries[f"error{case['case']}"])
    errors = [line for line in result.stderr.splitlines() if "error" in line]
    if case["return_code"] == 0:
        assert result.return_code == 0, result.stderr
        assert errors == []
        return
    assert result.return_code == 1
    assert len(errors) == 1, errors
    assert re.fullmatch(r"op_build: error: ErrCase: \w+: .+", errors[0])
    assert result.files == {}
