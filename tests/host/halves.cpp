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

uint16_t Narrow(const std::string& type, float value) {
    return type == "kernel"      ? AscendC::isa::HalfBitsOf(value)
           : type == "interface" ? op::internal::HalfFromFloat(value)
                                 : core::FloatToHalf(value);
}

float Widen(const std::string& type, uint16_t bits) {
    return type == "kernel"      ? AscendC::isa::FloatOfHalfBits(bits)
           : type == "interface" ? op::internal::FloatFromHalf(bits)
                                 : core::HalfToFloat(bits);
}

template <typename From, typename To>
void Convert(const std::string& type, To (*convert)(const std::string&, From)) {
    From value;
    while (std::fread(&value, sizeof(value), 1, stdin) == 1) {
        const To result = convert(type, value);
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
