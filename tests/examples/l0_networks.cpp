// Operators of networks that libopapi offers to hand-written interfaces:
// aclnnNetwork(which, a, b, c, ints, flag, eps, out, second, third).
#include <array>
#include <string>
#include <tuple>

#include "aclnn_kernels/contiguous.h"
#include "aclnn_kernels/transdata.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"

// As the sources of public operators declare them.
namespace l0op {
const std::array<aclTensor*, 3> LayerNormV3WithImplMode(const aclTensor* input,
                                                        const aclTensor* weight,
                                                        const aclTensor* bias, int64_t beginAxis,
                                                        double eps, int32_t implMode,
                                                        aclOpExecutor* executor);
const std::tuple<const aclTensor*, const aclTensor*> MaxPool3DWithArgmaxV2Ncdhw(
    const aclTensor* self, const aclIntArray* kernelSize, const aclIntArray* stride,
    const aclIntArray* padding, const aclIntArray* dilations, bool ceilMode, std::string dataFormat,
    aclOpExecutor* executor);
const aclTensor* MaxPool3DGradWithArgmax(const aclTensor* gradOutput, const aclTensor* self,
                                         const aclTensor* indices, const aclIntArray* kernelSize,
                                         const aclIntArray* stride, const aclIntArray* padding,
                                         const aclIntArray* dilations, bool ceilMode,
                                         aclOpExecutor* executor);
const aclTensor* ResizeBilinearV2(const aclTensor* x, const aclTensor* size,
                                  const bool align_corners, const aclTensor* y,
                                  aclOpExecutor* executor);
std::tuple<aclTensor*, aclTensor*, aclTensor*> DynamicQuantV2(const aclTensor* x,
                                                              const aclTensor* smoothScalesOptional,
                                                              const aclTensor* groupIndexsOptional,
                                                              int32_t dstType,
                                                              aclOpExecutor* executor);
}  // namespace l0op

using Results = std::array<const aclTensor*, 3>;

/// Values `first` to `first` + 2 of a list.
static const aclIntArray* Three(const aclIntArray* ints, size_t first, aclOpExecutor* executor) {
    const int64_t values[3] = {(*ints)[first], (*ints)[first + 1], (*ints)[first + 2]};
    return executor->AllocIntArray(values, 3);
}

/// As CANN's interface of the operator resizes, by blocks of channels.
static const aclTensor* Resized(const aclTensor* self, bool blocks, bool align, aclTensor* out,
                                aclOpExecutor* executor) {
    const int64_t sizes[2] = {out->GetViewShape()[2], out->GetViewShape()[3]};
    const auto* size =
        executor->ConvertToTensor(executor->AllocIntArray(sizes, 2), op::DataType::DT_INT64);
    if (!blocks) {
        return l0op::ResizeBilinearV2(self, size, align, out, executor);
    }
    const auto special = op::Format::FORMAT_NC1HWC0;
    const aclTensor* image = l0op::TransDataSpecial(self, special, 0, executor);
    const aclTensor* target = l0op::TransDataSpecial(out, special, 0, executor);
    const aclTensor* resized = l0op::ResizeBilinearV2(image, size, align, target, executor);
    return resized == nullptr ? nullptr
                              : l0op::TransData(resized, out->GetStorageFormat(), 0, executor);
}

static Results Call(const std::string& name, const aclTensor* a, const aclTensor* b,
                    const aclTensor* c, const aclIntArray* ints, bool flag, double eps,
                    aclTensor* out, aclOpExecutor* executor) {
    if (name == "LayerNorm") {
        const auto results = l0op::LayerNormV3WithImplMode(a, b, c, (*ints)[0], eps, 0, executor);
        return {results[0], results[1], results[2]};
    }
    if (name == "MaxPool") {
        const auto results = l0op::MaxPool3DWithArgmaxV2Ncdhw(
            a, Three(ints, 0, executor), Three(ints, 3, executor), Three(ints, 6, executor),
            Three(ints, 9, executor), flag, "NCDHW", executor);
        return {std::get<0>(results), std::get<1>(results), nullptr};
    }
    if (name == "MaxPoolGrad") {
        return {l0op::MaxPool3DGradWithArgmax(a, b, c, ints, ints, ints, ints, flag, executor),
                nullptr, nullptr};
    }
    if (name == "Quant") {
        return {std::get<0>(l0op::DynamicQuantV2(a, nullptr, nullptr, 2, executor)), nullptr,
                nullptr};
    }
    return {Resized(a, name == "ResizeBlocks", flag, out, executor), nullptr, nullptr};
}

extern "C" {

__attribute__((visibility("default"))) aclnnStatus aclnnNetworkGetWorkspaceSize(
    const char* name, const aclTensor* a, const aclTensor* b, const aclTensor* c,
    const aclIntArray* ints, bool flag, double eps, aclTensor* out, aclTensor* second,
    aclTensor* third, uint64_t* workspaceSize, aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnNetwork, DFX_IN(name, a, b, c, ints, flag, eps),
                   DFX_OUT(out, second, third));
    auto unique = CREATE_EXECUTOR();
    const Results results = Call(name, a, b, c, ints, flag, eps, out, unique.get());
    const std::array<aclTensor*, 3> targets = {out, second, third};
    for (size_t i = 0; i < targets.size(); ++i) {
        if (targets[i] != nullptr) {
            CHECK_RET(results[i] != nullptr, ACLNN_ERR_PARAM_INVALID);
            CHECK_RET(results[i]->GetViewShape() == targets[i]->GetViewShape(),
                      ACLNN_ERR_INNER_INFERSHAPE_ERROR);
            CHECK_RET(l0op::ViewCopy(results[i], targets[i], unique.get()) != nullptr,
                      ACLNN_ERR_PARAM_INVALID);
        }
    }
    *workspaceSize = unique->GetWorkspaceSize();
    unique.ReleaseTo(executor);
    return ACLNN_SUCCESS;
}

__attribute__((visibility("default"))) aclnnStatus aclnnNetwork(void* workspace,
                                                                uint64_t workspaceSize,
                                                                aclOpExecutor* executor,
                                                                aclrtStream stream) {
    L2_DFX_PHASE_2(aclnnNetwork);
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
}
