// Where a device is: numbers of servers and super pods, as the driver reports them.
#pragma once

#include <cstdint>

namespace runtime {

/// The number of every device in a super pod, and of the pod: there is none.
constexpr uint32_t kNoSuperPod = 0xFFFFFFFF;

/// The number of the server of a device that belongs to no super pod.
uint32_t ServerId();

}  // namespace runtime
