// What aclrtGet*FromExceptionInfo read.
#pragma once

#include "runtime/stream.h"

struct rtExceptionInfo {
    runtime::TaskFailure failure;
};
