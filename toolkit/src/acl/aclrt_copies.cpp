// acl_rt_memory.h: copies of many pieces, copies that descriptors name, fills and sums of elements,
// values that streams write and wait for.
#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>

#include "acl/acl_rt.h"
#include "acl/check.h"
#include "runtime/call_task.h"
#include "runtime/context.h"
#include "runtime/memory.h"
#include "runtime/reduce.h"

using runtime::CallTask;
using runtime::Fail;

namespace {

/// What a copy descriptor in device memory holds.
struct CopyDescriptor {
    void* to;
    const void* from;
    size_t count;
};

constexpr size_t kDescriptorBytes = 64;
static_assert(sizeof(CopyDescriptor) <= kDescriptorBytes, "space for later fields");

int Submit(aclrtStream stream, CallTask::Function function) {
    return runtime::SubmitTask(stream, std::make_unique<CallTask>(std::move(function)));
}

int CheckInnerKind(const char* function, aclrtMemcpyKind kind) {
    return kind == ACL_MEMCPY_INNER_DEVICE_TO_DEVICE
               ? ACL_SUCCESS
               : Fail(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                      "%s: only copies inside a device (kind %d), not kind %d", function,
                      ACL_MEMCPY_INNER_DEVICE_TO_DEVICE, kind);
}

int Gone(std::string* error) {
    *error = "a device buffer was freed before the work on it ran";
    return ACL_ERROR_RT_DEVICE_MEM_ERROR;
}

int CopyNow(void* to, const void* from, size_t count, std::string* error) {
    if (!runtime::IsUsable(to, count) || !runtime::IsUsable(from, count)) {
        return Gone(error);
    }
    memmove(to, from, count);
    return ACL_SUCCESS;
}

bool FitsD32(const void* address, size_t bytes, size_t count, int* code) {
    *code = ACL_SUCCESS;
    if (reinterpret_cast<uintptr_t>(address) % sizeof(uint32_t) != 0) {
        *code = Fail(ACL_ERROR_INVALID_PARAM, "fill: address %p is no multiple of 4", address);
    } else if (count > bytes / sizeof(uint32_t)) {
        *code = Fail(ACL_ERROR_INVALID_PARAM, "fill of %zu values of 4 bytes in a buffer of %zu",
                     count, bytes);
    } else {
        *code = runtime::CheckAddressRange(address, count * sizeof(uint32_t), "buffer");
    }
    return *code == ACL_SUCCESS;
}

void FillD32(void* address, uint32_t value, size_t count) {
    std::fill_n(static_cast<uint32_t*>(address), count, value);
}

using CopyFunction = int (*)(void* to, size_t room, const void* from, size_t count,
                             const void* stream);

int CopyAll(void** dsts, size_t* destMaxs, void** srcs, size_t* sizes, size_t numBatches,
            size_t* failIndex, CopyFunction copy, const void* stream) {
    ACL_REQUIRE_NOT_NULL(dsts);
    ACL_REQUIRE_NOT_NULL(destMaxs);
    ACL_REQUIRE_NOT_NULL(srcs);
    ACL_REQUIRE_NOT_NULL(sizes);
    ACL_REQUIRE_NOT_NULL(failIndex);
    ACL_REQUIRE_NOT_ZERO(numBatches);
    *failIndex = SIZE_MAX;
    for (size_t i = 0; i < numBatches; ++i) {
        const int code = copy(dsts[i], destMaxs[i], srcs[i], sizes[i], stream);
        if (code != ACL_SUCCESS) {
            *failIndex = i;
            return code;
        }
    }
    return ACL_SUCCESS;
}

bool Reached(uint64_t value, uint64_t operand, uint32_t flag) {
    switch (flag) {
        case ACL_STREAM_WAIT_VALUE_GEQ:
            return static_cast<int64_t>(value - operand) >= 0;
        case ACL_STREAM_WAIT_VALUE_EQ:
            return value == operand;
        case ACL_STREAM_WAIT_VALUE_AND:
            return (value & operand) != 0;
        default:
            return ~(value | operand) != 0;
    }
}

int CheckValueAddress(const char* function, const void* address) {
    if (reinterpret_cast<uintptr_t>(address) % sizeof(uint64_t) != 0) {
        return Fail(ACL_ERROR_RT_ADDR_UNALIGNED, "%s: address %p is no multiple of 8", function,
                    address);
    }
    return runtime::CheckAddressRange(address, sizeof(uint64_t), "value");
}

/// A stream that waits for a value in memory.
class ValueWaitTask : public runtime::Task {
public:
    ValueWaitTask(const void* address, uint64_t value, uint32_t flag)
        : address_(address), value_(value), flag_(flag) {}

