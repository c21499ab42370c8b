#include <cstdio>

#include "acl/acl.h"
#include "aclnn_add_custom.h"
int main() {
    aclInit(nullptr);
    aclrtSetDevice(0);
    void* memory = nullptr;
    aclrtMalloc(&memory, 4096, ACL_MEM_MALLOC_HUGE_FIRST);
    const int64_t shapes[2][2] = {{-8, 32}, {int64_t{1} << 33, int64_t{1} << 33}};
    for (const auto& shape : shapes) {
        int64_t strides[2] = {shape[1], 1};
        aclTensor* t[3];
        for (aclTensor*& tensor : t)
            tensor =
                aclCreateTensor(shape, 2, ACL_FLOAT, strides, 0, ACL_FORMAT_ND, shape, 2, memory);
        uint64_t size = 0;
        aclOpExecutor* executor = nullptr;
        printf("%d ", aclnnAddCustomGetWorkspaceSize(t[0], t[1], t[2], &size, &executor));
    }
}
