// How parsers make an operator of CANN's from one of a framework's.
#pragma once

#include <string>
#include <vector>

#include "graph/operator.h"

namespace ge {

/// Gives `target` name, attributes and graphs of `source`, and its ports the formats that its
/// attributes data_format, src_format and dst_format name, ND without them.
GE_FUNC_HOST_VISIBILITY graphStatus TakeOver(const Operator& source, Operator* target);

struct DynamicPort {
    bool input;
    std::string port;
    std::string attr;  ///< of the operator: a number, or a list of types
};

/// Makes as many instances of dynamic ports as their attributes say, each port's at its place in
/// the prototype. Ports whose attribute is missing get none.
GE_FUNC_HOST_VISIBILITY graphStatus MakeInstances(Operator* op,
                                                  const std::vector<DynamicPort>& ports);

}  // namespace ge