    int Run(runtime::Stream* stream, std::string* error) override {
        // Kernels and copies write the value without telling anyone.
        auto pause = std::chrono::microseconds(1);
        for (;;) {
            if (!runtime::IsUsable(address_, sizeof(uint64_t))) {
                return Gone(error);
            }
            const uint64_t now =
                __atomic_load_n(static_cast<const uint64_t*>(address_), __ATOMIC_ACQUIRE);
            if (Reached(now, value_, flag_) || stream->giving_up()) {
                return ACL_SUCCESS;
            }
            std::this_thread::sleep_for(pause);
            pause = std::min(pause * 2, std::chrono::microseconds(500));
        }
    }

private:
    const void* address_;
    uint64_t value_;
    uint32_t flag_;
};

}  // namespace

extern "C" {

aclError aclrtMemcpyBatch(void** dsts, size_t* destMaxs, void** srcs, size_t* sizes,
                          size_t numBatches, aclrtMemcpyBatchAttr* attrs, size_t* attrsIndexes,
                          size_t numAttrs, size_t* failIndex) {
    ACL_REQUIRE_NOT_NULL(attrs);
    ACL_REQUIRE_NOT_NULL(attrsIndexes);
    ACL_REQUIRE_NOT_ZERO(numAttrs);
    return CopyAll(
        dsts, destMaxs, srcs, sizes, numBatches, failIndex,
        [](void* to, size_t room, const void* from, size_t count, const void*) {
            return runtime::Copy(to, room, from, count, ACL_MEMCPY_DEFAULT);
        },
        nullptr);
}

aclError aclrtMemcpyBatchAsync(void** dsts, size_t* destMaxs, void** srcs, size_t* sizes,
                               size_t numBatches, aclrtMemcpyBatchAttr* attrs, size_t* attrsIndexes,
                               size_t numAttrs, size_t* failIndex, aclrtStream stream) {
    ACL_REQUIRE_NOT_NULL(attrs);
    ACL_REQUIRE_NOT_NULL(attrsIndexes);
    ACL_REQUIRE_NOT_ZERO(numAttrs);
    return CopyAll(
        dsts, destMaxs, srcs, sizes, numBatches, failIndex,
        [](void* to, size_t room, const void* from, size_t count, const void* in_stream) {
            return runtime::CopyAsync(to, room, from, count, ACL_MEMCPY_DEFAULT, in_stream);
        },
        stream);
}

aclError aclrtMemcpyBatchV2(void** dsts, size_t* destMaxs, void** srcs, size_t* sizes,
                            size_t numBatches, aclrtMemcpyBatchAttr* attrs, size_t* attrsIndexes,
                            size_t numAttrs) {
    size_t rejected = 0;
    return aclrtMemcpyBatch(dsts, destMaxs, srcs, sizes, numBatches, attrs, attrsIndexes, numAttrs,
                            &rejected);
}

aclError aclrtMemcpyBatchAsyncV2(void** dsts, size_t* destMaxs, void** srcs, size_t* sizes,
                                 size_t numBatches, aclrtMemcpyBatchAttr* attrs,
                                 size_t* attrsIndexes, size_t numAttrs, aclrtStream stream) {
    size_t rejected = 0;
    return aclrtMemcpyBatchAsync(dsts, destMaxs, srcs, sizes, numBatches, attrs, attrsIndexes,
                                 numAttrs, &rejected, stream);
}

aclError aclrtGetMemcpyDescSize(aclrtMemcpyKind kind, size_t* descSize) {
    ACL_REQUIRE_NOT_NULL(descSize);
    const int code = CheckInnerKind(__func__, kind);
    if (code == ACL_SUCCESS) {
        *descSize = kDescriptorBytes;
    }
    return code;
}

aclError aclrtSetMemcpyDesc(void* desc, aclrtMemcpyKind kind, void* srcAddr, void* dstAddr,
                            size_t count, void* config) {
    ACL_REQUIRE_NOT_NULL(desc);
    ACL_REQUIRE_NOT_NULL(srcAddr);
    ACL_REQUIRE_NOT_NULL(dstAddr);
    if (config != nullptr) {
        return Fail(ACL_ERROR_INVALID_PARAM, "%s: config must be NULL", __func__);
    }
    const int code = CheckInnerKind(__func__, kind);
    if (code != ACL_SUCCESS) {
        return code;
    }
    const CopyDescriptor descriptor{dstAddr, srcAddr, count};
    return runtime::Copy(desc, sizeof(descriptor), &descriptor, sizeof(descriptor),
                         ACL_MEMCPY_DEFAULT);
}

aclError aclrtMemcpyAsyncWithDesc(void* desc, aclrtMemcpyKind kind, aclrtStream stream) {
    ACL_REQUIRE_NOT_NULL(desc);
    int code = CheckInnerKind(__func__, kind);
    code = code != ACL_SUCCESS
               ? code
               : runtime::CheckAddressRange(desc, sizeof(CopyDescriptor), "copy descriptor");
    return code != ACL_SUCCESS ? code : Submit(stream, [desc](std::string* error) {
        CopyDescriptor descriptor = {};
        const int read = CopyNow(&descriptor, desc, sizeof(descriptor), error);
        return read != ACL_SUCCESS
                   ? read
                   : CopyNow(descriptor.to, descriptor.from, descriptor.count, error);
    });
}

aclError aclrtMemcpyAsyncWithOffset(void** dst, size_t destMax, size_t dstDataOffset,
                                    const void** src, size_t count, size_t srcDataOffset,
                                    aclrtMemcpyKind kind, aclrtStream stream) {
    if (count == 0) {
        return ACL_SUCCESS;
    }
    ACL_REQUIRE_NOT_NULL(dst);
    ACL_REQUIRE_NOT_NULL(src);
    int code = CheckInnerKind(__func__, kind);
    if (code == ACL_SUCCESS && count > destMax) {
        code = Fail(ACL_ERROR_RT_PARAM_INVALID, "copy of %zu bytes into a destination of %zu",
                    count, destMax);
    }
    return code != ACL_SUCCESS ? code : Submit(stream, [=](std::string* error) {
        char* to = nullptr;
        const char* from = nullptr;
        int read = CopyNow(&to, dst, sizeof(to), error);
        read = read != ACL_SUCCESS ? read : CopyNow(&from, src, sizeof(from), error);
        return read != ACL_SUCCESS
                   ? read
                   : CopyNow(to + dstDataOffset, from + srcDataOffset, count, error);
    });
}

aclError aclrtMemsetD32(void* ptr, size_t memSize, uint32_t value, size_t N) {
    ACL_REQUIRE_NOT_NULL(ptr);
    int code = 0;
    if (N > 0 && FitsD32(ptr, memSize, N, &code) && runtime::CurrentContext(&code) != nullptr) {
        FillD32(ptr, value, N);
    }
    return code;
}

aclError aclrtMemsetD32Async(void* ptr, size_t memSize, uint32_t value, size_t N,
                             aclrtStream stream) {
    ACL_REQUIRE_NOT_NULL(ptr);
    int code = 0;
    if (N == 0 || !FitsD32(ptr, memSize, N, &code)) {
        return code;
    }
    return Submit(stream, [=](std::string* error) {
        if (!runtime::IsUsable(ptr, N * sizeof(uint32_t))) {
            return Gone(error);
        }
        FillD32(ptr, value, N);
        return static_cast<int>(ACL_SUCCESS);
    });
}

aclError aclrtReduceAsync(void* dst, const void* src, uint64_t count, aclrtReduceKind kind,
                          aclDataType type, aclrtStream stream, void* reserve) {
    ACL_REQUIRE_NOT_NULL(dst);
    ACL_REQUIRE_NOT_NULL(src);
    if (reserve != nullptr) {
        return Fail(ACL_ERROR_INVALID_PARAM, "%s: reserve must be NULL", __func__);
    }
    const size_t element = runtime::ReducedElementBytes(type, kind);
    if (element == 0) {
        return Fail(ACL_ERROR_INVALID_PARAM, "%s: operation %d on data type %d is not supported",
                    __func__, kind, type);
    }
    if (count == 0 || count % element != 0) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: %llu bytes are no elements of %zu", __func__,
                    static_cast<unsigned long long>(count), element);
    }
    int code = runtime::CheckAddressRange(dst, count, "destination");
    code = code != 0 ? code : runtime::CheckAddressRange(src, count, "source");
    return code != 0 ? code : Submit(stream, [=](std::string* error) {
        if (!runtime::IsUsable(dst, count) || !runtime::IsUsable(src, count)) {
            return Gone(error);
        }
        runtime::Reduce(dst, src, count / element, type, kind);
        return static_cast<int>(ACL_SUCCESS);
    });
}

