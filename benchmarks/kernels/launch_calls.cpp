// The calls that benchmarks/launch.py times from C: a library that it loads into its own process.
#include <cstdint>

#include "acl/acl.h"
#include "aclnn_add_custom.h"

extern "C" {

/// What a call through ctypes costs by itself.
void EmptyCall() {}

/// The same with three pointers, as tensors are handed over.
void PointersCall(void*, void*, void*) {}

/// `times` launches of a kernel with the pointers slots[0..3), each with a new argument list.
int LaunchMany(void* function, void* stream, void** slots, int times) {
    for (int i = 0; i < times; ++i) {
        aclrtArgsHandle arguments = nullptr;
        int error = aclrtKernelArgsInit(function, &arguments);
        for (int slot = 0; slot < 3 && error == 0; ++slot) {
            aclrtParamHandle parameter = nullptr;
            error = aclrtKernelArgsAppend(arguments, &slots[slot], sizeof(void*), &parameter);
        }
        if (error == 0) {
            error = aclrtKernelArgsFinalize(arguments);
        }
        if (error == 0) {
            error = aclrtLaunchKernelWithConfig(function, 1, stream, nullptr, arguments, nullptr);
        }
        if (error != 0) {
            return error;
        }
    }
    return 0;
}

/// `times` calls of aclnnAddCustom on half tensors of `elements` elements, both phases and the
/// tensors' descriptions.
int CallMany(void** data, int64_t elements, void* stream, int times) {
    for (int i = 0; i < times; ++i) {
        aclTensor* tensors[3] = {};
        for (int j = 0; j < 3; ++j) {
            const int64_t stride = 1;
            tensors[j] = aclCreateTensor(&elements, 1, ACL_FLOAT16, &stride, 0, ACL_FORMAT_ND,
                                         &elements, 1, data[j]);
        }
        uint64_t size = 0;
        aclOpExecutor* executor = nullptr;
        int error =
            aclnnAddCustomGetWorkspaceSize(tensors[0], tensors[1], tensors[2], &size, &executor);
        if (error == 0) {
            // data[3] is workspace enough for this operator.
            error = aclnnAddCustom(data[3], size, executor, stream);
        }
        for (aclTensor* tensor : tensors) {
            aclDestroyTensor(tensor);
        }
        if (error != 0) {
            return error;
        }
    }
    return 0;
}
}
