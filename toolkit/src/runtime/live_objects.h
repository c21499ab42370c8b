// The objects that programs hold by address and must not destroy or use when they are gone.
#pragma once

#include <cstdint>

namespace runtime {

enum class ObjectKind : uint8_t {
    kTensor,
    kScalar,
    kIntArray,
    kFloatArray,
    kBoolArray,
    kTensorList,
    kScalarList,
    kExecutor,
    kDataBuffer,
    kTensorDesc,
    kOpAttr,
    kOpHandle,
    kDataset,
    kModelDesc,
    kStreamConfig,
    kBinaryData,
    kGroupInfo,
    kAllocatorDesc,
    kCount
};

/// Remembers a new object; gives its serial number, which is never 0 and never given twice.
uint64_t AddLive(ObjectKind kind, const void* object);

/// 0 if no object of the kind lives at the address.
uint64_t SerialOf(ObjectKind kind, const void* object);

inline bool IsLive(ObjectKind kind, const void* object) {
    return SerialOf(kind, object) != 0;
}

/// Forgets an object, which its caller then deletes: true for one caller only. With a serial number
/// false also for an object that has taken the address of the one meant.
bool RemoveLive(ObjectKind kind, const void* object, uint64_t serial = 0);

/// Destroys an object: false, with nothing done, if none of the kind lives at the address.
template <typename T>
bool DestroyLive(ObjectKind kind, const T* object, uint64_t serial = 0) {
    if (!RemoveLive(kind, object, serial)) {
        return false;
    }
    delete object;
    return true;
}

/// Remembers an object unless there is none; returns it.
template <typename T>
T* Remembered(ObjectKind kind, T* object) {
    if (object != nullptr) {
        AddLive(kind, object);
    }
    return object;
}

}  // namespace runtime
