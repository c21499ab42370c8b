#include "toolchain/slog.h"

#include "base/dlog_pub.h"
#include "toolchain/log_types.h"
static void Variadic(const char* fmt, ...) {
    va_list list;
    va_start(list, fmt);
    DlogVaList(OP, DLOG_WARN, fmt, list);
    va_end(list);
}
int main() {
    int32_t events = 0;
    dlog_init();
    dlog_debug(OP, "debug %d", 1);
    dlog_warn(OP, "warn %d", 2);
    dlog_error(OP, "error %s", "three");
    dlog_event(OP, "event");
    DlogSub(OP, "part", DLOG_ERROR, "%d", 4);
    Variadic("list %d", 5);
    const bool before = CheckLogLevel(OP, DLOG_INFO) == 0 && dlog_getlevel(OP, &events) == 2;
    const bool set = dlog_setlevel(OP, DLOG_INFO, 1) == 0 && dlog_setlevel(OP, 17, 1) == -1;
    LogAttr who = {};
    who.pid = 4242;
    const bool has_attributes = DlogSetAttr(who) == 0;
    Dlog(OP, DLOG_INFO, "info %d", 6);
    DlogFlush();
    return before && events == 1 && set && has_attributes && CheckLogLevel(OP, DLOG_INFO) == 1 ? 0
                                                                                               : 1;
}
