#include "aicpu/run_variant.h"

#include <memory>
#include <string>
#include <vector>

#include "aicpu_common/context/common/cpu_kernel_register.h"
#include "aicpu_common/context/common/cpu_kernel_utils.h"
#include "aicpu_common/context/utils/status.h"

#if _GLIBCXX_USE_CXX11_ABI
#define AICPU_VARIANT(name) name##Cxx11
#else
#define AICPU_VARIANT(name) name##Cxx03
#endif

using aicpu_call::AttrArgument;
using aicpu_call::AttrKind;
using aicpu_call::KernelCall;
using aicpu_call::TensorArgument;

namespace aicpu {
namespace {

void Fill(const TensorArgument& argument, Tensor* tensor) {
    const std::shared_ptr<TensorShape> shape = tensor->GetTensorShape();
    shape->SetDimSizes(std::vector<int64_t>(argument.dims, argument.dims + argument.dim_count));
    shape->SetFormat(static_cast<Format>(argument.format));
    tensor->SetDataType(static_cast<DataType>(argument.dtype));
    tensor->SetData(argument.data);
    tensor->SetDataSize(argument.bytes);
}

template <typename T>
std::vector<T> ListOf(const AttrArgument& argument) {
    const T* const values = static_cast<const T*>(argument.values);
    return std::vector<T>(values, values + argument.count);
}

template <typename T>
T ValueOf(const AttrArgument& argument) {
    return *static_cast<const T*>(argument.values);
}

void Fill(const AttrArgument& argument, AttrValue* attr) {
    switch (argument.kind) {
        case AttrKind::kInt:
            return attr->SetInt(ValueOf<int64_t>(argument));
        case AttrKind::kFloat:
            return attr->SetFloat(ValueOf<float>(argument));
        case AttrKind::kBool:
            return attr->SetBool(ValueOf<uint8_t>(argument) != 0);
        case AttrKind::kString:
            return attr->SetString(
                std::string(static_cast<const char*>(argument.values), argument.count));
        case AttrKind::kDataType:
            return attr->SetDataType(static_cast<DataType>(ValueOf<int64_t>(argument)));
        case AttrKind::kInts:
            return attr->SetListInt(ListOf<int64_t>(argument));
        case AttrKind::kFloats:
            return attr->SetListFloat(ListOf<float>(argument));
        case AttrKind::kBools: {
            const std::vector<uint8_t> values = ListOf<uint8_t>(argument);
            return attr->SetListBool(std::vector<bool>(values.begin(), values.end()));
        }
    }
}

std::shared_ptr<NodeDef> NodeOf(const KernelCall& call) {
    std::shared_ptr<NodeDef> node = CpuKernelUtils::CreateNodeDef();
    node->SetOpType(call.op_type);
    for (uint32_t i = 0; i < call.input_count; ++i) {
        Fill(call.inputs[i], node->AddInputs().get());
    }
    for (uint32_t i = 0; i < call.output_count; ++i) {
        Fill(call.outputs[i], node->AddOutputs().get());
    }
    for (uint32_t i = 0; i < call.attr_count; ++i) {
        const std::shared_ptr<AttrValue> attr = CpuKernelUtils::CreateAttrValue();
        Fill(call.attrs[i], attr.get());
        node->AddAttrs(call.attrs[i].name, attr.get());
    }
    return node;
}

uint32_t Run(const KernelCall& call) {
    const std::shared_ptr<NodeDef> node = NodeOf(call);
    CpuKernelContext context(DEVICE);
    uint32_t status = context.Init(node.get());
    if (status != KERNEL_STATUS_OK) {
        return status;
    }
    CpuKernelRegister& kernels = CpuKernelRegister::Instance();
    status = kernels.IsRegisteredV2(call.op_type) ? kernels.RunCpuKernelV2(context)
                                                  : kernels.RunCpuKernel(context);
    for (uint32_t i = 0; status == KERNEL_STATUS_OK && i < call.output_count; ++i) {
        const std::vector<int64_t> dims = context.Output(i)->GetTensorShape()->GetDimSizes();
        call.receive_shape(call.receiver, i, dims.data(), static_cast<uint32_t>(dims.size()));
    }
    return status;
}

}  // namespace
}  // namespace aicpu

extern "C" {

bool AICPU_VARIANT(AicpuHasKernel)(const char* op_type) {
    const aicpu::CpuKernelRegister& kernels = aicpu::CpuKernelRegister::Instance();
    return kernels.IsRegisteredV2(op_type) || kernels.IsRegistered(op_type);
}

uint32_t AICPU_VARIANT(AicpuRunKernel)(const KernelCall* call) {
    return aicpu::Run(*call);
}
}
