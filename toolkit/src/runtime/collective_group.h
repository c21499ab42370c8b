// Groups of devices that communicate, by name: libhccl makes them, aclnn calls name them.
#pragma once

#include <string>

namespace runtime {

/// A communicator of this name begins. Several may have one name.
void AddCollectiveGroup(const std::string& name);

/// A communicator of this name ends.
void RemoveCollectiveGroup(const std::string& name);

/// Whether there is a communicator of this name.
bool HasCollectiveGroup(const std::string& name);

}  // namespace runtime
