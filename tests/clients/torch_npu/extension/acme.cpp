// A custom operator as torch_npu's own samples bind one: phases by EXEC_NPU_CMD_EXT, a kernel for
// the device, one for tensors without data.
#include <ATen/core/Tensor.h>
#include <ATen/ops/empty_like.h>
#include <npu_cpp_extension.h>
#include <torch/library.h>

namespace {

at::Tensor AddOnDevice(const at::Tensor& x, const at::Tensor& y) {
    at::Tensor z = at::empty_like(x);
    EXEC_NPU_CMD_EXT(aclnnAddCustom, x, y, z);
    return z;
}

at::Tensor AddOfShapes(const at::Tensor& x, const at::Tensor&) {
    return at::empty_like(x);
}

}  // namespace

TORCH_LIBRARY(acme, library) {
    library.def("add_custom(Tensor x, Tensor y) -> Tensor");
}

TORCH_LIBRARY_IMPL(acme, PrivateUse1, library) {
    library.impl("add_custom", &AddOnDevice);
}

TORCH_LIBRARY_IMPL(acme, Meta, library) {
    library.impl("add_custom", &AddOfShapes);
}
