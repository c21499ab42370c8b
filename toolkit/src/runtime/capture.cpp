#include "runtime/capture.h"

#include <algorithm>
#include <map>
#include <thread>

#include "runtime/context.h"
#include "runtime/error.h"
#include "runtime/event.h"

namespace runtime {
namespace {

/// Steps of a graph that can be replaced.
struct TaskGroup {
    std::weak_ptr<Graph> graph;
    std::vector<size_t> steps;
};

HandleTable<TaskGroup>& TaskGroups() {
    static auto* const table = new HandleTable<TaskGroup>(0x1A);
    return *table;
}

/// How many tasks of each stream something comes after.
using Clock = std::map<const Stream*, uint64_t>;

void Merge(const Clock& from, Clock* into) {
    for (const auto& entry : from) {
        uint64_t& count = (*into)[entry.first];
        count = std::max(count, entry.second);
    }
}

class Capture : public Recorder {
public:
    Capture(std::shared_ptr<Stream> origin, CaptureMode mode)
        : mode(mode),
          thread(std::this_thread::get_id()),
          graph(std::make_shared<Graph>()),
          origin_(std::move(origin)) {
        handle = Process::Get().graphs.Add(graph);
        members_.push_back(origin_);
    }

    int Add(Stream* stream, std::unique_ptr<Task> task) override {
        std::lock_guard<std::mutex> lock(mutex_);
        if (invalid_) {
            return ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED;
        }
        Advance(stream);
        const size_t step = graph->Add({stream->id(), std::move(task)});
        const auto group = groups_.find(stream);
        if (group != groups_.end()) {
            group->second.push_back(step);
        }
        return 0;
    }

    int Record(Event* event, const std::shared_ptr<Stream>& stream,
               std::unique_ptr<Task> outside) override {
        if (outside != nullptr) {
            return Add(stream.get(), std::move(outside));
        }
        std::lock_guard<std::mutex> lock(mutex_);
        events_[event] = clocks_[stream.get()];
        return invalid_ ? ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED : 0;
    }

    int Wait(Event* event, const std::shared_ptr<Stream>& stream,
             std::unique_ptr<Task> outside) override {
        if (outside != nullptr) {
            return Add(stream.get(), std::move(outside));
        }
        const std::shared_ptr<Recorder> other = stream->recorder();
        if (other != nullptr && other.get() != this) {
            return ACL_ERROR_STREAM_CAPTURE_CONFLICT;
        }
        std::lock_guard<std::mutex> lock(mutex_);
        const auto recorded = events_.find(event);
        if (recorded == events_.end()) {
            return event->EverRecorded() || !event->complete_unless_recorded()
                       ? ACL_ERROR_RT_CAPTURE_DEPENDENCY
                       : 0;
        }
        if (other == nullptr) {
            members_.push_back(stream);
            stream->set_recorder(shared_from_this());
        }
        Merge(recorded->second, &clocks_[stream.get()]);
        Advance(stream.get());
        return invalid_ ? ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED : 0;
    }

    void Invalidate() {
        std::lock_guard<std::mutex> lock(mutex_);
        invalid_ = true;
    }
    bool invalid() const {
        std::lock_guard<std::mutex> lock(mutex_);
        return invalid_;
    }
    const Stream* origin() const { return origin_.get(); }

    /// Whether all that was recorded comes before what the first stream would do next.
    bool Joined() const {
        std::lock_guard<std::mutex> lock(mutex_);
        const auto clock = clocks_.find(origin());
        return std::all_of(clocks_.begin(), clocks_.end(), [&](const auto& entry) {
            const auto own = entry.second.find(entry.first);
            const uint64_t count = own == entry.second.end() ? 0 : own->second;
            if (clock == clocks_.end()) {
                return count == 0;
            }
            const auto component = clock->second.find(entry.first);
            return count == 0 || (component != clock->second.end() && component->second >= count);
        });
    }

    void Release() {
        std::lock_guard<std::mutex> lock(mutex_);
        for (const std::shared_ptr<Stream>& stream : members_) {
            stream->set_recorder(nullptr);
        }
    }

    bool BeginGroup(const Stream& stream) {
        std::lock_guard<std::mutex> lock(mutex_);
        return groups_.emplace(&stream, std::vector<size_t>()).second;
    }

    bool EndGroup(const Stream& stream, TaskGroup* group) {
        std::lock_guard<std::mutex> lock(mutex_);
        const auto entry = groups_.find(&stream);
        if (entry == groups_.end()) {
            return false;
        }
        *group = {graph, std::move(entry->second)};
        groups_.erase(entry);
        return true;
    }

