// Operators that move elements: conversions, constants, copies.
#include <utility>
#include <vector>

#include "tiles.h"
#include "tiling_data.h"

namespace optiling {
namespace {

uint64_t BytesOf(const gert::CompileTimeTensorDesc* tensor) {
    return tensor == nullptr ? 0
                             : static_cast<uint64_t>(ge::GetSizeByDataType(tensor->GetDataType()));
}

ge::graphStatus TileCast(gert::TilingContext* context) {
    const uint64_t from = BytesOf(context->GetInputDesc(0));
    const uint64_t to = BytesOf(context->GetOutputDesc(0));
    TilesTilingData tiling;
    // Two buffers for either, and one of float between types that no instruction converts.
    return Divide(context, ElementsOf(context->GetInputShape(0)), std::min(from, to),
                  2 * from + 2 * to + sizeof(float), &tiling);
}

ge::graphStatus TileFill(gert::TilingContext* context) {
    const uint64_t size = BytesOf(context->GetOutputDesc(0));
    const uint64_t tile_bytes = 16 * 1024;  // written again and again
    TilesTilingData tiling;
    return Divide(context, ElementsOf(context->GetOutputShape(0)), size,
                  size * (static_cast<uint64_t>(192) * 1024 / tile_bytes), &tiling);
}

ge::graphStatus TileTensorMove(gert::TilingContext* context) {
    const uint64_t bytes =
        ElementsOf(context->GetInputShape(0)) * BytesOf(context->GetInputDesc(0));
    TilesTilingData tiling;
    return Divide(context, bytes, 1, 2, &tiling);
}

ge::graphStatus InferSame(gert::InferShapeContext* context) {
    const gert::Shape* from = context->GetInputShape(0);
    gert::Shape* to = context->GetOutputShape(0);
    if (from == nullptr || to == nullptr) {
        return ge::GRAPH_FAILED;
    }
    *to = *from;
    return ge::GRAPH_SUCCESS;
}

ge::graphStatus InferDims(gert::InferShapeContext* context) {
    const gert::Tensor* dims = context->GetInputTensor(0);
    gert::Shape* to = context->GetOutputShape(0);
    if (dims == nullptr || to == nullptr || dims->GetData<int64_t>() == nullptr) {
        return ge::GRAPH_FAILED;
    }
    const int64_t rank = dims->GetShapeSize();
    to->SetDimNum(static_cast<size_t>(rank));
    for (int64_t i = 0; i < rank; ++i) {
        to->SetDim(static_cast<size_t>(i), dims->GetData<int64_t>()[i]);
    }
    return ge::GRAPH_SUCCESS;
}

template <size_t input>
ge::graphStatus TypeOfInput(gert::InferDataTypeContext* context) {
    context->SetOutputDataType(0, context->GetInputDataType(input));
    return ge::GRAPH_SUCCESS;
}

ge::graphStatus TypeOfAttribute(gert::InferDataTypeContext* context) {
    const int64_t* type = context->GetAttrs()->GetInt(0);
    if (type == nullptr) {
        return ge::GRAPH_FAILED;
    }
    context->SetOutputDataType(0, static_cast<ge::DataType>(*type));
    return ge::GRAPH_SUCCESS;
}

}  // namespace
}  // namespace optiling

namespace ops {
namespace {

using Types = std::vector<ge::DataType>;

const Types MOVED = {ge::DT_FLOAT16, ge::DT_BF16,  ge::DT_FLOAT, ge::DT_INT8, ge::DT_UINT8,
                     ge::DT_BOOL,    ge::DT_INT16, ge::DT_INT32, ge::DT_INT64};

const Types FROM_BYTE = {ge::DT_FLOAT16, ge::DT_FLOAT};
const std::vector<std::pair<ge::DataType, Types>> CONVERTED = {
    {ge::DT_FLOAT16, {ge::DT_FLOAT, ge::DT_BF16, ge::DT_INT32, ge::DT_INT64}},
    {ge::DT_BF16, {ge::DT_FLOAT, ge::DT_FLOAT16, ge::DT_INT32, ge::DT_INT64}},
    {ge::DT_FLOAT, {ge::DT_FLOAT16, ge::DT_BF16, ge::DT_INT32, ge::DT_INT64}},
    {ge::DT_INT32, {ge::DT_FLOAT, ge::DT_FLOAT16, ge::DT_BF16, ge::DT_INT64}},
    {ge::DT_INT64, {ge::DT_FLOAT}},
    {ge::DT_INT8, FROM_BYTE},
    {ge::DT_UINT8, FROM_BYTE},
    {ge::DT_BOOL, FROM_BYTE},
};

}  // namespace

class Cast : public OpDef {
public:
    explicit Cast(const char* name) : OpDef(name) {
        Types from;
        Types to;
        for (const auto& pair : CONVERTED) {
            from.insert(from.end(), pair.second.size(), pair.first);
            to.insert(to.end(), pair.second.begin(), pair.second.end());
        }
        DefineTensor(&Input("x"), from);
        DefineTensor(&Output("y"), to);
        Attr("dst_type").AttrType(REQUIRED).Int();
        SetInferShape(optiling::InferSame).SetInferDataType(optiling::TypeOfAttribute);
        AICore().SetTiling(optiling::TileCast);
        AddUnits(this);
    }
};
OP_ADD(Cast);

class Fill : public OpDef {
public:
    explicit Fill(const char* name) : OpDef(name) {
        DefineTensor(&Input("dims"), Types(MOVED.size(), ge::DT_INT64));
        Input("dims").ValueDepend(REQUIRED);
        DefineTensor(&Input("value"), MOVED);
        DefineTensor(&Output("y"), MOVED);
        SetInferShape(optiling::InferDims).SetInferDataType(optiling::TypeOfInput<1>);
        AICore().SetTiling(optiling::TileFill);
        AddUnits(this);
    }
};
OP_ADD(Fill);

class TensorMove : public OpDef {
public:
    explicit TensorMove(const char* name) : OpDef(name) {
        DefineTensor(&Input("x"), MOVED);
        DefineTensor(&Output("y"), MOVED);
        SetInferShape(optiling::InferSame).SetInferDataType(optiling::TypeOfInput<0>);
        AICore().SetTiling(optiling::TileTensorMove);
        AddUnits(this);
    }
};
OP_ADD(TensorMove);

}  // namespace ops
