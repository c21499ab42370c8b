"""Loads of the cube, multiplication, the way out, and images."""

from __future__ import annotations

from custom_compiler.asc.table.model import Operation, Overload, overload

_COMMON = "basic / Common operations"
_MATRIX = "basic / Matrix operations"
_INPUTS = "half bfloat16_t float int8_t uint8_t int16_t uint16_t int32_t uint32_t"


def _load(operands: str, parameters: str, ir: str) -> Overload:
    """Return a load whose tensors determine its pipe by their positions."""
    return overload(
        f"{operands}, params: {parameters}", ir, "AscendC::LoadData({dst}, {src}, {params})"
    )


def _setting(name: str, signature: str, emit: str, document: str, ir: str = "") -> Operation:
    return Operation(name, _COMMON, (overload(signature, ir or name, emit),), document=document)


_LOCAL = "dst: LT, src: LT"
_GLOBAL = "dst: LT, src: GT"
_FIXPIPE_CONFIG = "config: FixpipeConfig = FixpipeConfig(CO2Layout.ROW_MAJOR)"

_LOADS = (
    Operation(
        "load_data",
        _COMMON,
        (
            _load(_LOCAL, "LoadData2DParams", "load_data_l0"),
            _load(_GLOBAL, "LoadData2DParams", "load_data_g2l"),
            _load(_LOCAL, "LoadData2DParamsV2", "load_data_l0_v2"),
            _load(_GLOBAL, "LoadData2DParamsV2", "load_data_g2l_v2"),
            _load(_LOCAL, "LoadData3DParamsV1", "load_data_3d_l0_v1"),
            _load(_LOCAL, "LoadData3DParamsV2", "load_data_3d_l0_v2"),
            _load(_LOCAL, "LoadData3DParamsV2Pro", "load_data_3d_l0_v2pro"),
        ),
        dtypes=_INPUTS,
        document="Load fractals, or windows of a feature map as rows of a matrix.",
    ),
    Operation(
        "load_data_with_transpose",
        _COMMON,
        tuple(
            overload(
                f"{_LOCAL}, params: LoadData2dTransposeParams{version}",
                f"load_data_with_transpose{version.lower() and '_' + version.lower()}",
                "AscendC::LoadDataWithTranspose({dst}, {src}, {params})",
                pipe="MTE1",
            )
            for version in ("", "V2")
        ),
        dtypes=_INPUTS,
        document="Load fractals, and transpose squares of them.",
    ),
    Operation(
        "load_data_with_sparse",
        _MATRIX,
        (
            overload(
                "dst: LT, src: LT, idx: LT, load_data_params: LoadData2DParams",
                "load_data_with_sparse",
                "AscendC::LoadDataWithSparse({dst}, {src}, {idx}, {load_data_params})",
                pipe="MTE1",
            ),
        ),
        dtypes="int8_t",
        document="Load a matrix that stores two of four elements, and their positions.",
    ),
    Operation(
        "init_const_value",
        _MATRIX,
        (
            overload(
                "dst: LT, init_const_value_params: InitConstValueParams",
                "init_const_value",
                "AscendC::InitConstValue({dst}, {init_const_value_params})",
            ),
        ),
        dtypes="half bfloat16_t float int16_t uint16_t int32_t uint32_t",
        document="Fill memory of the cube with one value.",
    ),
    _setting(
        "set_load_data_boundary",
        "boundary: u32",
        "AscendC::SetLoadDataBoundary({boundary})",
        "Set the byte at which loads of feature maps wrap around; 0: no boundary.",
    ),
    _setting(
        "set_load_data_padding_value",
        "pad_value: any",
        "AscendC::SetLoadDataPaddingValue({pad_value})",
        "Set the padding value for loads of feature maps.",
    ),
    _setting(
        "set_load_data_repeat",
        "param: LoadDataRepeatParam",
        "AscendC::SetLoadDataRepeat({param})",
        "Set the repetition of loads of feature maps.",
    ),
)

