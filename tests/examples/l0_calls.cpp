// One interface for every operator that libopapi offers to hand-written interfaces:
// aclnnL0(which, self, other, ints, dtype or axis, out).
#include <string>

#include "aclnn_kernels/cast.h"
#include "aclnn_kernels/contiguous.h"
#include "aclnn_kernels/pad.h"
#include "aclnn_kernels/reshape.h"
#include "aclnn_kernels/slice.h"
#include "aclnn_kernels/transdata.h"
#include "aclnn_kernels/transpose.h"
#include "level0/broadcast_to.h"
#include "level0/fill.h"
#include "level0/squeeze.h"
#include "level0/unsqueeze.h"
#include "opdev/aicpu/aicpu_task.h"
#include "opdev/framework_op.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"

// As the sources of public operators declare them.
namespace l0op {
const aclTensor* OnesLike(const aclTensor* self, aclOpExecutor* executor);
const aclTensor* Add(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor);
const aclTensor* Sub(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor);
const aclTensor* Mul(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor);
const aclTensor* Div(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor);
const aclTensor* Maximum(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor);
const aclTensor* Minimum(const aclTensor* self, const aclTensor* other, aclOpExecutor* executor);
const aclTensor* ReduceSumOp(const aclTensor* x, const aclIntArray* axes, bool keep_dims,
                             aclOpExecutor* executor);
const aclTensor* ReduceMean(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                            aclOpExecutor* executor);
const aclTensor* ReduceMax(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                           bool noopWithEmptyAxes, aclOpExecutor* executor);
const aclTensor* ReduceMax(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                           aclOpExecutor* executor);
const aclTensor* GatherV2(const aclTensor* self, int64_t axis, const aclTensor* indices,
                          aclOpExecutor* executor, int batchDims = 0,
                          bool negativeIndexSupport = false);
const aclTensor* LinearIndex(const aclTensor* indices, const aclTensor* var, int64_t axis,
                             bool combine, aclOpExecutor* executor);
const std::tuple<aclTensor*, aclTensor*> Sort(const aclTensor* self, int64_t dim, bool descending,
                                              bool stable, aclOpExecutor* executor);
OP_TYPE_REGISTER(PadV3);
OP_TYPE_REGISTER(PadV3Grad);
OP_TYPE_REGISTER(SelectPositive);
OP_TYPE_REGISTER(SubtractMeanNchw);
OP_TYPE_REGISTER(DSARandomNormal);
OP_TYPE_REGISTER(DSARandomTruncatedNormal);
OP_TYPE_REGISTER(DSARandomUniform);
OP_TYPE_REGISTER(DSAGenBitMask);
}  // namespace l0op

// What interfaces of norms declare in separate headers.
namespace op {
const aclTensor* ResizeFrom1D(const aclTensor* cdim, const aclTensor* input, bool isSupportNcdhw,
                              aclOpExecutor* executor);
const aclTensor* ResizeFromND(const aclTensor* input, aclOpExecutor* executor);
const aclTensor* ResizeToND(const aclTensor* output, const aclTensor* input,
                            aclOpExecutor* executor);
const aclTensor* ResizeFrom5D(const aclTensor* input, aclOpExecutor* executor);
aclTensor* FillScalar(int64_t dim, int value, aclOpExecutor* executor);
}  // namespace op

/// Ones, as many as CANN's built-in operator would give out.
static const aclTensor* OnesLikePadded(bool backwards, const aclTensor* self,
                                       const aclTensor* paddings, bool pairs,
                                       aclOpExecutor* executor) {
    using namespace l0op;
    const std::string mode = "edge";
    aclTensor* y =
        executor->AllocTensor(self->GetDataType(), self->GetViewFormat(), self->GetViewFormat());
    const aclnnStatus code =
        backwards
            ? INFER_SHAPE(PadV3Grad, OP_INPUT(self, paddings), OP_OUTPUT(y), OP_ATTR(mode, pairs))
            : INFER_SHAPE(PadV3, OP_INPUT(self, paddings), OP_OUTPUT(y), OP_ATTR(mode, pairs));
    return code == ACLNN_SUCCESS ? OnesLike(y, executor) : nullptr;
}

