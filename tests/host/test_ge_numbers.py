"""Python's names and numbers of element types and formats are those of the host headers."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from custom_compiler.kernel.opc.signature import DTYPES
from custom_compiler.support.ge_numbers import DTYPE_NUMBERS, FORMAT_NUMBERS
from tests.host.conftest import compiler, run


@pytest.fixture(scope="module")
def host(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, int]]:
    """Return the numbers of types and formats by name, as ge_numbers.cpp prints them."""
    program = tmp_path_factory.mktemp("ge_numbers") / "ge_numbers"
    source = Path(__file__).with_name("ge_numbers.cpp")
    lib64 = cann_home / "lib64"
    run(
        [
            *(compiler(), "-std=c++17", "-D_GLIBCXX_USE_CXX11_ABI=0", f"-I{cann_home}/include"),
            *(str(source), "-o", str(program), f"-L{lib64}", f"-Wl,-rpath,{lib64}", "-lgraph_base"),
        ]
    )
    numbers: dict[str, dict[str, int]] = {"type": {}, "format": {}}
    for line in run([str(program)]).splitlines():
        kind, number, name = line.split()
        numbers[kind].setdefault(name, int(number))
    return numbers


def test_types(host: dict[str, dict[str, int]]) -> None:
    enumerators = {"float32": "DT_FLOAT", "bfloat16": "DT_BF16"}
    numbers = {enumerators.get(n, f"DT_{n.upper()}"): k for n, k in DTYPE_NUMBERS.items()}
    assert numbers == {name: k for name, k in host["type"].items() if name.startswith("DT_")}
    for dtype in DTYPES.values():
        assert host["type"][dtype.enumerator] == dtype.number


def test_formats(host: dict[str, dict[str, int]]) -> None:
    assert {name: host["format"][name] for name in FORMAT_NUMBERS} == FORMAT_NUMBERS


def test_the_project_template_allows_no_others(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The template must stand alone, also with CANN, so it has lists of its own."""
    template = request.config.rootpath / "custom_compiler/project/template/customize"
    monkeypatch.syspath_prepend(template / "cmake/util")
    monkeypatch.setattr(sys, "modules", dict(sys.modules))
    import op_info_json

    assert op_info_json.DTYPES - {"float"} <= DTYPE_NUMBERS.keys()
    assert FORMAT_NUMBERS.keys() >= op_info_json.FORMATS


def test_the_project_template_names_the_types_of_kernels_alike(
    request: pytest.FixtureRequest,
) -> None:
    """What it writes into `<operator>.py` for CANN's opc is what ours defines itself."""
    template = request.config.rootpath / "custom_compiler/project/template/customize"
    text = (template / "cmake/util/implementation.py").read_text()
    table = re.findall(r'"(\w+)": \("(DT_\w+)", "(\w+)"\)', text)
    assert len(table) > 10
    for name, enumerator, kernel_type in table:
        assert (DTYPES[name].enumerator, DTYPES[name].kernel_type) == (enumerator, kernel_type)
