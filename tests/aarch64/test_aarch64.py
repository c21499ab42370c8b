"""Toolkit and sample for aarch64 hosts, cross-built and run by qemu."""

from __future__ import annotations

import shutil
import struct
from pathlib import Path

import numpy as np
import pytest

from tests.aarch64 import project
from tests.aarch64.emulated import COMPILER, EMULATOR, EmulatedKernel
from tests.aicore.harness import FAULT_MEMORY, FAULT_TRAP, KernelFaultError
from tests.utils import add_custom
from tests.utils.sources import read_source

EM_AARCH64 = 183


def elf_machine(path: Path) -> int:
    header = path.read_bytes()[:20]
    assert header[:4] == b"\x7fELF", path
    return struct.unpack_from("<H", header, 18)[0]


@pytest.fixture(scope="session")
def vendor(cross_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample's vendor folder, for aarch64."""
    return project.build(tmp_path_factory.mktemp("sample") / "project", cross_home, COMPILER)


@pytest.fixture(scope="session")
def client(aarch64_toolkit: Path, vendor: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The client of aclnnAddCustom, for aarch64."""
    folder = tmp_path_factory.mktemp("client")
    return add_custom.build_client(aarch64_toolkit, vendor, folder, COMPILER)


def test_everything_in_the_package_is_for_aarch64(vendor: Path) -> None:
    binaries = [*vendor.rglob("*.so"), *vendor.rglob("*.o")]
    assert len(binaries) == 4 + 3  # libraries and a link, kernels
    assert {path.name: elf_machine(path) for path in binaries} == {
        path.name: EM_AARCH64 for path in binaries
    }


@pytest.mark.parametrize("shape", [(8, 2048), (1,), (7, 13)], ids=str)
@pytest.mark.parametrize("dtype", add_custom.ACL_DTYPE)
def test_operator_equals_numpy(
    aarch64_toolkit: Path, vendor: Path, client: Path, shape: tuple[int, ...], dtype: str
) -> None:
    add_custom.run_client(
        client, aarch64_toolkit, vendor, shape, dtype, custom_opp_path=True, emulator=EMULATOR
    )


def test_opc_that_reads_the_tiling_library_gets_a_native_one(
    cross_home: Path, tmp_path: Path
) -> None:
    home = tmp_path / "cann"
    shutil.copytree(cross_home, home, symlinks=True)
    (home / "compiler/opc_features").unlink()  # as CANN
    vendor = project.build(tmp_path / "project", home, COMPILER)
    native = tmp_path / "project/build_out/op_host/native/libcust_opmaster_rt2.0.so"
    assert elf_machine(native) != EM_AARCH64
    assert len(list(vendor.rglob("*.o"))) == 3


HALVES = read_source(__file__, "kernels/aarch64_halves.cpp")


def test_all_halves(aarch64_toolkit: Path) -> None:
    halves = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
    floats, back = np.zeros(halves.shape, np.float32), np.zeros_like(halves)
    EmulatedKernel(HALVES, "f", 3, root=aarch64_toolkit).run(8, halves, floats, back)
    np.testing.assert_array_equal(floats, halves.astype(np.float32))
    with np.errstate(invalid="ignore"):  # signalling NaNs
        expected = (floats + np.float32(0.0001)).astype(np.float16)
    np.testing.assert_array_equal(back, expected)


SHIFT = read_source(__file__, "kernels/aarch64_shift.cpp")


def test_blocks_wait_for_each_other_and_print(aarch64_toolkit: Path) -> None:
    data = np.arange(40, dtype=np.int32)
    printed = EmulatedKernel(SHIFT, "shift", 1, root=aarch64_toolkit).run(40, data)
    np.testing.assert_array_equal(data, np.roll(np.arange(40), -20))
    assert printed == "40 blocks, 0.25\n"


@pytest.mark.parametrize(
    ("statement", "kind", "message"),
    [
        ("((volatile int*)8)[0] = 1;", FAULT_MEMORY, "address 0x8"),
        ("t.SetValue(50000, 1.0f);", FAULT_MEMORY, "UB offset 200000"),
        ("zero = deep(100000);", FAULT_MEMORY, "stack"),
        ("Trap();", FAULT_TRAP, r"Trap\(\)"),
        ("assert(zero == 1);", FAULT_TRAP, "Assertion `zero == 1' failed"),
    ],
)
def test_fault_ends_the_launch(
    aarch64_toolkit: Path, statement: str, kind: int, message: str
) -> None:
    source = read_source(__file__, "kernels/aarch64_faulty.cpp", STATEMENT=statement)
    kernel = EmulatedKernel(source, "f", 1, root=aarch64_toolkit)
    with pytest.raises(KernelFaultError, match=message) as error:
        kernel.run(4, None)
    assert (error.value.kind, error.value.block_idx) == (kind, 1)


def test_division_by_zero_goes_on(aarch64_toolkit: Path) -> None:
    """As on x86-64 (tests/aicore/core/test_faults.py), by the compiler's check."""
    statement = "zero = 7; int none = zero - 7; x[0] = zero / none; x[1] = zero % none;"
    statement = statement.replace("x[", "((__gm__ int32_t*)x)[")
    text = read_source(__file__, "kernels/aarch64_faulty.cpp", STATEMENT=statement)
    values = np.full(2, 99, np.int32)
    EmulatedKernel(text, "f", 1, root=aarch64_toolkit).run(2, values)
    assert values.tolist() == [0, 7]
