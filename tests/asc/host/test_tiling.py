"""asc.lib.host: tilings of matrix multiplications by the toolkit's tiling library."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from pathlib import Path

import pytest

import asc
from asc.lib import host
from custom_compiler.asc import table
from custom_compiler.asc.host import library
from custom_compiler.asc.host.tiling import _MatmulTiling
from custom_compiler.asc.runtime import acl

CLASSES = [host.MatmulApiTiling, host.MultiCoreMatmulTiling, host.BatchMatmulTiling]


@pytest.fixture
def platform() -> host.PlatformAscendC:
    return host.get_ascendc_platform()


@pytest.fixture(params=CLASSES, ids=lambda found: found.__name__)
def tiling(request: pytest.FixtureRequest, platform: host.PlatformAscendC) -> _MatmulTiling:
    made: _MatmulTiling = request.param(platform)
    return made


class Computed:
    """A tiling, read by the names of C++."""

    def __init__(self, tiling: _MatmulTiling) -> None:
        self.words = asc.adv.TCubeTiling()
        assert tiling.get_tiling(self.words) == 0

    def of(self, *names: str) -> list[int]:
        python = {field.cpp: field.name for field in table.tiling("TCubeTiling").fields}
        return [getattr(self.words, python[name]) for name in names]


def of_half(tiling: _MatmulTiling) -> None:
    """A multiplication of half matrices in global memory into a float one."""
    place = (host.TPosition.GM, host.CubeFormat.ND)
    assert tiling.set_a_type(*place, host.DataType.DT_FLOAT16, False) == 0
    assert tiling.set_b_type(*place, host.DataType.DT_FLOAT16, True) == 0
    assert tiling.set_c_type(*place, host.DataType.DT_FLOAT) == 0
    assert tiling.set_bias_type(*place, host.DataType.DT_FLOAT) == 0


def test_a_tiling_has_the_extents_that_were_set(tiling: _MatmulTiling) -> None:
    of_half(tiling)
    assert tiling.set_shape(64, 128, 256) == 0
    assert tiling.set_org_shape(64, 128, 256, 512) == 0
    assert Computed(tiling).of("M", "N", "Ka", "Kb") == [64, 128, 256, 512]


def test_without_its_own_k_the_right_matrix_has_that_of_the_left(tiling: _MatmulTiling) -> None:
    tiling.set_org_shape(32, 16, 8)
    assert Computed(tiling).of("M", "N", "Ka", "Kb") == [32, 16, 8, 8]


def test_base_blocks_are_those_that_were_prescribed(tiling: _MatmulTiling) -> None:
    of_half(tiling)
    tiling.set_shape(64, 128, 256)
    assert tiling.set_fix_split(32, 64, 128) == 0
    assert (tiling.get_base_m(), tiling.get_base_n(), tiling.get_base_k()) == (32, 64, 128)
    assert Computed(tiling).of("baseM", "baseN", "baseK") == [32, 64, 128]


def test_base_blocks_keep_to_their_range(tiling: _MatmulTiling) -> None:
    of_half(tiling)
    tiling.set_shape(512, 512, 512)
    assert tiling.set_split_range(max_base_m=32, max_base_n=64, max_base_k=48) == 0
    base = Computed(tiling).of("baseM", "baseN", "baseK")
    assert all(extent <= limit for extent, limit in zip(base, (32, 64, 48), strict=True))


@pytest.mark.parametrize("enabled", [False, True])
def test_whether_there_is_a_bias_is_in_the_tiling(tiling: _MatmulTiling, enabled: bool) -> None:
    of_half(tiling)
    tiling.set_shape(64, 64, 64)
    assert tiling.enable_bias(enabled) == 0
    assert Computed(tiling).of("isBias") == [enabled]


def test_layouts_of_batches_are_in_the_tiling(tiling: _MatmulTiling) -> None:
    tiling.set_shape(32, 16, 8)
    for place, setter in enumerate((tiling.set_a_layout, tiling.set_b_layout, tiling.set_c_layout)):
        assert setter(2, 32, 1, 3 + place, 64) == 0
    assert tiling.set_batch_num(3) == 0
    words = Computed(tiling)
    for matrix, groups in (("A", 3), ("B", 4)):
        names = [f"{matrix}LayoutInfo{letter}" for letter in "BSNGD"]
        assert words.of(*names) == [2, 32, 1, groups, 64]
    names = ["CLayoutInfoB", "CLayoutInfoS1", "CLayoutInfoN", "CLayoutInfoG", "CLayoutInfoS2"]
    assert words.of(*names) == [2, 32, 1, 5, 64]
    assert words.of("BatchNum") == [3]


def test_the_order_of_blocks_is_in_the_tiling(tiling: _MatmulTiling) -> None:
    of_half(tiling)
    tiling.set_shape(256, 256, 64)
    assert tiling.set_traverse(host.MatrixTraverse.FIRSTN) == 0
    first_n = Computed(tiling).of("iterateOrder")
    assert tiling.set_traverse(host.MatrixTraverse.FIRSTM) == 0
    assert (Computed(tiling).of("iterateOrder"), first_n) == ([0], [1])


def test_no_more_memory_is_taken_than_is_given(tiling: _MatmulTiling) -> None:
    of_half(tiling)
    tiling.set_shape(512, 512, 512)
    assert tiling.set_buffer_space(64 * 1024, 32 * 1024) == 0
    words = Computed(tiling)
    assert words.of("shareL1Size")[0] <= 64 * 1024
    assert words.of("shareL0CSize")[0] <= 32 * 1024


def test_other_settings_are_taken(tiling: _MatmulTiling) -> None:
    assert tiling.set_double_buffer(True, True, False, False) == 0
    assert tiling.set_double_buffer(True, True, True, True, True) == 0
    assert tiling.set_mad_type(host.MatrixMadType.HF32) == 0
    assert tiling.set_dequant_type(host.DequantType.TENSOR) == 0
    assert tiling.set_sparse(True) == 0
    assert tiling.set_batch_info_for_normal(3, 3, 32, 256, 64) == 0
    given = host.MatmulConfigParams(1, False, host.ScheduleType.OUTER_PRODUCT)
    tiling.set_matmul_config_params(given)
    tiling.set_matmul_config_params(config_params=given)
    tiling.set_matmul_config_params(1, False, host.ScheduleType.OUTER_PRODUCT)


def test_an_impossible_value_is_answered_as_in_cpp(tiling: _MatmulTiling) -> None:
    assert tiling.set_shape(-5, 16, 16) == -1


def test_what_is_no_number_is_the_callers_mistake(tiling: _MatmulTiling) -> None:
    with pytest.raises(TypeError, match="SetShape: '32' is no whole number"):
        tiling.set_shape("32", 32, 32)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="SetShape: 2147483648 is no whole number of 32 bits"):
        tiling.set_shape(2**31, 32, 32)


def test_cores_share_a_multiplication(platform: host.PlatformAscendC) -> None:
    tiling = host.MultiCoreMatmulTiling(platform)
    of_half(tiling)
    assert tiling.get_core_num() is None or tiling.get_core_num() == (0, 0, 0)
    assert tiling.set_dim(8) == 0
    assert tiling.set_shape(512, 512, 1024) == 0
    assert tiling.set_org_shape(512, 512, 1024) == 0
    words = Computed(tiling)
    cores, along_m, along_n = tiling.get_core_num() or (0, 0, 0)
    single = tiling.get_single_shape() or (0, 0, 0)
    assert words.of("usedCoreNum") == [cores]
    assert cores == along_m * along_n <= 8
    assert words.of("singleCoreM", "singleCoreN", "singleCoreK") == list(single)
    assert single[0] * along_m >= 512
    assert single[1] * along_n >= 512


def test_what_one_core_computes_can_be_prescribed(platform: host.PlatformAscendC) -> None:
    tiling = host.MultiCoreMatmulTiling(platform)
    of_half(tiling)
    tiling.set_dim(4)
    tiling.set_shape(256, 256, 128)
    assert tiling.set_single_shape(128, 128, 128) == 0
    Computed(tiling)
    assert tiling.get_single_shape() == (128, 128, 128)


def test_what_one_core_computes_keeps_to_its_range(platform: host.PlatformAscendC) -> None:
    tiling = host.MultiCoreMatmulTiling(platform)
    of_half(tiling)
    tiling.set_dim(16)
    tiling.set_shape(512, 512, 128)
    assert tiling.set_single_range(max_m=192, max_n=192) == 0
    assert tiling.set_align_split(64, 64, 16) == 0
    tiling.enable_multi_core_split_k(False)
    Computed(tiling)
    m, n, _ = tiling.get_single_shape() or (0, 0, 0)
    assert m <= 192
    assert n <= 192
    assert (m % 64, n % 64) == (0, 0)


def test_cores_of_a_batch_are_five_numbers(platform: host.PlatformAscendC) -> None:
    tiling = host.BatchMatmulTiling(platform)
    tiling.set_shape(32, 32, 32)
    Computed(tiling)
    assert tiling.get_core_num() == (1, 1, 1, 1, 1)


def test_a_toolkit_without_the_door_is_given_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with a CANN toolkit: the source is compiled against it, once."""
    root = tmp_path / "cann"
    (root / "lib64").mkdir(parents=True)
    real = Path(acl.toolkit_root())
    (root / "include").symlink_to(real / "include")
    for found in (real / "lib64").iterdir():
        if found.name != "libasc_tiling.so":
            (root / "lib64" / found.name).symlink_to(found)
    monkeypatch.setenv("PYASC_CACHE_DIR", str(tmp_path / "cache"))
    made = library._compiled(root)
    changed = Path(made).stat().st_mtime_ns
    assert library._compiled(root) == made
    assert Path(made).stat().st_mtime_ns == changed
    assert ctypes.CDLL(made).AscTilingMethod(b"SetShape") >= 0


def test_a_part_that_nobody_knows_is_named() -> None:
    """In a separate process: the first platform is that of the process."""
    code = "from asc.lib import host; host.PlatformAscendCManager.get_instance('Ascend1234')"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "MisuseError: no platform is known of 'Ascend1234'" in done.stderr
