// Streams: queues of work that runs in order.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace runtime {

class Stream;

/// What a stream can be blocked on.
class Waitable {
public:
    virtual ~Waitable() = default;
    /// Lets those that wait look again whether they must give up.
    virtual void WakeAll() = 0;
};

class Event;
class Task;

/// Takes the work of streams instead of their queues. All return 0 or an error code.
class Recorder : public std::enable_shared_from_this<Recorder> {
public:
    virtual ~Recorder() = default;
    virtual int Add(Stream* stream, std::unique_ptr<Task> task) = 0;
    /// With a task, the event is one that work outside of the recorder sees: the task is recorded.
    virtual int Record(Event* event, const std::shared_ptr<Stream>& stream,
                       std::unique_ptr<Task> outside) = 0;
    virtual int Wait(Event* event, const std::shared_ptr<Stream>& stream,
                     std::unique_ptr<Task> outside) = 0;
};

/// The report about a failed task (see aclrtSetExceptionInfoCallback).
struct TaskFailure {
    uint32_t task_id;
    uint32_t stream_id;
    uint32_t thread_id;
    uint32_t device_id;
    uint32_t code;
    void* function;      ///< handle of the kernel; null for other work
    void* args;          ///< the kernel's argument block
    uint32_t args_size;  ///< bytes
};

/// What a failed task means for the streams of its context (aclrtSetStreamFailureMode): by default
/// nothing; in stop mode the first failure ends the work of all of them. Thread safe.
class FailureMode {
public:
    void StopOnFailure() { stops_ = true; }
    bool stops_on_failure() const { return stops_; }
    /// Whether a task failed in stop mode: streams drop their work from then on.
    bool stopped() const { return stopped_; }

    /// Takes the failure of a task in stop mode, and wakes what blocks the streams. Returns whether
    /// it is the first.
    bool Stop(int code, const std::string& text);
    /// The failure that stopped the streams, 0 if none did.
    int failure(std::string* text) const;
    /// Has the streams work again.
    void Recover();
    void SetBlockedOn(const Stream* stream, std::shared_ptr<Waitable> waitable);

private:
    mutable std::mutex mutex_;
    std::atomic<bool> stops_{false};
    std::atomic<bool> stopped_{false};
    int failure_ = 0;
    std::string text_;
    std::map<const Stream*, std::shared_ptr<Waitable>> blocked_on_;
};

/// A piece of work in a stream.
class Task {
public:
    virtual ~Task() = default;
    /// Returns 0 or an error code with a text. Runs on the stream's worker or on a thread that
    /// synchronises.
    virtual int Run(Stream* stream, std::string* error) = 0;
    /// Whether it must not run on a thread that synchronises: it calls back into the program.
    virtual bool NeedsWorker() const { return false; }
    /// It enters the queue of a stream, alone or in a graph: Run follows, or Withdraw if it is in a
    /// graph whose run ends before. A stream calls this with its lock.
    virtual void Prepare() {}
    virtual void Withdraw() {}
    /// After Run has failed: completes the report about it, and calls those who asked for it.
    virtual void OnFailure(TaskFailure*) {}
    /// What it is, for those who look at recorded work.
    virtual std::string Name() const { return "task"; }
    /// Whether it got an address of [begin, begin + size), as far as that is known.
    virtual bool Uses(uintptr_t, size_t) const { return false; }

    uint32_t id = 0;  ///< unique in the process; set by Submit
    std::vector<std::shared_ptr<void>>
        retained;  ///< what lives as long as it; guarded by its stream
};

/// Runs tasks one after the other. The first task starts a worker thread; a thread that waits for
/// the stream without a time limit runs tasks itself if the worker has not woken up yet, which
/// saves a thread switch per launch. Thread safe.
class Stream : public std::enable_shared_from_this<Stream> {
public:
    using Deadline = std::chrono::steady_clock::time_point;

    /// `failure_mode` is that of all streams of the context.
    Stream(int32_t device, int32_t id, std::shared_ptr<FailureMode> failure_mode,
           uint32_t priority = 0, uint32_t flags = 0)
        : priority(priority),
          device_(device),
          id_(id),
          flags_(flags),
          failure_mode_(std::move(failure_mode)) {}
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    int32_t device() const { return device_; }
    int32_t id() const { return id_; }
    uint32_t flags() const { return flags_; }

