// Typed pointers in acl_rt_api.h.
#include <cstdio>

#include "acl/acl_rt_api.h"
#define CHECK(call)        \
    if (int code = (call)) \
    return printf("%s: %d\n", #call, code)
static float variable = 1;
int main() {
    float from[4] = {1, 2, 3, 4}, to[4] = {}, *device = nullptr, *host = nullptr, *shared = nullptr;
    void* untyped = nullptr;
    aclrtStream stream = nullptr;
    aclrtEvent event = nullptr;
    CHECK(aclrtSetDevice(0));
    CHECK(aclrtCreateStream(&stream, 0, ACL_STREAM_FAST_LAUNCH));
    CHECK(aclrtCreateEvent(&event, ACL_EVENT_SYNC));
    CHECK(aclrtMalloc(&device, sizeof(from)));
    CHECK(aclrtMalloc(&untyped, sizeof(from), ACL_MEM_MALLOC_NORMAL_ONLY));
    CHECK(aclrtMallocHost(&host, sizeof(from)));
    CHECK(aclrtMemAllocManaged(&shared, sizeof(from)));
    CHECK(aclrtMemcpy(device, sizeof(from), from, sizeof(from), ACL_MEMCPY_HOST_TO_DEVICE));
    CHECK(aclrtMemcpyAsync(shared, sizeof(from), device, sizeof(from), ACL_MEMCPY_DEVICE_TO_DEVICE,
                           stream));
    CHECK(aclrtRecordEvent(event, stream));
    CHECK(aclrtStreamWaitEvent(stream, event, 1000));
    float* targets[] = {host, to};
    float* sources[] = {shared, device};
    size_t sizes[] = {sizeof(from), sizeof(from)};
    CHECK(aclrtSynchronizeStream(stream, 1000));
    CHECK(aclrtSynchronizeEvent(event, 1000));
    CHECK(aclrtMemcpyBatch(targets, sizes, sources, sizes, 2, aclrtMemcpyBatchAttr()));
    CHECK(aclrtMemcpyBatchAsync(targets, sizes, sources, sizes, 2, aclrtMemcpyBatchAttr(), stream));
    CHECK(aclrtSynchronizeDevice(1000));
    size_t size = 0;
    CHECK(aclrtGetSymbolSize(variable, &size));
    printf("%g %g %zu\n", host[3], to[2], size);
    return 0;
}
