// What operator definitions say about AI CPUs and CPUs of the host.
#include "op_def_impl.h"

namespace ops {
namespace {

const char* CpuFlagText(bool flag) {
    return flag ? "True" : "False";
}

OpCpuDefImpl CpuDefaults(const char* engine, const char* kernel_library) {
    return {{{"opInfo.computeCost", "100"},
             {"opInfo.engine", engine},
             {"opInfo.flagAsync", CpuFlagText(false)},
             {"opInfo.flagPartial", CpuFlagText(false)},
             {"opInfo.functionName", "RunCpuKernel"},
             {"opInfo.kernelSo", "libcpu_kernels.so"},
             {"opInfo.opKernelLib", kernel_library},
             {"opInfo.userDefined", CpuFlagText(false)}}};
}

}  // namespace

OpAICPUDef::OpAICPUDef() : impl_(new OpCpuDefImpl(CpuDefaults("DNN_VM_AICPU", "AICPUKernel"))) {}
OpAICPUDef::OpAICPUDef(const OpAICPUDef& other) : impl_(new OpCpuDefImpl(*other.impl_)) {}
OpAICPUDef::~OpAICPUDef() = default;
OpAICPUDef& OpAICPUDef::operator=(const OpAICPUDef& other) {
    if (this != &other) {
        *impl_ = *other.impl_;
    }
    return *this;
}
OpAICPUDef& OpAICPUDef::Engine(const char* value) {
    return ExtendCfgInfo("opInfo.engine", value);
}
OpAICPUDef& OpAICPUDef::FlagPartial(bool flag) {
    return ExtendCfgInfo("opInfo.flagPartial", CpuFlagText(flag));
}
OpAICPUDef& OpAICPUDef::ComputeCost(const char* value) {
    return ExtendCfgInfo("opInfo.computeCost", value);
}
OpAICPUDef& OpAICPUDef::FlagAsync(bool flag) {
    return ExtendCfgInfo("opInfo.flagAsync", CpuFlagText(flag));
}
OpAICPUDef& OpAICPUDef::OpKernelLib(const char* value) {
    return ExtendCfgInfo("opInfo.opKernelLib", value);
}
OpAICPUDef& OpAICPUDef::KernelSo(const char* value) {
    return ExtendCfgInfo("opInfo.kernelSo", value);
}
OpAICPUDef& OpAICPUDef::FunctionName(const char* value) {
    return ExtendCfgInfo("opInfo.functionName", value);
}
OpAICPUDef& OpAICPUDef::UserDefined(bool flag) {
    return ExtendCfgInfo("opInfo.userDefined", CpuFlagText(flag));
}
OpAICPUDef& OpAICPUDef::ExtendCfgInfo(const char* key, const char* value) {
    impl_->items[Text(key)] = Text(value);
    return *this;
}

OpHostCPUDef::OpHostCPUDef()
    : impl_(new OpCpuDefImpl(CpuDefaults("DNN_VM_HOST_CPU", "HOSTCPUKernel"))) {}
OpHostCPUDef::OpHostCPUDef(const OpHostCPUDef& other) : impl_(new OpCpuDefImpl(*other.impl_)) {}
OpHostCPUDef::~OpHostCPUDef() = default;
OpHostCPUDef& OpHostCPUDef::operator=(const OpHostCPUDef& other) {
    if (this != &other) {
        *impl_ = *other.impl_;
    }
    return *this;
}
OpHostCPUDef& OpHostCPUDef::Engine(const char* value) {
    return ExtendCfgInfo("opInfo.engine", value);
}
OpHostCPUDef& OpHostCPUDef::FlagPartial(bool flag) {
    return ExtendCfgInfo("opInfo.flagPartial", CpuFlagText(flag));
}
OpHostCPUDef& OpHostCPUDef::ComputeCost(const char* value) {
    return ExtendCfgInfo("opInfo.computeCost", value);
}
OpHostCPUDef& OpHostCPUDef::FlagAsync(bool flag) {
    return ExtendCfgInfo("opInfo.flagAsync", CpuFlagText(flag));
}
OpHostCPUDef& OpHostCPUDef::OpKernelLib(const char* value) {
    return ExtendCfgInfo("opInfo.opKernelLib", value);
}
OpHostCPUDef& OpHostCPUDef::KernelSo(const char* value) {
    return ExtendCfgInfo("opInfo.kernelSo", value);
}
OpHostCPUDef& OpHostCPUDef::FunctionName(const char* value) {
    return ExtendCfgInfo("opInfo.functionName", value);
}
OpHostCPUDef& OpHostCPUDef::UserDefined(bool flag) {
    return ExtendCfgInfo("opInfo.userDefined", CpuFlagText(flag));
}
OpHostCPUDef& OpHostCPUDef::ExtendCfgInfo(const char* key, const char* value) {
    impl_->items[Text(key)] = Text(value);
    return *this;
}

}  // namespace ops
