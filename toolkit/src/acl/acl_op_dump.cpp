// acl_op.h, acl_dump.h: what operators are called with, as files. Part of libascendcl.so, and
// libascend_dump.so, where frameworks look for it.
#include "acl/acl_op.h"
#include "runtime/args_dump.h"

extern "C" {

aclError aclopStartDumpArgs(uint32_t dumpType, const char* path) {
    return runtime::StartArgsDump(dumpType, path);
}

aclError aclopStopDumpArgs(uint32_t dumpType) {
    return runtime::StopArgsDump(dumpType);
}
}
