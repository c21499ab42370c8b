// Operators exported from Python, as torch_npu's own samples bind operators: by EXEC_NPU_CMD_EXT.
#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <npu_cpp_extension.h>
#include <torch/library.h>

namespace {

at::Tensor ScaledSum(const at::Tensor& x, const at::Tensor& y, double scale) {
    at::Tensor z = at::empty_like(x);
    EXEC_NPU_CMD_EXT(aclnnScaledSum, x, y, scale, z);
    return z;
}

at::Tensor RepeatRows(const at::Tensor& x, int64_t times, bool throughWorkspace) {
    at::Tensor y = at::empty({x.size(0) * times, x.size(1)}, x.options().dtype(at::kFloat));
    EXEC_NPU_CMD_EXT(aclnnRepeatRows, x, times, throughWorkspace, y);
    return y;
}

at::Tensor SoftmaxRows(const at::Tensor& x) {
    at::Tensor y = at::empty_like(x);
    EXEC_NPU_CMD_EXT(aclnnSoftmaxRows, x, y);
    return y;
}

}  // namespace

TORCH_LIBRARY(exported_npu, library) {
    library.def("scaled_sum(Tensor x, Tensor y, float scale) -> Tensor");
    library.def("repeat_rows(Tensor x, int times, bool through_workspace) -> Tensor");
    library.def("softmax_rows(Tensor x) -> Tensor");
}

TORCH_LIBRARY_IMPL(exported_npu, PrivateUse1, library) {
    library.impl("scaled_sum", &ScaledSum);
    library.impl("repeat_rows", &RepeatRows);
    library.impl("softmax_rows", &SoftmaxRows);
}
