"""Enumerations of the tiling library, numbered as in C++."""

from __future__ import annotations

from enum import IntEnum


class TPosition(IntEnum):
    """Position of a matrix in memory."""

    GM = 0
    A1 = 1
    A2 = 2
    B1 = 3
    B2 = 4
    C1 = 5
    C2 = 6
    CO1 = 7
    CO2 = 8
    VECIN = 9
    VECOUT = 10
    VECCALC = 11
    LCM = 11
    SPM = 12
    SHM = 12
    TSCM = 13
    MAX = 14


class CubeFormat(IntEnum):
    """The layout of a matrix."""

    ND = 0
    NZ = 1
    ZN = 2
    ZZ = 3
    NN = 4
    ND_ALIGN = 5
    SCALAR = 6
    VECTOR = 7


class DataType(IntEnum):
    """The type of a matrix's elements."""

    DT_FLOAT = 0
    DT_FLOAT16 = 1
    DT_INT8 = 2
    DT_INT32 = 3
    DT_UINT8 = 4
    DT_INT16 = 6
    DT_UINT16 = 7
    DT_UINT32 = 8
    DT_INT64 = 9
    DT_UINT64 = 10
    DT_DOUBLE = 11
    DT_BOOL = 12
    DT_STRING = 13
    DT_DUAL_SUB_INT8 = 14
    DT_DUAL_SUB_UINT8 = 15
    DT_COMPLEX64 = 16
    DT_COMPLEX128 = 17
    DT_QINT8 = 18
    DT_QINT16 = 19
    DT_QINT32 = 20
    DT_QUINT8 = 21
    DT_QUINT16 = 22
    DT_RESOURCE = 23
    DT_STRING_REF = 24
    DT_DUAL = 25
    DT_VARIANT = 26
    DT_BF16 = 27
    DT_UNDEFINED = 28
    DT_INT4 = 29
    DT_UINT1 = 30
    DT_INT2 = 31
    DT_UINT2 = 32
    DT_BFLOAT16 = 33
    DT_MAX = 34


class DequantType(IntEnum):
    """Scales of results: one, or one per column."""

    SCALAR = 0
    TENSOR = 1


class MatrixMadType(IntEnum):
    """Rounding of float matrices to hf32."""

    NORMAL = 0
    HF32 = 1


class MatrixTraverse(IntEnum):
    """Order of blocks: along rows or along columns first."""

    NOSET = 0
    FIRSTM = 1
    FIRSTN = 2


class ScheduleType(IntEnum):
    """Accumulation of blocks along K."""

    INNER_PRODUCT = 0
    OUTER_PRODUCT = 1
    N_BUFFER_33 = 2
