// The value of an attribute whose type the caller does not know.
#ifndef INC_EXTERNAL_GRAPH_ATTR_VALUE_H_
#define INC_EXTERNAL_GRAPH_ATTR_VALUE_H_

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/ge_error_codes.h"

// Sources with these headers of CANN write these names without std::.
using std::make_shared;
using std::map;
using std::pair;
using std::string;
using std::to_string;
using std::unique_ptr;
using std::vector;

namespace ge {
class AttrValueImpl;

/// Filled by GetAttr of Operator and GNode; copies share the value.
class GE_FUNC_HOST_VISIBILITY AttrValue {
public:
    using INT = int64_t;
    using FLOAT = float;
    using STR = std::string;

    AttrValue();
    ~AttrValue() = default;

    /// The value as `T`, one of INT, FLOAT, STR; GRAPH_FAILED if it has another type.
    template <typename T, typename DT>
    graphStatus GetValue(DT& val) const {
        T value;
        const graphStatus status = GetValue(value);
        if (status == GRAPH_SUCCESS) {
            val = DT(value);
        }
        return status;
    }
    graphStatus GetValue(AscendString& val);

    template <typename T, typename DT>
    static T CreateFrom(DT&& val) {
        return val;
    }

    std::shared_ptr<AttrValueImpl> impl;

private:
    graphStatus GetValue(STR& val) const;
    graphStatus GetValue(INT& val) const;
    graphStatus GetValue(FLOAT& val) const;
};
}  // namespace ge

#endif  // INC_EXTERNAL_GRAPH_ATTR_VALUE_H_
