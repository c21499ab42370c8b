/* A C client of an aclnn operator; the argument names what it tries. Prints "code <n>" for the call
 * that matters, then the results or the error text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "acl/acl.h"
#include "aclnn/aclnn_base.h"
#include "aclnn_add_pairs.h"
#include "hccl/hccl.h"

enum { ROWS = 6, COLUMNS = 5, COUNT = ROWS * COLUMNS };

static void* device_copy(const int32_t* values, size_t size) {
    void* device = NULL;
    if (aclrtMalloc(&device, size, ACL_MEM_MALLOC_HUGE_FIRST) != 0 ||
        aclrtMemcpy(device, size, values, size, ACL_MEMCPY_HOST_TO_DEVICE) != 0) {
        return NULL;
    }
    return device;
}

static int fail(int code) {
    const char* text = aclGetRecentErrMsg();
    printf("code %d\n%s\n", code, text == NULL ? "" : text);
    return 0;
}

static void print_result(void* device) {
    int32_t values[COUNT];
    aclrtMemcpy(values, sizeof(values), device, sizeof(values), ACL_MEMCPY_DEVICE_TO_HOST);
    for (int i = 0; i < COUNT; ++i) {
        printf("%d%c", values[i], i + 1 == COUNT ? '\n' : ' ');
    }
}

static int hccl_case(void) {
    int32_t devices[2] = {0, 0};
    HcclComm comms[2];
    char name[COMM_NAME_MAX_LENGTH];
    uint32_t ranks = 0;
    printf("code %d\n", HcclCommInitAll(2, devices, comms));
    printf("%s\n", aclGetRecentErrMsg());
    printf("%d ", HcclCommInitAll(1, devices, comms));
    printf("%d ", HcclGetCommName(comms[0], name));
    printf("%d\n", HcclGetRankSize(comms[0], &ranks));
    printf("%s %u %d ", name, ranks, HcclCommDestroy(comms[0]));
    printf("%d\n", HcclCommDestroy(comms[0]));
    return 0;
}

int main(int argc, char** argv) {
    const char* mode = argc > 1 ? argv[1] : "add";
    int32_t x[COUNT], y[COUNT], z[COUNT];
    aclrtStream stream = NULL;
    for (int i = 0; i < COUNT; ++i) {
        x[i] = i;
        y[i] = 1000 * i;
        z[i] = -1;
    }
    if (aclInit(getenv("CLIENT_CONFIG")) != 0 || aclrtSetDevice(0) != 0 ||
        aclrtCreateStream(&stream) != 0) {
        const char* text = aclGetRecentErrMsg();
        fprintf(stderr, "%s\n", text != NULL ? text : "");
        return 1;
    }
    if (strcmp(mode, "hccl") == 0) {
        return hccl_case();
    }
    int64_t key = 1, addend = 0;
    if (strncmp(mode, "key", 3) == 0) {
        sscanf(mode, "key%lld", (long long*)&key);
    }
    if (strncmp(mode, "deterministic", 13) == 0) {
        sscanf(mode, "deterministic%lld", (long long*)&key);
        aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, 1);
    }
    aclDataType type = strcmp(mode, "float") == 0  ? ACL_FLOAT
                       : strcmp(mode, "half") == 0 ? ACL_FLOAT16
                                                   : ACL_INT32;
    const int64_t shape[] = {ROWS, COLUMNS};
    const int64_t transposed[] = {COLUMNS, ROWS}, strides[] = {1, COLUMNS};
    const int64_t empty[] = {0, COLUMNS};
    void *device_x = device_copy(x, sizeof(x)), *device_y = device_copy(y, sizeof(y)),
         *device_z = device_copy(z, sizeof(z));
    const int strided = strcmp(mode, "strided") == 0;
    const int64_t* used = strcmp(mode, "empty") == 0 ? empty : strided ? transposed : shape;
    aclTensor* tensor_x =
        aclCreateTensor(used, 2, type, strided ? strides : NULL, 0, ACL_FORMAT_ND, shape, 2,
                        strcmp(mode, "host") == 0 ? (void*)x : device_x);
    aclTensor* tensor_y = aclCreateTensor(used, 2, type, strided ? strides : NULL, 0, ACL_FORMAT_ND,
                                          shape, 2, device_y);
    aclTensor* tensor_z = aclCreateTensor(used, 2, type, NULL, 0, ACL_FORMAT_ND, used, 2, device_z);
    uint64_t size = 0;
    void* workspace = NULL;
    aclOpExecutor* executor = NULL;
    const int rounds = strcmp(mode, "cache") == 0 ? 3 : 1;
    addend = rounds > 1 ? -1 : 0;
    for (int round = 0; round < rounds; ++round) {
        int code =
            aclnnAddPairsGetWorkspaceSize(tensor_x, strcmp(mode, "null") == 0 ? NULL : tensor_y,
                                          key, addend, tensor_z, &size, &executor);
        if (code != 0) {
            return fail(code);
        }
        if (size > 0 && aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST) != 0) {
            return 1;
        }
        if (strcmp(mode, "small") == 0) {
            return fail(aclnnAddPairs(NULL, 0, executor, stream));
        }
        if (strcmp(mode, "repeat") == 0) {
            aclSetAclOpExecutorRepeatable(executor);
        }
        code = aclnnAddPairs(workspace, size, executor, stream);
        if (code != 0) {
            return fail(code);
        }
    }
    if (strcmp(mode, "twice") == 0) {
        return fail(aclnnAddPairs(workspace, size, executor, stream));
    }
    if (strcmp(mode, "repeat") == 0) {
        /* The second run adds y to y and writes to x's buffer. */
        printf("%d %d %d\n", aclSetInputTensorAddr(executor, 0, tensor_x, device_y),
               aclSetOutputTensorAddr(executor, 0, tensor_z, device_x),
               aclSetTensorAddr(executor, 9, tensor_z, device_x));
        printf("%d ", aclnnAddPairs(workspace, size, executor, stream));
        printf("%d\n", aclrtSynchronizeStream(stream));
        print_result(device_x);
        printf("%d\n", aclDestroyAclOpExecutor(executor));
    }
    int code = aclrtSynchronizeStream(stream);
    if (code != 0) {
        return fail(code);
    }
    printf("code 0\nworkspace %llu\n", (unsigned long long)size);
    print_result(device_z);
    aclDestroyTensor(tensor_x);
    aclDestroyTensor(tensor_y);
    aclDestroyTensor(tensor_z);
    aclrtFree(device_x);
    aclrtFree(device_y);
    aclrtFree(device_z);
    aclrtDestroyStream(stream);
    return aclrtResetDevice(0) != 0 || aclFinalize() != 0;
}
