// acl_op_compiler.h: graphs of single operators.
#include "acl/refused.h"

namespace {
constexpr const char* kWhy = "there are no graphs of the graph engine to write";
}  // namespace

ACL_REFUSED(aclGenGraphAndDumpForOp, kWhy)
ACL_REFUSED_OBJECT(aclCreateGraphDumpOpt, kWhy)
ACL_REFUSED(aclDestroyGraphDumpOpt, kWhy)