_MULTIPLICATION = (
    Operation(
        "mmad",
        _COMMON,
        (
            overload(
                "dst: LT, fm: LT, filter: LT, params: MmadParams",
                "mmad",
                "AscendC::Mmad({dst}, {fm}, {filter}, {params})",
                pipe="M",
                accumulates=True,
            ),
            overload(
                "dst: LT, fm: LT, filter: LT, bias: LT, params: MmadParams",
                "mmad_with_bias",
                "AscendC::Mmad({dst}, {fm}, {filter}, {bias}, {params})",
                pipe="M",
                accumulates=True,
            ),
        ),
        dtypes="float:half float:bfloat16_t float:float int32_t:int8_t",
        document="Multiply matrices, and add the result to dst or to a bias.",
    ),
    Operation(
        "mmad_with_sparse",
        _MATRIX,
        (
            overload(
                "dst: LT, fm: LT, filter: LT, mmad_params: MmadParams",
                "mmad_with_sparse",
                "AscendC::MmadWithSparse({dst}, {fm}, {filter}, {mmad_params})",
                pipe="M",
                accumulates=True,
            ),
        ),
        dtypes="int32_t:int8_t",
        document="Multiply matrices loaded by load_data_with_sparse.",
    ),
    _setting(
        "set_hf32_mode",
        "hf32_mode: b",
        "AscendC::SetHF32Mode({hf32_mode})",
        "Set whether float matrices are rounded to hf32 before the multiplication.",
    ),
    _setting(
        "set_hf32_trans_mode",
        "trans_mode: b",
        "AscendC::SetHF32TransMode({trans_mode})",
        "Set the rounding to hf32: towards zero, or (false) to the nearest even.",
    ),
    _setting(
        "set_mm_layout_transform",
        "mm_layout_mode: b",
        "AscendC::SetMMLayoutTransform({mm_layout_mode})",
        "Set whether results are written in column order.",
    ),
)

_WAY_OUT = (
    Operation(
        "fixpipe",
        _COMMON,
        (
            overload(
                f"dst: GT, src: LT, params: FixpipeParamsV220, {_FIXPIPE_CONFIG}",
                "fixpipe",
                "AscendC::Fixpipe<{dst.T}, {src.T}, {config}>({dst}, {src}, {params})",
                pipe="FIX",
            ),
            overload(
                "dst: GT, src: LT, cbuf_workspace: LT, params: FixpipeParamsV220, "
                f"{_FIXPIPE_CONFIG}",
                "fixpipe_with_workspace",
                "AscendC::Fixpipe<{dst.T}, {src.T}, {config}>"
                "({dst}, {src}, {cbuf_workspace}, {params})",
                pipe="FIX",
            ),
        ),
        dtypes="half bfloat16_t float int8_t uint8_t int32_t",
        document="Copy a result out of the cube, with quantisation and a change of layout on "
        "request.",
    ),
    _setting(
        "set_fix_pipe_pre_quant_flag",
        "config: u64",
        "AscendC::SetFixpipePreQuantFlag({config})",
        "Set the scale for quantisation by fixpipe, as bits.",
        ir="set_fixpipe_pre_quant_flag",
    ),
)

_IMAGES = (
    Operation(
        "set_aipp_functions",
        _COMMON,
        (
            overload(
                "src0: GT, input_format: AippInputFormat, config: AippParams",
                "set_aipp_functions",
                "AscendC::SetAippFunctions({src0}, {input_format}, {config})",
            ),
            overload(
                "src0: GT, src1: GT, input_format: AippInputFormat, config: AippParams",
                "set_aipp_functions_planes",
                "AscendC::SetAippFunctions({src0}, {src1}, {input_format}, {config})",
            ),
        ),
        dtypes="uint8_t int8_t half",
        document="Set the conversions of the image in load_image_to_local.",
    ),
    Operation(
        "load_image_to_local",
        _COMMON,
        (
            overload(
                "dst: LT, load_data_params: LoadImageToLocalParams",
                "load_image_to_local",
                "AscendC::LoadImageToLocal({dst}, {load_data_params})",
                pipe="MTE2",
            ),
        ),
        dtypes="int8_t half",
        document="Load a part of an image, pad it and convert it.",
    ),
)

OPERATIONS = (*_LOADS, *_MULTIPLICATION, *_WAY_OUT, *_IMAGES)
