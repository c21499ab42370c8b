#include "aicpu_common/context/utils/kernel_checks.h"

#include <sys/stat.h>

#include <map>
#include <memory>

#include "aicpu_common/context/utils/log.h"
#include "aicpu_common/context/utils/status.h"

namespace aicpu {
namespace {

struct FormatName {
    Format format;
    const char* name;
};

#define AICPU_NAMED(format) {FORMAT_##format, #format}
const FormatName kFormatNames[] = {
    AICPU_NAMED(NCHW),
    AICPU_NAMED(NHWC),
    AICPU_NAMED(ND),
    AICPU_NAMED(NC1HWC0),
    AICPU_NAMED(FRACTAL_Z),
    AICPU_NAMED(NC1C0HWPAD),
    AICPU_NAMED(NHWC1C0),
    AICPU_NAMED(FSR_NCHW),
    AICPU_NAMED(FRACTAL_DECONV),
    AICPU_NAMED(C1HWNC0),
    AICPU_NAMED(FRACTAL_DECONV_TRANSPOSE),
    AICPU_NAMED(FRACTAL_DECONV_SP_STRIDE_TRANS),
    AICPU_NAMED(NC1HWC0_C04),
    AICPU_NAMED(FRACTAL_Z_C04),
    AICPU_NAMED(CHWN),
    AICPU_NAMED(NC1KHKWHWC0),
    AICPU_NAMED(BN_WEIGHT),
    AICPU_NAMED(FILTER_HWCK),
    AICPU_NAMED(HWCN),
    AICPU_NAMED(MD),
    AICPU_NAMED(NDHWC),
    AICPU_NAMED(NCDHW),
    AICPU_NAMED(DHWCN),
    AICPU_NAMED(DHWNC),
    AICPU_NAMED(NDC1HWC0),
    AICPU_NAMED(FRACTAL_Z_3D),
    AICPU_NAMED(FRACTAL_Z_3D_TRANSPOSE),
    AICPU_NAMED(C1HWNCoC0),
    AICPU_NAMED(FRACTAL_NZ),
    AICPU_NAMED(CN),
    AICPU_NAMED(NC),
    AICPU_NAMED(FRACTAL_ZN_LSTM),
    AICPU_NAMED(FRACTAL_Z_G),
    AICPU_NAMED(ALL),
    AICPU_NAMED(NULL),
    AICPU_NAMED(C1HWC0),
    AICPU_NAMED(FRACTAL_NZ_C0_16),
    AICPU_NAMED(FRACTAL_NZ_C0_32),
    // Of other names than the format.
    {FORMAT_FRACTAL_DECONV_SP_STRIDE8_TRANS, "DECONV_SP_STRIDE8_TRANS"},
    {FORMAT_HASHTABLE_LOOKUP_LOOKUPS, "LOOKUP_LOOKUPS"},
    {FORMAT_HASHTABLE_LOOKUP_KEYS, "LOOKUP_KEYS"},
    {FORMAT_HASHTABLE_LOOKUP_VALUE, "LOOKUP_VALUE"},
    {FORMAT_HASHTABLE_LOOKUP_OUTPUT, "LOOKUP_OUTPUT"},
    {FORMAT_HASHTABLE_LOOKUP_HITS, "LOOKUP_HITS"},
    {FORMAT_RESERVED, "FORMAT_RESERVED"},
    {FORMAT_FRACTAL_Z_WINO, "FORMAT_FRACTAL_Z_WINO"},
};
#undef AICPU_NAMED

struct TypeName {
    DataType type;
    const char* name;
};

#define AICPU_NAMED(type) {type, #type}
const TypeName kTypeNames[] = {
    AICPU_NAMED(DT_FLOAT),          AICPU_NAMED(DT_FLOAT16),     AICPU_NAMED(DT_BFLOAT16),
    AICPU_NAMED(DT_INT8),           AICPU_NAMED(DT_INT16),       AICPU_NAMED(DT_UINT16),
    AICPU_NAMED(DT_UINT8),          AICPU_NAMED(DT_INT32),       AICPU_NAMED(DT_INT64),
    AICPU_NAMED(DT_UINT32),         AICPU_NAMED(DT_UINT64),      AICPU_NAMED(DT_BOOL),
    AICPU_NAMED(DT_DOUBLE),         AICPU_NAMED(DT_STRING),      AICPU_NAMED(DT_DUAL_SUB_INT8),
    AICPU_NAMED(DT_DUAL_SUB_UINT8), AICPU_NAMED(DT_COMPLEX32),   AICPU_NAMED(DT_COMPLEX64),
    AICPU_NAMED(DT_COMPLEX128),     AICPU_NAMED(DT_QINT8),       AICPU_NAMED(DT_QINT16),
    AICPU_NAMED(DT_QINT32),         AICPU_NAMED(DT_QUINT8),      AICPU_NAMED(DT_QUINT16),
    AICPU_NAMED(DT_RESOURCE),       AICPU_NAMED(DT_STRING_REF),  AICPU_NAMED(DT_DUAL),
    AICPU_NAMED(DT_UINT1),          AICPU_NAMED(DT_HIFLOAT8),    AICPU_NAMED(DT_FLOAT8_E5M2),
    AICPU_NAMED(DT_FLOAT8_E4M3FN),  AICPU_NAMED(DT_FLOAT8_E8M0), AICPU_NAMED(DT_FLOAT6_E3M2),
    AICPU_NAMED(DT_FLOAT6_E2M3),    AICPU_NAMED(DT_FLOAT4_E2M1), AICPU_NAMED(DT_FLOAT4_E1M2),
    AICPU_NAMED(DT_UNDEFINED),
};
#undef AICPU_NAMED

/// Whether the tensor has data, or needs none.
uint32_t CheckData(const CpuKernelContext& ctx, Tensor* tensor, const char* side, uint32_t index) {
    KERNEL_CHECK_NULLPTR(tensor, KERNEL_STATUS_INNER_ERROR, "[%s] has no %s %u",
                         ctx.GetOpType().c_str(), side, index)
    KERNEL_CHECK_FALSE(tensor->GetData() != nullptr || IsEmptyTensor(tensor),
                       KERNEL_STATUS_PARAM_INVALID, "[%s] %s %u has no data",
                       ctx.GetOpType().c_str(), side, index)
    return KERNEL_STATUS_OK;
}

}  // namespace

std::string FormatToSerialString(Format format) {
    const auto bits = static_cast<uint32_t>(format);
    for (const FormatName& each : kFormatNames) {
        if (static_cast<uint32_t>(each.format) == (bits & 0xff)) {
            const uint32_t sub_format = (bits >> 8) & 0xffff;
            return each.name + (sub_format > 0 ? ":" + std::to_string(sub_format) : std::string());
        }
    }
    KERNEL_LOG_ERROR("%u is no format", bits);
    return "UNDEFINED";
}

bool IsEmptyTensor(Tensor* tensor) {
    return tensor->GetData() == nullptr && tensor->NumElements() == 0;
}

uint32_t NormalMathCheck(CpuKernelContext& ctx) {
    const std::string op = ctx.GetOpType();
    KERNEL_CHECK_FALSE(ctx.GetInputsSize() == 2 && ctx.GetOutputsSize() == 1,
                       KERNEL_STATUS_PARAM_INVALID,
                       "[%s] takes 2 inputs and 1 output, not %u inputs and %u outputs", op.c_str(),
                       ctx.GetInputsSize(), ctx.GetOutputsSize())
    const DataType first = ctx.Input(0)->GetDataType();
    const DataType second = ctx.Input(1)->GetDataType();
    KERNEL_CHECK_FALSE(first == second, KERNEL_STATUS_PARAM_INVALID,
                       "[%s] takes inputs of one type, not %s and %s", op.c_str(),
                       DTypeStr(first).c_str(), DTypeStr(second).c_str())
    return KERNEL_STATUS_OK;
}

uint32_t NormalCheck(CpuKernelContext& ctx, const uint32_t inputs_num, const uint32_t outputs_num) {
    if (static_cast<int32_t>(inputs_num) != kDynamicInput) {
        KERNEL_CHECK_FALSE(ctx.GetInputsSize() >= inputs_num, KERNEL_STATUS_PARAM_INVALID,
                           "[%s] takes %u inputs, not %u", ctx.GetOpType().c_str(), inputs_num,
                           ctx.GetInputsSize())
        for (uint32_t i = 0; i < inputs_num; ++i) {
            KERNEL_CHECK_ERROR(CheckData(ctx, ctx.Input(i), "input", i));
        }
    }
    if (static_cast<int32_t>(outputs_num) != kDynamicOutput) {
        KERNEL_CHECK_FALSE(ctx.GetOutputsSize() == outputs_num, KERNEL_STATUS_PARAM_INVALID,
                           "[%s] takes %u outputs, not %u", ctx.GetOpType().c_str(), outputs_num,
                           ctx.GetOutputsSize())
        for (uint32_t i = 0; i < outputs_num; ++i) {
            KERNEL_CHECK_ERROR(CheckData(ctx, ctx.Output(i), "output", i));
        }
    }
    return KERNEL_STATUS_OK;
}

uint32_t NormalCheck(CpuKernelContext& ctx, const uint32_t inputs_num, const uint32_t outputs_num,
                     const std::vector<std::string>& attr_names) {
    KERNEL_CHECK_ERROR(NormalCheck(ctx, inputs_num, outputs_num));
    for (const std::string& name : attr_names) {
        KERNEL_CHECK_NULLPTR(ctx.GetAttr(name), KERNEL_STATUS_PARAM_INVALID,
                             "[%s] has no attribute %s", ctx.GetOpType().c_str(), name.c_str())
    }
    return KERNEL_STATUS_OK;
}

DataType DType(std::string dtype_str) {
    for (const TypeName& each : kTypeNames) {
        if (dtype_str == each.name) {
            return each.type;
        }
    }
    return DT_UNDEFINED;
}

std::string DTypeStr(DataType dtype) {
    for (const TypeName& each : kTypeNames) {
        if (dtype == each.type) {
            return each.name;
        }
    }
    return "DT_UNDEFINED";
}

uint64_t CalFileSize(const std::string& file_path) {
    struct stat status = {};
    return stat(file_path.c_str(), &status) == 0 ? static_cast<uint64_t>(status.st_size) : 0;
}

}  // namespace aicpu
