// Choice of base blocks and buffer depths for one core's part of a matrix multiplication.
#pragma once

#include <cstdint>

#include "lib/matmul/matmul_tiling_base.h"

namespace matmul_tiling {

/// Bits of an element.
int64_t BitsOf(DataType type);

/// One core's problem. Sizes in elements, bits per element, buffers in bytes.
struct BlockProblem {
    int64_t m = 0;
    int64_t n = 0;
    int64_t k = 0;
    int64_t a_bits = 16;
    int64_t b_bits = 16;
    int64_t c_bits = 32;
    int64_t bias_bits = 0;  ///< 0: no bias
    int64_t l0a = 0;
    int64_t l0b = 0;
    int64_t l0c = 0;
    int64_t l1 = 0;
    int64_t bt = 0;            ///< bias table; 0: there is none
    int64_t scale_bits = 0;    ///< per column, of the scales of a converted result; 0: none
    bool k_in_squares = true;  ///< fractals of A or B are transposed in squares of 16
    int64_t ub = -1;           ///< for one block of C on its way out; -1: C does not pass it
    bool a_in_l1 = false;      ///< the whole of A (B) is in L1 already
    bool b_in_l1 = false;
    int64_t fixed_m = -1;  ///< prescribed base sizes
    int64_t fixed_n = -1;
    int64_t fixed_k = -1;
    bool a_stays = false;  ///< N_BUFFER_33: A, at most 3 x 3 base blocks, stays in L1
    bool sparse = false;   ///< B keeps two of each four elements along K
    int64_t max_m = -1;    ///< limits of base sizes
    int64_t max_n = -1;
    int64_t max_k = -1;
    int64_t min_m = -1;
    int64_t min_n = -1;
    int64_t min_k = -1;
};

struct BlockChoice {
    int64_t base_m = 0;
    int64_t base_n = 0;
    int64_t base_k = 0;
    int64_t step_m = 1;
    int64_t step_n = 1;
    int64_t step_ka = 1;
    int64_t step_kb = 1;
    int64_t depth_a1 = 1;  ///< base blocks of A (B) held in L1
    int64_t depth_b1 = 1;
    int64_t db_l0a = 1;  ///< 2: double buffered
    int64_t db_l0b = 1;
    int64_t db_l0c = 1;
    int64_t l1_bytes = 0;  ///< used
    int64_t l0c_bytes = 0;
    int64_t ub_bytes = 0;
};

/// Base blocks of A along M and along K in the schedule N_BUFFER_33.
constexpr int64_t kBlocksThatStay = 3;

/// Base block along K in that schedule, for elements of `bits`.
constexpr int64_t StayingBaseK(int64_t bits) {
    return 128 * 8 / bits;
}

/// False if no legal choice exists.
bool ChooseBlocks(const BlockProblem& problem, BlockChoice* choice);

}  // namespace matmul_tiling
