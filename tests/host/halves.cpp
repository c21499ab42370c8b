// Converts the bits on standard input, 32 or 16 of them each, with one of the conversions that this
// repository has: halves <kernel|interface|core> <narrow|widen>.
#include <cstdio>
#include <cstring>
#include <string>

#define AICORE_ISA_NS probe
#include "aclnn/opdev/fp16_t.h"
#include "aicore/exec/simd.h"
#include "detail/types/half_bits.h"

namespace {

namespace core = AscendC::isa::exec::AICORE_ISA_NS;

uint16_t Narrow(const std::string& whose, float value) {
    return whose == "kernel"      ? AscendC::isa::HalfBitsOf(value)
           : whose == "interface" ? op::internal::HalfFromFloat(value)
                                  : core::FloatToHalf(value);
}

float Widen(const std::string& whose, uint16_t bits) {
    return whose == "kernel"      ? AscendC::isa::FloatOfHalfBits(bits)
           : whose == "interface" ? op::internal::FloatFromHalf(bits)
                                  : core::HalfToFloat(bits);
}

template <typename From, typename To>
void Convert(const std::string& whose, To (*convert)(const std::string&, From)) {
    From value;
    while (std::fread(&value, sizeof(value), 1, stdin) == 1) {
        const To result = convert(whose, value);
        std::fwrite(&result, sizeof(result), 1, stdout);
    }
}

}  // namespace

int main(int, char** argv) {
    if (std::strcmp(argv[2], "narrow") == 0) {
        Convert<float, uint16_t>(argv[1], &Narrow);
    } else {
        Convert<uint16_t, float>(argv[1], &Widen);
    }
}
