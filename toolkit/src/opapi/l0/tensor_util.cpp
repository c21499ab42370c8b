// Helpers of CANN's libopapi that hand-written interfaces of norms declare in a tensor_util.h of
// their own: tensors of one value, and shapes with as many dimensions as kernels take.
#include "aclnn/opdev/op_executor.h"
#include "aclnn_kernels/reshape.h"
#include "nnopbase/interface/host_step.h"
#include "nnopbase/interface/numbers.h"
#include "opapi/l0/built_in.h"
#include "runtime/error.h"

namespace op {
namespace {

constexpr size_t kPlaneDims = 4;   // N, C, H, W
constexpr size_t kVolumeDims = 5;  // N, C, D, H, W

const aclTensor* WithShape(const aclTensor* tensor, const Shape& shape, Format format,
                           aclOpExecutor* executor) {
    const aclTensor* reshaped =
        tensor == nullptr ? nullptr : l0op::Reshape(tensor, shape, executor);
    if (reshaped == nullptr) {
        runtime::Fail(ACLNN_ERR_PARAM_INVALID, "a tensor to reshape is null or has other elements");
        return nullptr;
    }
    aclTensor* result = executor->CreateView(reshaped, shape, reshaped->GetViewOffset());
    result->SetViewFormat(format);
    result->SetStorageFormat(format);
    result->SetOriginalFormat(format);
    return result;
}

/// All elements, at run time.
bool AddFill(const aclTensor* tensor, double value, aclOpExecutor* executor) {
    return l0::AddHostStep(executor, "FillScalar", {tensor}, [value](const l0::Operands& operands) {
        const size_t count = nnopbase::ElementCount(operands[0].shape);
        l0::WriteReals(std::vector<double>(count, value), operands[0]);
    });
}

}  // namespace

/// All dimensions of a tensor.
L0_API const aclIntArray* getAllDims(const aclTensor* self, aclOpExecutor* executor) {
    std::vector<int64_t> dims(self->GetViewShape().GetDimNum());
    for (size_t i = 0; i < dims.size(); ++i) {
        dims[i] = static_cast<int64_t>(i);
    }
    return executor->AllocIntArray(dims.data(), dims.size());
}

/// One value per channel, as (1, C, 1, 1) or, for a volume, (1, C, 1, 1, 1).
L0_API const aclTensor* ResizeFrom1D(const aclTensor* cdim, const aclTensor* input, bool,
                                     aclOpExecutor* executor) {
    const bool volume = input->GetViewShape().GetDimNum() == kVolumeDims;
    Shape shape{1, cdim->GetViewShape()[0], 1, 1};
    if (volume) {
        shape.AppendDim(1);
    }
    return WithShape(cdim, shape, volume ? Format::FORMAT_NCDHW : Format::FORMAT_NCHW, executor);
}

/// Back to the shape of `output`.
L0_API const aclTensor* ResizeTo1D(const aclTensor* result, const aclTensor* output, bool,
                                   aclOpExecutor* executor) {
    return WithShape(result, output->GetViewShape(), Format::FORMAT_ND, executor);
}

/// Fewer than four dimensions, followed by such of size 1: NCHW.
L0_API const aclTensor* ResizeFromND(const aclTensor* input, aclOpExecutor* executor) {
    Shape shape = input->GetViewShape();
    while (shape.GetDimNum() < kPlaneDims) {
        shape.AppendDim(1);
    }
    return WithShape(input, shape, Format::FORMAT_NCHW, executor);
}

L0_API const aclTensor* ResizeToND(const aclTensor* output, const aclTensor* input,
                                   aclOpExecutor* executor) {
    return WithShape(output, input->GetViewShape(), input->GetViewFormat(), executor);
}

/// More than five dimensions, the last ones as one: NCDHW.
L0_API const aclTensor* ResizeFrom5D(const aclTensor* input, aclOpExecutor* executor) {
    const Shape& all = input->GetViewShape();
    Shape shape;
    for (size_t i = 0; i < all.GetDimNum(); ++i) {
        if (i < kVolumeDims) {
            shape.AppendDim(all[i]);
        } else {
            shape.SetDim(kVolumeDims - 1, shape[kVolumeDims - 1] * all[i]);
        }
    }
    return WithShape(input, shape, Format::FORMAT_NCDHW, executor);
}

L0_API const aclTensor* ResizeTo5D(const aclTensor* output, const aclTensor* input,
                                   aclOpExecutor* executor) {
    return WithShape(output, input->GetViewShape(), input->GetViewFormat(), executor);
}

/// `dim` floats of one value.
L0_API aclTensor* FillScalar(int64_t dim, int value, aclOpExecutor* executor) {
    aclTensor* tensor = executor->AllocTensor(Shape{dim}, DataType::DT_FLOAT);
    return tensor != nullptr && AddFill(tensor, value, executor) ? tensor : nullptr;
}

/// An output whose inputs are empty gets one value everywhere.
L0_API aclnnStatus ProcessEmptyTensorWithValue(aclTensor* src, float initValue,
                                               aclOpExecutor* executor) {
    return AddFill(src, initValue, executor) ? ACLNN_SUCCESS : ACLNN_ERR_INNER_NULLPTR;
}

}  // namespace op