    bool has_open_group() const {
        std::lock_guard<std::mutex> lock(mutex_);
        return !groups_.empty();
    }

    const CaptureMode mode;
    const std::thread::id thread;
    const std::shared_ptr<Graph> graph;
    void* handle;

private:
    void Advance(const Stream* stream) { ++clocks_[stream][stream]; }

    const std::shared_ptr<Stream> origin_;
    mutable std::mutex mutex_;
    std::vector<std::shared_ptr<Stream>> members_;
    std::map<const Stream*, Clock> clocks_;
    std::map<const Event*, Clock> events_;
    std::map<const Stream*, std::vector<size_t>> groups_;
    bool invalid_ = false;
};

/// Takes the tasks that replace those of a group.
class Update : public Recorder {
public:
    explicit Update(std::shared_ptr<TaskGroup> group) : group(std::move(group)) {}

    int Add(Stream*, std::unique_ptr<Task> task) override {
        std::lock_guard<std::mutex> lock(mutex_);
        tasks.push_back(std::move(task));
        return 0;
    }
    int Record(Event*, const std::shared_ptr<Stream>&, std::unique_ptr<Task>) override {
        return ACL_ERROR_STREAM_TASK_GROUP_STATUS;
    }
    int Wait(Event*, const std::shared_ptr<Stream>&, std::unique_ptr<Task>) override {
        return ACL_ERROR_STREAM_TASK_GROUP_STATUS;
    }

    const std::shared_ptr<TaskGroup> group;
    std::vector<std::shared_ptr<Task>> tasks;

private:
    std::mutex mutex_;
};

struct Captures {
    std::mutex mutex;
    std::vector<std::shared_ptr<Capture>> active;
    std::atomic<size_t> count{0};  // so that nothing is locked while there is none

