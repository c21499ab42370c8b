// Names of C++'s library that kernel_operator.h of CANN does not bring, without their headers, as
// CANN 8.3's compiler said to recorded kernels: in all of a kernel's files.
#include "kernel_operator.h"

using namespace AscendC;

constexpr float LOWEST = std::numeric_limits<float>::lowest();  // rule: missing-header
struct Limits {
    float least = -INFINITY;  // rule: missing-header
};
__aicore__ inline float Least(float value, int32_t count) {
    value = std::min(value, 1.0f);               // rule: missing-header
    count = std::max(count, 1);                  // rule: missing-header
    value = std::abs(value) + std::sqrt(value);  // rule: missing-header, missing-header
    return min(max(value, 0.0f), abs(value)) + sqrt(value) + max(count, 1) + Std::max(count, 1);
}
