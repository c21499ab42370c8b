// A typed attribute value of ge::Operator.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graph/tensor.h"

namespace ge {

/// Only the members that `kind` names are in use; single values are stored as lists of one.
class OperatorAttr {
public:
    enum class Kind {
        kInt,
        kFloat,
        kBool,
        kString,
        kType,
        kTensor,
        kListInt,
        kListFloat,
        kListBool,
        kListString,
        kListType,
        kListTensor,
        kListListInt,
        kBytes,
    };
    explicit OperatorAttr(Kind attr_kind) : kind(attr_kind) {}

    Kind kind;
    std::vector<int64_t> ints;  ///< also bools, types and bytes
    std::vector<float> floats;
    std::vector<std::string> strings;
    std::vector<Tensor> tensors;
    std::vector<std::vector<int64_t>> int_lists;
};

}  // namespace ge
