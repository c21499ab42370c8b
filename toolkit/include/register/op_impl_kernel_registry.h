// Types of the functions of an operator, by their older names.
#ifndef INC_EXTERNAL_REGISTER_OP_IMPL_KERNEL_REGISTRY_H_
#define INC_EXTERNAL_REGISTER_OP_IMPL_KERNEL_REGISTRY_H_

#include "register/op_impl_registry.h"

namespace gert {
struct OpImplKernelRegistry {
    using InferShapeKernelFunc = OpImplRegisterV2::InferShapeKernelFunc;
    using InferShapeRangeKernelFunc = OpImplRegisterV2::InferShapeRangeKernelFunc;
    using TilingKernelFunc = OpImplRegisterV2::TilingKernelFunc;
    using InferDataTypeKernelFunc = OpImplRegisterV2::InferDataTypeKernelFunc;
    using GenSimplifiedKeyKernelFunc = OpImplRegisterV2::GenSimplifiedKeyKernelFunc;
    using OpExecuteFunc = OpImplRegisterV2::OpExecFunc;
    using OpType = OpImplRegisterV2::OpType;
    using PrivateAttrSet = OpImplRegisterV2::PrivateAttrSet;
    using CompileInfoCreatorFunc = OpImplRegisterV2::CompileInfoCreatorFunc;
    using CompileInfoDeleterFunc = OpImplRegisterV2::CompileInfoDeleterFunc;
    using KernelFunc = OpImplRegisterV2::KernelFunc;
    using TilingParseFunc = OpImplRegisterV2::TilingParseFunc;
};
}  // namespace gert

#endif  // INC_EXTERNAL_REGISTER_OP_IMPL_KERNEL_REGISTRY_H_
