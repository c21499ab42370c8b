// Error codes and texts of the calling thread, or texts of all threads: every failing interface
// reports through here.
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

/// Has all threads report into one list of texts, which any of them takes (err_msg_mode "1" of
/// aclInit), or each thread into its own. Codes stay with their threads.
void ShareErrorTexts(bool by_process);

/// The texts reported since the last call, one line each, or null. Valid until the next call of the
/// thread, or of any thread if the texts are shared.
const char* TakeErrorText();

}  // namespace runtime
