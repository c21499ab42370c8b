// Kernels of AI CPUs that read every kind of attribute, lists of tensors and values of the host.
#include <numeric>
#include <stdexcept>

#include "cpu_kernel.h"
#include "cpu_kernel_utils.h"
#include "log.h"
#include "securec.h"
#include "status.h"

namespace aicpu {
namespace {

const char* kBlend = "AcmeBlend";
const char* kGather = "AcmeGather";
const char* kPositive = "AcmePositive";

template <typename T>
uint32_t Blend(CpuKernelContext& ctx) {
    const Tensor* const bias = ctx.Input(1);
    const std::vector<int64_t> powers = ctx.GetAttr("powers")->GetListInt();
    const std::vector<float> coefficients = ctx.GetAttr("coefficients")->GetListFloat();
    const std::vector<bool> signs = ctx.GetAttr("signs")->GetListBool();
    double constant = static_cast<double>(ctx.GetAttr("shift")->GetInt());
    constant = std::accumulate(powers.begin(), powers.end(), constant);
    constant = std::accumulate(coefficients.begin(), coefficients.end(), constant);
    constant = std::accumulate(signs.begin(), signs.end(), constant);
    constant += bias->GetData() == nullptr ? 0 : *static_cast<const T*>(bias->GetData());
    const double scale = ctx.GetAttr("scale")->GetFloat();
    const double sign = ctx.GetAttr("negate")->GetBool() ? -1 : 1;
    const bool sums = ctx.GetAttr("mode")->GetString() == "sum";
    T* const y = static_cast<T*>(ctx.Output(0)->GetData());
    return CpuKernelUtils::ParallelFor(
        ctx, ctx.Output(0)->NumElements(), 4, [&](int64_t begin, int64_t end) {
            for (int64_t i = begin; i < end; ++i) {
                double value = static_cast<const T*>(ctx.Input(0)->GetData())[i];
                for (uint32_t k = 2; k < ctx.GetInputsSize(); ++k) {
                    const double other = static_cast<const T*>(ctx.Input(k)->GetData())[i];
                    value = sums ? value + other : value * other;
                }
                y[i] = static_cast<T>(sign * (value * scale + constant));
            }
        });
}

}  // namespace

class BlendKernel : public CpuKernel {
public:
    uint32_t Compute(CpuKernelContext& ctx) override {
        const std::string mode = ctx.GetAttr("mode")->GetString();
        if (mode == "throw") {
            throw std::runtime_error("no mode for that");
        }
        KERNEL_CHECK_FALSE(mode == "sum" || mode == "product", KERNEL_STATUS_PARAM_INVALID,
                           "the mode is %s", mode.c_str())
        KERNEL_CHECK_NULLPTR(ctx.GetAttr("scale"), KERNEL_STATUS_PARAM_INVALID, "no scale")
        KERNEL_CHECK_FALSE(ctx.GetAttr("depth") == nullptr, KERNEL_STATUS_PARAM_INVALID, "a depth")
        const DataType dtype = ctx.Input(0)->GetDataType();
        KERNEL_CHECK_FALSE(ctx.GetAttr("dtype")->GetDataType() == dtype,
                           KERNEL_STATUS_PARAM_INVALID, "another type")
        KERNEL_CHECK_FALSE(ctx.Output(0)->CalcDataSizeByShape() ==
                               static_cast<int64_t>(ctx.Output(0)->GetDataSize()),
                           KERNEL_STATUS_INNER_ERROR, "another size")
        switch (dtype) {
            case DT_FLOAT:
                return Blend<float>(ctx);
            case DT_DOUBLE:
                return Blend<double>(ctx);
            case DT_INT32:
                return Blend<int32_t>(ctx);
            case DT_INT64:
                return Blend<int64_t>(ctx);
            default:
                KERNEL_LOG_ERROR("type %d", dtype);
                return KERNEL_STATUS_PARAM_INVALID;
        }
    }
};
REGISTER_CPU_KERNEL(kBlend, BlendKernel);

/// y = x[indices] + addend, where indices and addend are values of the host.
class GatherKernel : public CpuKernel {
public:
    uint32_t Compute(CpuKernelContext& ctx) override {
        KERNEL_CHECK_FALSE(ctx.Input(1)->GetDataType() == DT_INT64 &&
                               ctx.Input(1)->GetTensorShape()->GetDims() == 1 &&
                               ctx.Input(2)->GetDataType() == DT_FLOAT &&
                               ctx.Input(2)->GetTensorShape()->GetDims() == 0,
                           KERNEL_STATUS_PARAM_INVALID, "other host values")
        const float* const x = static_cast<const float*>(ctx.Input(0)->GetData());
        const int64_t* const indices = static_cast<const int64_t*>(ctx.Input(1)->GetData());
        const float addend = *static_cast<const float*>(ctx.Input(2)->GetData());
        std::vector<float> sums;
        for (int64_t i = 0; i < ctx.Input(1)->NumElements(); ++i) {
            sums.push_back(x[indices[i]] + addend);
        }
        // Of libc_sec.so, which the libraries of kernels do not name: AI CPUs have it loaded.
        const errno_t error = memcpy_s(ctx.Output(0)->GetData(), ctx.Output(0)->GetDataSize(),
                                       sums.data(), sums.size() * sizeof(float));
        return error == EOK ? KERNEL_STATUS_OK : KERNEL_STATUS_INNER_ERROR;
    }
};
REGISTER_CPU_KERNEL(kGather, GatherKernel);

/// The positive elements, whose number is the shape of the output.
class PositiveKernel : public CpuKernel {
public:
    uint32_t Compute(CpuKernelContext& ctx) override {
        const float* const x = static_cast<const float*>(ctx.Input(0)->GetData());
        int64_t count = 0;
        for (int64_t i = 0; i < ctx.Input(0)->NumElements(); ++i) {
            if (x[i] > 0) {
                static_cast<float*>(ctx.Output(0)->GetData())[count++] = x[i];
            }
        }
        ctx.Output(0)->GetTensorShape()->SetDimSizes({count});
        return KERNEL_STATUS_OK;
    }
};
REGISTER_CPU_KERNELV2(kPositive, PositiveKernel);

}  // namespace aicpu
