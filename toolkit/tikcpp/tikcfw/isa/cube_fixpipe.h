// The way of results out of L0C: conversion, activation, change of layout.
#pragma once

#include "isa/core.h"

namespace AscendC::isa {

enum class FixpipeLayout : uint8_t {
    kNz,  ///< column groups: of 8 elements (split), 16, or 32 (1-byte elements)
    kRowMajor,
    kColumnMajor,
};

/// What happens to a value on the way from the source's to the destination's type.
enum class FixpipeConvert : uint8_t {
    kNone,     ///< same type
    kRound,    ///< float -> half, bfloat16: nearest even
    kDequant,  ///< int32 -> half: times scale
    kRequant,  ///< int32 -> (u)int8: times scale, plus offset
    kQuant,    ///< float -> (u)int8: times scale, plus offset
    kShift,    ///< int32 -> int16: shifted right, saturated
};

/// With the matrix that the registers name, in groups of 16 columns.
enum class ElementOp : uint8_t { kNone = 0, kAdd = 1, kSub = 2 };

/// `matrices` matrices of m x n elements from L0C, where tiles of 16 x 16 stand column by column.
/// Elements of half are converted as floats. In NZ, results of 1 byte are written in groups of 32
/// columns, a remaining 16 as a group of 16.
/// A scale word has a float in bits 0-31 (split cores use its 19 upper bits). For integer sources
/// bit 36 says that they are shifted right by bits 32-35 plus 1, and saturated to 16 bits, before;
/// kShift always shifts. Bits 37-45 are a signed offset. Bit 46 says whether a 1-byte result is
/// signed.
struct CubeFixpipe {
    FixpipeLayout layout;
    FixpipeConvert convert;
    DType src_dtype;
    DType dst_dtype;
    Hardware dst_memory;
    bool relu;           ///< negative values become 0
    bool channel_split;  ///< NZ: groups of 8 columns
    uint8_t unit_flag;
    uint16_t n;
    uint16_t m;
    uint32_t matrices;
    const uint8_t* src;
    uint8_t* dst;
    uint64_t src_group_pitch;   ///< bytes from one column of tiles to the next
    uint64_t src_matrix_pitch;  ///< bytes
    uint64_t dst_pitch;         ///< bytes between rows, columns or column groups
    uint64_t dst_matrix_pitch;  ///< bytes
    uint32_t dst_row_pitch;     ///< NZ: bytes between the rows of a group of 16; 0: groups as above
    bool clip;                  ///< results of type half are at most the clip register
    ElementOp elements;         ///< what is done to results of type half, element by element
    uint64_t scale;             ///< scale word of all columns
    const uint64_t* scales;     ///< one scale word per column, or null
    const uint16_t* half_scales;  ///< the same as factors of type half, or null
};

}  // namespace AscendC::isa
