// An operator with the callbacks of a graph compiler: they answer what they received.
#include <string>

#include "register/op_def_registry.h"

namespace {
std::string Shape(const ge::TensorDesc& desc) {
    std::string text = "[";
    for (const int64_t dim : desc.GetShape().GetDims()) {
        text += std::to_string(dim) + " ";
    }
    return text + "]" + std::to_string(desc.GetDataType()) + ":" + std::to_string(desc.GetFormat());
}

ge::graphStatus Supported(const ge::Operator& op, ge::AscendString& result) {
    int64_t axis = 0;
    float factor = 0;
    bool flag = false;
    std::string mode;
    std::vector<int64_t> pads;
    std::vector<std::vector<int64_t>> table;
    if (op.GetAttr("axis", axis) != ge::GRAPH_SUCCESS) {
        return ge::GRAPH_FAILED;
    }
    op.GetAttr("factor", factor);
    op.GetAttr("flag", flag);
    op.GetAttr("mode", mode);
    op.GetAttr("pads", pads);
    op.GetAttr("table", table);
    ge::Tensor sizes;
    const bool is_constant = op.GetInputConstData("sizes", sizes) == ge::GRAPH_SUCCESS;
    const std::string text =
        std::to_string(op.GetInputsSize()) + " " + Shape(op.GetInputDescByName("x")) + " " +
        Shape(op.GetInputDescByName("d1")) + " " + Shape(op.GetOutputDescByName("y")) + " " +
        std::to_string(axis) + " " + std::to_string(factor) + " " + (flag ? "yes " : "no ") + mode +
        " " + std::to_string(pads.size()) + " " + std::to_string(table.size()) + " " +
        (is_constant ? std::to_string(reinterpret_cast<const int32_t*>(sizes.GetData())[1]) : "?");
    result = ge::AscendString(text.c_str());
    return ge::GRAPH_SUCCESS;
}

ge::graphStatus Widen(const ge::Operator& op, const ge::AscendString& config,
                      ge::AscendString& result) {
    const std::string text = std::string(config.GetString()) + Shape(op.GetInputDescByName("x"));
    result = ge::AscendString(text.c_str());
    return ge::GRAPH_SUCCESS;
}

ge::graphStatus Tiling(gert::TilingContext*) {
    return ge::GRAPH_SUCCESS;
}
}  // namespace

namespace ops {
class Checked : public OpDef {
public:
    explicit Checked(const char* name) : OpDef(name) {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->AICore().SetTiling(Tiling).SetCheckSupport(Supported).SetParamGeneralize(Widen);
        this->AICore().AddConfig("ascend910b");
    }
};
OP_ADD(Checked);
}  // namespace ops
