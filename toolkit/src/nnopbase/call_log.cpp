#include "nnopbase/call_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "support/file_system.h"
#include "support/strings.h"

using support::JsonText;

namespace nnopbase {
namespace {

/// The log, open as long as the process lives; -1 without one.
int LogFile() {
    static const int file = [] {
        const std::string path = support::Environment("ASCENDC_KERNEL_LOG");
        if (path.empty()) {
            return -1;
        }
        const int opened = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
        if (opened < 0) {
            fprintf(stderr, "[WARN] calls are not logged: ASCENDC_KERNEL_LOG=%s: %s\n",
                    path.c_str(), strerror(errno));
        }
        return opened;
    }();
    return file;
}

}  // namespace

bool CallsAreLogged() {
    return LogFile() >= 0;
}

void LogCall(const LoggedCall& call) {
    std::string line = "{\"op\": " + JsonText(call.op_type) + ", \"key\": " + JsonText(call.key) +
                       ", \"taken\": " + JsonText(call.kernel_kind) +
                       ", \"kernel\": " + JsonText(call.kernel) +
                       ", \"why\": " + JsonText(call.why) + "}\n";
    if (!support::WriteAll(LogFile(), line.data(), line.size())) {
        perror("ASCENDC_KERNEL_LOG");
    }
}

}  // namespace nnopbase
