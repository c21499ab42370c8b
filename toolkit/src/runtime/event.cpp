#include "runtime/event.h"

#include <algorithm>
#include <deque>

#include "acl/acl_rt.h"
#include "runtime/error.h"

namespace runtime {
namespace {

std::atomic<uint32_t> wait_timeout_seconds{0};
std::atomic<uint32_t> next_event_id{0};

}  // namespace

void SetEventWaitTimeout(uint32_t seconds) {
    wait_timeout_seconds = seconds;
}

uint32_t EventWaitTimeout() {
    return wait_timeout_seconds;
}

Event::Event(uint32_t flags, bool complete_unless_recorded)
    : id_(next_event_id.fetch_add(1)),
      flags_(flags),
      complete_unless_recorded_(complete_unless_recorded) {}

class Event::RecordTask : public Task {
public:
    RecordTask(std::shared_ptr<Event> event, uint64_t number)
        : event_(std::move(event)), number_(number) {}

    // A record that was dropped with its stream must not block those that wait for it.
    ~RecordTask() override {
        std::lock_guard<std::mutex> lock(event_->mutex_);
        event_->happened_ = std::max(event_->happened_, number_);
        event_->changed_.notify_all();
    }

    int Run(Stream*, std::string*) override {
        std::lock_guard<std::mutex> lock(event_->mutex_);
        event_->HappenLocked(number_);
        return 0;
    }

private:
    std::shared_ptr<Event> event_;
    uint64_t number_;
};

class Event::WaitTask : public Task {
public:
    WaitTask(std::shared_ptr<Event> event, uint64_t number, int32_t timeout_ms)
        : event_(std::move(event)), number_(number), timeout_ms_(timeout_ms) {}
    // The wait is over even if its stream was aborted before it began.
    ~WaitTask() override {
        std::lock_guard<std::mutex> lock(event_->mutex_);
        --event_->waits_pending_;
    }

    int Run(Stream* stream, std::string* error) override {
        return event_->WaitInStream(
            stream, timeout_ms_, [this] { return event_->happened_ >= number_; }, error);
    }

private:
    std::shared_ptr<Event> event_;
    uint64_t number_;
    int32_t timeout_ms_;
};

class Event::ResetTask : public Task {
public:
    ResetTask(std::shared_ptr<Event> event, uint64_t number)
        : event_(std::move(event)), number_(number) {}

    int Run(Stream*, std::string*) override {
        std::lock_guard<std::mutex> lock(event_->mutex_);
        event_->forgotten_ =
            std::max(event_->forgotten_, number_ == kLatest ? event_->happened_ : number_);
        return 0;
    }

    static constexpr uint64_t kLatest = UINT64_MAX;  ///< the record that has happened by then

private:
    std::shared_ptr<Event> event_;
    uint64_t number_;
};

/// A record in a graph that others see: one more each time that the graph is submitted.
class Event::GraphRecordTask : public Task {
public:
    explicit GraphRecordTask(std::shared_ptr<Event> event) : event_(std::move(event)) {}

    void Prepare() override {
        std::lock_guard<std::mutex> lock(event_->mutex_);
        numbers_.push_back(++event_->recorded_);
        event_->stream_.reset();
    }
    void Withdraw() override {
        std::lock_guard<std::mutex> lock(event_->mutex_);
        event_->happened_ = std::max(event_->happened_, numbers_.back());
        numbers_.pop_back();
        event_->changed_.notify_all();
    }
    int Run(Stream*, std::string*) override {
        std::lock_guard<std::mutex> lock(event_->mutex_);
        event_->HappenLocked(numbers_.front());
        numbers_.pop_front();
        return 0;
    }
    std::string Name() const override { return "record of an event"; }

private:
    std::shared_ptr<Event> event_;
    std::deque<uint64_t> numbers_;  ///< of submissions that have not run
};

/// A wait in a graph for a record of others: for the latest one when the graph is submitted, or,
/// with an event that can be reset, for one that was not taken back.
class Event::GraphWaitTask : public Task {
public:
    GraphWaitTask(std::shared_ptr<Event> event, int32_t timeout_ms)
        : event_(std::move(event)), timeout_ms_(timeout_ms) {}

