// The kernels of a library.
#include "aicpu_common/context/common/cpu_kernel_register.h"
#include "aicpu_common/context/utils/log.h"
#include "aicpu_common/context/utils/status.h"

namespace aicpu {
namespace {

template <typename Map>
std::vector<std::string> KeysOf(const Map& map) {
    std::vector<std::string> keys;
    for (const auto& entry : map) {
        keys.push_back(entry.first);
    }
    return keys;
}

}  // namespace

bool RegistCpuKernel(const std::string& type, const KERNEL_CREATOR_FUN& fun) {
    CpuKernelRegister::Registerar(type, fun);
    return true;
}

bool RegistCpuKernelV2(const std::string& type, const KERNEL_CREATOR_FUN& fun) {
    CpuKernelRegister::RegisterarV2(type, fun);
    return true;
}

CpuKernelRegister& CpuKernelRegister::Instance() {
    static CpuKernelRegister instance;
    return instance;
}

CpuKernelRegister::Registerar::Registerar(const std::string& type, const KERNEL_CREATOR_FUN& fun) {
    Instance().creators_[type] = fun;
}

CpuKernelRegister::RegisterarV2::RegisterarV2(const std::string& type,
                                              const KERNEL_CREATOR_FUN& fun) {
    Instance().creators_v2_[type] = fun;
}

std::shared_ptr<CpuKernel> CpuKernelRegister::Create(const Creators& creators,
                                                     const std::string& type) {
    const auto creator = creators.find(type);
    return creator == creators.end() ? nullptr : creator->second();
}

uint32_t CpuKernelRegister::Run(const std::shared_ptr<CpuKernel>& kernel, CpuKernelContext& ctx) {
    if (kernel == nullptr) {
        KERNEL_LOG_ERROR("no kernel of %s is registered", ctx.GetOpType().c_str());
        return KERNEL_STATUS_INNER_ERROR;
    }
    return kernel->Compute(ctx);
}

std::shared_ptr<CpuKernel> CpuKernelRegister::GetCpuKernel(const std::string& op_type) {
    return Create(creators_, op_type);
}

std::shared_ptr<CpuKernel> CpuKernelRegister::GetCpuKernelV2(const std::string& op_type) {
    return Create(creators_v2_, op_type);
}

bool CpuKernelRegister::IsRegistered(const std::string& op_type) const {
    return creators_.count(op_type) != 0;
}

bool CpuKernelRegister::IsRegisteredV2(const std::string& op_type) const {
    return creators_v2_.count(op_type) != 0;
}

std::vector<std::string> CpuKernelRegister::GetAllRegisteredOpTypes() const {
    return KeysOf(creators_);
}

std::vector<std::string> CpuKernelRegister::GetAllRegisteredOpTypesV2() const {
    return KeysOf(creators_v2_);
}

uint32_t CpuKernelRegister::RunCpuKernel(CpuKernelContext& ctx) {
    return Run(GetCpuKernel(ctx.GetOpType()), ctx);
}

uint32_t CpuKernelRegister::RunCpuKernelV2(CpuKernelContext& ctx) {
    return Run(GetCpuKernelV2(ctx.GetOpType()), ctx);
}

}  // namespace aicpu
