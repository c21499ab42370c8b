// The C signature of an operator's aclnn functions.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "opbuild/definition/definition.h"

namespace opbuild {

enum class ParamKind {
    TENSOR,
    TENSOR_LIST,
    SCALAR,
    SCALAR_LIST,
    INT_ARRAY,
    FLOAT_ARRAY,
    BOOL_ARRAY
};

// Which of the two GetWorkspaceSize functions of an operator with ValueDepend inputs: the plain one
// takes host arrays, the other one ("...TensorGetWorkspaceSize") tensors.
enum class HostValues { AS_ARRAYS, AS_TENSORS };

struct PortParam {
    const Port* port;
    size_t index;  // among the inputs or outputs of the definition
    ParamKind kind;
    std::string type;  // "const aclTensor *"
    std::string name;
    bool nullable;
    bool in_place;  // an output that is the input parameter of the same name, or that input
};

struct AttrParam {
    const Attr* attr;
    size_t index;
    std::string type;
    std::string name;
    bool nullable;  // null stands for the default value
};

struct Signature {
    std::vector<PortParam> inputs;
    std::vector<AttrParam> attrs;
    std::vector<PortParam> outputs;

    // "const aclTensor *x, ..., aclOpExecutor **executor", one parameter per line.
    std::string ParameterLines() const;
};

// Ports and attributes up to `version` take part.
Signature MakeSignature(const Definition& op, uint32_t version, HostValues host_values);

bool HasHostValues(const Definition& op);

// The versions that ports and attributes of the definition start with, without 0.
std::set<uint32_t> VersionsInUse(const Definition& op);

// The C++ element type of an attribute, or of the entries of a list attribute.
std::string AttrElementType(const Attr& attr);
bool IsListAttr(const Attr& attr);

}  // namespace opbuild
