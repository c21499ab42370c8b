#include "runtime/stream.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <thread>

#include "runtime/error.h"
#include "support/file_system.h"

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

int ReportRejected(const Stream& stream, int code) {
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
            return Fail(code, "stream %d was destroyed", stream.id());
    }
}

bool FailureMode::Stop(int code, const std::string& text) {
    std::map<const Stream*, std::shared_ptr<Waitable>> blocked_on;
    {
        std::lock_guard<std::mutex> lock(mutex_);
        if (failure_ != 0) {
            return false;
        }
        failure_ = code;
        text_ = text;
        stopped_ = true;
        blocked_on = blocked_on_;
    }
    for (const auto& entry : blocked_on) {
        entry.second->WakeAll();
    }
    return true;
}

int FailureMode::failure(std::string* text) const {
    std::lock_guard<std::mutex> lock(mutex_);
    *text = text_;
    return failure_;
}

void FailureMode::Recover() {
    std::lock_guard<std::mutex> lock(mutex_);
    stopped_ = false;
    failure_ = 0;
    text_.clear();
}

void FailureMode::SetBlockedOn(const Stream* stream, std::shared_ptr<Waitable> waitable) {
    std::lock_guard<std::mutex> lock(mutex_);
    if (waitable == nullptr) {
        blocked_on_.erase(stream);
    } else {
        blocked_on_[stream] = std::move(waitable);
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
    *error_code = closed_ ? ACL_ERROR_RT_INVALID_HANDLE : 0;
    if (closed_) {
        return 0;
    }
    task->id = next_task_id.fetch_add(1);
    last_task_id = task->id;
    if (failure_mode_->stopped()) {
        return 0;
    }
    task->Prepare();
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
    if (failure_mode_->stopped()) {
        DropQueued(lock);
        return;
    }
    std::unique_ptr<Task> task = std::move(queue_.front());
    queue_.pop_front();
    running_ = true;
    running_task_ = task.get();
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
        NoteFailure(code, error);
    }
    lock->lock();
    running_task_ = nullptr;  // nobody gives it more to keep
    lock->unlock();
    task.reset();
    lock->lock();
    running_ = false;
    ++finished_;
    done_.notify_all();
}

std::string Stream::KeepForTasks(uintptr_t begin, size_t size,
                                 const std::shared_ptr<void>& memory) {
    std::lock_guard<std::mutex> lock(mutex_);
    std::string name;
    const auto keep = [&](Task* task) {
        if (task != nullptr && task->Uses(begin, size)) {
            task->retained.push_back(memory);
            name = task->Name();
        }
    };
    keep(running_task_);
    for (const auto& task : queue_) {
        keep(task.get());
    }
    return name;
}

void Stream::DropQueued(std::unique_lock<std::mutex>* lock) {
    std::deque<std::unique_ptr<Task>> dropped;
    dropped.swap(queue_);
    lock->unlock();
    const size_t count = dropped.size();
    dropped.clear();  // the destructors take other locks
    lock->lock();
    finished_ += count;
    done_.notify_all();
}

void Stream::NoteFailure(int code, const std::string& text) {
    bool first = false;
    if (failure_mode_->stops_on_failure()) {
        first = failure_mode_->Stop(code, text);
    } else {
        std::lock_guard<std::mutex> lock(mutex_);
        first = failure_ == 0;
        failure_ = first ? code : failure_;
        failure_text_ = first ? text : failure_text_;
    }
    // The program may synchronise much later, or never.
    static const bool is_told_elsewhere = support::Environment("ASCENDC_PRINT_FAILURES") == "off";
    if (first && !is_told_elsewhere) {
        fprintf(stderr, "error: device %d, stream %d: [%d] %s\n", device_, id_, code, text.c_str());
    }
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
    if (failure_mode_->stopped()) {
        return failure_mode_->failure(error);
    }
    std::lock_guard<std::mutex> lock(mutex_);
    const int failure = failure_;
    failure_ = 0;
    error->swap(failure_text_);
    failure_text_.clear();
    return failure;
}

void Stream::StopOnFailure() {
    stops_on_failure_ = true;
    failure_mode_->StopOnFailure();
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
    failure_mode_->SetBlockedOn(this, waitable);
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
