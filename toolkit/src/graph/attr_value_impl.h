// What AttrValue shares.
#pragma once

#include "graph/attr_value.h"
#include "graph/operator_attr.h"

namespace ge {

class AttrValueImpl {
public:
    explicit AttrValueImpl(OperatorAttr value) : attr(std::move(value)) {}

    OperatorAttr attr;
};

}  // namespace ge
