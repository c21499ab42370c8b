"""Structures of operator functions as metadef's documentation has them (contexts.cpp)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.host.conftest import compiler, complaints_of, run
from tests.utils.sources import read_source

if TYPE_CHECKING:
    from pathlib import Path

CHECKS = [
    "views",
    "tiling_buffer",
    "tiling",
    "shapes",
    "formats",
    "tensors",
    "vectors",
    "inference",
    "nodes",
    "builder",
    "wrong_builders",
    "platforms",
]


def _compile(cann_home: Path, root: Path, name: str, program: Path) -> None:
    """Compile a program of this folder that calls functions of operators."""
    lib64, source = cann_home / "lib64", root / "tests" / "host" / name
    run(
        [
            compiler(),
            *("-std=c++17", "-Wall", "-Wextra", "-Werror", "-D_GLIBCXX_USE_CXX11_ABI=0"),
            *(f"-I{cann_home}/include", f"-I{root}/toolkit/src", str(source), "-o", str(program)),
            *(f"-L{lib64}", f"-Wl,-rpath,{lib64}", f"-Wl,-rpath-link,{lib64}"),
            *("-ltiling_api", "-lexe_graph", "-lregister", "-lgraph_base", "-lplatform", "-lc_sec"),
        ]
    )


@pytest.fixture(scope="module")
def context_checks(
    cann_home: Path, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, str]:
    """Return what each check of the program complained about; nothing if it passed."""
    program = tmp_path_factory.mktemp("contexts") / "contexts"
    _compile(cann_home, request.config.rootpath, "contexts.cpp", program)
    return complaints_of([str(program)])


@pytest.mark.parametrize("name", CHECKS)
def test_context_check(context_checks: dict[str, str], name: str) -> None:
    """One check of the program."""
    assert context_checks[name] == ""


def test_every_context_check_is_listed(context_checks: dict[str, str]) -> None:
    """No check of the program is forgotten here."""
    assert sorted(context_checks) == sorted(CHECKS)


# The program of the guide (附录/常用操作/如何进行Tiling调测.md), for the operator of these tests.
TILING_TRIED = read_source(__file__, "contexts_tiling.cpp")


def test_tiling_library_is_tried_as_documented(
    cann_home: Path, operator_library: Path, tmp_path: Path
) -> None:
    """Its command line, too: the libraries that it names are enough."""
    source, program, lib64 = tmp_path / "test.cpp", tmp_path / "test", cann_home / "lib64"
    source.write_text(TILING_TRIED, encoding="utf-8")
    run(
        [
            *(compiler(), "-D_GLIBCXX_USE_CXX11_ABI=0", str(source), f"-I{cann_home}/include"),
            *(f"-L{lib64}", f"-Wl,-rpath,{lib64}", f"-Wl,-rpath-link,{lib64}", "-ltiling_api"),
            *("-lc_sec", "-lgraph_base", "-lregister", "-lunified_dlog", "-lplatform"),
            *("-o", str(program)),
        ]
    )
    assert run([str(program), str(operator_library)]) == "1 11\n"


def test_fields_that_a_tiling_function_does_not_set(
    cann_home: Path, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ASCENDC_MEMORY_PATTERN shows them."""
    _compile(cann_home, request.config.rootpath, "unset_tiling.cpp", tmp_path / "unset")
    assert run([str(tmp_path / "unset")]) == "7 0\n"
    monkeypatch.setenv("ASCENDC_MEMORY_PATTERN", "0xA5")
    assert run([str(tmp_path / "unset")]) == "7 0xa5a5a5a5\n"
