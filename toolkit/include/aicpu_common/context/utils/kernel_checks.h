// The part of kernel_util.h that needs no Eigen.
#ifndef AICPU_UTILS_KERNEL_CHECKS_H_
#define AICPU_UTILS_KERNEL_CHECKS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "../common/cpu_context.h"

namespace aicpu {

/// Numbers of inputs and outputs that are not checked.
constexpr int32_t kDynamicInput = -1;
constexpr int32_t kDynamicOutput = -2;

/// "NCHW" and the like, with ":<sub-format>" if there is one; "UNDEFINED" for no format.
AICPU_VISIBILITY std::string FormatToSerialString(Format format);
/// Whether it has no data and a dimension of 0.
AICPU_VISIBILITY bool IsEmptyTensor(Tensor* tensor);
/// Two inputs of one type, and an output; else KERNEL_STATUS_PARAM_INVALID.
AICPU_VISIBILITY uint32_t NormalMathCheck(CpuKernelContext& ctx);
/// As many inputs or more, as many outputs, and data in all that are not empty; else a status.
AICPU_VISIBILITY uint32_t NormalCheck(CpuKernelContext& ctx, const uint32_t inputs_num,
                                      const uint32_t outputs_num);
/// Also the attributes.
AICPU_VISIBILITY uint32_t NormalCheck(CpuKernelContext& ctx, const uint32_t inputs_num,
                                      const uint32_t outputs_num,
                                      const std::vector<std::string>& attr_names);
/// "DT_FLOAT" and the like; DT_UNDEFINED for another text.
AICPU_VISIBILITY DataType DType(std::string dtype_str);
AICPU_VISIBILITY std::string DTypeStr(DataType dtype);
/// Bytes; 0 for no file.
AICPU_VISIBILITY uint64_t CalFileSize(const std::string& file_path);

}  // namespace aicpu

#endif  // AICPU_UTILS_KERNEL_CHECKS_H_
