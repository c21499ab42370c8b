"""The words of msopgen's descriptions: element types, formats, attribute types, C++ keywords."""

from __future__ import annotations

from custom_compiler.support.element_types import ALIASES, BY_NAME

_PLAIN = (
    "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool", "double",
    "string", "resource", "complex32", "complex64", "complex128", "qint8", "qint16", "qint32",
    "quint8", "quint16", "int2", "uint1",
)  # fmt: skip
_FLOATS = ("float32", "float16", "bfloat16")
# Element type in a description -> enumerator of ge::DataType.
TYPES = {name: BY_NAME[name].enumerator for name in (*_PLAIN, *_FLOATS)} | {
    alias: BY_NAME[name].enumerator for alias, name in ALIASES.items() if name in _FLOATS
}

_REAL = "FLOAT16 FLOAT DOUBLE INT8 INT16 INT32 INT64 UINT8 UINT16 UINT32 UINT64"
_BASIC = (
    "FLOAT DOUBLE INT32 UINT8 INT16 INT8 COMPLEX32 COMPLEX64 INT64 QINT8 QUINT8 QINT32 QINT16 "
    "QUINT16 UINT16 COMPLEX128 FLOAT16 UINT32 UINT64 INT2"
)
_ALL = (
    "FLOAT DOUBLE INT32 UINT8 INT16 INT8 STRING COMPLEX32 COMPLEX64 INT64 BOOL QINT8 QUINT8 QINT32 "
    "BF16 QINT16 QUINT16 UINT16 COMPLEX128 FLOAT16 RESOURCE VARIANT UINT32 UINT64 INT2"
)
# Words for several types; where CANN's list has a name that ge::DataType lacks, the type it means.
TYPE_SETS = {
    name: tuple(f"DT_{word}" for word in words.split())
    for name, words in {
        "numbertype": f"{_REAL} QINT8 QUINT8 COMPLEX32 COMPLEX64 COMPLEX128 QINT32 INT2",
        "realnumbertype": _REAL,
        "quantizedtype": "QINT8 QUINT8 QINT16 QUINT16 QINT32",
        "all": _ALL,
        "BasicType": _BASIC,
        "IndexNumberType": "INT32 INT64",
    }.items()
}

_FORMATS = """NCHW NHWC ND NC1HWC0 FRACTAL_Z NC1C0HWPAD NHWC1C0 FSR_NCHW FRACTAL_DECONV C1HWNC0
FRACTAL_DECONV_TRANSPOSE FRACTAL_DECONV_SP_STRIDE_TRANS NC1HWC0_C04 FRACTAL_Z_C04 CHWN
FRACTAL_DECONV_SP_STRIDE8_TRANS HWCN NC1KHKWHWC0 BN_WEIGHT FILTER_HWCK HASHTABLE_LOOKUP_LOOKUPS
HASHTABLE_LOOKUP_KEYS HASHTABLE_LOOKUP_VALUE HASHTABLE_LOOKUP_OUTPUT HASHTABLE_LOOKUP_HITS
C1HWNCoC0 MD NDHWC FRACTAL_ZZ FRACTAL_NZ NCDHW DHWCN NDC1HWC0 FRACTAL_Z_3D CN NC DHWNC
FRACTAL_Z_3D_TRANSPOSE FRACTAL_ZN_LSTM FRACTAL_ZN_RNN FRACTAL_Z_G NULL"""
FORMATS = frozenset(_FORMATS.split())

# Attribute type in a description -> function of OpAttrDef.
ATTRIBUTES = {
    "int": "Int", "float": "Float", "string": "String", "bool": "Bool", "list_int": "ListInt",
    "list_float": "ListFloat", "list_bool": "ListBool", "list_list_int": "ListListInt",
}  # fmt: skip
# Types that CANN's tool writes functions for that OpAttrDef does not have.
UNBUILDABLE_ATTRIBUTES = frozenset(("type", "tensor", "list_string", "list_tensor", "list_type"))

_KEYWORDS = """alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t
char32_t class compl const const_cast constexpr continue decltype default delete do double
dynamic_cast else enum explicit export extern false float for friend goto if inline int long mutable
namespace new noexcept not not_eq nullptr operator or or_eq private protected public register
reinterpret_cast return short signed sizeof static static_assert static_cast struct switch
template this thread_local throw true try typedef typeid typename union unsigned using virtual
void volatile wchar_t while xor xor_eq half bfloat16_t"""
KEYWORDS = frozenset(_KEYWORDS.split())