    void Prepare() override {
        std::lock_guard<std::mutex> lock(event_->mutex_);
        numbers_.push_back(event_->recorded_ == event_->forgotten_ ? 0 : event_->recorded_);
    }
    void Withdraw() override {
        std::lock_guard<std::mutex> lock(event_->mutex_);
        numbers_.pop_back();
    }
    int Run(Stream* stream, std::string* error) override {
        uint64_t number = 0;
        {
            std::lock_guard<std::mutex> lock(event_->mutex_);
            number = numbers_.front();
            numbers_.pop_front();
        }
        return event_->WaitInStream(
            stream, timeout_ms_,
            [this, number] {
                return event_->complete_unless_recorded_ ? event_->happened_ >= number
                                                         : event_->happened_ > event_->forgotten_;
            },
            error);
    }
    std::string Name() const override { return "wait for an event"; }

private:
    std::shared_ptr<Event> event_;
    int32_t timeout_ms_;
    std::deque<uint64_t> numbers_;  ///< of submissions that have not run
};

void Event::HappenLocked(uint64_t number) {
    happened_ = std::max(happened_, number);
    time_ = std::chrono::steady_clock::now();
    has_time_ = true;
    changed_.notify_all();
}

template <typename Reached>
int Event::WaitInStream(Stream* stream, int32_t timeout_ms, const Reached& reached,
                        std::string* error) {
    stream->SetBlockedOn(shared_from_this());
    bool in_time = true;
    {
        std::unique_lock<std::mutex> lock(mutex_);
        const auto over = [&] { return reached() || stream->giving_up(); };
        const std::chrono::milliseconds limit =
            timeout_ms >= 0 ? std::chrono::milliseconds(timeout_ms)
                            : std::chrono::seconds(wait_timeout_seconds.load());
        if (limit.count() == 0) {
            changed_.wait(lock, over);
        } else {
            in_time = changed_.wait_for(lock, limit, over);
        }
    }
    stream->SetBlockedOn(nullptr);
    if (!in_time) {
        *error = "a stream waited too long for an event (aclrtSetOpWaitTimeout)";
    }
    return in_time ? 0 : ACL_ERROR_RT_WAIT_TIMEOUT;
}

int Event::Record(const std::shared_ptr<Stream>& stream, bool external) {
    const std::shared_ptr<Recorder> recorder = stream->recorder();
    if (external && recorder != nullptr) {
        return recorder->Record(this, stream,
                                std::make_unique<GraphRecordTask>(shared_from_this()));
    }
    uint64_t number = 0;
    {
        std::lock_guard<std::mutex> lock(mutex_);
        capture_ = recorder;
    }
    if (recorder != nullptr) {
        if ((flags_ & ACL_EVENT_EXTERNAL) != 0) {
            return ACL_ERROR_RT_FEATURE_NOT_SUPPORT;
        }
        return recorder->Record(this, stream, nullptr);
    }
    {
        std::lock_guard<std::mutex> lock(mutex_);
        number = ++recorded_;
    }
    int code = 0;
    const uint64_t sequence =
        stream->Submit(std::make_unique<RecordTask>(shared_from_this(), number), &code);
    std::lock_guard<std::mutex> lock(mutex_);
    if (code == 0 && number == recorded_) {
        stream_ = stream;
        stream_sequence_ = sequence;
    }
    return code;
}

int Event::MakeWait(const std::shared_ptr<Stream>& stream, int32_t timeout_ms, bool external) {
    if ((external || (flags_ & ACL_EVENT_EXTERNAL) != 0) && stream->recorder() != nullptr) {
        return stream->recorder()->Wait(
            this, stream, std::make_unique<GraphWaitTask>(shared_from_this(), timeout_ms));
    }
    const std::shared_ptr<Recorder> recorder = IsCaptured() ? capture() : stream->recorder();
    if (recorder != nullptr) {
        return recorder->Wait(this, stream, nullptr);
    }
    uint64_t number = 0;
    {
        std::lock_guard<std::mutex> lock(mutex_);
        if (recorded_ == forgotten_) {
            if (complete_unless_recorded_) {
                return 0;
            }
            number = recorded_ + 1;
        } else {
            number = recorded_;
        }
        ++waits_pending_;
    }
    int code = 0;
    stream->Submit(std::make_unique<WaitTask>(shared_from_this(), number, timeout_ms), &code);
    return code;
}

int Event::Reset(const std::shared_ptr<Stream>& stream) {
    const bool in_graph = (flags_ & ACL_EVENT_EXTERNAL) != 0 && stream->recorder() != nullptr;
    uint64_t number = ResetTask::kLatest;
    if (!in_graph) {
        std::lock_guard<std::mutex> lock(mutex_);
        number = recorded_;
    }
    int code = 0;
    stream->Submit(std::make_unique<ResetTask>(shared_from_this(), number), &code);
    return code;
}

std::shared_ptr<Recorder> Event::capture() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return capture_.lock();
}

bool Event::EverRecorded() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return recorded_ > 0;
}

bool Event::CompleteLocked() const {
    if (recorded_ == forgotten_) {
        return complete_unless_recorded_;
    }
    return happened_ >= recorded_;
}

bool Event::Complete() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return CompleteLocked();
}

bool Event::WaitsOver() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return waits_pending_ == 0;
}

bool Event::WaitOnHost(const Stream::Deadline* deadline) {
    std::unique_lock<std::mutex> lock(mutex_);
    const uint64_t number = recorded_;
    const auto reached = [&] { return happened_ >= number; };
    if (deadline != nullptr) {
        return changed_.wait_until(lock, *deadline, reached);
    }
    // Waiting through the stream lets this thread run the work itself.
    const std::shared_ptr<Stream> stream = stream_.lock();
    const uint64_t sequence = stream_sequence_;
    if (stream != nullptr && !reached()) {
        lock.unlock();
        stream->Wait(sequence);
        lock.lock();
    }
    changed_.wait(lock, reached);
    return true;
}

int Event::FailureOfStream(std::string* text) const {
    std::lock_guard<std::mutex> lock(mutex_);
    const std::shared_ptr<Stream> stream = stream_.lock();
    return stream == nullptr ? 0 : stream->failure_mode().failure(text);
}

bool Event::Timestamp(std::chrono::steady_clock::time_point* time) const {
    std::lock_guard<std::mutex> lock(mutex_);
    *time = time_;
    return has_time_ && CompleteLocked();
}

void Event::WakeAll() {
    std::lock_guard<std::mutex> lock(mutex_);
    changed_.notify_all();
}

}  // namespace runtime
