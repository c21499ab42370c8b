/**
 * OP_ADD(Foo): registers the definition class Foo when its library is loaded. What is registered
 * depends on the library that the source file is compiled for:
 * - OP_PROTO_LIB: the shape and data type functions of the definition;
 * - OP_TILING_LIB: the tiling function and the callbacks of the graph compiler;
 * - neither: the definition itself, for op_build.
 * Functions that the definition does not set are not registered, so that it never hides one that
 * the same library registers for Foo with IMPL_OP, whatever the order of initialisation.
 */
#ifndef OP_DEF_REGISTRY_H
#define OP_DEF_REGISTRY_H

#include "register/op_def.h"
#include "register/op_def_factory.h"

#if defined(OP_PROTO_LIB)

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
