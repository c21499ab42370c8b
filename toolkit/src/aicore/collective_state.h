// What the communication tasks of one launch share.
#pragma once

#include <sys/mman.h>

#include <atomic>
#include <cstdint>
#include <mutex>

#include "isa/collective.h"

namespace aicore {

struct CollectiveState {
    static constexpr uint64_t kWindowBytes = uint64_t{200} << 20;  ///< CANN's default

    CollectiveState() = default;
    ~CollectiveState() {
        for (uint8_t* window : windows_) {
            if (window != nullptr) {
                munmap(window, kWindowBytes);
            }
        }
    }
    CollectiveState(const CollectiveState&) = delete;
    CollectiveState& operator=(const CollectiveState&) = delete;

    /// Memory of kWindowBytes, committed on access; null if there is none.
    uint8_t* Window(int direction) {
        std::lock_guard<std::mutex> lock(mutex_);
        uint8_t*& window = windows_[direction & 1];
        if (window == nullptr) {
            void* memory = mmap(nullptr, kWindowBytes, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
            window = memory == MAP_FAILED ? nullptr : static_cast<uint8_t*>(memory);
        }
        return window;
    }

    std::atomic<uint64_t> turns[3][AscendC::isa::CollectiveRecord::kTasks] = {};  ///< by core type

private:
    std::mutex mutex_;
    uint8_t* windows_[2] = {};
};

}  // namespace aicore
