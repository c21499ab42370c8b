// Operator definitions as op_build works on them: plain data taken from the builder classes.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "register/op_def_impl.h"

namespace opbuild {

using Port = ops::OpParamDefImpl;
using ConfigItems = std::vector<std::pair<std::string, std::string>>;

/// Category of the prototypes of operators that name none.
constexpr const char* kDefaultCategory = "op_proto";

struct Attr : ops::OpAttrDefImpl {
    std::string attr_name;
};

// What AddConfig says about one compute unit.
struct UnitConfig {
    std::string unit;  // spelt as in AddConfig
    std::vector<Port> inputs;
    std::vector<Port> outputs;
    ConfigItems items;
};

struct Definition {
    std::string type;
    std::string snake;
    std::vector<Port> inputs;
    std::vector<Port> outputs;
    std::vector<Attr> attrs;
    std::vector<UnitConfig> units;  // sorted by name
    std::map<ops::CommentSection, std::vector<std::string>> comments;
    /// Keys for AI CPUs and CPUs of the host, sorted; none if the definition is not for them.
    std::map<std::string, std::string> aicpu_items;
    std::map<std::string, std::string> hostcpu_items;
    std::vector<std::string> hccl_groups;
    bool has_infer_shape = false;
    bool strict_format = false;
    bool launch_empty = false;  ///< also where all outputs are empty
    bool fallback = false;
};

const Port* FindPort(const std::vector<Port>& ports, const std::string& name);
const Attr* FindAttr(const Definition& op, const std::string& name);

// An input that is also an output, updated in place.
inline bool IsInPlaceInput(const Definition& op, const Port& input) {
    return FindPort(op.outputs, input.name) != nullptr;
}

inline bool IsScalar(const Port& port) {
    return port.scalar != Port::ScalarKind::NONE;
}
inline bool IsOptional(const Port& port) {
    return port.param_type == ops::OPTIONAL || port.param_type == ops::VIRTUAL;
}

// The place of an input in the prototype, which leaves VIRTUAL inputs out.
size_t ProtoInputIndex(const Definition& op, const std::string& name);

// A configuration as AddConfig(unit) without one makes it.
UnitConfig DefaultUnitConfig(const std::string& unit);

// Loads an operator library, which stays loaded, and appends the definitions that it registers, in
// order of registration. Returns false, with the reason in `error`, if it cannot be loaded,
// registers no operator or a definition cannot be built.
bool LoadDefinitions(const std::string& library, std::vector<Definition>* definitions,
                     std::string* error);

}  // namespace opbuild
