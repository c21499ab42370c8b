// What the package of an operator says about its parameters.
#pragma once

#include <string>
#include <vector>

#include "support/json.h"

namespace nnopbase {

struct PortDefinition {
    std::string name;
    char kind = 1;                   ///< Port::Kind
    bool shape_is_computed = false;  ///< by the kernel, of an output
};

struct AttrDefinition {
    std::string name;
    std::string type;           ///< "int", "listFloat" ...
    std::string default_value;  ///< "" if there is none
};

struct OpDefinition {
    std::vector<PortDefinition> inputs;
    std::vector<PortDefinition> outputs;
    std::vector<AttrDefinition> attrs;
    bool built_in = false;  ///< of the toolkit itself, not of a package
};

/// From the operator information of the first installed package that has the operator for the
/// current SoC; null if none has. Stays valid.
const OpDefinition* FindDefinition(const std::string& op_type);

}  // namespace nnopbase
