// Which addresses are device memory, for accesses by pointers, which may lead anywhere.
#pragma once

#include <cstdint>

#include "observe/observe.h"

namespace observe {

/// The live buffers of a launch's device, and the gap after each, where overruns land; the
/// launch's arguments, where it has no device.
class DeviceAddresses {
public:
    DeviceAddresses() = default;
    explicit DeviceAddresses(const AscendcObservedLaunch* launch) : launch_(launch) {}

    bool Contains(uint64_t address) {
        if (address - begin_ < bytes_) {
            return true;
        }
        const uint64_t page = address / kPage;
        uint64_t& elsewhere = elsewhere_[page % kRemembered];
        if (page == elsewhere) {
            return false;
        }
        uint64_t begin = 0;
        uint64_t bytes = 0;
        if (Find(address, &begin, &bytes)) {
            begin_ = begin;
            bytes_ = bytes;
            return true;
        }
        if (begin != 0) {
            return true;  // after a buffer
        }
        elsewhere = page;
        return false;
    }

private:
    static constexpr uint64_t kPage = 4096;
    static constexpr uint64_t kRemembered = 512;

    bool Find(uint64_t address, uint64_t* begin, uint64_t* bytes) const {
        if (launch_->find_allocation != nullptr) {
            return launch_->find_allocation(address, begin, bytes);
        }
        for (uint32_t i = 0; i < launch_->argument_count; ++i) {
            const AscendcArgument& argument = launch_->arguments[i];
            if (address - argument.address < argument.bytes) {
                *begin = argument.address;
                *bytes = argument.bytes;
                return true;
            }
        }
        return false;
    }

    const AscendcObservedLaunch* launch_ = nullptr;
    // What was found last.
    uint64_t begin_ = 0;
    uint64_t bytes_ = 0;
    // Pages of stacks and on-chip memories, which kernels access alternately. Nobody looks for page
    // 0.
    uint64_t elsewhere_[kRemembered] = {};
};

}  // namespace observe
