// A kernel that is compiled with the other ABI of std::string: z = x - y by Bcast, in three ways
// that have to agree.
#include "cpu_kernel.h"
#include "cpu_kernel_utils.h"
#include "kernel_checks.h"
#include "log.h"
#include "status.h"
#include "utils/bcast.h"

namespace aicpu {
namespace {

const char* kBroadcast = "AcmeBroadcast";

/// Elements by the repetitions that Bcast names.
int64_t Source(int64_t index, const std::vector<int64_t>& shape,
               const std::vector<int64_t>& repeats) {
    int64_t source = 0;
    int64_t stride = 1;
    for (size_t i = shape.size(); i-- > 0;) {
        const int64_t size = shape[i] * repeats[i];
        source += index % size % shape[i] * stride;
        index /= size;
        stride *= shape[i];
    }
    return source;
}

}  // namespace

class BroadcastKernel : public CpuKernel {
public:
    uint32_t Compute(CpuKernelContext& ctx) override {
        KERNEL_HANDLE_ERROR(NormalMathCheck(ctx), "[%s] operands", ctx.GetOpType().c_str())
        KERNEL_HANDLE_ERROR(NormalCheck(ctx, 2, 1), "[%s] data", ctx.GetOpType().c_str())
        KERNEL_HANDLE_ERROR(NormalCheck(ctx, 2, 1))  // as tile of ops-math: without a text
        KERNEL_CHECK_FALSE(
            DTypeStr(ctx.Input(0)->GetDataType()) == "DT_FLOAT" && DType("DT_FLOAT") == DT_FLOAT,
            KERNEL_STATUS_PARAM_INVALID, "another type")
        BCalcInfo info;
        info.input_0 = ctx.Input(0);
        info.input_1 = ctx.Input(1);
        info.output = ctx.Output(0);
        Bcast by_tensor;
        KERNEL_CHECK_ERROR(by_tensor.GenerateBcastInfo(info));
        by_tensor.BCastIndexes(info.x_indexes, info.y_indexes);
        by_tensor.GetBcastVec(info);
        std::vector<int64_t> x_shape = ctx.Input(0)->GetTensorShape()->GetDimSizes();
        std::vector<int64_t> y_shape = ctx.Input(1)->GetTensorShape()->GetDimSizes();
        const Bcast by_shape(x_shape, y_shape);
        KERNEL_CHECK_FALSE(by_shape.IsValid(), KERNEL_STATUS_INNER_ERROR, "invalid")
        const float* const x = static_cast<const float*>(ctx.Input(0)->GetData());
        const float* const y = static_cast<const float*>(ctx.Input(1)->GetData());
        for (int64_t i = 0; i < ctx.Output(0)->NumElements(); ++i) {
            const auto at = static_cast<size_t>(i);
            KERNEL_CHECK_FALSE(
                by_shape.GetBroadcastXIndex(i) == info.x_indexes[at] &&
                    by_shape.GetBroadcastYIndex(i) == info.y_indexes[at] &&
                    Source(i, info.reshape_0, info.bcast_0) == info.x_indexes[at] &&
                    Source(i, by_shape.YReshape(), by_shape.YBcast()) == info.y_indexes[at],
                KERNEL_STATUS_INNER_ERROR, "element %zu", at)
            static_cast<float*>(ctx.Output(0)->GetData())[i] =
                x[info.x_indexes[at]] - y[info.y_indexes[at]];
        }
        return KERNEL_STATUS_OK;
    }
};
REGISTER_CPU_KERNEL(kBroadcast, BroadcastKernel);

}  // namespace aicpu
