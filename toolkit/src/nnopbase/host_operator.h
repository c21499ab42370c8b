// Operators called by their type (aclop) that the toolkit computes on the host: between
// libnnopbase, which finds that no package has the operator, and libopapi, which has their
// functions.
#pragma once

#include <vector>

#include "acl/op_attr.h"
#include "aclnn/acl_meta.h"

namespace nnopbase {

struct HostOperatorCall {
    const char* type;
    std::vector<const aclTensor*> inputs;  ///< null: not given
    std::vector<const aclTensor*> outputs;
    const aclopAttr* attr;  ///< null: none
};

/// Checks the call and, if `run`, puts it into the stream. 100024 without an error reported if
/// there is no operator of the type; 100000 and the like with one.
using HostOperatorFunction = int (*)(const HostOperatorCall& call, bool run, aclrtStream stream);
constexpr char kHostOperatorFunction[] = "OpapiCallByType";
/// The types that there are, a text with commas.
using HostOperatorNames = const char* (*)();
constexpr char kHostOperatorNames[] = "OpapiTypes";

}  // namespace nnopbase
