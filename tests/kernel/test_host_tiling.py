"""`HostTilings`: an operator's tiling function at build time, whatever it does."""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from custom_compiler.errors import BuildError, MisuseError
from custom_compiler.kernel.jobs.job import JobLimits
from custom_compiler.kernel.opc.operators import PackagePlace
from custom_compiler.kernel.opc.static_tiling import StaticTiling
from custom_compiler.kernel.static.host_tiling import HostTilings
from custom_compiler.kernel.static.information import read_information
from custom_compiler.kernel.toolchain.cache import KernelCache
from custom_compiler.kernel.toolchain.compiler import KernelToolkit, open_toolkit
from custom_compiler.kernel.toolchain.soc import find_soc

SOURCE = Path(__file__).with_name("faulty_tiling.cpp")
LIMITS = JobLimits(seconds=20, memory=1 << 30)


@pytest.fixture(scope="module")
def library(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library of both tiling functions."""
    path = tmp_path_factory.mktemp("tiling") / "liboptiling.so"
    subprocess.run(
        [
            *("g++", "-std=c++17", "-g1", "-O1", "-fPIC", "-shared", "-D_GLIBCXX_USE_CXX11_ABI=0"),
            *("-DOP_TILING_LIB", f"-I{cann_home}/include", str(SOURCE), "-o", str(path)),
            *(f"-L{cann_home}/lib64", "-lexe_graph", "-lregister", "-ltiling_api"),
            *("-Wl,--whole-archive", "-lrt2_registry", "-Wl,--no-whole-archive"),
        ],
        check=True,
    )
    return path


@pytest.fixture
def toolkit(cann_home: Path) -> KernelToolkit:
    """The toolkit under test."""
    return open_toolkit(str(cann_home))


class Tiler:
    """Tiles calls of the library's operators."""

    def __init__(self, toolkit: KernelToolkit, library: Path, folder: Path) -> None:
        self.toolkit = toolkit
        self.library = library
        self.folder = folder

    def __call__(
        self, record: dict[str, Any], *, deterministic: bool = False, limits: JobLimits = LIMITS
    ) -> StaticTiling:
        """The tiling of what an information file says."""
        path = self.folder / "call.json"
        path.write_text(json.dumps(record))
        return self.tilings().make(read_information(str(path)), deterministic, self.place(), limits)

    def place(self) -> PackagePlace:
        """The package that the library is of."""
        library = "" if self.library == Path() else str(self.library)
        return PackagePlace("/package", "/package", "", library, "acme")

    def tilings(self) -> HostTilings:
        """Those of a separate command."""
        soc = find_soc("Ascend910B3", self.toolkit.config)
        return HostTilings(soc, self.toolkit, KernelCache(str(self.folder / "cache")))


@pytest.fixture
def tile(toolkit: KernelToolkit, library: Path, tmp_path: Path) -> Tiler:
    """Tiles with a separate cache."""
    return Tiler(toolkit, library, tmp_path)


def tensor(name: str, index: int, shape: list[int], dtype: str = "float", **more: Any) -> dict:
    """A tensor of an information file."""
    common = {"index": index, "param_type": "required", "format": "ND"}
    return {"name": name, **common, "dtype": dtype, "shape": shape, **more}


def faulty(fault: str) -> dict[str, Any]:
    """A call of Faulty, whose first dimension is 0."""
    attr = {"name": "fault", "dtype": "str", "value": fault, "index": 0}
    ports = {"inputs": [tensor("x", 0, [0, 4])], "outputs": [tensor("y", 0, [0, 4])]}
    return {"op_type": "Faulty", **ports, "attrs": [attr]}


def witness(values: list[int] | str) -> dict[str, Any]:
    """A call of Witness, which has all kinds of arguments."""
    stored = {"format": "FRACTAL_NZ", "origin_shape": [3, 16], "origin_format": "ND"}
    given = [
        {"name": "a", "dtype": "int", "value": -5, "index": 0},
        {"name": "b", "dtype": "float", "value": 0.25, "index": 1},
        {"name": "c", "dtype": "bool", "value": True, "index": 2},
        {"name": "d", "dtype": "str", "value": "text", "index": 3},
        {"name": "e", "dtype": "list_int", "value": [1, -2], "index": 4},
    ]
    lists = {"param_type": "dynamic"}
    return {
        "op_type": "Witness",
        "inputs": [
            {**tensor("x", 0, [1, 1, 16, 16], "float16"), **stored},
            tensor("sizes", 1, [2], "int64", value_depend=True, const_data=values),
            None,
            [tensor("l", 3, [7], "int8", **lists), tensor("l", 3, [], "bfloat16", **lists)],
        ],
        "outputs": [tensor("y", 0, [2, 3])],
        "attrs": given,
    }


def test_the_function_sees_the_whole_call_and_all_that_it_decides_is_kept(tile: Tiler) -> None:
    """Shapes, formats, values, attributes, determinism and SoC; every field of the result."""
    seen = (
        "1 2[3,16] 29[1,1,16,16];9 2[2] 2[2];absent;2 2[7] 2[7];27 2[] 2[]; -1 40"
        "; -5 0.250000 1 text 1 -2; det 1 cores 40"
    )
    tiling = tile(witness([-1, 40]), deterministic=True)
    assert tiling == StaticTiling(
        tiling_key=1 << 63,
        block_dim=3,
        workspaces=(5 << 32, 17),
        schedule_mode=1,
        local_memory_size=4096,
        clear_atomic=True,
        tiling_cond=-7,
        data=seen.encode(),
        call=tiling.call,
    )


def test_values_that_tiling_reads_and_the_file_lacks_are_named(tile: Tiler) -> None:
    """The input is named instead of a crash in the function."""
    message = r"call.json: operator Witness: .* reads the values of input 1, which are not given"
    with pytest.raises(BuildError, match=message):
        tile(witness("NULL"))


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("divide", r"its tiling function crashed: division by zero \(SIGFPE\) in .*Divide.*:\d+"),
        ("null", r"its tiling function crashed: access to address .* \(SIGSEGV\) in .*TileFaulty"),
        ("throw", r"its tiling function crashed: uncaught std::runtime_error"),
        ("status", "the tiling function of Faulty returned GRAPH_FAILED"),
        ("blocks", "the tiling function of Faulty did not call SetBlockDim"),
        ("exit", "the process of its tiling ended with exit code 3"),
        ("memory", r"its tiling function crashed: uncaught std::bad_alloc"),
        ("size", r"the tiling function of Faulty returned \d+"),
    ],
)
def test_a_fault_is_an_error_that_names_file_operator_and_cause(
    tile: Tiler, fault: str, message: str
) -> None:
    """And nothing of it reaches this process."""
    with pytest.raises(BuildError, match=f"call.json: operator Faulty: {message}"):
        tile(faulty(fault))