    /// What aclrtSetStreamAttribute and aclrtSetStreamResLimit set; the simulation takes no notice
    /// of the first four.
    std::atomic<uint32_t> priority;
    std::atomic<uint32_t> overflow_switch{0};
    std::atomic<uint32_t> custom_tag{0};
    std::atomic<uint32_t> cache_op_info{0};
    /// aclrtFloatOverflowMode of its kernels, as aclrtSetDeviceSatMode said when the stream was
    /// made; -1: what the SoC does.
    int overflow_mode = -1;
    std::atomic<uint32_t> core_limits[2] = {{0}, {0}};  ///< by aclrtDevResLimitType; 0 = none

    /// Appends a task and returns its sequence number. A task that is recorded has the number 0,
    /// which has always ended. So has one that is dropped because a failure stopped the stream: as
    /// on a device, that is an error of the next synchronisation and not of the submission. If the
    /// stream was closed, the reason is reported in `*error_code`.
    uint64_t Submit(std::unique_ptr<Task> task, int* error_code);
    /// Waits until the task of that number has ended.
    void Wait(uint64_t sequence);
    /// False when the deadline passed first.
    bool WaitUntil(uint64_t sequence, Deadline deadline);
    uint64_t last_submitted() const;
    bool Idle() const;

    /// Returns the first failure since the last call (0: none) and its text; in a stopped context
    /// the failure that stopped it, each time.
    int TakeFailure(std::string* error);
    FailureMode& failure_mode() const { return *failure_mode_; }
    /// Has a failure stop all streams of the context; `stops_on_failure` is whether this stream,
    /// not another one, said so.
    void StopOnFailure();
    bool stops_on_failure() const { return stops_on_failure_; }

    /// Has the tasks that use [begin, begin + size) and have not ended keep `memory`. The name of
    /// one of them; empty if there is none.
    std::string KeepForTasks(uintptr_t begin, size_t size, const std::shared_ptr<void>& memory);

    /// Drops the tasks that have not started and wakes one that waits for an event; the stream
    /// stays usable.
    void DiscardQueued();
    /// Ends the worker after the queue is empty. No Submit may follow.
    void Close();

    /// Where its work goes instead of its queue; null if it goes there.
    std::shared_ptr<Recorder> recorder() const;
    void set_recorder(std::shared_ptr<Recorder> recorder);

    /// For tasks that block: whether they must give up, and what to wake for that.
    bool giving_up() const { return giving_up_ || failure_mode_->stopped(); }
    void SetBlockedOn(std::shared_ptr<Waitable> waitable);

private:
    void StartWorker();
    void WorkerLoop();
    void RunFront(std::unique_lock<std::mutex>* lock);
    void DropQueued(std::unique_lock<std::mutex>* lock);
    void NoteFailure(int code, const std::string& text);
    void WaitLocked(std::unique_lock<std::mutex>* lock, uint64_t sequence);

    const int32_t device_;
    const int32_t id_;
    const uint32_t flags_;
    const std::shared_ptr<FailureMode> failure_mode_;
    std::atomic<bool> stops_on_failure_{false};
    mutable std::mutex mutex_;
    std::condition_variable work_;
    std::condition_variable done_;
    std::deque<std::unique_ptr<Task>> queue_;
    uint64_t submitted_ = 0;
    uint64_t finished_ = 0;
    bool running_ = false;  ///< some thread runs the front task
    Task* running_task_ = nullptr;
    bool worker_started_ = false;
    bool closed_ = false;
    int failure_ = 0;
    std::string failure_text_;
    std::atomic<bool> giving_up_{false};
    std::shared_ptr<Waitable> blocked_on_;
    std::shared_ptr<Recorder> recorder_;
};

/// Reports why work was not taken; `code` is what Submit and the functions of events give.
int ReportRejected(const Stream& stream, int code);

/// Called for every failed task.
using TaskFailureHook = void (*)(const TaskFailure& failure);
void SetTaskFailureHook(TaskFailureHook hook);

/// Id of the last task that this thread submitted.
uint32_t LastTaskIdOfThread();

}  // namespace runtime
