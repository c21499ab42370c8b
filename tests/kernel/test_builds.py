"""The two builds of a kernel, release and observed, and the options that choose one."""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path

import pytest

from custom_compiler.kernel.toolchain.build import Build, build_of
from tests.kernel.conftest import NAME, Operator
from tests.kernel.test_tiling_keys import CONSTANT


def build_number(path: Path, home: Path) -> int:
    """AscendcKernelInfo.build of an object: the second number."""
    ctypes.CDLL(str(home / "lib64/libascendc_aicore.so"), mode=ctypes.RTLD_GLOBAL)
    info = (ctypes.c_uint32 * 2).in_dll(ctypes.CDLL(str(path)), "ascendc_kernel_info")
    return int(info[1])


@pytest.mark.parametrize(
    ("options", "arguments", "expected"),
    [
        ([], [], 0),
        (["-O3", "-g0"], ["--op_debug_config=ccec_O0,dump_bin"], 0),
        (["-O3", "-g0"], ["--op_debug_config=oom"], 1),
        ([], ["--op_debug_config=check_flag"], 1),
        (["-sanitizer"], [], 1),
        (["--sanitizer"], [], 1),
        (["--cce-enable-sanitizer"], [], 1),
        (["-g"], [], 1),
        (["-g", "-O0"], [], 1),
        ([], ["--op_debug_config=sanitizer"], 1),
        ([], ["--op_debug_config=oom,sanitizer"], 1),
        ([], ["--op_debug_config=ccec_g"], 1),
    ],
)
def test_options_select_the_build(
    operator: Operator, options: list[str], arguments: list[str], expected: int
) -> None:
    operator.write_implementation({"ascend910b": options})
    done = operator.compile("Ascend910B1", *arguments)
    assert done.returncode == 0, done.stderr
    assert build_number(operator.output / f"{NAME}.o", operator.home) == expected


def test_builds_share_nothing_in_the_cache(operator: Operator) -> None:
    objects = []
    for words in ([], ["--op_debug_config=sanitizer"], [], ["--op_debug_config=sanitizer"]):
        assert operator.compile("Ascend910B1", *words).returncode == 0
        objects.append(operator.binary)
    assert objects[0] != objects[1]
    assert objects[:2] == objects[2:]


def test_only_g_describes_variables(operator: Operator) -> None:
    shown = []
    for options in (["-sanitizer"], ["-g"]):
        operator.write_implementation({"ascend910b": options})
        assert operator.compile().returncode == 0
        command = ["readelf", "--debug-dump=info", str(operator.output / f"{NAME}.o")]
        dump = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        shown.append("DW_TAG_formal_parameter" in dump)
    assert shown == [False, True]


def test_a_stated_optimisation_comes_after_that_of_g() -> None:
    assert build_of(["-g", "--cce-auto-sync=off"]).auto_sync is False
    assert build_of(["--cce-auto-sync=off", "--cce-auto-sync=on"]).auto_sync is True
    assert build_of(["-g", "-O0"]) == Build(observed=True, debugged=True)
    assert "-Og" in build_of(["-g"]).flags
    assert "-Og" not in build_of(["-sanitizer"]).flags
    assert build_of(["-g1", "-gz"]) == Build(observed=False, debugged=False)


def test_kernels_compiled_once_per_key_are_observed_too(operator: Operator) -> None:
    operator.write_implementation({"ascend910b": ["-sanitizer"]})
    operator.source.write_text(CONSTANT)
    assert operator.compile().returncode == 0
    assert len(operator.record["kernelList"]) > 1
    assert build_number(operator.output / f"{NAME}.o", operator.home) == 1