def test_a_loop_is_ended_and_its_place_named(tile: Tiler) -> None:
    """By the function's own limit, which knows where it was."""
    with pytest.raises(BuildError, match=r"its tiling function did not end within 1 s in .*Tile"):
        tile(faulty("loop"), limits=JobLimits(seconds=1, memory=1 << 30))


@pytest.mark.parametrize("fault", ["prints", "huge", "nothing"])
def test_much_output_and_much_data_are_no_fault(tile: Tiler, fault: str) -> None:
    """The function's output is not parsed, and no pipe is too short for the data."""
    assert len(tile(faulty(fault)).data) == (65536 if fault == "huge" else 0)


def test_what_is_printed_is_not_kept(tile: Tiler) -> None:
    """A gigabyte passes through; this process does not grow by it."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert tile(faulty("floods")).block_dim == 1
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200 << 10


def test_a_result_is_kept_until_the_library_changes(tile: Tiler, tmp_path: Path) -> None:
    """The second tiling runs nothing; another library is asked again."""
    first = tile(witness([1, 2]))
    path = tile.library
    mine = tmp_path / "liboptiling.so"
    mine.write_bytes(path.read_bytes())
    tile.library = mine
    assert tile(witness([1, 2])) == first
    mine.rename(tmp_path / "away.so")
    mine.write_bytes(b"no library")
    with pytest.raises(BuildError, match=r"call.json: operator Witness: .*liboptiling.so"):
        tile(witness([1, 2]))


def test_a_damaged_result_is_made_again(tile: Tiler) -> None:
    decided = tile(witness([1, 2]))
    (kept,) = (path for path in (tile.folder / "cache/manifest").rglob("*") if path.is_file())
    for text in ("{", "{}", '{"workspaces": 1, "data": ""}', '{"workspaces": [], "data": "x"}'):
        kept.write_text(text)
        assert tile(witness([1, 2])) == decided


def test_a_change_of_the_library_that_size_and_time_do_not_tell_is_seen(
    tile: Tiler, tmp_path: Path
) -> None:
    tile.library = Path(shutil.copy(tile.library, tmp_path / "own.so"))
    call = witness([1, -2])
    decided = tile(call)
    info = read_information(str(tile.folder / "call.json"))
    before, data = tile.library.stat(), tile.library.read_bytes()
    for changed, known in ((data[:-1] + b"\xff", None), (data, decided)):
        assert len(changed) == len(data)
        tile.library.write_bytes(changed)
        os.utime(tile.library, ns=(before.st_atime_ns, before.st_mtime_ns))
        assert tile.tilings().find_cached(info, deterministic=False, package=tile.place()) == known


def test_a_package_without_tiling_is_misuse(tile: Tiler) -> None:
    """It says which package."""
    tile.library = Path()
    with pytest.raises(MisuseError, match="/package has no tiling library"):
        tile(witness([1, 2]))