/// A kernel that only takes NCHW, and a tensor that says so.
static const aclTensor* SubtractMeanNchw(const aclTensor* self, bool by_function,
                                         aclOpExecutor* executor) {
    using namespace l0op;
    const op::Format nchw = op::Format::FORMAT_NCHW;
    aclTensor* x = executor->CreateView(self, self->GetViewShape(), 0);
    x->SetStorageFormat(nchw);
    aclTensor* y = executor->AllocTensor(self->GetViewShape(), self->GetDataType(), nchw);
    const aclnnStatus code =
        by_function
            ? CreatAiCoreKernelLauncher(
                  "SubtractMeanNchw", SubtractMeanNchwOpTypeId(), executor,
                  op::GetOpArgContext(OP_INPUT(x), OP_OUTPUT(y), OP_ATTR(int64_t{7}), OP_EMPTY_ARG))
            : ADD_TO_LAUNCHER_LIST_AICORE(SubtractMeanNchw, OP_INPUT(x), OP_OUTPUT(y),
                                          OP_ATTR(int64_t{7}));
    return code == ACLNN_SUCCESS ? y : nullptr;
}

/// The transpose of a matrix after `offset` elements of its memory, by a view.
static const aclTensor* TransposedView(const aclTensor* self, const aclIntArray* shape,
                                       int64_t offset, bool of_storage, aclOpExecutor* executor) {
    const int64_t rows = (*shape)[0];
    const int64_t columns = (*shape)[1];
    aclTensor* view = executor->CreateView(self, op::Shape{columns, rows}, self->GetStorageShape(),
                                           op::Strides({1, columns}), of_storage ? 0 : offset);
    if (of_storage) {
        view->SetStorageOffset(offset);
        view = self->GetStorageOffset() == offset ? view : nullptr;
    }
    return l0op::Contiguous(view, executor);
}

/// Numbers of the random number unit: the seed is a number, or the first element of `seeds`.
static const aclTensor* Random(const std::string& name, const aclTensor* seeds,
                               const aclIntArray* shape, int64_t seed, aclOpExecutor* executor) {
    using namespace l0op;
    const uint64_t count = static_cast<uint64_t>((*shape)[0]);
    const uint64_t offset = 3;
    const aclScalar* first = executor->AllocScalar(0.25F);
    const aclScalar* second = executor->AllocScalar(2.0F);
    const op::Shape size = {static_cast<int64_t>(count)};
    if (name == "RandomBits") {
        aclTensor* out = executor->AllocTensor(size, op::DataType::DT_UINT8);
        ADD_TO_LAUNCHER_LIST_DSA(DSAGenBitMask, OP_INPUT(count * 8, seed, offset, first),
                                 OP_OUTPUT(out), OP_ATTR(0));
        return out;
    }
    aclTensor* out = executor->AllocTensor(size, op::DataType::DT_FLOAT);
    if (name == "RandomUniform") {
        ADD_TO_LAUNCHER_LIST_DSA(DSARandomUniform, OP_INPUT(count, seed, offset, first, second),
                                 OP_OUTPUT(out), OP_ATTR(0));
    } else if (name == "RandomNormal") {
        ADD_TO_LAUNCHER_LIST_DSA(DSARandomNormal, OP_INPUT(count, seeds, offset, first, second),
                                 OP_OUTPUT(out), OP_ATTR(0));
    } else {
        ADD_TO_LAUNCHER_LIST_DSA(DSARandomTruncatedNormal,
                                 OP_INPUT(count, seeds, offset, first, second), OP_OUTPUT(out),
                                 OP_ATTR(0));
    }
    return out;
}

/// A kernel that computes the shapes of its outputs, which are the program's own tensors.
static aclnnStatus Positive(const aclTensor* self, const aclTensor* values, const aclTensor* places,
                            aclOpExecutor* executor) {
    using namespace l0op;
    const auto* shape = executor->AllocTensor(op::Shape{2}, op::DataType::DT_INT64);
    return ADD_TO_LAUNCHER_LIST_AICORE(SelectPositive, OP_INPUT(self), OP_OUTPUT(values, places),
                                       OP_OUTSHAPE({shape, 0}, {shape, 1}));
}

