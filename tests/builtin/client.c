/* What frameworks do with built-in operators: x = ones; y = copy of x; y += 2 * x; z = (half) y;
 * sum = sum of z, through a repeatable executor that is given another address. Prints the sums. */
#include <stdio.h>
#include <stdlib.h>

#include "acl/acl.h"
#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_cast.h"
#include "aclnnop/aclnn_copy.h"
#include "aclnnop/aclnn_ones.h"
#include "aclnnop/aclnn_reduce_sum.h"

#define CHECK(call)                                                             \
    do {                                                                        \
        const int code = (call);                                                \
        if (code != 0) {                                                        \
            fprintf(stderr, "%s: %d: %s\n", #call, code, aclGetRecentErrMsg()); \
            exit(1);                                                            \
        }                                                                       \
    } while (0)

/* Both phases of an interface; its arguments stand before the workspace and the executor. */
#define CALL(interface, ...)                                               \
    do {                                                                   \
        uint64_t size = 0;                                                 \
        aclOpExecutor* executor = NULL;                                    \
        CHECK(interface##GetWorkspaceSize(__VA_ARGS__, &size, &executor)); \
        void* workspace = size == 0 ? NULL : Allocate(size);               \
        CHECK(interface(workspace, size, executor, stream));               \
    } while (0)

enum { ROWS = 3, COLUMNS = 5 };

static void* Allocate(uint64_t size) {
    void* memory = NULL;
    CHECK(aclrtMalloc(&memory, size, ACL_MEM_MALLOC_HUGE_FIRST));
    return memory;
}

static aclTensor* Create(int64_t rows, int64_t columns, aclDataType type, void* memory) {
    const int64_t shape[] = {rows, columns};
    const int64_t strides[] = {columns, 1};
    return aclCreateTensor(shape, 2, type, strides, 0, ACL_FORMAT_ND, shape, 2, memory);
}

static void PrintSum(void* memory) {
    float sum = 0;
    CHECK(aclrtMemcpy(&sum, sizeof(sum), memory, sizeof(sum), ACL_MEMCPY_DEVICE_TO_HOST));
    printf("%g\n", sum);
}

int main(void) {
    aclrtStream stream = NULL;
    CHECK(aclInit(NULL));
    CHECK(aclrtSetDevice(0));
    CHECK(aclrtCreateStream(&stream));

    const uint64_t bytes = ROWS * COLUMNS * sizeof(float);
    aclTensor* x = Create(ROWS, COLUMNS, ACL_FLOAT, Allocate(bytes));
    aclTensor* y = Create(ROWS, COLUMNS, ACL_FLOAT, Allocate(bytes));
    aclTensor* z = Create(ROWS, COLUMNS, ACL_FLOAT16, Allocate(bytes));
    const float two = 2;
    aclScalar* alpha = aclCreateScalar((void*)&two, ACL_FLOAT);
    CALL(aclnnInplaceOne, x);
    CALL(aclnnInplaceCopy, y, x);
    CALL(aclnnInplaceAdd, y, x, alpha);
    CALL(aclnnCast, y, ACL_FLOAT16, z);

    void* sums[] = {Allocate(32), Allocate(32)};
    aclTensor* sum = Create(1, 1, ACL_FLOAT, sums[0]);
    const int64_t both[] = {0, 1};
    aclIntArray* dims = aclCreateIntArray(both, 2);
    uint64_t size = 0;
    aclOpExecutor* executor = NULL;
    CHECK(aclnnReduceSumGetWorkspaceSize(z, dims, true, ACL_FLOAT, sum, &size, &executor));
    CHECK(aclSetAclOpExecutorRepeatable(executor));
    void* workspace = Allocate(size);
    CHECK(aclnnReduceSum(workspace, size, executor, stream));
    CHECK(aclrtSynchronizeStream(stream));
    CALL(aclnnInplaceAdd, y, x, alpha);
    CALL(aclnnCast, y, ACL_FLOAT16, z);
    CHECK(aclSetOutputTensorAddr(executor, 0, sum, sums[1]));
    CHECK(aclnnReduceSum(workspace, size, executor, stream));
    CHECK(aclrtSynchronizeStream(stream));
    CHECK(aclDestroyAclOpExecutor(executor));
    PrintSum(sums[0]);
    PrintSum(sums[1]);

    CHECK(aclDestroyTensor(x));
    CHECK(aclDestroyTensor(y));
    CHECK(aclDestroyTensor(z));
    CHECK(aclDestroyTensor(sum));
    CHECK(aclDestroyScalar(alpha));
    CHECK(aclDestroyIntArray(dims));
    CHECK(aclrtDestroyStream(stream));
    CHECK(aclrtResetDevice(0));
    CHECK(aclFinalize());
    return 0;
}
