// The entry point of a static kernel: made for one call, whose tiling is part of it.
//
// opc includes this after the tiling data and before the user's source:
//
//     #define ASCENDC_STATIC_BLOCK_NUM 8          // blocks of the launch
//     #define ASCENDC_STATIC_ARGUMENTS 4          // slots of a launch: all parameters but tiling
//     alignas(32) static const uint8_t ascendc_static_tiling[] = {...};   // padded with zeros
//     #include "detail/core/static_entry.h"
//
// The tiling key is a macro as in kernels that are compiled once per key. The kernel function gets
// the address of the constant data as its last argument, so every way of reading it is a read of
// constants.
#pragma once

#include "detail/core/entry.h"

namespace AscendC {

/// GetBlockNum in the source of a static kernel.
constexpr int64_t GetStaticBlockNum() {
    return ASCENDC_STATIC_BLOCK_NUM;
}

namespace isa {

/// ReadTiling in the source of a static kernel: no memory is read.
ASCENDC_ALWAYS_INLINE void ReadStaticTiling(void* target, const void* tiling, size_t size) {
    std::memcpy(target, tiling, size);
}

/// The slots of a launch, and after them the one of the tiling data.
struct StaticArguments {
    explicit StaticArguments(void* const* args) {
        for (int i = 0; i < ASCENDC_STATIC_ARGUMENTS; ++i) {
            slots[i] = args[i];
        }
        slots[ASCENDC_STATIC_ARGUMENTS] =
            const_cast<void*>(static_cast<const void*>(ascendc_static_tiling));
    }

    void* slots[ASCENDC_STATIC_ARGUMENTS + 1];
};

}  // namespace isa
}  // namespace AscendC

inline constexpr int64_t get_static_block_num() {
    return ASCENDC_STATIC_BLOCK_NUM;
}

#define GetBlockNum GetStaticBlockNum
#define get_block_num get_static_block_num
#define ReadTiling ReadStaticTiling

#undef ASCENDC_ENTRY_SLOTS_
#define ASCENDC_ENTRY_SLOTS_(args) ::AscendC::isa::StaticArguments(args).slots
#undef ASCENDC_CONSTANT_SLOTS_
#define ASCENDC_CONSTANT_SLOTS_ 1u
