#include "opdev/l0/ai_core.h"

#include <string>
#include <vector>

#include "aclnn/opdev/framework_op.h"
#include "aclnn/opdev/op_dfx.h"
#include "aclnn/opdev/shape_utils.h"
#include "aclnn_kernels/contiguous.h"
#include "aclnn_kernels/transdata.h"
#include "nnopbase/package.h"
#include "opdev/l0/built_in.h"

namespace l0 {
namespace {

/// Whether a package has the kernel for tensors of one type and of format ND.
bool HasKernel(const char* op_type, op::DataType dtype, size_t tensors) {
    std::string key = std::string(op_type) + "/d=0,p=0";
    for (size_t i = 0; i < tensors; ++i) {
        key += "/" + std::to_string(dtype) + "," + std::to_string(ge::FORMAT_ND);
    }
    return nnopbase::PackageSet::Get().FindKernel(key) != nullptr;
}

/// What a kernel takes: contiguous, on the device, of format ND, of the whole shape or one element.
const aclTensor* Operand(const aclTensor* x, const op::Shape& shape, aclOpExecutor* executor) {
    if (x->GetPlacement() == gert::kOnHost) {
        x = op::CopyToNpu(x, executor);
    }
    if (x != nullptr && x->Numel() != 1 && x->GetViewShape() != shape) {
        const op::ShapeVector dims = op::ToShapeVector(shape);
        x = l0op::BroadcastTo(x, executor->AllocIntArray(dims.data(), dims.size()), executor);
    }
    x = x == nullptr ? nullptr : l0op::Contiguous(x, executor);
    return x == nullptr ? nullptr : l0op::ReFormat(x, op::Format::FORMAT_ND, executor);
}

}  // namespace

bool ElementwiseOnAiCore(const char* op_type, std::initializer_list<const aclTensor*> inputs,
                         const op::Shape& shape, aclOpExecutor* executor, aclTensor** y) {
    const op::DataType dtype = (*inputs.begin())->GetDataType();
    if (shape.GetShapeSize() == 0 || !HasKernel(op_type, dtype, inputs.size() + 1)) {
        return false;
    }
    *y = nullptr;
    op::OpArgContext arguments;
    for (const aclTensor* input : inputs) {
        const aclTensor* operand = Operand(input, shape, executor);
        if (operand == nullptr) {
            return true;
        }
        arguments.lists[op::OP_INPUT_ARG].push_back(op::internal::MakeOpArg(operand));
    }
    aclTensor* result = executor->AllocTensor(shape, dtype);
    if (result != nullptr) {
        arguments.lists[op::OP_OUTPUT_ARG].push_back(op::internal::MakeOpArg(result));
        const aclnnStatus code =
            op::internal::AddAiCoreKernel(op::GenOpTypeId(op_type), executor, arguments);
        *y = code == ACLNN_SUCCESS ? result : nullptr;
    }
    return true;
}

}  // namespace l0