/// As public operators fall back to the AI CPU.
static const aclTensor* OnAiCpu(const aclTensor* self, bool reverse, aclOpExecutor* executor) {
    static op::internal::AicpuTaskSpace space("Cumsum", ge::DEPEND_IN_SHAPE, true);
    const aclTensor* y = executor->AllocTensor(self->GetViewShape(), self->GetDataType());
    const auto code = ADD_TO_LAUNCHER_LIST_AICPU(Cumsum, OP_ATTR_NAMES({"reverse"}), OP_INPUT(self),
                                                 OP_OUTPUT(y), OP_ATTR(reverse));
    return code == ACLNN_SUCCESS ? y : nullptr;
}

static const aclTensor* Call(const std::string& name, const aclTensor* self, const aclTensor* other,
                             const aclIntArray* ints, int64_t number, aclOpExecutor* executor) {
    const aclTensor* values = executor->ConvertToTensor(ints, op::DataType::DT_INT64);
    if (name == "Cast") {
        return l0op::Cast(self, static_cast<op::DataType>(number), executor);
    } else if (name == "CopyToNpu") {
        return op::CopyToNpu(number == 0 ? values : self, executor);
    } else if (name == "CopyToNpuSync") {
        return op::CopyToNpuSync(number == 0 ? values : self, executor);
    } else if (name == "CopyNpuToNpu") {
        const aclTensor* y = executor->AllocTensor(op::Shape{self->Numel()}, self->GetDataType());
        const auto code = op::CopyNpuToNpu(number == 0 ? self : values, y, executor);
        return code == ACLNN_SUCCESS ? y : nullptr;
    } else if (name == "Transpose") {
        return l0op::Transpose(self, ints, executor);
    } else if (name == "Reshape") {
        return l0op::Reshape(self, ints, executor);
    } else if (name == "Pad") {
        return l0op::Pad(self, values, executor);
    } else if (name == "Slice") {  // offsets, then sizes
        const size_t half = ints->Size() / 2;
        return l0op::Slice(self, executor->AllocIntArray(ints->GetData(), half),
                           executor->AllocIntArray(ints->GetData() + half, half), executor);
    } else if (name == "TransData") {  // there and back
        const aclTensor* blocks =
            l0op::TransData(self, static_cast<op::Format>(number), 1, executor);
        return blocks == nullptr ? nullptr
                                 : l0op::TransData(blocks, self->GetStorageFormat(), 1, executor);
    } else if (name == "Blocks") {  // what is stored
        const aclTensor* blocks =
            l0op::TransData(self, static_cast<op::Format>(number), 1, executor);
        return blocks == nullptr ? nullptr
                                 : executor->CreateView(blocks, blocks->GetStorageShape(), 0);
    } else if (name == "Fill") {
        const aclTensor* value =
            executor->ConvertToTensor(executor->AllocScalar(number), self->GetDataType());
        return l0op::Fill(values, value, ints, executor);
    } else if (name == "PadV3" || name == "PadV3Grad") {
        return OnesLikePadded(name == "PadV3Grad", self, values, number != 0, executor);
    } else if (name == "SubtractMeanNchw") {
        return SubtractMeanNchw(self, number != 0, executor);
    } else if (name == "ViewOffset" || name == "StorageOffset") {
        return TransposedView(self, ints, number, name == "StorageOffset", executor);
    } else if (name.rfind("Random", 0) == 0) {
        return Random(name, other, ints, number, executor);
    } else if (name == "Cumsum") {
        return OnAiCpu(self, number != 0, executor);
    } else if (name == "OnesLike") {
        return l0op::OnesLike(self, executor);
    } else if (name == "BroadcastTo") {
        return l0op::BroadcastTo(self, ints, executor);
    } else if (name == "Squeeze") {
        return l0op::SqueezeNd(l0op::UnsqueezeNd(self, number, executor), number, executor);
    } else if (name == "Sort" || name == "Order") {
        const auto sorted = l0op::Sort(self, -1, number != 0, true, executor);
        return name == "Sort" ? std::get<0>(sorted) : std::get<1>(sorted);
    } else if (name == "Gather") {  // ints: batch dimensions
        return l0op::GatherV2(self, number, other, executor, static_cast<int>((*ints)[0]), true);
    } else if (name == "LinearIndex") {  // number: the axis of other
        return l0op::LinearIndex(self, other, number, false, executor);
    } else if (name == "PerChannel") {  // number everywhere, in as many dimensions as self
        const aclTensor* values = op::FillScalar(self->GetViewShape()[1], number, executor);
        return op::ResizeFrom1D(values, self, true, executor);
    } else if (name == "Planes") {
        return op::ResizeFromND(self, executor);
    } else if (name == "FromPlanes") {
        return op::ResizeToND(op::ResizeFromND(self, executor), self, executor);
    } else if (name == "Volumes") {
        return op::ResizeFrom5D(self, executor);
    } else if (name == "ReduceSum") {
        return l0op::ReduceSumOp(self, ints, number != 0, executor);
    } else if (name == "ReduceMean") {
        return l0op::ReduceMean(self, ints, number != 0, executor);
    } else if (name == "ReduceMaxOrNothing") {
        return l0op::ReduceMax(self, ints, number != 0, true, executor);
    } else if (name == "ReduceMax") {
        return l0op::ReduceMax(self, ints, number != 0, executor);
    }
    return name == "Add"       ? l0op::Add(self, other, executor)
           : name == "Sub"     ? l0op::Sub(self, other, executor)
           : name == "Mul"     ? l0op::Mul(self, other, executor)
           : name == "Div"     ? l0op::Div(self, other, executor)
           : name == "Maximum" ? l0op::Maximum(self, other, executor)
                               : l0op::Minimum(self, other, executor);
}

