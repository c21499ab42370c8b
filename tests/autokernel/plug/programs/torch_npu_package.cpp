// RmsNorm of a package, as torch_npu's own samples bind operators: by EXEC_NPU_CMD_EXT.
#include <ATen/core/Tensor.h>
#include <ATen/ops/empty_like.h>
#include <npu_cpp_extension.h>
#include <torch/library.h>

namespace {

at::Tensor RmsNorm(const at::Tensor& x, const at::Tensor& weight, double epsilon) {
    at::Tensor out = at::empty_like(x);
    EXEC_NPU_CMD_EXT(aclnnRmsNorm, x, weight, epsilon, out);
    return out;
}

}  // namespace

TORCH_LIBRARY(described_npu, library) {
    library.def("rms_norm(Tensor x, Tensor weight, float epsilon) -> Tensor");
}

TORCH_LIBRARY_IMPL(described_npu, PrivateUse1, library) {
    library.impl("rms_norm", &RmsNorm);
}
