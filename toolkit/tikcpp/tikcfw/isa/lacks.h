// Records of what some architectures lack, left where a kernel uses it. The headers are the same
// for all architectures; the kernel compiler, which knows the one that a kernel is for, reads the
// records and rejects the kernel with the line of the call (isa/kernel_abi.h, AscendcLack).
#pragma once

#include <cstdint>

#include "isa/kernel_abi.h"
#include "isa/parameter.h"
#include "isa/types.h"

namespace AscendC::isa {

constexpr uint32_t kArchs[] = {100, 200, 220, 300, 310};
/// Bit of `archs` in a record: Kirin X90 has it though 310B, of the same architecture, does not.
constexpr uint32_t kX90 = 5;

/// The bits of architectures in a record.
template <uint32_t... archs>
constexpr uint32_t ArchBits() {
    uint32_t bits = 0;
    for (uint32_t i = 0; i < 5; ++i) {
        bits |= ((archs == kArchs[i]) || ...) ? 1U << i : 0U;
    }
    return bits;
}

/// Place of an architecture in kArchs.
constexpr uint32_t ArchIndex(uint32_t arch) {
    uint32_t index = 0;
    while (index < 4 && kArchs[index] != arch) {
        ++index;
    }
    return index;
}

/// 32 characters of a name in words, which an instruction for the assembler can print.
struct PackedName {
    uint64_t words[4];
};
constexpr PackedName Pack(const char* name) {
    PackedName packed = {{0, 0, 0, 0}};
    for (uint32_t i = 0; i < sizeof(PackedName) && name[i] != 0; ++i) {
        const uint64_t character = static_cast<uint64_t>(static_cast<unsigned char>(name[i]));
        packed.words[i / 8] |= character << i % 8 * 8;
    }
    return packed;
}

/// AscendcLack::facts.
constexpr uint32_t LackFacts(uint32_t archs, DType first, DType second, AscendcLackForm form) {
    return archs | (static_cast<uint32_t>(first) + 1) % 256 << 8 |
           (static_cast<uint32_t>(second) + 1) % 256 << 16 | static_cast<uint32_t>(form) << 24;
}

}  // namespace AscendC::isa

#define ASCENDC_LOW_HALF(value) \
    "i"(static_cast<int32_t>(static_cast<uint64_t>(value) & 0xffffffffu))
#define ASCENDC_HIGH_HALF(value) "i"(static_cast<int32_t>(static_cast<uint64_t>(value) >> 32))
/// Emits one record; `facts` and `name` (a PackedName) are constants. The instruction that does
/// nothing has the line of the call. The flag `?` puts the record into the group of an inline
/// function, so that a linker which drops a second copy of the function drops its record, too.
#define ASCENDC_LACKS(facts, name)                                             \
    __asm__ volatile(                                                          \
        "1:\n\tnop\n\t"                                                        \
        ".pushsection .ascendc.lacks,\"?\",@progbits\n\t"                      \
        ".quad 1b\n\t.long %c0, 0, %c1, %c2, %c3, %c4, %c5, %c6, %c7, %c8\n\t" \
        ".popsection" ::ASCENDC_LOW_HALF(facts),                               \
        ASCENDC_LOW_HALF((name).words[0]), ASCENDC_HIGH_HALF((name).words[0]), \
        ASCENDC_LOW_HALF((name).words[1]), ASCENDC_HIGH_HALF((name).words[1]), \
        ASCENDC_LOW_HALF((name).words[2]), ASCENDC_HIGH_HALF((name).words[2]), \
        ASCENDC_LOW_HALF((name).words[3]), ASCENDC_HIGH_HALF((name).words[3]))

/// Records that the architectures that follow lack an API, a literal of at most 31 characters.
#define ASCENDC_RECORD_API(form, api, ...)                                             \
    do {                                                                               \
        static_assert(sizeof(api) <= 32);                                              \
        constexpr ::AscendC::isa::PackedName ascendc_name = ::AscendC::isa::Pack(api); \
        constexpr uint32_t ascendc_facts = ::AscendC::isa::LackFacts(                  \
            ::AscendC::isa::ArchBits<__VA_ARGS__>(), ::AscendC::isa::DType::kNone,     \
            ::AscendC::isa::DType::kNone, form);                                       \
        ASCENDC_LACKS(ascendc_facts, ascendc_name);                                    \
    } while (false)
/// Rejects an API on the architectures that follow.
#define ASCENDC_REJECT_API(api, ...) ASCENDC_RECORD_API(ASCENDC_LACK_ANY, api, __VA_ARGS__)
/// Warns of an API on the architectures that follow, and ends the kernel where it calls it on one
/// of them. (CANN's headers compile it to nothing there, for the sake of code that is not reached.)
#define ASCENDC_REQUIRE_API(api, ...)                              \
    do {                                                           \
        ASCENDC_RECORD_API(ASCENDC_LACK_AT_RUN, api, __VA_ARGS__); \
        ::AscendC::isa::RequireApi<__VA_ARGS__>(api);              \
    } while (false)
/// Rejects an API; a kernel that was compiled for others ends where it calls the API on one of
/// them.
#define ASCENDC_LACKS_API(api, ...)                   \
    do {                                              \
        ASCENDC_REJECT_API(api, __VA_ARGS__);         \
        ::AscendC::isa::RequireApi<__VA_ARGS__>(api); \
    } while (false)
