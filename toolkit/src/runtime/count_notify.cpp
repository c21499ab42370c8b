#include "runtime/count_notify.h"

#include <atomic>
#include <chrono>
#include <string>
#include <utility>

#include "runtime/call_task.h"

namespace runtime {
namespace {

std::atomic<uint32_t> next_count_notify_id{0};

}  // namespace

class CountNotify::WaitTask : public Task {
public:
    WaitTask(std::shared_ptr<CountNotify> notify, const aclrtCntNotifyWaitInfo& info)
        : notify_(std::move(notify)), info_(info) {}

    int Run(Stream* stream, std::string* error) override {
        const auto over = [&] { return notify_->Reached(info_) || stream->giving_up(); };
        stream->SetBlockedOn(notify_);
        std::unique_lock<std::mutex> lock(notify_->mutex_);
        bool ended = true;
        if (info_.timeout == 0) {
            notify_->changed_.wait(lock, over);
        } else {
            ended = notify_->changed_.wait_for(lock, std::chrono::seconds(info_.timeout), over);
        }
        if (ended && info_.isClear != 0) {
            notify_->count_ = 0;
        }
        lock.unlock();
        stream->SetBlockedOn(nullptr);
        if (!ended) {
            *error = "a stream waited more than " + std::to_string(info_.timeout) +
                     " s for the count of notify " + std::to_string(notify_->id_);
        }
        return ended ? 0 : ACL_ERROR_RT_WAIT_TIMEOUT;
    }

private:
    std::shared_ptr<CountNotify> notify_;
    aclrtCntNotifyWaitInfo info_;
};

CountNotify::CountNotify() : id_(next_count_notify_id.fetch_add(1)) {}

void CountNotify::Change(const aclrtCntNotifyRecordInfo& info) {
    std::lock_guard<std::mutex> lock(mutex_);
    switch (info.mode) {
        case ACL_RT_CNT_NOTIFY_RECORD_SET_VALUE_MODE:
            count_ = info.value;
            break;
        case ACL_RT_CNT_NOTIFY_RECORD_ADD_MODE:
            count_ += info.value;
            break;
        case ACL_RT_CNT_NOTIFY_RECORD_BIT_OR_MODE:
            count_ |= info.value;
            break;
        case ACL_RT_CNT_NOTIFY_RECORD_BIT_AND_MODE:
            count_ &= info.value;
            break;
    }
    changed_.notify_all();
}

bool CountNotify::Reached(const aclrtCntNotifyWaitInfo& info) const {
    switch (info.mode) {
        case ACL_RT_CNT_NOTIFY_WAIT_LESS_MODE:
            return count_ < info.value;
        case ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE:
            return count_ == info.value;
        case ACL_RT_CNT_NOTIFY_WAIT_BIGGER_MODE:
            return count_ > info.value;
        case ACL_RT_CNT_NOTIFY_WAIT_BIGGER_OR_EQUAL_MODE:
            return count_ >= info.value;
        case ACL_RT_CNT_NOTIFY_WAIT_EQUAL_WITH_BITMASK_MODE:
            return (count_ & info.value) == info.value;
    }
    return true;
}

std::unique_ptr<Task> CountNotify::Record(const aclrtCntNotifyRecordInfo& info) {
    return std::make_unique<CallTask>([notify = shared_from_this(), info](std::string*) {
        notify->Change(info);
        return 0;
    });
}

std::unique_ptr<Task> CountNotify::Wait(const aclrtCntNotifyWaitInfo& info) {
    return std::make_unique<WaitTask>(shared_from_this(), info);
}

void CountNotify::WakeAll() {
    std::lock_guard<std::mutex> lock(mutex_);
    changed_.notify_all();
}

}  // namespace runtime
