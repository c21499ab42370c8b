"""Vector operations that sort."""

from __future__ import annotations

from custom_compiler.asc.table.model import Operation, Overload, overload

GROUP = "basic / Common operations"
_PROPOSALS = "310P 910"


def _proposal(name: str, api: str) -> tuple[Overload, ...]:
    """Return the overloads between rows of numbers and one value of region proposals."""
    return (
        overload(
            "dst: LT, src: LT, repeat_time: i32, mode_number: i32",
            name,
            f"AscendC::{api}({{dst}}, {{src}}, {{repeat_time}}, {{mode_number}})",
            pipe="V",
            # A value of eight in each proposal: the others stay.
            accumulates=True,
        ),
    )


OPERATIONS = (
    Operation(
        "get_mrg_sort_result",
        GROUP,
        (
            overload(
                "-> (u16, u16, u16, u16)",
                "get_mrg_sort_result",
                "AscendC::GetMrgSortResult({result})",
                pipe="S",
            ),
        ),
        document="Return the number of records that the last `mrg_sort` took of each list.",
    ),
    Operation(
        "get_sort_len",
        GROUP,
        (
            overload(
                "elem_count: u32 -> u32",
                "get_sort_len",
                "AscendC::GetSortLen<float>({elem_count})",
                pipe="S",
                pure=True,
            ),
        ),
        document="Return the number of floats for the records of so many sorted elements.",
    ),
    Operation(
        "get_sort_offset",
        GROUP,
        (
            overload(
                "elem_offset: u32 -> u32",
                "get_sort_offset",
                "AscendC::GetSortOffset<float>({elem_offset})",
                pipe="S",
                pure=True,
            ),
        ),
        document="Return the offset of a sorted element's record, in floats.",
    ),
    Operation(
        "mrg_sort",
        GROUP,
        (
            overload(
                "dst: LT, sort_list: MrgSortSrcList, element_count_list: [u16],"
                " sorted_num: [u32], valid_bit: u16, repeat_time: i32,"
                " is_exhausted_suspension: flag = False",
                "mrg_sort",
                "AscendC::MrgSort<{dst.T}, {is_exhausted_suspension}>({dst}, {sort_list},"
                " {element_count_list}, {sorted_num}, {valid_bit}, {repeat_time})",
                pipe="V",
            ),
            overload(
                "dst: LT, sort_list: MrgSortSrcList, params: MrgSort4Info",
                "mrg_sort_with_info",
                "AscendC::MrgSort({dst}, {sort_list}, {params})",
                pipe="V",
            ),
        ),
        dtypes="half float",
        document="Merge two to four sorted lists of records. `get_mrg_sort_result` returns the "
        "number of records taken of each; the numbers given as `sorted_num` stay "
        "unmodified.",
    ),
    Operation(
        "mrg_sort4",
        GROUP,
        (
            overload(
                "dst: LT, src: MrgSortSrcList, params: MrgSort4Info",
                "mrg_sort4",
                "AscendC::MrgSort4({dst}, {src}, {params})",
                pipe="V",
            ),
        ),
        socs=_PROPOSALS,
        document="Merge two to four sorted lists of region proposals.",
    ),
    Operation(
        "proposal_concat",
        GROUP,
        _proposal("proposal_concat", "ProposalConcat"),
        socs=_PROPOSALS,
        document="Store numbers as value `mode_number` of region proposals, 16 per repeat.",
    ),
    Operation(
        "proposal_extract",
        GROUP,
        _proposal("proposal_extract", "ProposalExtract"),
        socs=_PROPOSALS,
        document="Extract value `mode_number` of region proposals, 16 per repeat.",
    ),
    Operation(
        "rp_sort16",
        GROUP,
        (
            overload(
                "dst: LT, src: LT, repeat_time: i32",
                "rp_sort16",
                "AscendC::RpSort16({dst}, {src}, {repeat_time})",
                pipe="V",
            ),
        ),
        socs=_PROPOSALS,
        document="Sort region proposals by score, 16 per repeat.",
    ),
    Operation(
        "sort",
        GROUP,
        (
            overload(
                "dst: LT, concat: LT, index: LT, tmp: LT, repeat_time: i32,"
                " is_full_sort: flag = False",
                "sort",
                "AscendC::Sort<{dst.T}, {is_full_sort}>"
                "({dst}, {concat}, {index}, {tmp}, {repeat_time})",
                pipe="V",
                writes="dst tmp",
            ),
        ),
        dtypes="half float",
        document="Sort scores with their indices (uint32_t) to records in descending order: 32 by "
        "32, or all as one list.",
    ),
    Operation(
        "sort32",
        GROUP,
        (
            overload(
                "dst: LT, src0: LT, src1: LT, repeat_time: i32",
                "sort32",
                "AscendC::Sort32({dst}, {src0}, {src1}, {repeat_time})",
                pipe="V",
            ),
        ),
        dtypes="half float",
        document="Sort scores with their indices (uint32_t) to records in descending order, 32 per"
        " repeat.",
    ),
)