    static Captures& Get() {
        static Captures* const captures = new Captures();
        return *captures;
    }
};

thread_local CaptureMode thread_mode = CaptureMode::kGlobal;

std::shared_ptr<Capture> CaptureOf(const Stream& stream) {
    return std::dynamic_pointer_cast<Capture>(stream.recorder());
}

/// The capture of a stream; null with 107029 reported in `*code` if there is none.
std::shared_ptr<Capture> RequireCapture(const Stream& stream, int* code) {
    const std::shared_ptr<Capture> capture = CaptureOf(stream);
    *code = capture != nullptr ? 0
                               : Fail(ACL_ERROR_RT_STREAM_NOT_CAPTURED,
                                      "the work of stream %d is not being captured: call "
                                      "aclmdlRICaptureBegin first",
                                      stream.id());
    return capture;
}

int GroupStatus(const char* reason) {
    return Fail(ACL_ERROR_STREAM_TASK_GROUP_STATUS, "task group: %s", reason);
}

}  // namespace

int BeginCapture(const std::shared_ptr<Stream>& stream, CaptureMode mode) {
    if (stream->recorder() != nullptr) {
        return Fail(ACL_ERROR_RT_STREAM_CAPTURED, "the work of stream %d is captured already",
                    stream->id());
    }
    const auto capture = std::make_shared<Capture>(stream, mode);
    Captures& captures = Captures::Get();
    std::lock_guard<std::mutex> lock(captures.mutex);
    captures.active.push_back(capture);
    captures.count = captures.active.size();
    stream->set_recorder(capture);
    return 0;
}

int EndCapture(const std::shared_ptr<Stream>& stream, void** graph) {
    *graph = nullptr;
    int code = 0;
    const std::shared_ptr<Capture> capture = RequireCapture(*stream, &code);
    if (capture == nullptr) {
        return code;
    }
    if (capture->origin() != stream.get()) {
        return Fail(ACL_ERROR_RT_STREAM_CAPTURE_UNMATCHED,
                    "the capture was begun in stream %d, not in stream %d", capture->origin()->id(),
                    stream->id());
    }
    if (capture->mode != CaptureMode::kRelaxed && capture->thread != std::this_thread::get_id()) {
        return Fail(ACL_ERROR_RT_STREAM_CAPTURE_WRONG_THREAD,
                    "another thread began the capture; only in the relaxed mode may this one end "
                    "it");
    }
    capture->Release();
    Captures& captures = Captures::Get();
    {
        std::lock_guard<std::mutex> lock(captures.mutex);
        captures.active.erase(std::remove(captures.active.begin(), captures.active.end(), capture),
                              captures.active.end());
        captures.count = captures.active.size();
    }
    if (capture->invalid()) {
        code = Fail(ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED,
                    "what a captured stream cannot do was done to one: see the error before");
    } else if (!capture->Joined()) {
        code = Fail(ACL_ERROR_RT_STREAM_UNJOINED,
                    "stream %d has not waited for all streams that joined its capture: record an "
                    "event in them and wait for it",
                    stream->id());
    } else if (capture->has_open_group()) {
        code = GroupStatus("one was begun and not ended in this capture");
    }
    if (code != 0) {
        Process::Get().graphs.Remove(capture->handle);
        return code;
    }
    *graph = capture->handle;
    return 0;
}

CaptureStatus FindCapture(const Stream& stream, void** graph) {
    const std::shared_ptr<Capture> capture = CaptureOf(stream);
    *graph = capture == nullptr ? nullptr : capture->handle;
    return capture == nullptr   ? CaptureStatus::kNone
           : capture->invalid() ? CaptureStatus::kInvalidated
                                : CaptureStatus::kActive;
}

bool IsBeingCaptured(const void* graph) {
    Captures& captures = Captures::Get();
    std::lock_guard<std::mutex> lock(captures.mutex);
    return std::any_of(
        captures.active.begin(), captures.active.end(),
        [&](const std::shared_ptr<Capture>& capture) { return capture->handle == graph; });
}

CaptureMode ExchangeCaptureMode(CaptureMode mode) {
    return std::exchange(thread_mode, mode);
}

int CheckMayRunNow(const char* call) {
    Captures& captures = Captures::Get();
    if (captures.count == 0 || thread_mode == CaptureMode::kRelaxed) {
        return 0;
    }
    std::lock_guard<std::mutex> lock(captures.mutex);
    for (const std::shared_ptr<Capture>& capture : captures.active) {
        const bool own = capture->thread == std::this_thread::get_id();
        const bool others =
            capture->mode == CaptureMode::kGlobal && thread_mode == CaptureMode::kGlobal;
        const bool is_on = capture->origin()->recorder() == capture;  // its stream is not destroyed
        if (is_on && capture->mode != CaptureMode::kRelaxed && (own || others)) {
            return Fail(ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT,
                        "%s is done on return, which the capture of stream %d forbids: capture in "
                        "the relaxed mode, or use pinned memory (aclrtMallocHost) and the "
                        "asynchronous function",
                        call, capture->origin()->id());
        }
    }
    return 0;
}

int CheckNotCaptured(const Stream& stream, const char* call) {
    const std::shared_ptr<Capture> capture = CaptureOf(stream);
    if (capture == nullptr) {
        return 0;
    }
    capture->Invalidate();
    return Fail(ACL_ERROR_RT_STREAM_CAPTURED,
                "%s: the work of stream %d is being captured and does not run before "
                "aclmdlRIExecuteAsync",
                call, stream.id());
}

int BeginTaskGroup(const Stream& stream) {
    int code = 0;
    const std::shared_ptr<Capture> capture = RequireCapture(stream, &code);
    return capture == nullptr || capture->BeginGroup(stream)
               ? code
               : GroupStatus("another one was begun in this stream");
}

int EndTaskGroup(const Stream& stream, void** group) {
    int code = 0;
    const std::shared_ptr<Capture> capture = RequireCapture(stream, &code);
    if (capture == nullptr) {
        return code;
    }
    TaskGroup recorded;
    if (!capture->EndGroup(stream, &recorded)) {
        return GroupStatus("none was begun in this stream");
    }
    *group = TaskGroups().Add(std::make_shared<TaskGroup>(std::move(recorded)));
    return 0;
}

int BeginTaskUpdate(const std::shared_ptr<Stream>& stream, const void* group) {
    const std::shared_ptr<TaskGroup> live_group = TaskGroups().Find(group);
    if (live_group == nullptr || live_group->graph.expired()) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID,
                    "task group %p does not exist, or its graph is gone", group);
    }
    if (stream->recorder() != nullptr) {
        return GroupStatus("the stream's work is captured, or it updates another group");
    }
    stream->set_recorder(std::make_shared<Update>(live_group));
    return 0;
}

int EndTaskUpdate(const std::shared_ptr<Stream>& stream) {
    const auto update = std::dynamic_pointer_cast<Update>(stream->recorder());
    if (update == nullptr) {
        return GroupStatus("the stream updates none");
    }
    stream->set_recorder(nullptr);
    const std::shared_ptr<Graph> graph = update->group->graph.lock();
    if (graph == nullptr || update->tasks.size() != update->group->steps.size()) {
        return GroupStatus("its graph is gone, or the number of tasks differs");
    }
    graph->Replace(update->group->steps, std::move(update->tasks));
    return 0;
}

}  // namespace runtime
