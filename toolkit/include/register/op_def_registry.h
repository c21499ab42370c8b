/**
 * OP_ADD(Foo): registers the definition class Foo when its library is loaded. What is registered
 * depends on the library that the source file is compiled for:
 * - OP_PROTO_LIB: the shape and data type functions of the definition;
 * - OP_TILING_LIB: the tiling function and the callbacks of the graph compiler;
 * - neither: the definition itself, for op_build;
 * - OP_ANY_LIB (not in CANN): what the library needs that the object is linked into, so that a
 *   source is compiled once. With librt2_registry.a these are the functions, without it the
 *   definition.
 * Functions that the definition does not set are not registered, so that it never hides one that
 * the same library registers for Foo with IMPL_OP, whatever the order of initialisation.
 */
#ifndef OP_DEF_REGISTRY_H
#define OP_DEF_REGISTRY_H

#include "register/op_def.h"
#include "register/op_def_factory.h"

#if defined(OP_ANY_LIB)

namespace ops {
using OpDefMaker = OpDef (*)(const char* name);
/** Defined by libregister and by librt2_registry.a. Returns 0. */
int AddOperator(const char* name, OpDefMaker maker);
}  // namespace ops

#define OP_ADD(opType, ...)                                 \
    static int __attribute__((unused)) g_##opType##_added = \
        ops::AddOperator(#opType, [](const char* name) -> ops::OpDef { return opType(name); })

#elif defined(OP_PROTO_LIB)

#define OP_ADD(opType, ...)                                                        \
    static int __attribute__((unused)) g_##opType##_added = [](const char* name) { \
        opType op(name);                                                           \
        gert::OpImplRegisterV2 impl(name);                                         \
        if (op.GetInferShape() != nullptr) {                                       \
            impl.InferShape(op.GetInferShape());                                   \
        }                                                                          \
        if (op.GetInferShapeRange() != nullptr) {                                  \
            impl.InferShapeRange(op.GetInferShapeRange());                         \
        }                                                                          \
        if (op.GetInferDataType() != nullptr) {                                    \
            impl.InferDataType(op.GetInferDataType());                             \
        }                                                                          \
        gert::OpImplRegisterV2 registered(impl);                                   \
        return 0;                                                                  \
    }(#opType)

#elif defined(OP_TILING_LIB)

#define OP_ADD(opType, ...)                                                                     \
    static int __attribute__((unused)) g_##opType##_added = [](const char* name) {              \
        opType op(name);                                                                        \
        ops::OpAICoreDef& aicore = op.AICore();                                                 \
        gert::OpImplRegisterV2 impl(name);                                                      \
        if (aicore.GetTiling() != nullptr) {                                                    \
            impl.Tiling(aicore.GetTiling());                                                    \
        }                                                                                       \
        for (const int32_t input : ops::ValueDependInputs(op)) {                                \
            impl.TilingInputsDataDependency({input});                                           \
        }                                                                                       \
        optiling::OpCheckFuncHelper(FUNC_CHECK_SUPPORTED, name, aicore.GetCheckSupport());      \
        optiling::OpCheckFuncHelper(FUNC_OP_SELECT_FORMAT, name, aicore.GetOpSelectFormat());   \
        optiling::OpCheckFuncHelper(FUNC_GET_OP_SUPPORT_INFO, name, aicore.GetOpSupportInfo()); \
        optiling::OpCheckFuncHelper(FUNC_GET_SPECIFIC_INFO, name, aicore.GetOpSpecInfo());      \
        optiling::OpCheckFuncHelper(name, aicore.GetParamGeneralize());                         \
        gert::OpImplRegisterV2 registered(impl);                                                \
        return 0;                                                                               \
    }(#opType)

#else

#define OP_ADD(opType, ...)                                 \
    static int __attribute__((unused)) g_##opType##_added = \
        ops::OpDefFactory::OpDefRegister(#opType, [](const char* name) { return opType(name); })

#endif

#endif  // OP_DEF_REGISTRY_H
