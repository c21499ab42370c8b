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

// The two classes differ in their defaults only.
#define CPU_DEFINITION(Class, engine, kernel_library)                                \
    Class::Class() : impl_(new OpCpuDefImpl(CpuDefaults(engine, kernel_library))) {} \
    Class::Class(const Class& other) : impl_(new OpCpuDefImpl(*other.impl_)) {}      \
    Class::~Class() = default;                                                       \
    Class& Class::operator=(const Class& other) {                                    \
        if (this != &other) {                                                        \
            *impl_ = *other.impl_;                                                   \
        }                                                                            \
        return *this;                                                                \
    }                                                                                \
    Class& Class::Engine(const char* value) {                                        \
        return ExtendCfgInfo("opInfo.engine", value);                                \
    }                                                                                \
    Class& Class::FlagPartial(bool flag) {                                           \
        return ExtendCfgInfo("opInfo.flagPartial", CpuFlagText(flag));               \
    }                                                                                \
    Class& Class::ComputeCost(const char* value) {                                   \
        return ExtendCfgInfo("opInfo.computeCost", value);                           \
    }                                                                                \
    Class& Class::FlagAsync(bool flag) {                                             \
        return ExtendCfgInfo("opInfo.flagAsync", CpuFlagText(flag));                 \
    }                                                                                \
    Class& Class::OpKernelLib(const char* value) {                                   \
        return ExtendCfgInfo("opInfo.opKernelLib", value);                           \
    }                                                                                \
    Class& Class::KernelSo(const char* value) {                                      \
        return ExtendCfgInfo("opInfo.kernelSo", value);                              \
    }                                                                                \
    Class& Class::FunctionName(const char* value) {                                  \
        return ExtendCfgInfo("opInfo.functionName", value);                          \
    }                                                                                \
    Class& Class::UserDefined(bool flag) {                                           \
        return ExtendCfgInfo("opInfo.userDefined", CpuFlagText(flag));               \
    }                                                                                \
    Class& Class::ExtendCfgInfo(const char* key, const char* value) {                \
        impl_->items[Text(key)] = Text(value);                                       \
        return *this;                                                                \
    }

CPU_DEFINITION(OpAICPUDef, "DNN_VM_AICPU", "AICPUKernel")
CPU_DEFINITION(OpHostCPUDef, "DNN_VM_HOST_CPU", "HOSTCPUKernel")
#undef CPU_DEFINITION

}  // namespace ops