extern "C" {

__attribute__((visibility("default"))) aclnnStatus aclnnL0GetWorkspaceSize(
    const char* name, const aclTensor* self, const aclTensor* other, const aclIntArray* ints,
    int64_t number, aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor) {
    static std::mutex calls;  // public interfaces rely on what CANN's headers bring, like <mutex>
    const std::lock_guard<std::mutex> lock(calls);
    L2_DFX_PHASE_1(aclnnL0, DFX_IN(name, self, other, ints, number), DFX_OUT(out));
    auto unique = CREATE_EXECUTOR();
    const aclTensor* left = l0op::Contiguous(self, unique.get());
    const aclTensor* right = other == nullptr ? nullptr : l0op::Contiguous(other, unique.get());
    const aclTensor* result = Call(name, left, right, ints, number, unique.get());
    CHECK_RET(result != nullptr, ACLNN_ERR_PARAM_INVALID);
    CHECK_RET(result->GetViewShape() == out->GetViewShape(), ACLNN_ERR_INNER_INFERSHAPE_ERROR);
    CHECK_RET(l0op::ViewCopy(result, out, unique.get()) != nullptr, ACLNN_ERR_PARAM_INVALID);
    *workspaceSize = unique->GetWorkspaceSize();
    unique.ReleaseTo(executor);
    return ACLNN_SUCCESS;
}

__attribute__((visibility("default"))) aclnnStatus aclnnL0(void* workspace, uint64_t workspaceSize,
                                                           aclOpExecutor* executor,
                                                           aclrtStream stream) {
    L2_DFX_PHASE_2(aclnnL0);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}

__attribute__((visibility("default"))) aclnnStatus aclnnPositiveGetWorkspaceSize(
    const aclTensor* self, const aclTensor* values, const aclTensor* places,
    uint64_t* workspaceSize, aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnPositive, DFX_IN(self), DFX_OUT(values, places));
    auto unique = CREATE_EXECUTOR();
    const aclnnStatus code = Positive(self, values, places, unique.get());
    CHECK_RET(code == ACLNN_SUCCESS, code);
    *workspaceSize = unique->GetWorkspaceSize();
    unique.ReleaseTo(executor);
    return ACLNN_SUCCESS;
}

__attribute__((visibility("default"))) aclnnStatus aclnnPositive(void* workspace,
                                                                 uint64_t workspaceSize,
                                                                 aclOpExecutor* executor,
                                                                 aclrtStream stream) {
    L2_DFX_PHASE_2(aclnnPositive);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
}
