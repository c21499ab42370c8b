#include "runtime/collective_group.h"

#include <map>
#include <mutex>

namespace runtime {
namespace {

struct Groups {
    std::mutex mutex;
    std::map<std::string, int> communicators;  ///< how many have the name
};

/// Never destroyed: communicators may end while the process does.
Groups& AllGroups() {
    static auto* const groups = new Groups;
    return *groups;
}

}  // namespace

void AddCollectiveGroup(const std::string& name) {
    Groups& groups = AllGroups();
    const std::lock_guard<std::mutex> lock(groups.mutex);
    ++groups.communicators[name];
}

void RemoveCollectiveGroup(const std::string& name) {
    Groups& groups = AllGroups();
    const std::lock_guard<std::mutex> lock(groups.mutex);
    const auto communicator = groups.communicators.find(name);
    if (communicator != groups.communicators.end() && --communicator->second == 0) {
        groups.communicators.erase(communicator);
    }
}

bool HasCollectiveGroup(const std::string& name) {
    Groups& groups = AllGroups();
    const std::lock_guard<std::mutex> lock(groups.mutex);
    return groups.communicators.count(name) > 0;
}

}  // namespace runtime
