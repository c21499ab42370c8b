"""Graphs of ge::Operator and plugins of frameworks; the checks are in graphs.cpp."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.host.conftest import compiler, complaints_of, run

CHECKS = [
    "graphs",
    "descriptions",
    "nodes",
    "edges",
    "subgraphs",
    "refusals",
    "functions",
    "mapping",
    "subgraph_indexes",
    "members",
    "registered",
    "inference",
    "tensors",
]

# Headers of graphs and plugins, each of which compiles alone (test_host_api.py has the others).
HEADERS = [
    "graph/attr_value.h",
    "graph/gnode.h",
    "graph/graph.h",
    "graph/graph_buffer.h",
    "graph/inference_context.h",
    "graph/resource_context.h",
    "register/register.h",
    "register/register_custom_pass.h",
    "register/register_error_codes.h",
    "register/register_fmk_types.h",
    "register/register_types.h",
]


@pytest.fixture(scope="module")
def graph_checks(
    cann_home: Path, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, str]:
    """Return what each check of the program complained about; nothing if it passed."""
    root = request.config.rootpath
    program = tmp_path_factory.mktemp("graphs") / "graphs"
    lib64 = cann_home / "lib64"
    run(
        [
            compiler(),
            *("-std=c++17", "-Wall", "-Wextra", "-Werror", "-D_GLIBCXX_USE_CXX11_ABI=0"),
            *("-Dgoogle=ascend_private", f"-I{cann_home}/include", f"-I{root}/toolkit/src"),
            *(str(root / "tests" / "host" / "graphs.cpp"), "-o", str(program)),
            *(f"-L{lib64}", f"-Wl,-rpath,{lib64}", f"-Wl,-rpath-link,{lib64}"),
            *("-lregister", "-lgraph", "-lgraph_base"),
        ]
    )
    return complaints_of([str(program)])


@pytest.mark.parametrize("name", CHECKS)
def test_graph_check(graph_checks: dict[str, str], name: str) -> None:
    """One check of the program."""
    assert graph_checks[name] == ""


def test_every_graph_check_is_listed(graph_checks: dict[str, str]) -> None:
    """No check of the program is forgotten here."""
    assert sorted(graph_checks) == sorted(CHECKS)


@pytest.mark.slow
@pytest.mark.parametrize("standard", ["c++11", "c++17"])
def test_headers_of_graphs_compile_alone(cann_home: Path, tmp_path: Path, standard: str) -> None:
    """Each needs nothing but the toolkit's include directory, and has no warnings."""
    for number, header in enumerate(HEADERS):
        (tmp_path / f"{number}.cpp").write_text(f'#include "{header}"\n', encoding="utf-8")
    sources = [str(path) for path in sorted(tmp_path.glob("*.cpp"))]
    flags = [f"-std={standard}", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"]
    command = [compiler(), *flags, f"-I{cann_home}/include", *sources]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


@pytest.mark.slow
@pytest.mark.parametrize("standard", ["c++11", "c++17"])
def test_prototypes_make_graphs(cann_home: Path, tmp_path: Path, standard: str) -> None:
    """Ports and attributes as CANN's documentation of the operators has them."""
    program, lib64 = tmp_path / "prototypes", cann_home / "lib64"
    run(
        [
            compiler(),
            *(f"-std={standard}", "-Wall", "-Wextra", "-Werror", "-D_GLIBCXX_USE_CXX11_ABI=0"),
            *(f"-I{cann_home}/include", f"-I{cann_home}/opp/built-in/op_graph/inc"),
            *(str(Path(__file__).parent / "prototypes.cpp"), "-o", str(program)),
            *(f"-L{lib64}", f"-Wl,-rpath,{lib64}", f"-Wl,-rpath-link,{lib64}"),
            *("-lgraph", "-lgraph_base"),
        ]
    )
    done = subprocess.run([program], capture_output=True, text=True, check=True)
    nodes = ["Add sum 2 1", "Data left 1 1", "Data right 1 1", "TransposeD turned 1 1"]
    lines = done.stdout.splitlines()
    assert sorted(lines[:-1]) == nodes
    assert lines[-1] == "1 2 x2 y"
