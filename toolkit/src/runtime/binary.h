// Kernel binaries: loaded kernel objects and the functions in them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "isa/kernel_abi.h"
#include "runtime/elf_meta.h"
#include "runtime/stream.h"
#include "support/json.h"

namespace runtime {

class Binary;

/// One kernel of a binary: its code with one tiling key.
struct Function {
    std::weak_ptr<Binary> binary;
    std::string name;
    uint64_t tiling_key = 0;
    uint32_t task_type = 0;                   ///< KernelMetaType
    const AscendcKernelInfo* info = nullptr;  ///< its own description; null: its binary's
};

/// Whether observers see what the kernel does.
inline bool IsObserved(const AscendcKernelInfo& kernel) {
    return (kernel.build & ASCENDC_BUILD_OBSERVED) != 0;
}

/// A kernel object loaded into the process; unloaded when the last user (handle or queued launch)
/// is gone.
class Binary : public std::enable_shared_from_this<Binary> {
public:
    /// Loads a file and the .json next to it, if there is one, once its contents match the checksum
    /// that the .json or itself states. Null with `*error` set on failure.
    static std::shared_ptr<Binary> FromFile(const std::string& path, std::string* error);
    /// Loads an image in memory, which is copied.
    static std::shared_ptr<Binary> FromData(const void* data, size_t size, std::string* error);
    /// The same with the text of the kernel's .json and a name for messages.
    static std::shared_ptr<Binary> FromData(const void* data, size_t size,
                                            const std::string& description,
                                            const std::string& origin, std::string* error);
    ~Binary();

    const AscendcKernelInfo& info() const { return *info_; }
    /// __NPU_ARCH__ that the kernel was compiled for; 0: not known.
    uint32_t architecture() const { return info_->architecture; }
    const KernelMeta& meta() const { return meta_; }
    /// The kernel's .json; null value if there is none.
    const support::Json& description() const { return description_; }
    /// The operator that it is a kernel of, else the kernel's name.
    const std::string& op_type() const { return op_type_; }
    /// File name, or "<data>".
    const std::string& origin() const { return origin_; }

    /// The kernel of that symbol name, a `_mix_aic` or `_mix_aiv` at its end aside; null if there
    /// is none.
    std::shared_ptr<Function> FunctionByName(const std::string& name);
    /// The kernel of that tiling key; null if the binary lacks the key.
    std::shared_ptr<Function> FunctionByKey(uint64_t tiling_key);
    /// Known tiling keys, for messages.
    std::vector<uint64_t> TilingKeys() const;

    /// What launches of the kernel are held to, of AscendcGuard: what it was built with says so.
    uint32_t guards() const { return guards_; }

    /// Handles given out for this binary's functions, by symbol name; they die with the binary's
    /// handle.
    std::mutex handles_mutex;
    std::map<std::string, void*> function_handles;
    void* handle = nullptr;
    /// aclrtBinarySetExceptionCallback; guarded by handles_mutex.
    std::function<void(const TaskFailure& failure)> on_failure;

    /// The instrumented build of this kernel, made of its package's sources when it is asked for
    /// first. Null with `*reason`, one line for the user, if it cannot be.
    std::shared_ptr<Binary> Observed(std::string* reason);

    /// Where the loaded object lies, and its bytes.
    void* image(size_t* size) const;
    /// Bytes of the code or data of that symbol; null if the object does not export it.
    void* Symbol(const std::string& name, size_t* size) const;

private:
    Binary() = default;
    bool Open(const std::string& path, std::string* error);
    std::shared_ptr<Function> MakeFunction(const std::string& name, uint64_t tiling_key);
    uint32_t TaskType(uint64_t tiling_key) const;

    int image_fd_ = -1;
    void* library_ = nullptr;
    const AscendcKernelInfo* info_ = nullptr;
    KernelMeta meta_;
    support::Json description_;
    std::string origin_;
    size_t file_size_ = 0;
    uint32_t guards_ = 0;
    std::string op_type_;
    std::once_flag observed_once_;
    std::shared_ptr<Binary> observed_;
    std::string not_observed_;
};

/// libascendc_aicore.so, loaded when the first kernel needs it. Null with `*error` set if it cannot
/// be.
void* LoadAicoreLibrary(std::string* error);

}  // namespace runtime
