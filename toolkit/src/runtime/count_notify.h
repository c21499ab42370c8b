// Notifies with a count that streams change and wait for.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>

#include "acl/acl_rt.h"
#include "runtime/stream.h"

namespace runtime {

class CountNotify : public Waitable, public std::enable_shared_from_this<CountNotify> {
public:
    CountNotify();

    uint32_t id() const { return id_; }

    /// Work for a stream.
    std::unique_ptr<Task> Record(const aclrtCntNotifyRecordInfo& info);
    std::unique_ptr<Task> Wait(const aclrtCntNotifyWaitInfo& info);

    void WakeAll() override;

private:
    class WaitTask;

    void Change(const aclrtCntNotifyRecordInfo& info);
    bool Reached(const aclrtCntNotifyWaitInfo& info) const;

    const uint32_t id_;
    std::mutex mutex_;
    std::condition_variable changed_;
    uint32_t count_ = 0;
};

}  // namespace runtime
