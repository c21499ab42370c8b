// acl_dump.h: dumps sent to the program.
#include "acl/rejected.h"

namespace {
constexpr const char* kWhy =
    "inputs and outputs of operators are not dumped; read them with aclrtMemcpy, or use DumpTensor "
    "in the kernel";
}  // namespace

ACL_REJECTED(acldumpRegCallback, kWhy)
ACL_REJECTED_OBJECT(acldumpUnregCallback, kWhy)
ACL_REJECTED_OBJECT(acldumpGetPath, kWhy)
ACL_REJECTED(acldumpSaveExceptionInfo, kWhy)
ACL_REJECTED(acldumpGetExceptionInfoPath, kWhy)
