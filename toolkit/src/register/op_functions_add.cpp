// OP_ADD of an object that serves every library, in one with librt2_registry.a: the functions of
// the definition. What it does not set is not registered, as the same library may register it.
#define OP_ANY_LIB
#include "register/op_def_registry.h"

namespace ops {
namespace {

void RegisterFunctions(const char* name, OpDef& op) {
    gert::OpImplRegisterV2 impl(name);
    if (op.GetInferShape() != nullptr) {
        impl.InferShape(op.GetInferShape());
    }
    if (op.GetInferShapeRange() != nullptr) {
        impl.InferShapeRange(op.GetInferShapeRange());
    }
    if (op.GetInferDataType() != nullptr) {
        impl.InferDataType(op.GetInferDataType());
    }
    if (op.AICore().GetTiling() != nullptr) {
        impl.Tiling(op.AICore().GetTiling());
    }
    for (const int32_t input : ValueDependInputs(op)) {
        impl.TilingInputsDataDependency({input});
    }
    const gert::OpImplRegisterV2 registered(impl);
}

void RegisterCallbacks(const char* name, OpAICoreDef& aicore) {
    using optiling::OpCheckFuncHelper;
    OpCheckFuncHelper(FUNC_CHECK_SUPPORTED, name, aicore.GetCheckSupport());
    OpCheckFuncHelper(FUNC_OP_SELECT_FORMAT, name, aicore.GetOpSelectFormat());
    OpCheckFuncHelper(FUNC_GET_OP_SUPPORT_INFO, name, aicore.GetOpSupportInfo());
    OpCheckFuncHelper(FUNC_GET_SPECIFIC_INFO, name, aicore.GetOpSpecInfo());
    OpCheckFuncHelper(name, aicore.GetParamGeneralize());
}

}  // namespace

int AddOperator(const char* name, OpDefMaker maker) {
    OpDef op = maker(name);
    RegisterFunctions(name, op);
    RegisterCallbacks(name, op.AICore());
    return 0;
}

}  // namespace ops
