// Prints of memory by address: what DumpTensor does for tensors.
#pragma once

#include "kernel_operator.h"

namespace AscendC::isa {

/// Prints `count` elements at an address in `memory`; `desc` is any number that tells the place.
template <typename T>
inline void DumpAddress(Hardware memory, const T* data, uint32_t desc, uint32_t count) {
    uint64_t address = reinterpret_cast<uint64_t>(data);
    if (memory != Hardware::GM) {
        address -= reinterpret_cast<uint64_t>(CurrentCore().arenas[static_cast<int>(memory)].base);
    }
    IssueDump<T>(data, address, memory, desc, count, nullptr);
}

}  // namespace AscendC::isa

/// Global memory, unified buffer, L0C and L1.
template <typename T>
inline void asc_dump_gm(__gm__ T* input, uint32_t desc, uint32_t dump_size) {
    AscendC::isa::DumpAddress(AscendC::Hardware::GM, input, desc, dump_size);
}
template <typename T>
inline void asc_dump_ubuf(__ubuf__ T* input, uint32_t desc, uint32_t dump_size) {
    AscendC::isa::DumpAddress(AscendC::Hardware::UB, input, desc, dump_size);
}
template <typename T>
inline void asc_dump_cbuf(__cc__ T* input, uint32_t desc, uint32_t dump_size) {
    AscendC::isa::DumpAddress(AscendC::Hardware::L0C, input, desc, dump_size);
}
template <typename T>
inline void asc_dump_l1buf(__cbuf__ T* input, uint32_t desc, uint32_t dump_size) {
    AscendC::isa::DumpAddress(AscendC::Hardware::L1, input, desc, dump_size);
}
