"""Copies between global and local memory, and within local memory."""

from __future__ import annotations

from custom_compiler.asc.table.model import Operation, Overload, overload

_GROUP = "basic / Common operations"
_DTYPES = "half float bfloat16_t int8_t uint8_t int16_t uint16_t int32_t uint32_t int64_t uint64_t"
_INTO_LOCAL = "dst: LT, src: GT"
_WITHIN_LOCAL = "dst: LT, src: LT"
_OUT_OF_LOCAL = "dst: GT, src: LT"
_EVERY_WAY = (_INTO_LOCAL, _WITHIN_LOCAL, _OUT_OF_LOCAL)


def _ways(
    api: str, ways: tuple[str, ...], parameters: str, ir: str, arguments: str
) -> tuple[Overload, ...]:
    """Return one overload per direction; the positions of the tensors determine the pipe."""
    return tuple(
        overload(f"{operands}, {parameters}", ir, f"AscendC::{api}({{dst}}, {{src}}, {arguments})")
        for operands in ways
    )


def _copy(ways: tuple[str, ...], parameters: str, ir: str, arguments: str) -> tuple[Overload, ...]:
    return _ways("DataCopy", ways, parameters, f"data_copy_{ir}", arguments)


def _padded(operands: str, parameters: str, ir: str, arguments: str) -> tuple[Overload, ...]:
    return _ways("DataCopyPad", (operands,), parameters, f"data_copy_pad_{ir}", arguments)


OPERATIONS = (
    Operation(
        "data_copy",
        _GROUP,
        (
            *_copy(_EVERY_WAY, "count: u32", "l2", "{count}"),
            *_copy(_EVERY_WAY, "repeat_params: DataCopyParams", "l0", "{repeat_params}"),
            *_copy(
                _EVERY_WAY,
                "intri_params: DataCopyParams, enhanced_params: DataCopyEnhancedParams",
                "enhanced",
                "{intri_params}, {enhanced_params}",
            ),
            # PyAsc documents `intri_params`, and takes `repeat_params`.
            *_copy(
                _EVERY_WAY,
                "repeat_params: DataCopyParams, enhanced_params: DataCopyEnhancedParams",
                "enhanced",
                "{repeat_params}, {enhanced_params}",
            ),
            *_copy(
                (_OUT_OF_LOCAL, _INTO_LOCAL),
                "slice_list1: [SliceInfo], slice_list2: [SliceInfo], dim_value: u32 = 1",
                "slice",
                "{slice_list1}, {slice_list2}, {dim_value}",
            ),
            *_copy(
                (_INTO_LOCAL, _WITHIN_LOCAL),
                "intri_params: Nd2NzParams",
                "nd2nz",
                "{intri_params}",
            ),
            *_copy((_OUT_OF_LOCAL,), "intri_params: Nz2NdParamsFull", "nz2nd", "{intri_params}"),
            *_copy(
                (_OUT_OF_LOCAL, _WITHIN_LOCAL),
                "intri_params: DataCopyCO12DstParams",
                "co12dst",
                "{intri_params}",
            ),
        ),
        dtypes=_DTYPES,
        document="Copy whole blocks of 32 bytes; overloads for gaps, slices and matrix layouts.",
    ),
    Operation(
        "data_copy_pad",
        _GROUP,
        (
            *_padded(
                _INTO_LOCAL,
                "data_copy_params: DataCopyExtParams, pad_params: DataCopyPadExtParams",
                "l0_ext",
                "{data_copy_params}, {pad_params}",
            ),
            *_padded(
                _OUT_OF_LOCAL,
                "data_copy_params: DataCopyExtParams",
                "l2_ext",
                "{data_copy_params}",
            ),
            *_padded(
                _WITHIN_LOCAL,
                "data_copy_params: DataCopyExtParams, nd2nz_params: Nd2NzParams",
                "nd2nz_ext",
                "{data_copy_params}, {nd2nz_params}",
            ),
            *_padded(
                _INTO_LOCAL,
                "data_copy_params: DataCopyParams, pad_params: DataCopyPadParams",
                "l0",
                "{data_copy_params}, {pad_params}",
            ),
            *_padded(_OUT_OF_LOCAL, "data_copy_params: DataCopyParams", "l2", "{data_copy_params}"),
            *_padded(
                _WITHIN_LOCAL,
                "data_copy_params: DataCopyParams, nd2nz_params: Nd2NzParams",
                "nd2nz",
                "{data_copy_params}, {nd2nz_params}",
            ),
        ),
        dtypes=_DTYPES,
        document="Copy any number of bytes; into local memory with padding.",
    ),
    Operation(
        "set_pad_value",
        _GROUP,
        (
            overload(
                "padding_value: any, pos: TPosition = TPosition.MAX",
                "set_pad_value",
                "AscendC::SetPadValue<{padding_value.T}, {pos}>({padding_value})",
            ),
        ),
        document="Set the fill value of data_copy_pad without padding parameters.",
    ),
)
