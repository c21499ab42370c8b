"""The one reader of operator information, by all who read installed packages."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from custom_compiler.check.operators import packaged_operators
from custom_compiler.errors import PackageError
from custom_compiler.kernel.opc.operators import find_operator
from custom_compiler.kernel.toolchain.compiler import KernelToolkit
from custom_compiler.kernel.toolchain.soc import Soc
from custom_compiler.package.vendor import read_package
from custom_compiler.support.operator_information import attributes, parse_information, ports

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PORT = {"name": "x", "paramType": "required", "dtype": "float16", "format": "ND"}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Writes the operator information of a package, and announces it."""

    def write(text: str) -> Path:
        root = tmp_path / "vendors" / "damaged"
        config = root / "op_impl/ai_core/tbe/config/ascend910b"
        config.mkdir(parents=True)
        (config / "aic-ascend910b-ops-info.json").write_text(text)
        monkeypatch.setenv("ASCEND_CUSTOM_OPP_PATH", str(root))
        return root

    return write


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "Expecting property name"),
        ("[" * 100_000, "recursion"),
        ("[]", "it is no JSON object"),
        ('{"Add": 5}', "operator Add: its description is no JSON object"),
        ('{"Add": {"input0": "x"}}', "operator Add: input0 is no JSON object"),
        ('{"Add": {"input0": {"name": "x"}}}', "operator Add: input0 has no paramType"),
        ('{"Add": {"attr": {"list": "a"}}}', "operator Add: it has no attr_a"),
        ('{"Add": {"attr_a": {"type": "int"}}}', "operator Add: attr_a has no paramType"),
    ],
)
def test_damaged_information_is_named(
    package: Callable[[str], Path], text: str, reason: str
) -> None:
    root = package(text)
    soc = Soc("Ascend910B1", "ascend910b", 220, 2201, "C220", split_cores=True)
    readers: tuple[Callable[[], Any], ...] = (
        lambda: read_package(root),
        lambda: packaged_operators(root),
        lambda: find_operator("Add", soc, KernelToolkit(str(root), "", "", "", "")),
    )
    for read in readers:
        with pytest.raises(PackageError, match=r"cannot read .*ops-info\.json: ") as caught:
            read()
        assert reason in caught.value.message
        assert "install the package again" in caught.value.hint


def test_ports_and_attributes_have_their_order(tmp_path: Path) -> None:
    text = json.dumps(
        {
            "Add": {
                **{f"input{number}": {**PORT, "name": f"x{number}"} for number in (10, 2, 0)},
                "attr": {"list": "b,a"},
                **{f"attr_{name}": {"type": "int", "paramType": "required"} for name in "ab"},
            }
        }
    )
    description = parse_information(text, tmp_path)["Add"]
    assert [port["name"] for _, port in ports(description, "input")] == ["x0", "x2", "x10"]
    assert [name for name, _ in attributes(description)] == ["b", "a"]
