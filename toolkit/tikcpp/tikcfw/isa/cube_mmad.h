// The matrix multiplication of the cube.
#pragma once

#include "isa/core.h"

namespace AscendC::isa {

/// What a product is added to.
enum class CubeInit : uint8_t {
    kZero,        ///< nothing
    kAccumulate,  ///< what the result's place holds
    kBias,        ///< a row of `n` values, the same for all rows of the result
};

/// c = a * b + init, with a of m x k, b of k x n and c of m x n elements. Fractals are 16 rows (of
/// a and c; columns of b) of C0 elements, C0 = 32 bytes for a and b and 16 elements for c. a is Zz:
/// fractals row by row, rows inside; b Zn: fractals row by row, columns inside; c Nz: fractals
/// column by column, rows inside. Elements of c beyond m and n keep their values.
struct CubeMmad {
    DType a_dtype;
    DType b_dtype;
    DType c_dtype;
    CubeInit init;
    bool hf32;          ///< float operands are rounded to 11 bits of mantissa
    bool hf32_to_zero;  ///< ... ties towards zero instead of to even
    bool row_vector;    ///< m is 1 and a is a plain row of k elements
    uint8_t unit_flag;
    uint16_t m;
    uint16_t n;
    uint16_t k;
    uint32_t a_blocks;  ///< fractals per row of fractals of a
    void* c;
    const void* a;
    const void* b;
    const void* bias;  ///< elements of c's type
    /// Where b stores only 2 of each 4 elements along k: two bits per stored element, in b's order.
    /// The first says where among the first three of the four it was, the second among the last
    /// three.
    const uint8_t* index;
};

}  // namespace AscendC::isa
