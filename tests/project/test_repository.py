"""One operator of a repository with CANN's layout takes from the rest what it includes.

Layout: ops-cv, ops-transformer (GROUP/OPERATOR/{op_host,op_api,op_kernel}, common/inc, common/src,
common/stub), whose CMake lists have these include folders and `ACLNNTYPE aclnn_inner`.
"""

from __future__ import annotations

import ctypes
import shutil
from typing import TYPE_CHECKING

import pytest

from custom_compiler.project.repository import repository_parts
from tests.project.conftest import Sample

if TYPE_CHECKING:
    from pathlib import Path

_INNER_INCLUDE = '#include "aclnnInner_add_custom.h"\n'
_INNER_CALL = " + (aclnnInnerAddCustomGetWorkspaceSize != nullptr)"
_API = f"""
#include "aclnn_sum.h"
#ifndef OP_LOG_LIBOPAPI_ONLY
#error interfaces have the log of op_log.h
#endif
{_INNER_INCLUDE}#include "aclnn_util.h"
#include "neighbour_util.h"  // of a dependency
#include "math/neighbour/op_api/neighbour.h"
extern "C" int aclnnSum() {{
    return STUB + Neighbour(){_INNER_CALL};
}}
"""
FILES = {
    "build.sh": "",
    "cmake/func.cmake": "",
    "common/inc/op_host/limit_util.h": "int Limit();\n",
    "common/src/op_host/limit_util.cpp": "int Limit() { return 8; }\n",
    "common/src/op_host/unused.cpp": "#error this is not included\n",
    "common/stub/op_api/aclnn_util.h": "constexpr int STUB = 100;\n",
    "common/stub/op_api/acl/acl.h": "#error the toolkit has this header\n",
    "math/neighbour/op_api/neighbour.h": "int Neighbour();\n",
    "math/neighbour/op_api/neighbour.cpp": "int Neighbour() { return 20; }\n",
    "math/neighbour/op_host/neighbour_util.h": "constexpr int NEIGHBOUR = 1;\n",
    "math/common/op_kernel/both.h": "#pragma once\n",
    "math/neighbour/op_host/neighbour_def.cpp": "#error only its tiling is used\n",
    "math/neighbour/op_host/neighbour_tiling.cpp": "IMPL_OP_OPTILING(AddCustom);\n",
    "math/neighbour/op_kernel/tile.h": "constexpr int TILE = 4;\n",
    "math/add_custom/CMakeLists.txt": """
set(SUPPORT_COMPUTE_UNIT "ascend910b" "ascend950")
set(SUPPORT_TILING_DIR   "arch22"     "arch35")
add_all_modules_sources(OPTYPE add_custom ACLNNTYPE aclnn_inner DEPENDENCIES neighbour)
""",
    "math/add_custom/op_host/arch22/a.cpp": "int kBoth = 1;\n",
    "math/add_custom/op_host/arch35/a.cpp": "int kBoth = 2;\n",
    "math/add_custom/op_api/aclnn_sum.h": 'extern "C" int aclnnSum();\n',
    "math/add_custom/op_api/aclnn_sum.cpp": _API,
}


def _write(root: Path) -> Path:
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root / "math/add_custom"


