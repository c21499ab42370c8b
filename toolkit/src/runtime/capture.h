// Recording the work of streams as a graph instead of running it.
#pragma once

#include <memory>

#include "runtime/graph.h"
#include "runtime/stream.h"

namespace runtime {

/// What threads may do while a capture is on (aclmdlRICaptureMode): copies and fills that are done
/// on return are forbidden to all threads, to the one that began the capture, or to none.
enum class CaptureMode { kGlobal, kThreadLocal, kRelaxed };

enum class CaptureStatus { kNone, kActive, kInvalidated };

/// From here on the stream's work is recorded, and that of streams that wait for its events.
int BeginCapture(const std::shared_ptr<Stream>& stream, CaptureMode mode);
/// Ends what BeginCapture began in this stream and gives the graph's handle; null, with the graph
/// gone, if that fails.
int EndCapture(const std::shared_ptr<Stream>& stream, void** graph);
/// Whether the stream's work is recorded, and in which graph (null if it is not).
CaptureStatus FindCapture(const Stream& stream, void** graph);
bool IsBeingCaptured(const void* graph);

/// The mode of this thread for what other threads capture; returns the former one.
CaptureMode ExchangeCaptureMode(CaptureMode mode);

/// 107030 with an error if captures forbid work that is done on return, in this thread.
int CheckMayRunNow(const char* call);
/// 107027 with an error, and the capture is invalid, if the stream's work is being recorded.
int CheckNotCaptured(const Stream& stream, const char* call);

/// The tasks recorded in the stream between these two are a group, whose tasks can be replaced.
int BeginTaskGroup(const Stream& stream);
int EndTaskGroup(const Stream& stream, void** group);
/// The tasks submitted to the stream between these two take the places of the group's.
int BeginTaskUpdate(const std::shared_ptr<Stream>& stream, const void* group);
int EndTaskUpdate(const std::shared_ptr<Stream>& stream);

}  // namespace runtime
