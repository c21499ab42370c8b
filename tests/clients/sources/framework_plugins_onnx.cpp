#include "graph/operator.h"
#include "register/register.h"

namespace domi {
Status ParseParams(const ge::Operator& op_src, ge::Operator& op_dest) {
    float scale = 0;
    string name = "scale";
    if (op_src.GetAttr("alpha", scale) != ge::GRAPH_SUCCESS) {
        return FAILED;
    }
    op_dest.SetAttr(name, scale * 2);
    return SUCCESS;
}
REGISTER_CUSTOM_OP("AddCustom")
    .FrameworkType(ONNX)
    .OriginOpType(vector<ge::AscendString>{"ai.onnx::8::Add", "ai.onnx::13::Add"})
    .ParseParamsByOperatorFn(ParseParams)
    .ImplyType(ImplyType::TVM);
}  // namespace domi