aclError aclrtValueWrite(void* devAddr, uint64_t value, uint32_t flag, aclrtStream stream) {
    ACL_REQUIRE_NOT_NULL(devAddr);
    if (flag != 0) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: flag must be 0", __func__);
    }
    const int code = CheckValueAddress(__func__, devAddr);
    return code != 0 ? code : Submit(stream, [=](std::string* error) {
        if (!runtime::IsUsable(devAddr, sizeof(value))) {
            return Gone(error);
        }
        __atomic_store_n(static_cast<uint64_t*>(devAddr), value, __ATOMIC_RELEASE);
        return static_cast<int>(ACL_SUCCESS);
    });
}

aclError aclrtValueWait(void* devAddr, uint64_t value, uint32_t flag, aclrtStream stream) {
    ACL_REQUIRE_NOT_NULL(devAddr);
    if (flag > ACL_STREAM_WAIT_VALUE_NOR) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: unknown comparison %u", __func__, flag);
    }
    const int code = CheckValueAddress(__func__, devAddr);
    return code != 0
               ? code
               : runtime::SubmitTask(stream, std::make_unique<ValueWaitTask>(devAddr, value, flag));
}

// There is no cache between the cores and their memory, so there is nothing to move.
aclError aclrtCmoAsync(void* src, size_t size, aclrtCmoType cmoType, aclrtStream stream) {
    ACL_REQUIRE_NOT_NULL(src);
    ACL_REQUIRE_NOT_ZERO(size);
    if (cmoType != ACL_RT_CMO_TYPE_PREFETCH) {
        return Fail(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "%s: only prefetching, not operation %d",
                    __func__, cmoType);
    }
    const int code = runtime::CheckAddressRange(src, size, "range to prefetch");
    return code != 0 ? code : Submit(stream, [](std::string*) { return 0; });
}

