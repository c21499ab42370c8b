// Operators of a package, as torch_npu's own samples bind operators: by EXEC_NPU_CMD_EXT.
#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>
#include <npu_cpp_extension.h>
#include <torch/library.h>

namespace {

using Tensors = at::TensorList;
using Numbers = at::ArrayRef<double>;
using Shape = at::IntArrayRef;

// A function of tensors `in`, numbers `with` and the output's shape for aclnn<NAME>.
#define OPERATOR(NAME, ...)                                  \
    at::Tensor NAME(Tensors in, Numbers with, Shape shape) { \
        (void)with;                                          \
        at::Tensor out = at::empty(shape, in[0].options());  \
        EXEC_NPU_CMD_EXT(aclnn##NAME, __VA_ARGS__, out);     \
        return out;                                          \
    }

OPERATOR(GeluTanh, in[0])
OPERATOR(Softmax, in[0])
OPERATOR(Normalize, in[0], in[1], with[0])
OPERATOR(ChannelNorm, in[0], in[1])
OPERATOR(Product, in[0], in[1])
OPERATOR(Gemm, in[0], in[1], in[2], with[0], with[1])
OPERATOR(AveragePool, in[0])
OPERATOR(Convolution, in[0], in[1], in[2])

}  // namespace

#define DECLARED(NAME) \
    library.def(#NAME "(Tensor[] tensors, float[] numbers, int[] shape) -> Tensor");
#define DEFINED(NAME) library.impl(#NAME, &NAME);
#define EACH(DO) \
    DO(GeluTanh) \
    DO(Softmax) DO(Normalize) DO(ChannelNorm) DO(Product) DO(Gemm) DO(AveragePool) DO(Convolution)

TORCH_LIBRARY(classes_npu, library){EACH(DECLARED)}

TORCH_LIBRARY_IMPL(classes_npu, PrivateUse1, library) {
    EACH(DEFINED)
}
