"""Include folders outside the operator, and aclnn interfaces written by hand."""

from __future__ import annotations

import ctypes
import re
from typing import TYPE_CHECKING

import pytest

from custom_compiler.errors import BuildError, MisuseError

if TYPE_CHECKING:
    from pathlib import Path

    from tests.project.conftest import Sample

UNIT = ("ascend910b",)


def test_include_folders_reach_host_and_kernels(sample: Sample, tmp_path: Path) -> None:
    shared = tmp_path / "shared folder"
    shared.mkdir()
    (shared / "shared_numbers.h").write_text("constexpr int SHARED = 2;\n")
    for name in ("op_host/add_custom.cpp", "op_kernel/add_custom.cpp"):
        path = sample.op_host.parent / name
        use = '#include "shared_numbers.h"\nstatic_assert(SHARED == 2, "");\n'
        path.write_text(path.read_text() + use)
    assert sample.build(compute_units=UNIT, include_dirs=(shared,)).kernels == 3
    (shared / "shared_numbers.h").write_text("constexpr int SHARED = 3;\n")
    with pytest.raises(BuildError, match="static assertion"):
        sample.build(compute_units=UNIT, include_dirs=(shared,))


def test_headers_beside_the_folders_and_of_the_platform_are_found(sample: Sample) -> None:
    root = sample.op_host.parent
    (root / "tiling_base").mkdir()
    base = root / "tiling_base/base.h"
    base.write_text('#pragma once\n#include "../tiling_base/more.h"\n')
    (root / "tiling_base/more.h").write_text("constexpr int SHARED = 2;\n")
    (sample.op_kernel / "arch").mkdir()
    part = sample.op_kernel / "arch/part.h"
    part.write_text('#include "../../tiling_base/base.h"\nstatic_assert(SHARED == 2, "");\n')
    host = sample.op_host / "add_custom.cpp"
    host.write_text(f'#include "platform/platform_info.h"\n{host.read_text()}')
    for name, header in (("op_host", "../tiling_base/base.h"), ("op_kernel", "arch/part.h")):
        path = root / name / "add_custom.cpp"
        path.write_text(f'{path.read_text()}#include "{header}"\n')
    assert sample.build(compute_units=UNIT).kernels == 3


@pytest.mark.slow
def test_definitions_reach_host_kernels_and_options(sample: Sample) -> None:
    root = sample.op_host.parent
    for name in ("op_host", "op_kernel"):
        path = root / name / "add_custom.cpp"
        use = '#ifndef MODE\n#error without MODE\n#endif\nstatic_assert(DEPTH == 2, "");\n'
        path.write_text(path.read_text() + use)
    kernel = sample.op_kernel / "add_custom.cpp"
    kernel.write_text(kernel.read_text() + 'static_assert(TWICE == 22, "");\n')
    lists = "add_ops_compile_options(ALL OPTIONS -DTWICE=2${DEPTH})\n"
    (sample.op_kernel / "CMakeLists.txt").write_text(lists)
    assert sample.build(compute_units=UNIT, definitions=("DEPTH=2", "MODE")).kernels == 3
    with pytest.raises(BuildError, match="static assertion"):
        sample.build(compute_units=UNIT, definitions=("DEPTH=3", "MODE"))


@pytest.mark.parametrize(
    ("definition", "message"),
    [
        ("2x=1", "-D 2x=1: '2x' is no name of a macro"),
        ("X=a b", "-D X=a b: a value has letters, digits"),
        ("vendor_name=me", "-D vendor_name=me: vendor_name is a setting of the project"),
    ],
)
def test_definitions_that_cannot_be(sample: Sample, definition: str, message: str) -> None:
    with pytest.raises(MisuseError, match=re.escape(message)):
        sample.build(compute_units=UNIT, definitions=(definition,))


def test_interface_written_by_hand(sample: Sample) -> None:
    folder = sample.op_host / "op_api"
    folder.mkdir()
    (folder / "aclnn_add_custom.h").write_text("// by hand\n")
    source = 'extern "C" int aclnnAddCustom() { return 42; }\n'
    (folder / "aclnn_add_custom.cpp").write_text(source)
    result = sample.build(compute_units=UNIT)
    header = result.vendor / "op_api/include/aclnn_add_custom.h"
    assert header.read_text() == "// by hand\n"
    library = ctypes.CDLL(str(result.vendor / "op_api/lib/libcust_opapi.so"))
    assert library.aclnnAddCustom() == 42
    with pytest.raises(AttributeError):
        _ = library.aclnnAddCustomGetWorkspaceSize
    # Another one stands next to the generated interface.
    (folder / "aclnn_add_custom.cpp").rename(folder / "aclnn_sum.cpp")
    (folder / "aclnn_sum.cpp").write_text(source.replace("aclnnAddCustom", "aclnnSum"))
    (folder / "aclnn_add_custom.h").unlink()
    result = sample.build(compute_units=UNIT)
    assert "aclnnAddCustomGetWorkspaceSize" in header.read_text()


@pytest.mark.slow
def test_tiling_that_could_run_on_the_device(sample: Sample) -> None:
    path = sample.op_host / "add_custom.cpp"
    text = path.read_text().replace("SetBlockDim(", "SetSimdNumBlocks(")
    assert "SetSimdNumBlocks(" in text
    registration = (
        '#include "register/device_op_impl_registry.h"\n'
        "DEVICE_IMPL_OP_OPTILING(AddCustom).Tiling("
        "[](gert::TilingContext*) { return ge::GRAPH_SUCCESS; });\n"
    )
    path.write_text(text + registration)
    assert sample.build(compute_units=UNIT).kernels == 3
