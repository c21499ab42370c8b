// The kernels that a library of AI CPU kernels has.
#ifndef AICPU_CONTEXT_INC_REGISTAR_H
#define AICPU_CONTEXT_INC_REGISTAR_H

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cpu_context.h"
#include "cpu_kernel.h"

namespace aicpu {

class AICPU_VISIBILITY CpuKernelRegister {
public:
    static CpuKernelRegister& Instance();

    /// A new kernel; null if none is registered.
    std::shared_ptr<CpuKernel> GetCpuKernel(const std::string& op_type);
    std::shared_ptr<CpuKernel> GetCpuKernelV2(const std::string& op_type);
    bool IsRegistered(const std::string& op_type) const;
    bool IsRegisteredV2(const std::string& op_type) const;
    std::vector<std::string> GetAllRegisteredOpTypes() const;
    std::vector<std::string> GetAllRegisteredOpTypesV2() const;
    /// The status that the kernel returns; KERNEL_STATUS_INNER_ERROR if none is registered.
    uint32_t RunCpuKernel(CpuKernelContext& ctx);
    uint32_t RunCpuKernelV2(CpuKernelContext& ctx);

    /// Registers a kernel when it is constructed.
    class Registerar {
    public:
        Registerar(const std::string& type, const KERNEL_CREATOR_FUN& fun);
        ~Registerar() = default;
        Registerar(const Registerar&) = delete;
        Registerar(Registerar&&) = delete;
        Registerar& operator=(const Registerar&) = delete;
        Registerar& operator=(Registerar&&) = delete;
    };
    class RegisterarV2 {
    public:
        RegisterarV2(const std::string& type, const KERNEL_CREATOR_FUN& fun);
        ~RegisterarV2() = default;
        RegisterarV2(const RegisterarV2&) = delete;
        RegisterarV2(RegisterarV2&&) = delete;
        RegisterarV2& operator=(const RegisterarV2&) = delete;
        RegisterarV2& operator=(RegisterarV2&&) = delete;
    };

protected:
    CpuKernelRegister() = default;
    ~CpuKernelRegister() = default;
    CpuKernelRegister(const CpuKernelRegister&) = delete;
    CpuKernelRegister(CpuKernelRegister&&) = delete;
    CpuKernelRegister& operator=(const CpuKernelRegister&) = delete;
    CpuKernelRegister& operator=(CpuKernelRegister&&) = delete;

private:
    using Creators = std::map<std::string, KERNEL_CREATOR_FUN>;
    static std::shared_ptr<CpuKernel> Create(const Creators& creators, const std::string& type);
    static uint32_t Run(const std::shared_ptr<CpuKernel>& kernel, CpuKernelContext& ctx);

    Creators creators_;
    Creators creators_v2_;
};

}  // namespace aicpu

#endif  // AICPU_CONTEXT_INC_REGISTAR_H
