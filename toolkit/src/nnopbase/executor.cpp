#include "nnopbase/executor.h"

#include <mutex>
#include <unordered_set>

namespace {

/// The executors that exist: one used a second time must be an error, not a crash.
struct LiveExecutors {
    std::mutex mutex;
    std::unordered_set<const void*> executors;

    static LiveExecutors& Get() {
        static LiveExecutors* const live = new LiveExecutors();
        return *live;
    }
};

}  // namespace

aclOpExecutor::aclOpExecutor() {
    LiveExecutors& live = LiveExecutors::Get();
    std::lock_guard<std::mutex> lock(live.mutex);
    live.executors.insert(this);
}

aclOpExecutor::~aclOpExecutor() {
    LiveExecutors& live = LiveExecutors::Get();
    std::lock_guard<std::mutex> lock(live.mutex);
    live.executors.erase(this);
}

namespace nnopbase {

aclOpExecutor* FindExecutor(void* executor) {
    LiveExecutors& live = LiveExecutors::Get();
    std::lock_guard<std::mutex> lock(live.mutex);
    return live.executors.count(executor) == 0 ? nullptr : static_cast<aclOpExecutor*>(executor);
}

}  // namespace nnopbase
