// An operator whose host functions go wrong in the way that attribute `fault` says.
#include <unistd.h>

#include <cstdlib>
#include <stdexcept>
#include <string>

#include "register/op_def_registry.h"
#include "register/tilingdata_base.h"

namespace optiling {
BEGIN_TILING_DATA_DEF(FaultyTilingData)
TILING_DATA_FIELD_DEF(int32_t, fault);
END_TILING_DATA_DEF;
REGISTER_TILING_DATA_CLASS(Faulty, FaultyTilingData)

static volatile int zero = 0;

static int Deep(volatile int* from) {
    volatile int room[4096];
    room[0] = *from;
    return Deep(room) + room[0];
}

static void Misbehave(const std::string& fault) {
    if (fault == "divide") {
        zero = 7 / zero;
    } else if (fault == "null") {
        *reinterpret_cast<volatile int*>(static_cast<long>(zero)) = 1;
    } else if (fault == "abort") {
        std::abort();
    } else if (fault == "throw") {
        throw std::out_of_range("nothing there");
    } else if (fault == "recurse") {
        zero = Deep(&zero);
    } else if (fault == "loop" || fault == "pause") {
        while (zero == 0) {
            if (fault == "pause") {
                pause();
            }
        }
    }
}

static ge::graphStatus TilingFunc(gert::TilingContext* context) {
    const std::string fault = context->GetAttrs()->GetStr(0);
    Misbehave(fault);
    FaultyTilingData tiling;
    const std::string faults[] = {"none", "kernel loop", "kernel fault", "kernel address"};
    for (int32_t i = 0; i < 4; ++i) {
        if (fault == faults[i]) {
            tiling.set_fault(i);
        }
    }
    tiling.SaveToBuffer(context->GetRawTilingData()->GetData(),
                        context->GetRawTilingData()->GetCapacity());
    context->GetRawTilingData()->SetDataSize(tiling.GetDataSize());
    context->SetBlockDim(2);
    return ge::GRAPH_SUCCESS;
}
}  // namespace optiling

namespace ge {
static ge::graphStatus InferShape(gert::InferShapeContext* context) {
    if (std::string(context->GetAttrs()->GetStr(0)) == "infer") {
        optiling::Misbehave("divide");
    }
    *context->GetOutputShape(0) = *context->GetInputShape(0);
    return GRAPH_SUCCESS;
}
}  // namespace ge

namespace ops {
class Faulty : public OpDef {
public:
    explicit Faulty(const char* name) : OpDef(name) {
        for (const char* port : {"x"}) {
            this->Input(port).ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        }
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Attr("fault").AttrType(REQUIRED).String();
        this->SetInferShape(ge::InferShape);
        this->AICore().SetTiling(optiling::TilingFunc);
        this->AICore().AddConfig("ascend910b");
    }
};
OP_ADD(Faulty);
}  // namespace ops
