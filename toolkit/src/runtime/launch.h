// Launches of kernels in streams.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "platform/soc_table.h"
#include "runtime/binary.h"
#include "runtime/named_memory.h"
#include "runtime/stream.h"

namespace runtime {

/// What a launch may say besides its arguments (aclrtLaunchKernelCfg).
struct LaunchOptions {
    bool all_blocks_at_once = false;  ///< schedule mode 1
    uint32_t unified_buffer_bytes = 0;
    uint64_t timeout_us = 0;  ///< 0: the process default
};

/// An argument block on its way to a kernel: 8-byte slots, after them the data that slots point
/// to. The block moves with the launch, so slots that point into it are named by offsets and filled
/// in when it has its final place.
struct LaunchArguments {
    struct Pointer {
        size_t slot_offset;
        size_t data_offset;
    };
    std::vector<uint8_t> block;
    size_t slot_bytes = 0;  ///< bytes of the slots at the start of the block
    std::vector<Pointer> pointers;
    /// What the slots lead to, where that is known and launches are observed.
    std::vector<NamedMemory> memories;
    /// Sentences about numbers that tiling data does not hold; only where launches are observed.
    std::vector<std::string> tiling_overflows;

    /// Puts null slots after the others until there are `count`.
    void AddSlotsUntil(size_t count);
    /// Writes the addresses of the data into the slots.
    void FillPointers();
};

/// Runs a kernel; keeps its binary loaded until it has ended.
class LaunchTask : public Task {
public:
    LaunchTask(std::shared_ptr<Binary> binary, const Function& function, uint32_t block_dim,
               LaunchArguments arguments, const LaunchOptions& options);
    /// A kernel that is a function of this process.
    LaunchTask(const AscendcKernelInfo& kernel, uint32_t task_type, uint32_t block_dim,
               LaunchArguments arguments);
    /// The argument block is read from device memory when the kernel's turn has come.
    LaunchTask(std::shared_ptr<Binary> binary, const Function& function, uint32_t block_dim,
               const void* device_arguments, size_t size, const LaunchOptions& options);

    /// What the kernel sees as its system workspace.
    void set_system_workspace(void* address) { system_workspace_ = address; }
    /// Where a kernel that is a function of this process is launched.
    void set_source(const AscendcLaunchSource& source) { source_ = source; }

    int Run(Stream* stream, std::string* error) override;
    void OnFailure(TaskFailure* failure) override;
    std::string Name() const override { return name_; }
    /// Looks for addresses among the arguments and in structures passed by value.
    bool Uses(uintptr_t begin, size_t size) const override;

private:
    /// The cause if the device cannot run code of the kernel's architecture; else empty.
    std::string OtherArchitecture() const;
    /// Gives the arguments their final form, on the thread that runs the kernel.
    void CompleteArguments();
    /// How an address that the kernel accessed lies to the next buffer; empty if there is none.
    std::string DescribeAddress(uint64_t address) const;

    std::shared_ptr<Binary> binary_;   // null for a function of this process
    AscendcLaunchSource source_ = {};  // of such a function, where that is known
    AscendcKernelInfo kernel_;
    const platform::SocSpec* soc_;
    std::string name_;
    uint64_t tiling_key_;
    uint32_t task_type_;
    uint32_t block_dim_;
    mutable std::mutex arguments_mutex_;  // threads that free memory look into them (Uses)
    LaunchArguments arguments_;
    const void* device_arguments_ = nullptr;
    size_t device_arguments_size_ = 0;
    LaunchOptions options_;
    void* system_workspace_ = nullptr;
};

/// Registers a loaded binary and finds its functions: the implementation of aclrtBinary*.
int AddBinary(std::shared_ptr<Binary> binary, void** handle);
int RemoveBinary(void* handle);
int GetFunctionByName(void* binary, const char* name, void** function);
int GetFunctionByKey(void* binary, uint64_t tiling_key, void** function);

/// The function of a handle with its binary; null (107017 reported in `*code`) if either is
/// gone.
std::shared_ptr<Function> FindFunction(const void* handle, std::shared_ptr<Binary>* binary,
                                       int* code);

}  // namespace runtime