def test_an_operator_builds_with_what_it_includes(
    tmp_path: Path, cann_home: Path, kernel_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE", str(kernel_cache))
    root = tmp_path / "ops-sample"
    sample = Sample(_write(root), cann_home)
    sample.project = tmp_path / "CustomProject"
    host = sample.op_host / "add_custom.cpp"
    host.write_text(f'#include "op_host/limit_util.h"\n{host.read_text()}\nint kLimit = Limit();\n')
    kernel = sample.op_kernel / "add_custom.cpp"
    use = '#include "../neighbour/tile.h"\nstatic_assert(TILE == 4, "");\n'
    kernel.write_text(kernel.read_text() + use + '#include "arch22/inner.h"\n')
    (sample.op_kernel / "arch22").mkdir()
    (sample.op_kernel / "arch22/inner.h").write_text('#include "../../common/both.h"\n')
    interface = root / "math/add_custom/op_api/aclnn_sum.cpp"
    interface.write_text(_API.replace(_INNER_INCLUDE, "").replace(_INNER_CALL, ""))
    result = sample.build()
    notes = [event.text for event in sample.events if event.stage == "note"]
    text = (
        "sources math/add_custom/op_api/aclnn_sum.cpp, math/add_custom/op_api/aclnn_sum.h,"
        " math/neighbour/op_api/neighbour.cpp,"
        " common/src/op_host/limit_util.cpp; include folders common/stub/op_api,"
        " math/neighbour/op_host, ., common/inc;"
        " headers math/common/op_kernel/both.h, math/neighbour/op_kernel/tile.h;"
        " not math/add_custom/op_host/arch35; for ascend910b"
    )
    assert notes == [f"note: from the repository {root}: {text}"]
    ctypes.CDLL(str(cann_home / "lib64/libnnopbase.so"))
    library = ctypes.CDLL(str(result.vendor / "op_api/lib/libcust_opapi.so"))
    assert library.aclnnSum() == 100 + 20
    headers = {path.name for path in (result.vendor / "op_api/include").iterdir()}
    assert headers == {"aclnn_sum.h"}
    # A change of what the repository has is a change of the operator, and an interface may
    # begin to call the generated one.
    source = root / "math/neighbour/op_api/neighbour.cpp"
    source.write_text(source.read_text().replace("20", "30"))
    interface.write_text(_API)
    library_path = sample.build().vendor / "op_api/lib/libcust_opapi.so"
    changed = ctypes.CDLL(str(shutil.copy(library_path, tmp_path / "changed.so")))
    assert changed.aclnnSum() == 100 + 30 + 1


def test_an_operator_without_tiling_has_that_of_its_kernel(tmp_path: Path, cann_home: Path) -> None:
    operator = _write(tmp_path)
    definition = operator / "op_host/add_custom_def.cpp"
    definition.write_text("OP_ADD(AddCustom);\n")
    kernel = operator / "op_kernel/add_custom.cpp"
    kernel.parent.mkdir()
    kernel.write_text('#include "../neighbour/tile.h"\n')
    tiling = tmp_path / "math/neighbour/op_host/neighbour_tiling.cpp"
    parts = repository_parts(definition.parent, [definition], [kernel], cann_home)
    assert parts
    assert tiling in parts.sources
    definition.write_text("IMPL_OP_OPTILING(AddCustom);\n")
    parts = repository_parts(definition.parent, [definition], [kernel], cann_home)
    assert parts
    assert tiling not in parts.sources


def test_the_toolkits_headers_come_before_stubs(tmp_path: Path, cann_home: Path) -> None:
    operator = _write(tmp_path)
    source = operator / "op_host/a.cpp"
    source.write_text("#include <acl/acl.h>\n")
    parts = repository_parts(source.parent, [source], [], cann_home)
    assert parts
    assert parts.include_dirs == (
        *(tmp_path / "common/stub/op_api", tmp_path / "math/neighbour/op_host", tmp_path),
    )  # of op_api's source


@pytest.mark.parametrize(
    "missing", ["build.sh", "cmake/func.cmake", "common/inc/op_host/limit_util.h"]
)
def test_other_folders_are_no_repository(tmp_path: Path, cann_home: Path, missing: str) -> None:
    operator = _write(tmp_path)
    (tmp_path / missing).unlink()
    if missing.startswith("common"):
        (tmp_path / "common/inc/op_host").rmdir()
        (tmp_path / "common/inc").rmdir()
    source = operator / "op_api/aclnn_sum.cpp"
    assert repository_parts(operator / "op_host", [source], [], cann_home) is None


def test_copies_of_other_operators_and_folders_of_the_toolkit(
    tmp_path: Path, cann_home: Path
) -> None:
    """A group has copies of other repositories' operators in 3rd/ (ops-transformer's mc2)."""
    operator = _write(tmp_path)
    copied = tmp_path / "math/3rd/other/op_host/other_tiling.h"
    copied.parent.mkdir(parents=True)
    copied.write_text("int Other();\n")
    copied.with_suffix(".cpp").write_text("int Other() { return 1; }\n")
    host = operator / "op_host/add_custom_tiling.cpp"
    host.write_text(
        '#include "other/op_host/other_tiling.h"\n'
        '#include "runtime/infer_shape_context.h"\n'
        '#include "ge_common/ge_api_types.h"\n'
    )
    parts = repository_parts(host.parent, [host], [], cann_home)
    assert parts is not None
    assert copied.with_suffix(".cpp") in parts.sources
    toolkit = (cann_home / "include/exe_graph", cann_home / "include/external")
    assert {tmp_path / "math/3rd", *toolkit} <= set(parts.include_dirs)


@pytest.mark.parametrize(
    ("unit", "others"), [("ascend910_93", ["arch35"]), ("ascend950", ["arch22"])]
)
def test_folders_by_architecture_are_for_their_units(
    tmp_path: Path, cann_home: Path, unit: str, others: list[str]
) -> None:
    """The table of ops-transformer's CMakeLists.txt, for operators that list no folders."""
    op_host = _write(tmp_path) / "op_host"
    (op_host.parent / "CMakeLists.txt").unlink()
    for folder, text in {
        "arch22": "IMPL_OP_OPTILING(AddCustom);\n",
        "arch35": "IMPL_OP_OPTILING(AddCustom);\n",
        "arch38": "int kShared = 1;\n",
    }.items():
        (op_host / "op_tiling" / folder).mkdir(parents=True)
        (op_host / "op_tiling" / folder / "tiling.cpp").write_text(text)
    parts = repository_parts(op_host, [], [], cann_home, (unit,))
    assert parts is not None
    assert [path.name for path in parts.other_dirs] == others
