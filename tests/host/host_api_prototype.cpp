#include "graph/operator_reg.h"
namespace ge {
REG_OP(Foo)
    .INPUT(x, ge::TensorType::ALL())
    .OPTIONAL_INPUT(o, ge::TensorType::ALL())
    .DYNAMIC_INPUT(d, ge::TensorType::ALL())
    .INPUT(s, "x_type")
    .OUTPUT(y, ge::TensorType::ALL())
    .DYNAMIC_OUTPUT(z, ge::TensorType::ALL())
    .ATTR(i, Int, 1)
    .ATTR(f, Float, 1.5)
    .ATTR(b, Bool, true)
    .ATTR(t, String, "abc")
    .ATTR(li, ListInt, {1, -2})
    .ATTR(lf, ListFloat, {})
    .ATTR(lb, ListBool, {true, false})
    .ATTR(lli, ListListInt, {{1, 2}, {3}})
    .REQUIRED_ATTR(r, Int)
    .REQUIRED_ATTR(rs, String)
    .DATATYPE(x_type, ge::TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(Foo);
}
int main() {
    const ge::Operator op = ge::OperatorFactory::CreateOperator("name", "Foo");
    std::vector<std::vector<int64_t>> lists;
    const bool lists_ok = op.GetAttr("lli", lists) == ge::GRAPH_SUCCESS && lists.size() == 2;
    return lists_ok && op.GetInputsSize() == 3 && op.GetOutputsSize() == 1 ? 0 : 1;
}
