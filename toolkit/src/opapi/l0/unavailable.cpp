// Operators that hand-written interfaces of public packages call in addition to their own, and that
// CANN runs with kernels of its built-in package: the embedded toolkit has none. An interface that
// needs one fails with an error that names it; its other ways work.
#include <array>
#include <string>
#include <tuple>

#include "aclnn/opdev/op_executor.h"
#include "runtime/error.h"

#define L0_API __attribute__((visibility("default")))

namespace l0op {
namespace {

template <typename Result>
Result Unavailable(const char* name) {
    runtime::Fail(ACLNN_ERR_INNER_FIND_KERNEL_ERROR,
                  "l0op::%s: this operator of CANN's built-in package is not part of the embedded "
                  "toolkit",
                  name);
    return Result();
}

using Two = std::array<aclTensor*, 2>;
using Three = std::tuple<aclTensor*, aclTensor*, aclTensor*>;

}  // namespace

#define L0_UNAVAILABLE(Result, Name, ...)  \
    L0_API Result Name(__VA_ARGS__);       \
    Result Name(__VA_ARGS__) {             \
        return Unavailable<Result>(#Name); \
    }

L0_UNAVAILABLE(const aclTensor*, ResizeD, const aclTensor*, const aclIntArray*, const bool,
               const aclTensor*, const aclFloatArray*, const std::string&, aclOpExecutor*)
L0_UNAVAILABLE(const aclTensor*, ResizeGradD, const aclTensor*, const aclIntArray*,
               const aclFloatArray*, const bool, const aclTensor*, const std::string&,
               aclOpExecutor*)
L0_UNAVAILABLE(const aclTensor*, ResizeGrad, const aclTensor*, const aclIntArray*, const aclTensor*,
               const aclTensor*, aclOpExecutor*)
L0_UNAVAILABLE(const aclTensor*, ResizeBilinearV2Grad5Hd, const aclTensor*, const aclTensor*, bool,
               bool, aclOpExecutor*)
L0_UNAVAILABLE(const aclTensor*, ResizeNearestNeighborV2Grad5Hd, const aclTensor*,
               const aclIntArray*, bool, bool, aclOpExecutor*)
L0_UNAVAILABLE(const aclTensor*, InplaceIndexAddAiCpu, const aclTensor*, const int64_t,
               const aclTensor*, const aclTensor*, const aclTensor*, aclOpExecutor*)
L0_UNAVAILABLE(const aclTensor*, ScatterElements, const aclTensor*, const aclTensor*,
               const aclTensor*, int64_t, const std::string&, aclOpExecutor*)
L0_UNAVAILABLE(bool, IsStftAiCoreSupported, const aclTensor*, const aclTensor*, int64_t, int64_t,
               int64_t, bool, bool, bool)
L0_UNAVAILABLE(const aclTensor*, Stft, const aclTensor*, const aclTensor*, const aclTensor*,
               int64_t, int64_t, int64_t, bool, bool, bool, aclOpExecutor*)
L0_UNAVAILABLE(const aclTensor*, GridSampler2D, const aclTensor*, const aclTensor*, int64_t,
               int64_t, bool, aclOpExecutor*)
L0_UNAVAILABLE(const aclTensor*, Dot, const aclTensor*, const aclTensor*, aclOpExecutor*)
L0_UNAVAILABLE(const aclTensor*, BNInferGrad, const aclTensor*, const aclTensor*, const aclTensor*,
               float, aclOpExecutor*)
L0_UNAVAILABLE(const aclTensor*, BNTrainingReduceGrad, const aclTensor*, const aclTensor*,
               const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
               const aclTensor*, float, aclOpExecutor*)
L0_UNAVAILABLE(const aclTensor*, BN3DTrainingReduceGrad, const aclTensor*, const aclTensor*,
               const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*,
               const aclTensor*, float, aclOpExecutor*)
L0_UNAVAILABLE(Two, BNTrainingUpdateGrad, const aclTensor*, const aclTensor*, const aclTensor*,
               const aclTensor*, float, aclOpExecutor*)
L0_UNAVAILABLE(Two, BN3DTrainingUpdateGrad, const aclTensor*, const aclTensor*, const aclTensor*,
               const aclTensor*, float, aclOpExecutor*)
L0_UNAVAILABLE(Two, LayerNormBetaGammaBackpropV2, const aclTensor*, const aclTensor*,
               const aclIntArray*, aclOpExecutor*)
L0_UNAVAILABLE(Two, LayerNormXBackpropV3, const aclTensor*, const aclTensor*, const aclTensor*,
               const aclTensor*, const aclTensor*, aclOpExecutor*)
L0_UNAVAILABLE(Three, DynamicQuantV2, const aclTensor*, const aclTensor*, const aclTensor*, int32_t,
               aclOpExecutor*)
L0_UNAVAILABLE(const aclTensor*, FaultInjection, const aclTensor*, const aclTensor*, aclTensor*,
               aclOpExecutor*)

}  // namespace l0op
