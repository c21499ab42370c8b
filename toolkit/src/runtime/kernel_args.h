// Argument lists of kernels (aclrtKernelArgs*).
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/launch.h"

namespace runtime {

/// A list of parameters under construction. Lives in the memory that the caller gives, so it is a
/// plain structure; its argument block is the list's own or the caller's.
class KernelArgs {
public:
    static constexpr size_t kMaxParams = 128;
    static constexpr size_t kMaxBytes = 64 << 10;

    /// Starts a list over `capacity` bytes at `block`.
    void Init(uint8_t* block, size_t capacity);
    bool valid() const { return magic_ == kMagic; }

    int Append(const void* value, size_t size, void** param);
    int AppendPlaceHolder(void** param);
    int GetPlaceHolderBuffer(void* param, size_t size, void** buffer);
    int Update(void* param, const void* value, size_t size);
    int Finalize();

    /// Copies the list for a launch; 107000 if it is not finalized or a placeholder has no buffer.
    int Snapshot(LaunchArguments* arguments) const;

private:
    static constexpr uint64_t kMagic = 0x4152475341434C31;  // "ARGSACL1"
    enum class State : uint32_t { kAppending, kFillingBuffers, kFinal, kUpdating };

    struct Param {
        uint32_t offset;
        uint32_t size;
        uint32_t data_offset;  ///< of a placeholder's buffer
        bool placeholder;
        bool has_buffer;
    };

    int Add(size_t size, bool placeholder, void** param);
    Param* Find(void* param);

    uint64_t magic_;
    State state_;
    uint32_t count_;
    uint8_t* block_;
    size_t capacity_;
    size_t slot_bytes_;
    size_t used_;
    Param params_[kMaxParams];
};

/// This thread's list, reset.
KernelArgs* ResetThreadKernelArgs();

}  // namespace runtime
