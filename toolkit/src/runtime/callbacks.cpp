#include "runtime/callbacks.h"

#include <pthread.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>

#include "runtime/context.h"
#include "runtime/error.h"

namespace runtime {
namespace {

/// The callbacks that wait for one thread.
struct ReportQueue {
    struct Entry {
        Callback function;
        void* user_data;
        std::shared_ptr<bool> done;
    };
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<Entry> entries;
    bool closed = false;
};

struct Subscriptions {
    std::mutex mutex;
    std::map<uint64_t, std::shared_ptr<ReportQueue>> queues;  ///< by thread
    std::map<const Stream*, uint64_t> threads;                ///< by stream

    static Subscriptions& Get() {
        static Subscriptions* const subscriptions = new Subscriptions();
        return *subscriptions;
    }

    std::shared_ptr<ReportQueue> QueueOf(const Stream* stream) {
        std::lock_guard<std::mutex> lock(mutex);
        const auto thread = threads.find(stream);
        return thread == threads.end() ? nullptr : queues[thread->second];
    }
};

class CallbackTask : public Task {
public:
    CallbackTask(std::shared_ptr<ReportQueue> queue, Callback function, void* user_data,
                 bool blocking)
        : queue_(std::move(queue)),
          function_(function),
          user_data_(user_data),
          blocking_(blocking) {}

    int Run(Stream*, std::string*) override {
        const auto done = std::make_shared<bool>(false);
        std::unique_lock<std::mutex> lock(queue_->mutex);
        if (queue_->closed) {
            return 0;
        }
        queue_->entries.push_back({function_, user_data_, done});
        queue_->changed.notify_all();
        if (blocking_) {
            queue_->changed.wait(lock, [&] { return *done || queue_->closed; });
        }
        return 0;
    }

private:
    std::shared_ptr<ReportQueue> queue_;
    Callback function_;
    void* user_data_;
    bool blocking_;
};

}  // namespace

int SubscribeReport(uint64_t thread, const void* stream_handle) {
    int code = 0;
    const std::shared_ptr<Stream> stream = FindStream(stream_handle, &code);
    if (stream == nullptr) {
        return code;
    }
    Subscriptions& subscriptions = Subscriptions::Get();
    std::lock_guard<std::mutex> lock(subscriptions.mutex);
    if (!subscriptions.threads.emplace(stream.get(), thread).second) {
        return Fail(ACL_ERROR_RT_STREAM_SUBSCRIBE, "stream %d is subscribed already", stream->id());
    }
    std::shared_ptr<ReportQueue>& queue = subscriptions.queues[thread];
    if (queue == nullptr) {
        queue = std::make_shared<ReportQueue>();
    }
    return 0;
}

int UnsubscribeReport(uint64_t thread, const void* stream_handle) {
    int code = 0;
    const std::shared_ptr<Stream> stream = FindStream(stream_handle, &code);
    if (stream == nullptr) {
        return code;
    }
    Subscriptions& subscriptions = Subscriptions::Get();
    std::lock_guard<std::mutex> lock(subscriptions.mutex);
    const auto subscribed = subscriptions.threads.find(stream.get());
    if (subscribed == subscriptions.threads.end() || subscribed->second != thread) {
        return Fail(ACL_ERROR_RT_STREAM_SUBSCRIBE, "stream %d is not subscribed to that thread",
                    stream->id());
    }
    subscriptions.threads.erase(subscribed);
    for (const auto& other : subscriptions.threads) {
        if (other.second == thread) {
            return 0;
        }
    }
    const std::shared_ptr<ReportQueue> queue = subscriptions.queues[thread];
    subscriptions.queues.erase(thread);
    std::lock_guard<std::mutex> queue_lock(queue->mutex);
    queue->closed = true;
    queue->changed.notify_all();
    return 0;
}

int LaunchCallback(Callback function, void* user_data, bool blocking, const void* stream_handle) {
    int code = 0;
    const std::shared_ptr<Stream> stream = FindStream(stream_handle, &code);
    if (stream == nullptr) {
        return code;
    }
    const std::shared_ptr<ReportQueue> queue = Subscriptions::Get().QueueOf(stream.get());
    if (queue == nullptr) {
        return Fail(ACL_ERROR_RT_STREAM_NO_CB_REG, "no thread is subscribed to stream %d",
                    stream->id());
    }
    return SubmitTask(stream_handle,
                      std::make_unique<CallbackTask>(queue, function, user_data, blocking));
}

int ProcessReport(int32_t timeout_ms) {
    std::shared_ptr<ReportQueue> queue;
    {
        Subscriptions& subscriptions = Subscriptions::Get();
        std::lock_guard<std::mutex> lock(subscriptions.mutex);
        const auto entry = subscriptions.queues.find(static_cast<uint64_t>(pthread_self()));
        if (entry != subscriptions.queues.end()) {
            queue = entry->second;
        }
    }
    if (queue == nullptr) {
        return Fail(ACL_ERROR_RT_THREAD_SUBSCRIBE, "this thread is not subscribed to a stream");
    }
    std::unique_lock<std::mutex> lock(queue->mutex);
    const auto ready = [&] { return !queue->entries.empty() || queue->closed; };
    if (timeout_ms < 0) {
        queue->changed.wait(lock, ready);
    } else if (!queue->changed.wait_for(lock, std::chrono::milliseconds(timeout_ms), ready)) {
        return Fail(ACL_ERROR_RT_REPORT_TIMEOUT, "no callback came within %d ms", timeout_ms);
    }
    while (!queue->entries.empty()) {
        const ReportQueue::Entry entry = queue->entries.front();
        queue->entries.pop_front();
        lock.unlock();
        entry.function(entry.user_data);
        lock.lock();
        *entry.done = true;
        queue->changed.notify_all();
    }
    return 0;
}

}  // namespace runtime
