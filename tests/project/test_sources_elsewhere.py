"""Include folders outside the operator, and aclnn interfaces written by hand."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

import pytest

from custom_compiler.errors import BuildError

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
    # Another one stands beside the generated interface.
    (folder / "aclnn_add_custom.cpp").rename(folder / "aclnn_sum.cpp")
    (folder / "aclnn_sum.cpp").write_text(source.replace("aclnnAddCustom", "aclnnSum"))
    (folder / "aclnn_add_custom.h").unlink()
    result = sample.build(compute_units=UNIT)
    assert "aclnnAddCustomGetWorkspaceSize" in header.read_text()


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
