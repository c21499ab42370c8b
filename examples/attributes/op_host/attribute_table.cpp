// AttributeTable: every kind of attribute, with defaults, on its way from the caller to the kernel.
#include "attribute_table_tiling.h"
#include "register/op_def_registry.h"

namespace optiling {
static ge::graphStatus TilingFunc(gert::TilingContext* context) {
    const gert::RuntimeAttrs* attrs = context->GetAttrs();
    if (attrs == nullptr || attrs->GetAttrNum() != 7) {
        return ge::GRAPH_FAILED;
    }
    AttributeTableTilingData tiling;
    tiling.set_count(*attrs->GetInt(0));
    tiling.set_ratio(*attrs->GetFloat(1));
    tiling.set_flag(*attrs->GetBool(2) ? 1 : 0);
    int64_t letters = 0;
    for (const char* letter = attrs->GetStr(3); *letter != '\0'; ++letter) {
        letters = letters * 128 + *letter;
    }
    tiling.set_letters(letters);

    // Lists are summed with a weight per position, so that order and length count.
    const auto* axes = attrs->GetListInt(4);
    int64_t axisSum = 0;
    for (size_t i = 0; i < axes->GetSize(); ++i) {
        axisSum = axisSum * 10 + axes->GetData()[i];
    }
    tiling.set_axisSum(axisSum);
    const auto* weights = attrs->GetListFloat(5);
    float weightSum = 0;
    for (size_t i = 0; i < weights->GetSize(); ++i) {
        weightSum = weightSum * 10 + weights->GetData()[i];
    }
    tiling.set_weightSum(weightSum);
    const auto* mask = attrs->GetAttrPointer<gert::ContinuousVector>(6);
    int64_t maskBits = 1;
    for (size_t i = 0; i < mask->GetSize(); ++i) {
        maskBits = maskBits * 2 + (static_cast<const bool*>(mask->GetData())[i] ? 1 : 0);
    }
    tiling.set_maskBits(maskBits);

    tiling.SaveToBuffer(context->GetRawTilingData()->GetData(),
                        context->GetRawTilingData()->GetCapacity());
    context->GetRawTilingData()->SetDataSize(tiling.GetDataSize());
    context->SetBlockDim(1);
    context->GetWorkspaceSizes(1)[0] = 0;
    return ge::GRAPH_SUCCESS;
}
}  // namespace optiling

namespace ops {
class AttributeTable : public OpDef {
public:
    explicit AttributeTable(const char* name) : OpDef(name) {
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Attr("count").AttrType(REQUIRED).Int();
        this->Attr("ratio").AttrType(OPTIONAL).Float(0.5);
        this->Attr("flag").AttrType(OPTIONAL).Bool(true);
        this->Attr("letters").AttrType(OPTIONAL).String("no");
        this->Attr("axes").AttrType(OPTIONAL).ListInt({1, 2, -3});
        this->Attr("weights").AttrType(OPTIONAL).ListFloat({0.25, 4});
        this->Attr("mask").AttrType(OPTIONAL).ListBool({true, false, true});
        this->AICore().SetTiling(optiling::TilingFunc);
        this->AICore().AddConfig("ascend910b");
    }
};

OP_ADD(AttributeTable);
}  // namespace ops
