// The functions that an operator registered, as a registry gives them.
#ifndef INC_REGISTER_OP_IMPL_KERNEL_REGISTRY_H_
#define INC_REGISTER_OP_IMPL_KERNEL_REGISTRY_H_

#include <cstddef>
#include <cstdint>

#include "exe_graph/runtime/base_type.h"
#include "graph/ge_error_codes.h"
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

    /// Null where a function is not registered. Bit i of a dependency stands for declared input i.
    struct OpImplFunctions {
        bool HasDataDependency() const { return inputs_dependency != 0U; }
        bool IsInputDataDependency(const size_t index) const {
            return HasBit(inputs_dependency, index);
        }
        bool HasTilingInputDataDependency() const { return tiling_dependency != 0U; }
        bool IsTilingInputDataDependency(const size_t index) const {
            return HasBit(tiling_dependency, index);
        }
        bool HasHostInput() const { return host_inputs != 0U; }
        bool IsHostInput(const size_t index) const { return HasBit(host_inputs, index); }
        bool IsOutputShapeDependOnCompute() const { return output_shape_depend_compute != 0U; }
        bool IsOutputShapeDependOnCompute(const size_t index) const {
            return HasBit(output_shape_depend_compute, index);
        }

        InferShapeKernelFunc infer_shape = nullptr;
        InferShapeRangeKernelFunc infer_shape_range = nullptr;
        InferDataTypeKernelFunc infer_datatype = nullptr;
        TilingKernelFunc tiling = nullptr;
        KernelFunc tiling_parse = nullptr;
        CompileInfoCreatorFunc compile_info_creator = nullptr;
        CompileInfoDeleterFunc compile_info_deleter = nullptr;
        size_t max_tiling_data_size = 0U;
        uint64_t inputs_dependency = 0U;
        uint64_t host_inputs = 0U;
        OpExecuteFunc op_execute_func = nullptr;
        uint64_t tiling_dependency = 0U;
        GenSimplifiedKeyKernelFunc gen_simplifiedkey = nullptr;
        uint64_t output_shape_depend_compute = 0U;

    private:
        static bool HasBit(uint64_t bits, size_t index) {
            return index < 64U && ((bits >> index) & 1U) != 0U;
        }
    };
    struct OpImplFunctionsV2 : OpImplFunctions {};
};
}  // namespace gert

#endif  // INC_REGISTER_OP_IMPL_KERNEL_REGISTRY_H_
