"""Structures of operator functions as metadef's documentation has them (contexts.cpp)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from .conftest import compiler, complaints_of, run

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
]


@pytest.fixture(scope="module")
def context_checks(
    cann_home: Path, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, str]:
    """Return what each check of the program complained about; nothing if it passed."""
    root, lib64 = request.config.rootpath, cann_home / "lib64"
    program = tmp_path_factory.mktemp("contexts") / "contexts"
    source = root / "tests" / "host" / "contexts.cpp"
    run(
        [
            compiler(),
            *("-std=c++17", "-Wall", "-Wextra", "-Werror", "-D_GLIBCXX_USE_CXX11_ABI=0"),
            *(f"-I{cann_home}/include", f"-I{root}/toolkit/src", str(source), "-o", str(program)),
            *(f"-L{lib64}", f"-Wl,-rpath,{lib64}", f"-Wl,-rpath-link,{lib64}"),
            *("-lexe_graph", "-lregister", "-lgraph_base", "-lplatform", "-lc_sec"),
        ]
    )
    return complaints_of([str(program)])


@pytest.mark.parametrize("name", CHECKS)
def test_context_check(context_checks: dict[str, str], name: str) -> None:
    """One check of the program."""
    assert context_checks[name] == ""


def test_every_context_check_is_listed(context_checks: dict[str, str]) -> None:
    """No check of the program is forgotten here."""
    assert sorted(context_checks) == sorted(CHECKS)
