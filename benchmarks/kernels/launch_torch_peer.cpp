// What a hand-written PyTorch extension does to call AddCustom on tensors in host memory: buffers
// are reused, tensors and executors are made for each call.
#include <ATen/core/Tensor.h>
#include <ATen/ops/empty_like.h>
#include <acl/acl.h>
#include <aclnn_add_custom.h>
#include <torch/library.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace {

void Check(int code) {
    if (code != 0) {
        throw std::runtime_error("error " + std::to_string(code) + ": " + aclGetRecentErrMsg());
    }
}

class Buffer {
public:
    void* OfSize(size_t bytes) {
        if (size_ < bytes) {
            Check(aclrtMalloc(&data_, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
            size_ = bytes;
        }
        return data_;
    }

private:
    void* data_ = nullptr;
    size_t size_ = 0;
};

aclTensor* Describe(const at::Tensor& tensor, void* memory) {
    const auto sizes = tensor.sizes();
    return aclCreateTensor(sizes.data(), sizes.size(), ACL_FLOAT, tensor.strides().data(), 0,
                           ACL_FORMAT_ND, sizes.data(), sizes.size(), memory);
}

at::Tensor AddCustom(const at::Tensor& x, const at::Tensor& y) {
    thread_local Buffer buffers[4];
    thread_local const bool ready = (Check(aclrtSetDevice(0)), true);
    (void)ready;
    const at::Tensor z = at::empty_like(x);
    const size_t bytes = x.nbytes();
    void* const memory[] = {buffers[0].OfSize(bytes), buffers[1].OfSize(bytes),
                            buffers[2].OfSize(bytes)};
    Check(aclrtMemcpy(memory[0], bytes, x.data_ptr(), bytes, ACL_MEMCPY_HOST_TO_DEVICE));
    Check(aclrtMemcpy(memory[1], bytes, y.data_ptr(), bytes, ACL_MEMCPY_HOST_TO_DEVICE));
    aclTensor* const tensors[] = {Describe(x, memory[0]), Describe(y, memory[1]),
                                  Describe(z, memory[2])};
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    Check(aclnnAddCustomGetWorkspaceSize(tensors[0], tensors[1], tensors[2], &size, &executor));
    void* const workspace = size == 0 ? nullptr : buffers[3].OfSize(size);
    Check(aclnnAddCustom(workspace, size, executor, nullptr));
    Check(aclrtSynchronizeStream(nullptr));
    Check(aclrtMemcpy(z.data_ptr(), bytes, memory[2], bytes, ACL_MEMCPY_DEVICE_TO_HOST));
    for (const aclTensor* tensor : tensors) {
        aclDestroyTensor(tensor);
    }
    return z;
}

}  // namespace

TORCH_LIBRARY(launch_peer, library) {
    library.def("add_custom(Tensor x, Tensor y) -> Tensor");
}

TORCH_LIBRARY_IMPL(launch_peer, CPU, library) {
    library.impl("add_custom", &AddCustom);
}
