// Error codes and texts of the calling thread: every failing interface reports through here.
#pragma once

#include <string>

#include "acl/acl_base.h"

namespace runtime {

/// Records `code` as the thread's last error with a text for aclGetRecentErrMsg(), and returns it.
int Fail(int code, const char* format, ...) __attribute__((format(printf, 2, 3)));
int FailText(int code, const std::string& text);

/// The last text is an answer to a question (which device, which version): it counts until
/// something fails, whose cause it would hide. Returns `code`.
int Answer(int code);

/// The thread's last error code, 0 if there was none; Take clears it.
int PeekLastError();
int TakeLastError();

/// The texts reported since the last call, one line each, or null. Valid until the thread's next
/// call.
const char* TakeErrorText();

}  // namespace runtime
