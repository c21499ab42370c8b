"""Structures of operator functions as metadef's documentation has them (contexts.cpp)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.host.conftest import compiler, complaints_of, run

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
            *("-ltiling_api", "-lexe_graph", "-lregister", "-lgraph_base", "-lplatform", "-lc_sec"),
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


# The program of the guide (附录/常用操作/如何进行Tiling调测.md), for the operator of these tests.
TILING_TRIED = """
#include <iostream>
#include "exe_graph/runtime/storage_shape.h"
#include "tiling/context/context_builder.h"

int main(int, char** argv) {
    gert::StorageShape shape = {{8, 2048}, {8, 2048}};
    gert::StorageShape scalar = {{}, {}};
    int32_t value = 42;
    auto param = gert::TilingData::CreateCap(4096);
    auto sizes = gert::ContinuousVector::Create<size_t>(4096);
    auto holder = context_ascendc::ContextBuilder()
                      .SetOpNameType("probe", "Probe")
                      .NodeIoNum(4, 1)
                      .IrInstanceNum({1, 0, 1, 2})
                      .AddInputTd(0, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND, shape)
                      .AddInputTd(1, ge::DT_INT32, ge::FORMAT_ND, ge::FORMAT_ND, scalar, &value)
                      .AddInputTd(2, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND, shape)
                      .AddInputTd(3, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND, shape)
                      .AddOutputTd(0, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND, shape)
                      .AddAttr("mode", std::string("bound"))
                      .TilingData(param.get())
                      .Workspace(reinterpret_cast<gert::ContinuousVector*>(sizes.get()))
                      .AddPlatformInfo("Ascend910B3")
                      .BuildTilingContext();
    auto* context = holder->GetContext<gert::TilingContext>();
    context_ascendc::OpTilingRegistry registry;
    if (!registry.LoadTilingLibrary(argv[1])) {
        return 1;
    }
    context_ascendc::TilingFunc tiling = registry.GetTilingFunc("Probe");
    if (tiling == nullptr || tiling(context) != ge::GRAPH_SUCCESS) {
        return 2;
    }
    const auto* data = static_cast<const uint32_t*>(context->GetRawTilingData()->GetData());
    std::cout << context->GetBlockDim() << " " << data[0] << std::endl;
    return 0;
}
"""


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
