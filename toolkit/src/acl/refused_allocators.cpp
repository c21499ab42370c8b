// acl_rt_allocator.h: allocators of a program.
#include "acl/refused.h"

namespace {
constexpr const char* kWhy = "device memory comes from aclrtMalloc only";
}  // namespace

ACL_REFUSED_OBJECT(aclrtAllocatorCreateDesc, kWhy)
ACL_REFUSED(aclrtAllocatorDestroyDesc, kWhy)
ACL_REFUSED(aclrtAllocatorSetObjToDesc, kWhy)
ACL_REFUSED(aclrtAllocatorSetAllocFuncToDesc, kWhy)
ACL_REFUSED(aclrtAllocatorSetFreeFuncToDesc, kWhy)
ACL_REFUSED(aclrtAllocatorSetAllocAdviseFuncToDesc, kWhy)
ACL_REFUSED(aclrtAllocatorSetGetAddrFromBlockFuncToDesc, kWhy)
ACL_REFUSED(aclrtAllocatorRegister, kWhy)
ACL_REFUSED(aclrtAllocatorUnregister, kWhy)
