// Threads that launch kernels, copy and record events at once, each checking its own results.
//
//   stress <kernel object> <threads> <launches per thread>
//
// Prints "wrong <count>", "failed <count>" and the resident memory after a tenth of the work and at
// its end, in KiB.
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl.h"

namespace {

constexpr size_t kCount = 256;
constexpr size_t kBytes = kCount * sizeof(int32_t);
constexpr int kBatch = 25;  // launches between two looks at the results

struct Tiling {
    uint32_t total;
    uint32_t addend;
};

std::atomic<long> wrong{0};
std::atomic<long> failed{0};
std::atomic<long> done{0};

void Check(int code) {
    if (code != ACL_SUCCESS) {
        failed.fetch_add(1);
    }
}

long ResidentKiB() {
    long pages = 0;
    FILE* file = fopen("/proc/self/statm", "r");
    if (file == nullptr || fscanf(file, "%*d %ld", &pages) != 1) {
        pages = -1;
    }
    if (file != nullptr) {
        fclose(file);
    }
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

/// One list of arguments, by the two ways to build them in turn.
void Launch(aclrtFuncHandle function, aclrtStream stream, void* x, void* y, void* z,
            uint32_t addend) {
    aclrtArgsHandle args = nullptr;
    aclrtParamHandle param = nullptr;
    Check(aclrtKernelArgsInit(function, &args));
    void* none = nullptr;
    for (void** slot : {&x, &y, &z, &none}) {
        Check(aclrtKernelArgsAppend(args, slot, sizeof(*slot), &param));
    }
    Check(aclrtKernelArgsAppendPlaceHolder(args, &param));
    void* buffer = nullptr;
    Check(aclrtKernelArgsGetPlaceHolderBuffer(args, param, sizeof(Tiling), &buffer));
    *static_cast<Tiling*>(buffer) = Tiling{kCount, addend};
    Check(aclrtKernelArgsFinalize(args));
    Check(aclrtLaunchKernelWithConfig(function, 4, stream, nullptr, args, nullptr));
}

/// x goes up on one stream, which adds; the result comes down on another one.
void Work(aclrtContext context, aclrtFuncHandle function, int seed, long launches) {
    Check(aclrtSetCurrentContext(context));
    aclrtStream compute = nullptr;
    aclrtStream copies = nullptr;
    aclrtEvent ready = nullptr;
    aclrtEvent consumed = nullptr;
    Check(aclrtCreateStream(&compute));
    Check(aclrtCreateStream(&copies));
    Check(aclrtCreateEventExWithFlag(&ready, ACL_EVENT_SYNC));
    Check(aclrtCreateEventExWithFlag(&consumed, ACL_EVENT_SYNC | ACL_EVENT_TIME_LINE));
    void* device[3];
    for (void*& buffer : device) {
        Check(aclrtMalloc(&buffer, kBytes, ACL_MEM_MALLOC_HUGE_FIRST));
    }
    void* up = nullptr;
    void* down = nullptr;
    Check(aclrtMallocHost(&up, kBytes));
    Check(aclrtMallocHost(&down, kBytes * kBatch));
    int32_t* const x = static_cast<int32_t*>(up);
    const int32_t* const results = static_cast<int32_t*>(down);
    for (size_t i = 0; i < kCount; ++i) {
        x[i] = seed + static_cast<int32_t>(i);
    }
    for (long first = 0; first < launches; first += kBatch) {
        for (int step = 0; step < kBatch; ++step) {
            Check(
                aclrtMemcpyAsync(device[0], kBytes, x, kBytes, ACL_MEMCPY_HOST_TO_DEVICE, compute));
            Check(aclrtMemsetAsync(device[1], kBytes, 0, kBytes, compute));
            // The result before must have been copied down.
            Check(aclrtStreamWaitEvent(compute, consumed));
            Launch(function, compute, device[0], device[1], device[2], static_cast<uint32_t>(step));
            Check(aclrtRecordEvent(ready, compute));
            Check(aclrtStreamWaitEvent(copies, ready));
            Check(aclrtMemcpyAsync(static_cast<char*>(down) + step * kBytes, kBytes, device[2],
                                   kBytes, ACL_MEMCPY_DEVICE_TO_HOST, copies));
            Check(aclrtRecordEvent(consumed, copies));
        }
        Check(aclrtSynchronizeStream(copies));
        for (int step = 0; step < kBatch; ++step) {
            for (size_t i = 0; i < kCount; ++i) {
                if (results[static_cast<size_t>(step) * kCount + i] != x[i] + step) {
                    wrong.fetch_add(1);
                }
            }
        }
        done.fetch_add(kBatch);
    }
    Check(aclrtSynchronizeStream(compute));
    for (void* buffer : device) {
        Check(aclrtFree(buffer));
    }
    Check(aclrtFreeHost(up));
    Check(aclrtFreeHost(down));
    Check(aclrtDestroyEvent(ready));
    Check(aclrtDestroyEvent(consumed));
    Check(aclrtDestroyStream(compute));
    Check(aclrtDestroyStream(copies));
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        return 2;
    }
    const long threads = atol(argv[2]);
    const long launches = atol(argv[3]);
    aclrtContext context = nullptr;
    aclrtBinHandle binary = nullptr;
    aclrtFuncHandle function = nullptr;
    Check(aclInit(nullptr));
    Check(aclrtSetDevice(0));
    Check(aclrtGetCurrentContext(&context));
    Check(aclrtBinaryLoadFromFile(argv[1], nullptr, &binary));
    Check(aclrtBinaryGetFunctionByEntry(binary, 1, &function));
    if (failed != 0) {
        const char* const text = aclGetRecentErrMsg();
        fprintf(stderr, "%s\n", text == nullptr ? "" : text);
        return 1;
    }
    std::vector<std::thread> workers;
    for (long i = 0; i < threads; ++i) {
        workers.emplace_back(Work, context, function, static_cast<int>(i) * 1000, launches);
    }
    while (done < threads * launches / 10) {
        usleep(2000);
    }
    const long early = ResidentKiB();
    for (std::thread& worker : workers) {
        worker.join();
    }
    const long late = ResidentKiB();
    // Unloading while nothing runs any more, then everything else.
    Check(aclrtBinaryUnLoad(binary));
    Check(aclrtResetDevice(0));
    Check(aclFinalize());
    printf("wrong %ld\nfailed %ld\nresident %ld %ld\n", wrong.load(), failed.load(), early, late);
    return wrong == 0 && failed == 0 ? 0 : 1;
}
