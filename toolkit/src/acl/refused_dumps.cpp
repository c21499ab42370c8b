// acl_dump.h: dumps sent to the program.
#include "acl/refused.h"

namespace {
constexpr const char* kWhy =
    "inputs and outputs of operators are not dumped; read them with aclrtMemcpy, or use DumpTensor "
    "in the kernel";
}  // namespace

ACL_REFUSED(acldumpRegCallback, kWhy)
ACL_REFUSED_OBJECT(acldumpUnregCallback, kWhy)
ACL_REFUSED_OBJECT(acldumpGetPath, kWhy)
ACL_REFUSED(acldumpSaveExceptionInfo, kWhy)
ACL_REFUSED(acldumpGetExceptionInfoPath, kWhy)