aclError aclrtCmoGetDescSize(size_t* size) {
    ACL_REQUIRE_NOT_NULL(size);
    *size = kDescriptorBytes;
    return ACL_SUCCESS;
}

aclError aclrtCmoSetDesc(void* cmoDesc, void* src, size_t size) {
    ACL_REQUIRE_NOT_NULL(cmoDesc);
    ACL_REQUIRE_NOT_NULL(src);
    ACL_REQUIRE_NOT_ZERO(size);
    const CopyDescriptor descriptor{nullptr, src, size};
    return runtime::Copy(cmoDesc, sizeof(descriptor), &descriptor, sizeof(descriptor),
                         ACL_MEMCPY_DEFAULT);
}

aclError aclrtCmoAsyncWithDesc(void* cmoDesc, aclrtCmoType cmoType, aclrtStream stream,
                               const void* reserve) {
    ACL_REQUIRE_NOT_NULL(cmoDesc);
    if (cmoType != ACL_RT_CMO_TYPE_PREFETCH || reserve != nullptr) {
        return Fail(ACL_ERROR_INVALID_PARAM, "%s: operation %d, or reserve is not NULL", __func__,
                    cmoType);
    }
    return Submit(stream, [cmoDesc](std::string* error) {
        CopyDescriptor descriptor = {};
        const int read = CopyNow(&descriptor, cmoDesc, sizeof(descriptor), error);
        if (read == ACL_SUCCESS && !runtime::IsUsable(descriptor.from, descriptor.count)) {
            return Gone(error);
        }
        return read;
    });
}
}
