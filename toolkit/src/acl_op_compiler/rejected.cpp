// acl_op_compiler.h: graphs of single operators.
#include "acl/rejected.h"

namespace {
constexpr const char* kWhy = "there are no graphs of the graph engine to write";
}  // namespace

ACL_REJECTED(aclGenGraphAndDumpForOp, kWhy)
ACL_REJECTED_OBJECT(aclCreateGraphDumpOpt, kWhy)
ACL_REJECTED(aclDestroyGraphDumpOpt, kWhy)
