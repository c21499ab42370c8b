"""Tilings: structures that the host fills and a kernel takes as an argument."""

from __future__ import annotations

from typing import NamedTuple


class TilingMember(NamedTuple):
    """A member of a tiling."""

    name: str
    cpp: str  # its name in Ascend C
    kind: str  # i32 or f32


class TilingStructure(NamedTuple):
    """A tiling structure, packed as Ascend C has it."""

    name: str  # in `asc.adv`
    cpp: str  # the type in Ascend C
    default: int  # of each field
    fields: tuple[TilingMember, ...]


def _tiling(name: str, fields: str, *, cpp: str = "", default: int = 0) -> TilingStructure:
    """Return a tiling with fields `python_name:cppName`, or with `:f32` appended for floats."""
    parts = [text.split(":") for text in fields.split()]
    members = tuple(
        TilingMember(part[0], part[1], part[2] if part[2:] else "i32") for part in parts
    )
    return TilingStructure(name, cpp or name, default, members)


# Where the matrices of a batch lie.
_LAYOUTS = """
    a_layout_info_b:ALayoutInfoB a_layout_info_s:ALayoutInfoS a_layout_info_n:ALayoutInfoN
    a_layout_info_g:ALayoutInfoG a_layout_info_d:ALayoutInfoD b_layout_info_b:BLayoutInfoB
    b_layout_info_s:BLayoutInfoS b_layout_info_n:BLayoutInfoN b_layout_info_g:BLayoutInfoG
    b_layout_info_d:BLayoutInfoD c_layout_info_b:CLayoutInfoB c_layout_info_s1:CLayoutInfoS1
    c_layout_info_n:CLayoutInfoN c_layout_info_g:CLayoutInfoG c_layout_info_s2:CLayoutInfoS2"""
# What the tiling of a core says, up to how it shares memory.
_CORE = """
    used_core_num:usedCoreNum m:M n:N k_a:Ka k_b:Kb single_core_m:singleCoreM
    single_core_n:singleCoreN single_core_k:singleCoreK base_m:baseM base_n:baseN base_k:baseK
    depth_a1:depthA1 depth_b1:depthB1 step_m:stepM step_n:stepN is_bias:isBias
    trans_length:transLength iterate_order:iterateOrder share_mode:shareMode
    share_l1_size:shareL1Size share_l0c_size:shareL0CSize share_ub_size:shareUbSize"""
_STEPS = """
    step_k_a:stepKa step_k_b:stepKb depth_a_l1_cache_ub:depthAL1CacheUB
    depth_b_l1_cache_ub:depthBL1CacheUB db_l0a:dbL0A db_l0b:dbL0B db_l0c:dbL0C"""

TILINGS = (
    _tiling(
        "TCubeTiling",
        f"""
            {_CORE} batch_m:batchM batch_n:batchN single_batch_m:singleBatchM
            single_batch_n:singleBatchN {_STEPS} {_LAYOUTS} batch_num:BatchNum""",
    ),
    # -1: only known when the kernel runs.
    _tiling("MatmulApiStaticTiling", f"{_CORE} {_STEPS} {_LAYOUTS} batch_num:BatchNum", default=-1),
    _tiling(
        "RmsNormTiling",
        """
    b_length:bLength s_length:sLength h_length:hLength original_h_length:originalHLength
    reciprocal_of_h_length:reciprocalOfHLength:f32 main_bsh_length:mainBshLength
    main_bs_length:mainBsLength main_bs_length_align:mainBsLengthAlign loop_round:loopRound
    input_tail_pos:inputTailPos tail_bsh_length:tailBshLength tail_bs_length:tailBsLength""",
    ),
    _tiling(
        "SoftmaxTiling",
        """
    src_m:srcM src_k:srcK src_size:srcSize out_max_m:outMaxM out_max_k:outMaxK
    out_max_size:outMaxSize split_m:splitM split_k:splitK split_size:splitSize reduce_m:reduceM
    reduce_k:reduceK reduce_size:reduceSize range_m:rangeM tail_m:tailM
    tail_split_size:tailSplitSize tail_reduce_size:tailReduceSize""",
        cpp="SoftMaxTiling",
    ),
)
