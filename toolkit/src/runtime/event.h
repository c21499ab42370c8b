// Events: points in streams that other streams and threads can wait for.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "runtime/stream.h"

namespace runtime {

class Event : public Waitable, public std::enable_shared_from_this<Event> {
public:
    /// `flags`: ACL_EVENT_*. An event that is `complete_unless_recorded` was made by
    /// aclrtCreateEventExWithFlag.
    Event(uint32_t flags, bool complete_unless_recorded);

    uint32_t id() const { return id_; }
    uint32_t flags() const { return flags_; }
    bool complete_unless_recorded() const { return complete_unless_recorded_; }

    /// Each of these appends a task to the stream; they return 0 or the code of a stopped stream.
    /// `external`: work that is recorded in a graph lets others see the record when it runs.
    int Record(const std::shared_ptr<Stream>& stream, bool external = false);
    /// The stream waits for the record that is the latest now, or for the first one if there is
    /// none and the event does not count as complete. `timeout_ms`: -1 for the default limit.
    /// `external`: work that is recorded in a graph waits for a record of others when it runs; so
    /// does all of an event with ACL_EVENT_EXTERNAL.
    int MakeWait(const std::shared_ptr<Stream>& stream, int32_t timeout_ms = -1,
                 bool external = false);
    int Reset(const std::shared_ptr<Stream>& stream);

    /// Whether its latest record is in a graph that is being recorded.
    bool IsCaptured() const { return capture() != nullptr; }
    bool EverRecorded() const;
    bool Complete() const;
    /// Whether all the waits submitted so far are over.
    bool WaitsOver() const;
    /// Waits for the latest record; false when the deadline (null: none) passed first.
    bool WaitOnHost(const Stream::Deadline* deadline);
    /// The failure that stopped the stream of the latest record, and its text; 0 if it goes on.
    int FailureOfStream(std::string* text) const;
    /// Time of the latest record that has happened; false if there was none.
    bool Timestamp(std::chrono::steady_clock::time_point* time) const;

    void WakeAll() override;

private:
    class RecordTask;
    class WaitTask;
    class ResetTask;
    class GraphRecordTask;
    class GraphWaitTask;

    bool CompleteLocked() const;
    void HappenLocked(uint64_t number);
    template <typename Reached>
    int WaitInStream(Stream* stream, int32_t timeout_ms, const Reached& reached,
                     std::string* error);
    std::shared_ptr<Recorder> capture() const;

    const uint32_t id_;
    const uint32_t flags_;
    const bool complete_unless_recorded_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    uint64_t recorded_ = 0;   ///< records submitted
    uint64_t happened_ = 0;   ///< number of the latest record that was reached
    uint64_t forgotten_ = 0;  ///< records up to this number were taken back by a reset
    uint64_t waits_pending_ = 0;
    bool has_time_ = false;
    std::chrono::steady_clock::time_point time_;
    std::weak_ptr<Recorder> capture_;  ///< of the latest record, if it is recorded work
    std::weak_ptr<Stream> stream_;     ///< of the latest record
    uint64_t stream_sequence_ = 0;
};

/// Time limit in seconds of waits for events inside streams (aclrtSetOpWaitTimeout); 0 = none.
void SetEventWaitTimeout(uint32_t seconds);
uint32_t EventWaitTimeout();

}  // namespace runtime
