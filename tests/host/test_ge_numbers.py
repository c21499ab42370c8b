"""Python's names and numbers of element types and formats are those of the host headers."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from custom_compiler.kernel.opc.signature import DTYPES
from custom_compiler.support.element_types import DTYPE_NUMBERS
from custom_compiler.support.formats import FORMAT_NUMBERS
from tests.host.conftest import compiler, run


@pytest.fixture(scope="module")
def host(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, int]:
    """Return the numbers of types by name, as ge_numbers.cpp prints them."""
    program = tmp_path_factory.mktemp("ge_numbers") / "ge_numbers"
    source = Path(__file__).with_name("ge_numbers.cpp")
    lib64 = cann_home / "lib64"
    run(
        [
            *(compiler(), "-std=c++17", "-D_GLIBCXX_USE_CXX11_ABI=0", f"-I{cann_home}/include"),
            *(str(source), "-o", str(program), f"-L{lib64}", f"-Wl,-rpath,{lib64}", "-lgraph_base"),
        ]
    )
    lines = [line.split() for line in run([str(program)]).splitlines()]
    return {name: int(number) for number, name in lines}


def test_types(host: dict[str, int]) -> None:
    enumerators = {"float32": "DT_FLOAT"}
    numbers = {enumerators.get(n, f"DT_{n.upper()}"): k for n, k in DTYPE_NUMBERS.items()}
    assert numbers == {name: k for name, k in host.items() if name.startswith("DT_")}
    for dtype in DTYPES.values():
        serial = "DT_BFLOAT16" if dtype.enumerator == "DT_BF16" else dtype.enumerator
        assert host[serial] == dtype.number


def test_formats(cann_home: Path, tmp_path: Path) -> None:
    source = tmp_path / "formats.cpp"
    source.write_text(
        '#include "graph/types.h"\n'
        + "\n".join(
            f"static_assert(ge::FORMAT_{name} == {number}, {json.dumps(name)});"
            for name, number in FORMAT_NUMBERS.items()
        )
    )
    run([*(compiler(), "-std=c++17", f"-I{cann_home}/include", "-fsyntax-only"), str(source)])


def test_the_project_template_allows_no_others(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The template must stand alone, also with CANN, so it has separate lists."""
    template = request.config.rootpath / "custom_compiler/project/template/customize"
    monkeypatch.syspath_prepend(template / "cmake/util")
    monkeypatch.setattr(sys, "modules", dict(sys.modules))
    import op_info_json

    assert op_info_json.DTYPES - {"float"} <= DTYPE_NUMBERS.keys()
    assert FORMAT_NUMBERS.keys() >= op_info_json.FORMATS


def test_the_project_template_names_the_types_of_kernels_alike(
    request: pytest.FixtureRequest,
) -> None:
    """The template writes the types into `<operator>.py` that our opc defines itself."""
    template = request.config.rootpath / "custom_compiler/project/template/customize"
    text = (template / "cmake/util/implementation.py").read_text()
    table = re.findall(r'"(\w+)": \("(DT_\w+)", "(\w+)"\)', text)
    assert len(table) > 10
    for name, enumerator, kernel_type in table:
        assert (DTYPES[name].enumerator, DTYPES[name].kernel_type) == (enumerator, kernel_type)
