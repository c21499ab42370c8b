// The tensor API, which CANN has for kernels of Ascend 950. Build scripts copy its folder for every
// compute unit.
#error "tensor_api/tensor.h: this toolkit lacks the tensor API of Ascend 950"
