"""The numbers that CANN gives types of elements and formats (ge::DataType, ge::Format), by name."""

from __future__ import annotations

_DTYPES = (
    *("float32", "float16", "int8", "int32", "uint8", "", "int16", "uint16", "uint32", "int64"),
    *("uint64", "double", "bool", "string", "dual_sub_int8", "dual_sub_uint8", "complex64"),
    *("complex128", "qint8", "qint16", "qint32", "quint8", "quint16", "resource", "string_ref"),
    *("dual", "variant", "bfloat16", "undefined", "int4", "uint1", "int2", "uint2", "complex32"),
    *("hifloat8", "float8_e5m2", "float8_e4m3fn", "float8_e8m0", "float6_e3m2", "float6_e2m3"),
    *("float4_e2m1", "float4_e1m2"),
)
_FORMATS = (
    *("NCHW", "NHWC", "ND", "NC1HWC0", "FRACTAL_Z", "NC1C0HWPAD", "NHWC1C0", "FSR_NCHW"),
    *("FRACTAL_DECONV", "C1HWNC0", "FRACTAL_DECONV_TRANSPOSE", "FRACTAL_DECONV_SP_STRIDE_TRANS"),
    *("NC1HWC0_C04", "FRACTAL_Z_C04", "CHWN", "FRACTAL_DECONV_SP_STRIDE8_TRANS", "HWCN"),
    *("NC1KHKWHWC0", "BN_WEIGHT", "FILTER_HWCK", "HASHTABLE_LOOKUP_LOOKUPS"),
    *("HASHTABLE_LOOKUP_KEYS", "HASHTABLE_LOOKUP_VALUE", "HASHTABLE_LOOKUP_OUTPUT"),
    *("HASHTABLE_LOOKUP_HITS", "C1HWNCoC0", "MD", "NDHWC", "FRACTAL_ZZ", "FRACTAL_NZ", "NCDHW"),
    *("DHWCN", "NDC1HWC0", "FRACTAL_Z_3D", "CN", "NC", "DHWNC", "FRACTAL_Z_3D_TRANSPOSE"),
    *("FRACTAL_ZN_LSTM", "FRACTAL_Z_G", "RESERVED", "ALL", "NULL", "ND_RNN_BIAS"),
    *("FRACTAL_ZN_RNN", "NYUV", "NYUV_A", "NCL"),
)

DTYPE_NUMBERS = {name: number for number, name in enumerate(_DTYPES) if name}
FORMAT_NUMBERS = {name: number for number, name in enumerate(_FORMATS)}
