// The one function of CANN's own helpers with which asc-devkit's tests compute what they expect.
#pragma once

namespace matmul_tiling {

struct MathUtil {
    static int CeilDivision(int value, int divisor) { return (value + divisor - 1) / divisor; }
};

}  // namespace matmul_tiling
