"""The project's scripts, each on its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.project.conftest import SCRIPTS


@pytest.fixture(autouse=True)
def _scripts_on_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(SCRIPTS))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("OP_ADD(A);\n", [("A", 1)]),
        ("// OP_ADD(A)\n/* OP_ADD(B)\n*/ OP_ADD(C)", [("C", 3)]),
        ('const char* s = "OP_ADD(A)";', []),
        ("#if 0\nOP_ADD(A)\n#else\nOP_ADD(A)\n#endif\nOP_ADD( B )", [("B", 6)]),
        ("#define X OP_ADD(A)\n", []),
    ],
)
def test_registrations(text: str, expected: list[tuple[str, int]]) -> None:
    from describe import unconditional_registrations

    assert unconditional_registrations(text) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ABCNorm", "abc_norm"),
        ("DemoOpX2", "demo_op_x2"),
        ("SwiGluGradV2", "swi_glu_grad_v2"),
        ("HTTPFill", "http_fill"),
        ("With_Under2D", "with_under2_d"),
    ],
)
def test_snake(name: str, expected: str) -> None:
    from implementation import snake

    assert snake(name) == expected


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("input0.dtype=float99\ninput0.format=ND", "unknown data type float99"),
        ("input0.dtype=float16\ninput0.format=ND,ND", "1 data types but 2 formats"),
        ("input0.dtype=int8\ninput0.format=XYZ", "unknown format XYZ"),
        ("dynamicFormat.flag=maybe", "flag must be true or false"),
        ("attr.list=a\nattr_a.type=thing\nattr_a.value=all", "unknown type thing"),
        ("attr.list=a", "attribute a: type or value is missing"),
    ],
)
def test_information_is_checked(tmp_path: Path, line: str, message: str) -> None:
    from op_info import InfoError, read_sections
    from op_info_json import info_json

    ini = tmp_path / "a.ini"
    ini.write_text(f"[Op]\ninput0.name=x\ninput0.paramType=required\n{line}\n")
    with pytest.raises(InfoError, match=message):
        info_json(read_sections(str(ini)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[A]\na.b=1\n[A]\n", "registered twice"),
        ("[A]\na.b=1\na.b=2\n", "given twice"),
        ("[A]\na.b.c=1\n", "one dot"),
        ("[A]\nattr.list=lambda\n", "attribute lambda has a name that is taken"),
        ("[A]\ninput0.name=x\ninput0.initValue=0\n", "cannot have InitValue"),
    ],
)
def test_bad_information(tmp_path: Path, text: str, message: str) -> None:
    from op_info import InfoError, read_operators

    ini = tmp_path / "a.ini"
    ini.write_text(text)
    with pytest.raises(InfoError, match=message):
        read_operators(str(ini))


def test_kernel_lists(tmp_path: Path, script) -> None:
    folder = tmp_path / "ascend910b" / "my_op"
    folder.mkdir(parents=True)
    support = {
        "implMode": "high_performance,optional",
        "int64Mode": False,
        "simplifiedKeyMode": 0,
        "simplifiedKey": ["My_Op/d=0,p=0/1,2"],
        "staticKey": "k",
        "inputs": [
            [
                {
                    "name": "x",
                    "index": 0,
                    "paramType": "dynamic",
                    "format_match_mode": "FormatAgnostic",
                }
            ]
        ],
        "outputs": [
            {"name": "z", "index": 0, "paramType": "required", "dtype_match_mode": "DtypeByte"}
        ],
        "attrs": [{"name": "a", "dtype": "int", "value": 0}],
        "opMode": "dynamic",
        "optionalInputMode": "gen_placeholder",
        "deterministic": "ignore",
    }
    record = {
        "binFileName": "My_Op_0123",
        "binFileSuffix": ".o",
        "coreType": "MIX",
        "taskRation": "tilingKey",
        "supportInfo": support,
    }
    path = folder / "My_Op_0123.json"
    path.write_text(json.dumps(record))
    names = tmp_path / "list"
    names.write_text(f"{path}\n")
    output = tmp_path / "config"
    output.mkdir()
    (output / "gone.json").write_text("{}")
    assert script("binary_config.py", "ascend910b", names, output).returncode == 0
    assert sorted(p.name for p in output.iterdir()) == ["binary_info_config.json", "my_op.json"]
    assert json.loads((output / "binary_info_config.json").read_text()) == {
        "My_Op": {
            "dynamicRankSupport": True,
            "simplifiedKeyMode": 0,
            "optionalInputMode": "gen_placeholder",
            "params": {
                "inputs": [
                    [
                        {
                            "name": "x",
                            "index": 0,
                            "paramType": "dynamic",
                            "formatMode": "static_nd_agnostic",
                        }
                    ]
                ],
                "outputs": [{"name": "z", "index": 0, "paramType": "required", "dtypeMode": "bit"}],
                "attrs": [{"name": "a"}],
            },
            "binaryList": [
                {
                    "coreType": 0,
                    "simplifiedKey": ["My_Op/d=0,p=0/1,2"],
                    "multiKernelType": 1,
                    "binPath": "ascend910b/my_op/My_Op_0123.o",
                    "jsonPath": "ascend910b/my_op/My_Op_0123.json",
                }
            ],
        }
    }
    (entry,) = json.loads((output / "my_op.json").read_text())["binList"]
    assert entry["binInfo"] == {"jsonFilePath": "ascend910b/my_op/My_Op_0123.json"}
    assert entry["attrs"] == support["attrs"]


def test_kernel_lists_need_a_core_type(tmp_path: Path, script) -> None:
    path = tmp_path / "A_1.json"
    record = {"binFileName": "A_1", "binFileSuffix": ".o", "supportInfo": {"simplifiedKey": []}}
    path.write_text(json.dumps(record))
    names = tmp_path / "list"
    names.write_text(f"{path}\n")
    done = script("binary_config.py", "ascend910b", names, tmp_path / "config")
    assert done.returncode == 1
    assert "coreType is missing" in done.stderr


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("Ascend910B", "ascend910"),
        ("Ascend910B1", "ascend910b"),
        ("ascend910b", "ascend910b"),
        ("Ascend910_9382", "ascend910_93"),
        ("Ascend310P3Vir08", "ascend310p"),
    ],
)
def test_units_of_socs(name: str, unit: str) -> None:
    from compile_options import unit_of

    assert unit_of(name) == unit
