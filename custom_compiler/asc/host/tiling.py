"""Tilings of matrix multiplications, with the methods of the C++ classes of the same names.

Setters return what C++ returns: 0, or -1 for an impossible value. Sizes are in elements unless they
are called bytes; -1 leaves the choice to the library.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from custom_compiler.asc.host.kinds import MatrixTraverse, ScheduleType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from custom_compiler.asc.host.kinds import (
        CubeFormat,
        DataType,
        DequantType,
        MatrixMadType,
        TPosition,
    )
    from custom_compiler.asc.host.library import OwnedStruct


class MatmulConfigParams(NamedTuple):
    """The part of a Matmul configuration that affects tiling."""

    mm_config_type: int = 1
    enable_l1_cache_ub: bool = False
    schedule_type: ScheduleType = ScheduleType.INNER_PRODUCT
    traverse: MatrixTraverse = MatrixTraverse.NOSET
    en_vec_nd2nz: bool = False


class TilingPlatform(Protocol):
    """The SoC for which tilings are computed, and the library that computes them."""

    def create(self, kind: str) -> Planner:
        """Return an object of a class of the tiling library."""


class Planner(Protocol):
    """An object of the tiling library, or what stands for one where functions are traced."""

    def call(self, method: str, arguments: Sequence[object]) -> int:
        """Return the result of a method."""

    def results(self, method: str, count: int) -> tuple[int, ...] | None:
        """Return the values that a method writes to its references; None if it fails."""

    def compute(self, tiling: OwnedStruct) -> int:
        """Write the tiling; 0, or -1 if there is none."""


class _MatmulTiling:
    """Methods that tilings of one core, of several cores and of batches share."""

    def __init__(self, platform: TilingPlatform) -> None:
        self._planner = platform.create(type(self).__name__)

    def _call(self, method: str, *arguments: int) -> int:
        return self._planner.call(method, arguments)

    def set_a_type(
        self,
        pos: TPosition,
        type: CubeFormat,  # noqa: A002 - PyAsc's name
        data_type: DataType,
        is_trans: bool = False,  # noqa: FBT001, FBT002
    ) -> int:
        """Set position, layout, element type and transposition of the left matrix."""
        return self._call("SetAType", pos, type, data_type, is_trans)

    def set_b_type(
        self,
        pos: TPosition,
        type: CubeFormat,  # noqa: A002
        data_type: DataType,
        is_trans: bool = False,  # noqa: FBT001, FBT002
    ) -> int:
        """Set position, format and type of the right matrix."""
        return self._call("SetBType", pos, type, data_type, is_trans)

    def set_c_type(self, pos: TPosition, type: CubeFormat, data_type: DataType) -> int:  # noqa: A002
        """Set position, layout and element type of the result."""
        return self._call("SetCType", pos, type, data_type)

    def set_bias_type(self, pos: TPosition, type: CubeFormat, data_type: DataType) -> int:  # noqa: A002
        """Set position, layout and element type of the bias."""
        return self._call("SetBiasType", pos, type, data_type)

    def enable_bias(self, is_bias_in: bool = False) -> int:  # noqa: FBT001, FBT002
        """Return whether a bias is added."""
        return self._call("EnableBias", is_bias_in)

    def set_dequant_type(self, dequant_type: DequantType) -> int:
        """Set the scaling of results."""
        return self._call("SetDequantType", dequant_type)

    def set_shape(self, m: int, n: int, k: int) -> int:
        """Set the shape of the product, for one core or for all cores together."""
        return self._call("SetShape", m, n, k)

    def set_org_shape(
        self, org_m_in: int, org_n_in: int, org_k_in: int, org_kb_in: int | None = None
    ) -> int:
        """Set the extents of the whole matrices; the right one may have a separate K."""
        kb = org_k_in if org_kb_in is None else org_kb_in
        return self._call("SetOrgShape", org_m_in, org_n_in, org_k_in, kb)

    def set_a_layout(self, b: int, s: int, n: int, g: int, d: int) -> int:
        """Set the extents of a batch of left matrices."""
        return self._call("SetALayout", b, s, n, g, d)

    def set_b_layout(self, b: int, s: int, n: int, g: int, d: int) -> int:
        """Set the extents of a batch of right matrices."""
        return self._call("SetBLayout", b, s, n, g, d)

    def set_c_layout(self, b: int, s: int, n: int, g: int, d: int) -> int:
        """Set the extents of a batch of results."""
        return self._call("SetCLayout", b, s, n, g, d)

    def set_batch_info_for_normal(self, batch_a: int, batch_b: int, m: int, n: int, k: int) -> int:
        """Set the extents of a batch in the layout NORMAL."""
        return self._call("SetBatchInfoForNormal", batch_a, batch_b, m, n, k)

    def set_batch_num(self, batch: int) -> int:
        """Set the number of matrices that are computed at once."""
        return self._call("SetBatchNum", batch)

    def set_fix_split(self, base_m_in: int = -1, base_n_in: int = -1, base_k_in: int = -1) -> int:
        """Set the extents of base blocks."""
        return self._call("SetFixSplit", base_m_in, base_n_in, base_k_in)

    def set_split_range(  # noqa: PLR0913, PLR0917
        self,
        max_base_m: int = -1,
        max_base_n: int = -1,
        max_base_k: int = -1,
        min_base_m: int = -1,
        min_base_n: int = -1,
        min_base_k: int = -1,
    ) -> int:
        """Set the limits of the extents of base blocks."""
        limits = (max_base_m, max_base_n, max_base_k, min_base_m, min_base_n, min_base_k)
        return self._call("SetSplitRange", *limits)

    def set_buffer_space(
        self, l1_size: int = -1, l0_c_size: int = -1, ub_size: int = -1, bt_size: int = -1
    ) -> int:
        """Set the usable bytes of each memory."""
        return self._call("SetBufferSpace", l1_size, l0_c_size, ub_size, bt_size)

    def set_double_buffer(  # noqa: PLR0913, PLR0917
        self,
        a: bool,  # noqa: FBT001
        b: bool,  # noqa: FBT001
        c: bool,  # noqa: FBT001
        bias: bool,  # noqa: FBT001
        trans_nd2nz: bool = True,  # noqa: FBT001, FBT002
        trans_nz2nd: bool = True,  # noqa: FBT001, FBT002
    ) -> int:
        """Set the memories with double buffers."""
        return self._call("SetDoubleBuffer", a, b, c, bias, trans_nd2nz, trans_nz2nd)

    def set_traverse(self, traverse: MatrixTraverse) -> int:
        """Set the order in which blocks are computed."""
        return self._call("SetTraverse", traverse)

    def set_mad_type(self, mad_type: MatrixMadType) -> int:
        """Return whether float matrices are rounded to hf32."""
        return self._call("SetMadType", mad_type)

    def set_sparse(self, is_sparse_in: bool = False) -> int:  # noqa: FBT001, FBT002
        """Return whether the right matrix is sparse."""
        return self._call("SetSparse", is_sparse_in)

    def set_matmul_config_params(  # noqa: PLR0913
        self,
        mm_config_type_in: int | MatmulConfigParams = 1,
        enable_l1_cache_ub_in: bool = False,  # noqa: FBT001, FBT002
        schedule_type_in: ScheduleType = ScheduleType.INNER_PRODUCT,
        traverse_in: MatrixTraverse = MatrixTraverse.NOSET,
        en_vec_nd2nz_in: bool = False,  # noqa: FBT001, FBT002
        *,
        config_params: MatmulConfigParams | None = None,
    ) -> None:
        """Set the configuration of Matmul, as an object or value by value."""
        params = config_params if config_params is not None else mm_config_type_in
        if isinstance(params, int):
            fields = (enable_l1_cache_ub_in, schedule_type_in, traverse_in, en_vec_nd2nz_in)
            params = MatmulConfigParams(params, *fields)
        self._call("SetMatmulConfigParams", *params)

    def get_base_m(self) -> int:
        """Return the extent of base blocks along M."""
        return self._call("GetBaseM")

    def get_base_n(self) -> int:
        """Return the extent of base blocks along N."""
        return self._call("GetBaseN")

    def get_base_k(self) -> int:
        """Return the extent of base blocks along K."""
        return self._call("GetBaseK")

    def get_tiling(self, tiling: OwnedStruct) -> int:
        """Compute the tiling into `tiling`; 0, or -1 if it does not fit or something is missing."""
        return self._planner.compute(tiling)


class MatmulApiTiling(_MatmulTiling):
    """The tiling of a multiplication on one core."""


class MultiCoreMatmulTiling(_MatmulTiling):
    """The tiling of a multiplication on several cores."""

    def set_dim(self, dim: int) -> int:
        """Set the maximum number of cores."""
        return self._call("SetDim", dim)

    def set_single_shape(
        self, single_m_in: int = -1, single_n_in: int = -1, single_k_in: int = -1
    ) -> int:
        """Set the shape that one core computes at a time."""
        return self._call("SetSingleShape", single_m_in, single_n_in, single_k_in)

    def set_single_range(  # noqa: PLR0913, PLR0917
        self,
        max_m: int = -1,
        max_n: int = -1,
        max_k: int = -1,
        min_m: int = -1,
        min_n: int = -1,
        min_k: int = -1,
    ) -> int:
        """Set the limits of what one core computes."""
        return self._call("SetSingleRange", max_m, max_n, max_k, min_m, min_n, min_k)

    def set_align_split(self, align_m: int, align_n: int, align_k: int) -> int:
        """Set the sizes of which each core computes a multiple."""
        return self._call("SetAlignSplit", align_m, align_n, align_k)

    def enable_multi_core_split_k(self, flag: bool) -> None:  # noqa: FBT001
        """Return whether cores may share K."""
        self._call("EnableMultiCoreSplitK", flag)

    def get_core_num(self) -> tuple[int, ...] | None:
        """Return, after get_tiling, the number of cores, and how many along M and N."""
        return self._planner.results("GetCoreNum", 3)

    def get_single_shape(self) -> tuple[int, ...] | None:
        """Return, after get_tiling, what one core computes along M, N and K."""
        return self._planner.results("GetSingleShape", 3)


class BatchMatmulTiling(_MatmulTiling):
    """The tiling of a batch of multiplications."""

    def get_core_num(self) -> tuple[int, ...] | None:
        """Return, after get_tiling, the numbers of cores, along M and N, and of batches."""
        return self._planner.results("GetBatchCoreNum", 5)
