"""The enumerations."""

from __future__ import annotations

from custom_compiler.asc.table.model import Enumeration


def _enumeration(
    name: str, members: str, cpp: str = "", *, scope: str | None = None, exported: bool = True
) -> Enumeration:
    """Return an enumeration: members count on from the value before, or have one after `=`."""
    numbered = []
    value = -1
    for member in members.split():
        key, _, number = member.partition("=")
        value = int(number) if number else value + 1
        numbered.append((key, value))
    type_ = cpp or f"AscendC::{name}"
    prefix = f"{type_}::" if scope is None else scope
    return Enumeration(name, tuple(numbered), type_, prefix, exported=exported)


_TRANSPOSES = """
    TRANSPOSE_TYPE_NONE TRANSPOSE_NZ2ND_0213 TRANSPOSE_NZ2NZ_0213 TRANSPOSE_NZ2NZ_012_WITH_N
    TRANSPOSE_NZ2ND_012_WITH_N TRANSPOSE_NZ2ND_012_WITHOUT_N TRANSPOSE_NZ2NZ_012_WITHOUT_N
    TRANSPOSE_ND2ND_ONLY TRANSPOSE_ND_UB_GM TRANSPOSE_GRAD_ND_UB_GM TRANSPOSE_ND2ND_B16
    TRANSPOSE_NCHW2NHWC TRANSPOSE_NHWC2NCHW"""
_EVENTS = """
    MTE2_MTE1 MTE1_MTE2 MTE1_M M_MTE1 MTE2_V V_MTE2 MTE3_V V_MTE3 M_V V_M V_V MTE3_MTE1 MTE1_MTE3
    MTE1_V MTE2_M M_MTE2 V_MTE1 M_FIX FIX_M MTE3_MTE2 MTE2_MTE3 S_V V_S S_MTE2 MTE2_S S_MTE3 MTE3_S
    MTE2_FIX FIX_MTE2 FIX_S M_S FIX_MTE3 MTE1_FIX FIX_MTE1 FIX_FIX"""

ENUMERATIONS = (
    _enumeration("AippInputFormat", "YUV420SP_U8 XRGB8888_U8 RGB888_U8=4 YUV400_U8=9"),
    _enumeration(
        "AtomicDtype",
        "ATOMIC_NONE ATOMIC_F32 ATOMIC_F16 ATOMIC_S16 ATOMIC_S32 ATOMIC_S8 ATOMIC_BF16",
    ),
    _enumeration("AtomicOp", "ATOMIC_SUM"),
    _enumeration(
        "BatchMode",
        "NONE BATCH_LESS_THAN_L1 BATCH_LARGE_THAN_L1 SINGLE_LARGE_THAN_L1",
        "BatchMode",
    ),
    _enumeration(
        "BlockMode",
        "BLOCK_MODE_NORMAL BLOCK_MODE_MATRIX BLOCK_MODE_VECTOR BLOCK_MODE_SMALL_CHANNEL "
        "BLOCK_MODE_DEPTHWISE",
    ),
    _enumeration("CacheLine", "SINGLE_CACHE_LINE ENTIRE_DATA_CACHE"),
    _enumeration(
        "CacheMode",
        "CACHE_MODE_NORMAL CACHE_MODE_DISABLE CACHE_MODE_LAST CACHE_MODE_PERSISTENT=4",
    ),
    _enumeration("CacheRwMode", "READ=1 WRITE RW"),
    _enumeration("CMPMODE", "LT GT EQ LE GE NE"),
    _enumeration("CO2Layout", "NZ ROW_MAJOR COLUMN_MAJOR"),
    _enumeration("CubeFormat", "ND NZ SCALAR=6 VECTOR", "CubeFormat"),
    _enumeration("DataFormat", "ND NZ NCHW NC1HWC0 NHWC"),
    _enumeration("DcciDst", "CACHELINE_ALL CACHELINE_UB CACHELINE_OUT CACHELINE_ATOMIC"),
    _enumeration("DeqScale", "DEQ_NONE DEQ VDEQ DEQ8 VDEQ8 DEQ16 VDEQ16"),
    _enumeration("GatherMaskMode", "DEFAULT")._replace(
        scope="AscendC::", spellings=(("DEFAULT", "defaultGatherMaskMode"),)
    ),
    _enumeration("HardEvent", _EVENTS),
    _enumeration("Hardware", "GM UB L1 L0A L0B L0C BIAS FIXBUF MAX"),
    _enumeration(
        "IterateMode",
        "ITERATE_MODE_NORMAL=1 ITERATE_MODE_ALL=2 ITERATE_MODE_BATCH=4 ITERATE_MODE_N_BATCH=8 "
        "ITERATE_MODE_DEFAULT=255",
        "IterateMode",
    ),
    _enumeration("IterateOrder", "ORDER_M ORDER_N UNDEF", "IterateOrder"),
    _enumeration("LayoutMode", "NONE NORMAL BSNGD SBNGD BNGS1S2", "LayoutMode"),
    _enumeration("MaskMode", "NORMAL COUNTER"),
    _enumeration(
        "MatmulConfigMode",
        "CONFIG_NORM=1 CONFIG_MDL CONFIG_SPECIALMDL CONFIG_IBSHARE",
        "MatmulConfigMode",
    ),
    _enumeration("MemDsbT", "ALL DDR UB SEQ"),
    _enumeration("pad_t", " ".join(["PAD_NONE", *(f"PAD_MODE{n}" for n in range(1, 9))]), "pad_t"),
    _enumeration(
        "PipeID",
        "PIPE_S PIPE_V PIPE_M PIPE_MTE1 PIPE_MTE2 PIPE_MTE3 PIPE_ALL PIPE_MTE4 PIPE_MTE5 PIPE_V2 "
        "PIPE_FIX",
        "pipe_t",
        scope="",
    ),
    _enumeration(
        "QuantModes",
        "NoQuant F322F16 F322BF16 DEQF16 VDEQF16 QF322B8_PRE VQF322B8_PRE REQ8 VREQ8",
        "QuantMode_t",
    ),
    _enumeration(
        "ReduceOrder", "ORDER_VALUE_INDEX ORDER_INDEX_VALUE ORDER_ONLY_VALUE ORDER_ONLY_INDEX"
    ),
    _enumeration(
        "RoundMode",
        "CAST_NONE CAST_RINT CAST_FLOOR CAST_CEIL CAST_ROUND CAST_TRUNC CAST_ODD",
    ),
    _enumeration("ScheduleType", "INNER_PRODUCT OUTER_PRODUCT", "ScheduleType"),
    _enumeration(
        "SelMode",
        "VSEL_CMPMASK_SPR VSEL_TENSOR_SCALAR_MODE VSEL_TENSOR_TENSOR_MODE",
        "AscendC::SELMODE",
    ),
    _enumeration("SoftmaxMode", "SOFTMAX_NORMAL SOFTMAX_OUTPUT_WITHOUT_BRC"),
    _enumeration("TPosition", "GM A1 A2 B1 B2 C1 C2 CO1 CO2 VECIN VECOUT VECCALC MAX"),
    _enumeration("TransposeType", _TRANSPOSES),
    # Of newer CANN; a Matmul's configuration takes only the first.
    _enumeration("BatchOutMode", "SINGLE_BATCH MULTI_BATCH DYNAMIC", exported=False)._replace(
        cpp="", scope=""
    ),
)
