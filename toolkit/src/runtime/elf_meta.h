// What a kernel object says about itself in its section .ascendc.meta.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace runtime {

/// The records of isa/kernel_abi.h, sorted by kind.
struct KernelMeta {
    std::set<uint64_t> tiling_keys;
    std::map<uint64_t, uint32_t> task_types;  ///< tiling key -> KernelMetaType
    bool has_default_task_type = false;
    uint32_t default_task_type = 0;
    bool cross_core_sync = false;
    bool cube = false;
    bool vector = false;
    bool prints = false;
};

/// Reads the records from the bytes of an ELF64 file. False with `*error` set if it is not one, or
/// is damaged; a file without the section gives an empty result.
bool ReadKernelMeta(const void* data, size_t size, KernelMeta* meta, std::string* error);

}  // namespace runtime
