// Calls AddCustom as MindSpore 2.8's Ascend back end does: mindspore_calls LIBCUST_OPAPI.
// Settings before a device, a pool of mapped physical memory, functions found by name; in PyNative
// mode both phases per call, the second on another thread; in graph mode one repeatable executor
// that is given new addresses before each run. Exit code 0: all sums were right.
#include <dlfcn.h>

#include <cstdint>
#include <cstdio>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "aclnn/aclnn_base.h"
#include "hccl/hccl.h"

#define CHECK(call)                                                                        \
    do {                                                                                   \
        const int code = static_cast<int>(call);                                           \
        if (code != 0) {                                                                   \
            const char* text = aclGetRecentErrMsg();                                       \
            std::fprintf(stderr, "%s: %d %s\n", #call, code, text == nullptr ? "" : text); \
            return 1;                                                                      \
        }                                                                                  \
    } while (0)

namespace {

using Phase1 = int (*)(const aclTensor*, const aclTensor*, const aclTensor*, uint64_t*,
                       aclOpExecutor**);
using Phase2 = int (*)(void*, uint64_t, aclOpExecutor*, aclrtStream);

constexpr size_t kPool = size_t{16} << 20;
constexpr size_t kBlock = size_t{2} << 20;  // MindSpore maps its pool piece by piece
constexpr int64_t kRows = 6;
constexpr int64_t kColumns = 5000;
constexpr size_t kBytes = kRows * kColumns * sizeof(float);

struct Pool {
    char* base = nullptr;
    std::vector<aclrtDrvMemHandle> handles;

    void* at(size_t number) const { return base + number * (kBlock - 64); }  // across the pieces
};

int MakePool(Pool* pool) {
    void* base = nullptr;
    CHECK(aclrtReserveMemAddress(&base, kPool, 0, nullptr, 1));
    pool->base = static_cast<char*>(base);
    aclrtPhysicalMemProp prop = {};
    prop.handleType = ACL_MEM_HANDLE_TYPE_NONE;
    prop.allocationType = ACL_MEM_ALLOCATION_TYPE_PINNED;
    prop.memAttr = ACL_HBM_MEM_HUGE;
    prop.location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
    for (size_t offset = 0; offset < kPool; offset += kBlock) {
        aclrtDrvMemHandle handle = nullptr;
        CHECK(aclrtMallocPhysical(&handle, kBlock, &prop, 0));
        CHECK(aclrtMapMem(pool->base + offset, kBlock, 0, handle, 0));
        pool->handles.push_back(handle);
    }
    return 0;
}

int DropPool(const Pool& pool) {
    for (size_t i = 0; i < pool.handles.size(); ++i) {
        CHECK(aclrtUnmapMem(pool.base + i * kBlock));
        CHECK(aclrtFreePhysical(pool.handles[i]));
    }
    CHECK(aclrtReleaseMemAddress(pool.base));
    return 0;
}

int Upload(void* to, float first) {
    std::vector<float> values(kRows * kColumns);
    for (size_t i = 0; i < values.size(); ++i) {
        values[i] = first + static_cast<float>(i);
    }
    CHECK(aclrtMemcpy(to, kBytes, values.data(), kBytes, ACL_MEMCPY_HOST_TO_DEVICE));
    return 0;
}

int CheckSum(const void* from, float first) {
    std::vector<float> values(kRows * kColumns);
    CHECK(aclrtMemcpy(values.data(), kBytes, from, kBytes, ACL_MEMCPY_DEVICE_TO_HOST));
    for (size_t i = 0; i < values.size(); ++i) {
        if (values[i] != first + 2 * static_cast<float>(i)) {
            std::fprintf(stderr, "element %zu is %f\n", i, static_cast<double>(values[i]));
            return 1;
        }
    }
    return 0;
}

// PyNative describes storage as one dimension, graph mode by the view's dimensions.
aclTensor* Tensor(void* data, bool flat) {
    const int64_t view[] = {kRows, kColumns}, strides[] = {kColumns, 1};
    const int64_t storage[] = {kRows * kColumns};
    return aclCreateTensor(view, 2, ACL_FLOAT, strides, 0, ACL_FORMAT_ND, flat ? storage : view,
                           flat ? 1 : 2, data);
}

int RunOnOtherThread(Phase2 launch, aclrtContext context, aclOpExecutor* executor,
                     aclrtStream stream) {
    int code = 0;
    std::thread([&] {
        code = aclrtSetCurrentContext(context);
        code = code != 0 ? code : launch(nullptr, 0, executor, stream);
    }).join();
    return code;
}

}  // namespace

int main(int, char** argv) {
    CHECK(aclInit(nullptr));
    CHECK(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_INFNAN));
    HcclConfigValue deterministic;
    deterministic.value = 0;
    CHECK(HcclSetConfig(HCCL_DETERMINISTIC, deterministic));
    CHECK(aclrtSetDevice(0));
    aclrtContext context = nullptr;
    aclrtStream stream = nullptr;
    CHECK(aclrtGetCurrentContext(&context));
    CHECK(aclrtCreateStreamWithConfig(&stream, 0, ACL_STREAM_FAST_LAUNCH | ACL_STREAM_FAST_SYNC));
    Pool pool;
    CHECK(MakePool(&pool));
    void* const library = dlopen(argv[1], RTLD_LAZY);
    const Phase1 prepare =
        reinterpret_cast<Phase1>(dlsym(library, "aclnnAddCustomGetWorkspaceSize"));
    const Phase2 launch = reinterpret_cast<Phase2>(dlsym(library, "aclnnAddCustom"));
    CHECK(Upload(pool.at(1), 1));
    CHECK(Upload(pool.at(2), 100));
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    for (int call = 0; call < 2; ++call) {  // PyNative
        aclTensor* tensors[] = {Tensor(pool.at(1), true), Tensor(pool.at(2), true),
                                Tensor(pool.at(3), true)};
        CHECK(prepare(tensors[0], tensors[1], tensors[2], &size, &executor));
        CHECK(aclSetAclOpExecutorRepeatable(executor));
        CHECK(RunOnOtherThread(launch, context, executor, stream));
        CHECK(aclrtSynchronizeStreamWithTimeout(stream, 60000));
        CHECK(CheckSum(pool.at(3), 101));
        CHECK(aclDestroyAclOpExecutor(executor));
        for (aclTensor* tensor : tensors) {
            CHECK(aclDestroyTensor(tensor));
        }
    }
    aclTensor* tensors[] = {Tensor(nullptr, false), Tensor(nullptr, false), Tensor(nullptr, false)};
    CHECK(prepare(tensors[0], tensors[1], tensors[2], &size, &executor));
    CHECK(aclSetAclOpExecutorRepeatable(executor));
    for (size_t step = 0; step < 3; ++step) {  // graph
        const size_t buffers[] = {1 + step % 2, 2, 4 + step};
        for (size_t i = 0; i < 3; ++i) {
            CHECK(aclSetTensorAddr(executor, i, tensors[i], pool.at(buffers[i])));
        }
        CHECK(RunOnOtherThread(launch, context, executor, stream));
        CHECK(aclrtSynchronizeStreamWithTimeout(stream, 60000));
        CHECK(CheckSum(pool.at(buffers[2]), step % 2 == 0 ? 101 : 200));
    }
    CHECK(aclDestroyAclOpExecutor(executor));
    CHECK(aclrtDestroyStream(stream));
    CHECK(DropPool(pool));
    CHECK(aclrtResetDevice(0));
    CHECK(aclFinalize());
    return 0;
}
