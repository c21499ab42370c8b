// The memory of a tensor, and the function that frees it.
#ifndef INC_EXE_GRAPH_RUNTIME_TENSOR_DATA_H_
#define INC_EXE_GRAPH_RUNTIME_TENSOR_DATA_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "graph/ge_error_codes.h"

namespace gert {
using TensorAddress = void*;
using ConstTensorAddressPtr = const void*;

enum TensorPlacement : int32_t {
    kOnDeviceHbm = 0,
    kOnHost = 1,
    kFollowing = 2,  ///< on the host, directly after the Tensor object
    kOnDeviceP2p = 3,
    kTensorPlacementEnd
};

class TensorPlacementUtils {
public:
    static bool IsOnDevice(TensorPlacement placement) {
        return placement == kOnDeviceHbm || placement == kOnDeviceP2p;
    }
    static bool IsOnHost(TensorPlacement placement) {
        return placement == kOnHost || placement == kFollowing;
    }
    static bool IsOnHostFollowing(TensorPlacement placement) { return placement == kFollowing; }
    static bool IsOnHostNotFollowing(TensorPlacement placement) { return placement == kOnHost; }
    static bool IsOnDeviceHbm(TensorPlacement placement) { return placement == kOnDeviceHbm; }
    static bool IsOnDeviceP2p(TensorPlacement placement) { return placement == kOnDeviceP2p; }
};

enum TensorOperateType : int32_t {
    kGetTensorAddress = 0,
    kFreeTensor = 1,
    kPlusShareCount = 2,
    kTensorOperateType
};

/// Owner of shared tensor memory: answers kGetTensorAddress in *out, drops or adds a reference.
using TensorAddrManager = ge::graphStatus (*)(TensorAddress addr, TensorOperateType operate_type,
                                              void** out);

/// A (possibly managed) address, its size in bytes and its placement. Without manager: borrowed
/// memory.
class TensorData {
public:
    explicit TensorData(TensorAddress addr = nullptr, const TensorAddrManager manager = nullptr)
        : TensorData(addr, manager, 0U, kTensorPlacementEnd) {}
    explicit TensorData(TensorAddress addr, const TensorAddrManager manager, size_t size,
                        TensorPlacement placement)
        : addr_(addr),
          manager_(manager),
          size_(size),
          placement_(placement),
          reserved_0_(0U),
          reserved_1_() {}
    TensorData(const TensorData&) = delete;
    TensorData& operator=(const TensorData&) = delete;
    TensorData(TensorData&& other) noexcept : reserved_0_(0U), reserved_1_() { TakeFrom(other); }
    TensorData& operator=(TensorData&& other) noexcept {
        if (this != &other) {
            (void)Free();
            TakeFrom(other);
        }
        return *this;
    }
    ~TensorData() noexcept { (void)Free(); }

    TensorAddress GetAddr() const {
        if (manager_ == nullptr || addr_ == nullptr) {
            return addr_;
        }
        TensorAddress addr = nullptr;
        return manager_(addr_, kGetTensorAddress, &addr) == ge::GRAPH_SUCCESS ? addr : nullptr;
    }
    size_t GetSize() const { return size_; }
    void SetSize(const size_t size) { size_ = size; }
    TensorPlacement GetPlacement() const { return placement_; }
    void SetPlacement(const TensorPlacement placement) { placement_ = placement; }

    /// Gives managed memory back; borrowed memory is left alone.
    ge::graphStatus Free() {
        if (manager_ == nullptr) {
            return ge::GRAPH_SUCCESS;
        }
        const ge::graphStatus status = manager_(addr_, kFreeTensor, nullptr);
        if (status == ge::GRAPH_SUCCESS) {
            addr_ = nullptr;
            manager_ = nullptr;
        }
        return status;
    }
    ge::graphStatus SetAddr(const ConstTensorAddressPtr addr, TensorAddrManager manager) {
        const ge::graphStatus status = Free();
        if (status == ge::GRAPH_SUCCESS) {
            addr_ = const_cast<TensorAddress>(addr);
            manager_ = manager;
        }
        return status;
    }
    bool IsSharedWith(const TensorData& other) const {
        return addr_ == other.addr_ && manager_ == other.manager_ && size_ == other.size_ &&
               placement_ == other.placement_;
    }
    ge::graphStatus ShareFrom(const TensorData& other) {
        if (IsSharedWith(other)) {
            return ge::GRAPH_SUCCESS;
        }
        const ge::graphStatus status = Free();
        if (status != ge::GRAPH_SUCCESS) {
            return status;
        }
        addr_ = other.addr_;
        manager_ = other.manager_;
        size_ = other.size_;
        placement_ = other.placement_;
        return manager_ == nullptr ? ge::GRAPH_SUCCESS : manager_(addr_, kPlusShareCount, nullptr);
    }
    /// Hands the address and its manager to the caller and forgets them.
    TensorAddress Release(TensorAddrManager& manager) {
        const TensorAddress addr = addr_;
        manager = manager_;
        Clear();
        return addr;
    }

private:
    void Clear() {
        addr_ = nullptr;
        manager_ = nullptr;
        size_ = 0U;
        placement_ = kTensorPlacementEnd;
    }
    void TakeFrom(TensorData& other) {
        addr_ = other.addr_;
        manager_ = other.manager_;
        size_ = other.size_;
        placement_ = other.placement_;
        other.Clear();
    }

    TensorAddress addr_;
    TensorAddrManager manager_;
    size_t size_;
    TensorPlacement placement_;
    uint32_t reserved_0_;
    uint8_t reserved_1_[40];
    friend class TensorUtils;
};
}  // namespace gert

#endif  // INC_EXE_GRAPH_RUNTIME_TENSOR_DATA_H_
