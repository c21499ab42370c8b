// Which data types and formats the ports of an operator may have together.
#pragma once

#include <string>
#include <vector>

#include "opbuild/definition/definition.h"

namespace opbuild {

// A port with its part of every supported combination. A list is empty if the port has no say in
// it; otherwise entry i belongs to combination i.
struct PortColumns {
    Port port;
    std::vector<ge::DataType> dtypes;
    std::vector<ge::DataType> dtypes_for_bin;
    std::vector<ge::Format> formats;
    std::vector<ge::Format> formats_for_bin;
    std::vector<ge::Format> unknown_shape_formats;
};

struct Combinations {
    std::vector<PortColumns> inputs;
    std::vector<PortColumns> outputs;
    size_t count = 0;
    // Why there are none, and the port to blame: column lists differ in length or a list repeats a
    // value.
    std::string problem;
    std::string problem_port;
};

// Column i of all ports together, crossed with all lists; the last list varies fastest. A port
// without format is ND, a port that follows another takes over its columns, ports that carry host
// values are ND and scalars with a fixed type have that type.
Combinations Combine(const std::vector<Port>& inputs, const std::vector<Port>& outputs);

// The combinations of the definition as it stands, and on one unit, whose ports replace those of
// the definition: given lists replace, everything else is the unit's even if it does not mention
// it.
Combinations CombineBase(const Definition& op);
Combinations CombineUnit(const Definition& op, const UnitConfig& unit);

// The port, input or output, that the given one copies `aspect` (DTYPE, FORMAT or SHAPE) from, over
// any number of steps. Returns nullptr if it follows none, an unknown one or a ring.
const Port* FollowedPort(const std::vector<Port>& inputs, const std::vector<Port>& outputs,
                         const Port& port, ops::FollowType aspect);

}  // namespace opbuild
