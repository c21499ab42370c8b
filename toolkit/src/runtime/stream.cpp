#include "runtime/stream.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <thread>

#include "runtime/error.h"

namespace runtime {
namespace {

// A producer that is this far ahead waits, as it does when a device's queue is full.
constexpr size_t kMaxQueued = 4096;

std::atomic<uint32_t> next_task_id{1};
std::atomic<TaskFailureHook> failure_hook{nullptr};
thread_local uint32_t last_task_id = 0;

}  // namespace

void SetTaskFailureHook(TaskFailureHook hook) {
    failure_hook = hook;
}

uint32_t LastTaskIdOfThread() {
    return last_task_id;
}

int ReportRefused(const Stream& stream, int code) {
    switch (code) {
        case 0:
            return 0;
        case ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED:
            return Fail(code, "the capture of stream %d is invalid: end it", stream.id());
        case ACL_ERROR_RT_CAPTURE_DEPENDENCY:
            return Fail(code,
                        "stream %d is captured and cannot wait for an event that was recorded "
                        "outside of the capture",
                        stream.id());
        case ACL_ERROR_STREAM_CAPTURE_CONFLICT:
            return Fail(code, "stream %d waits for an event of another capture", stream.id());
        case ACL_ERROR_RT_FEATURE_NOT_SUPPORT:
            return Fail(code, "captured streams do not record events of ACL_EVENT_EXTERNAL");
        case ACL_ERROR_STREAM_TASK_GROUP_STATUS:
            return Fail(code, "stream %d updates a task group, which has no events", stream.id());
        default:
            return Fail(code, "stream %d was stopped by an earlier failure", stream.id());
    }
}

uint64_t Stream::Submit(std::unique_ptr<Task> task, int* error_code) {
    std::unique_lock<std::mutex> lock(mutex_);
    if (recorder_ != nullptr) {
        const std::shared_ptr<Recorder> recorder = recorder_;
        lock.unlock();
        *error_code = recorder->Add(this, std::move(task));
        return 0;
    }
    done_.wait(lock, [this] { return queue_.size() < kMaxQueued || closed_; });
    if (closed_ || (stop_on_failure_ && failure_ != 0)) {
        *error_code = closed_ ? ACL_ERROR_RT_INVALID_HANDLE : failure_;
        return 0;
    }
    *error_code = 0;
    task->id = next_task_id.fetch_add(1);
    last_task_id = task->id;
    queue_.push_back(std::move(task));
    const uint64_t sequence = ++submitted_;
    if (!worker_started_) {
        StartWorker();
    }
    const bool wake = !running_;
    lock.unlock();
    if (wake) {
        work_.notify_one();
    }
    return sequence;
}

void Stream::StartWorker() {
    worker_started_ = true;
    // Detached and owning the stream: a program may end without destroying its streams.
    std::thread([self = shared_from_this()] { self->WorkerLoop(); }).detach();
}

void Stream::WorkerLoop() {
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
        work_.wait(lock, [this] { return !running_ && (!queue_.empty() || closed_); });
        if (queue_.empty()) {
            return;
        }
        RunFront(&lock);
    }
}

void Stream::RunFront(std::unique_lock<std::mutex>* lock) {
    std::unique_ptr<Task> task = std::move(queue_.front());
    queue_.pop_front();
    running_ = true;
    lock->unlock();
    std::string error;
    const int code = task->Run(this, &error);
    if (code != 0) {
        TaskFailure failure = {task->id,
                               static_cast<uint32_t>(id_),
                               static_cast<uint32_t>(syscall(SYS_gettid)),
                               static_cast<uint32_t>(device_),
                               static_cast<uint32_t>(code),
                               nullptr,
                               nullptr,
                               0};
        task->OnFailure(&failure);
        const TaskFailureHook hook = failure_hook;
        if (hook != nullptr) {
            hook(failure);
        }
    }
    task.reset();
    lock->lock();
    running_ = false;
    ++finished_;
    if (code != 0 && failure_ == 0) {
        failure_ = code;
        failure_text_ = error;
    }
    if (code != 0 && stop_on_failure_) {
        finished_ += queue_.size();
        queue_.clear();
    }
    done_.notify_all();
}

void Stream::WaitLocked(std::unique_lock<std::mutex>* lock, uint64_t sequence) {
    while (finished_ < sequence) {
        if (!running_ && !queue_.empty() && !queue_.front()->NeedsWorker()) {
            RunFront(lock);
            continue;
        }
        if (!running_) {
            work_.notify_one();
        }
        done_.wait(*lock);
    }
    if (!queue_.empty() && !running_) {
        work_.notify_one();
    }
}

void Stream::Wait(uint64_t sequence) {
    std::unique_lock<std::mutex> lock(mutex_);
    WaitLocked(&lock, sequence);
}

bool Stream::WaitUntil(uint64_t sequence, Deadline deadline) {
    std::unique_lock<std::mutex> lock(mutex_);
    return done_.wait_until(lock, deadline, [&] { return finished_ >= sequence; });
}

uint64_t Stream::last_submitted() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return submitted_;
}

bool Stream::Idle() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return finished_ == submitted_;
}

int Stream::TakeFailure(std::string* error) {
    std::lock_guard<std::mutex> lock(mutex_);
    const int failure = failure_;
    if (failure != 0) {
        *error = failure_text_;
        if (!stop_on_failure_) {
            failure_ = 0;
            failure_text_.clear();
        }
    }
    return failure;
}

void Stream::SetStopOnFailure(bool stop) {
    std::lock_guard<std::mutex> lock(mutex_);
    stop_on_failure_ = stop;
}

bool Stream::stops_on_failure() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return stop_on_failure_;
}

std::shared_ptr<Recorder> Stream::recorder() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return recorder_;
}

void Stream::set_recorder(std::shared_ptr<Recorder> recorder) {
    std::lock_guard<std::mutex> lock(mutex_);
    recorder_ = std::move(recorder);
}

void Stream::SetBlockedOn(std::shared_ptr<Waitable> waitable) {
    std::lock_guard<std::mutex> lock(mutex_);
    blocked_on_ = std::move(waitable);
}

void Stream::DiscardQueued() {
    std::shared_ptr<Waitable> blocked_on;
    std::deque<std::unique_ptr<Task>> discarded;
    {
        std::lock_guard<std::mutex> lock(mutex_);
        finished_ += queue_.size();
        discarded.swap(queue_);
        giving_up_ = true;
        blocked_on = blocked_on_;
    }
    if (blocked_on != nullptr) {
        blocked_on->WakeAll();
    }
    std::unique_lock<std::mutex> lock(mutex_);
    done_.notify_all();
    done_.wait(lock, [this] { return !running_; });
    giving_up_ = false;
}

void Stream::Close() {
    {
        std::lock_guard<std::mutex> lock(mutex_);
        closed_ = true;
        recorder_ = nullptr;
    }
    work_.notify_all();
    done_.notify_all();
}

}  // namespace runtime
