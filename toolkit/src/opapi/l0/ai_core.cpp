#include "opapi/l0/ai_core.h"

#include <algorithm>
#include <string>
#include <vector>

#include "aclnn/opdev/format_utils.h"
#include "aclnn/opdev/framework_op.h"
#include "aclnn/opdev/op_dfx.h"
#include "aclnn/opdev/shape_utils.h"
#include "aclnn/opdev/tensor_view_utils.h"
#include "aclnn_kernels/contiguous.h"
#include "aclnn_kernels/transdata.h"
#include "nnopbase/package.h"
#include "opapi/l0/built_in.h"

namespace l0 {
namespace {

/// Whether a package has the kernel for tensors of these types and of format ND.
bool HasKernel(const char* op_type, const std::vector<op::DataType>& types) {
    std::string key = std::string(op_type) + "/d=0,p=0";
    for (const op::DataType type : types) {
        key += "/" + std::to_string(type) + "," + std::to_string(ge::FORMAT_ND);
    }
    return nnopbase::PackageSet::Get().FindKernel(key) != nullptr;
}

/// What a kernel takes: contiguous, of format ND, of the whole shape or one element.
const aclTensor* Operand(const aclTensor* x, const op::Shape& shape, aclOpExecutor* executor) {
    if (x->Numel() != 1 && x->GetViewShape() != shape) {
        const op::ShapeVector dims = op::ToShapeVector(shape);
        x = l0op::BroadcastTo(x, executor->AllocIntArray(dims.data(), dims.size()), executor);
    }
    x = x == nullptr ? nullptr : l0op::Contiguous(x, executor);
    return x == nullptr ? nullptr : l0op::ReFormat(x, op::Format::FORMAT_ND, executor);
}

bool Add(const char* op_type, const op::OpArgContext& arguments, aclOpExecutor* executor) {
    return op::internal::AddAiCoreKernel(op::GenOpTypeId(op_type), executor, arguments) ==
           ACLNN_SUCCESS;
}

}  // namespace

bool KernelTakes(const char* op_type, std::initializer_list<const aclTensor*> tensors) {
    std::vector<op::DataType> types;
    for (const aclTensor* tensor : tensors) {
        if (tensor == nullptr || tensor->IsEmpty() || !op::IsContiguous(tensor) ||
            op::IsPrivateFormat(tensor->GetStorageFormat())) {
            return false;
        }
        types.push_back(tensor->GetDataType());
    }
    return HasKernel(op_type, types);
}

bool AddKernel(const char* op_type, std::initializer_list<const aclTensor*> inputs,
               const aclTensor* output, aclOpExecutor* executor,
               std::initializer_list<int64_t> attributes) {
    op::OpArgContext arguments;
    for (const aclTensor* input : inputs) {
        arguments.lists[op::OP_INPUT_ARG].push_back(op::internal::MakeOpArg(input));
    }
    arguments.lists[op::OP_OUTPUT_ARG].push_back(op::internal::MakeOpArg(output));
    for (const int64_t attribute : attributes) {
        arguments.lists[op::OP_ATTR_ARG].push_back(op::internal::MakeOpArg(attribute));
    }
    return Add(op_type, arguments, executor);
}

bool ElementwiseOnAiCore(const char* op_type, std::initializer_list<const aclTensor*> inputs,
                         const op::Shape& shape, aclOpExecutor* executor, aclTensor** y) {
    const op::DataType dtype = (*inputs.begin())->GetDataType();
    const std::vector<op::DataType> types(inputs.size() + 1, dtype);
    if (shape.GetShapeSize() == 0 || !HasKernel(op_type, types)) {
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
        *y = Add(op_type, arguments, executor) ? result : nullptr;
    }
    return true;
}

}  // namespace l0
