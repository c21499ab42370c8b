// Kernels of AI CPUs in the libraries of packages.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>

namespace nnopbase {

/// One operator of a package's table op_impl/cpu/config/cust_aicpu_kernel.json. Thread safe.
class AicpuKernel {
public:
    /// Takes an aicpu_call::KernelCall, returns the kernel's status.
    using Function = uint32_t (*)(void* call);

    AicpuKernel(std::string library, std::string function)
        : library_(std::move(library)), name_(std::move(function)) {}

    const std::string& library() const { return library_; }
    /// The function of the library, which is loaded first; null with `*error` set.
    Function Load(std::string* error);

private:
    const std::string library_;
    const std::string name_;
    std::mutex mutex_;
    Function function_ = nullptr;
};

/// The table of a package, and the folder of its libraries, relative to its root.
constexpr char kAicpuTable[] = "/op_impl/cpu/config/cust_aicpu_kernel.json";
constexpr char kAicpuLibraryFolder[] = "/op_impl/cpu/aicpu_kernel/impl/";

}  // namespace nnopbase
