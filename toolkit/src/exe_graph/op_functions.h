// The functions of one operator type, as a library registered them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "register/op_impl_registry.h"

namespace gert {

/// Default of a PrivateAttr (an attribute appended to the declared ones).
struct PrivateAttrValue {
    enum class Kind { kNone, kInt, kFloat, kBool, kString, kListInt, kListFloat };
    std::string name;
    Kind kind = Kind::kNone;  ///< kNone: the attribute has no default
    int64_t int_value = 0;    ///< also the value of a bool
    float float_value = 0;
    std::string string_value;
    std::vector<int64_t> list_int;
    std::vector<float> list_float;
};

/// Functions and traits of one operator type; a null function means "not registered".
struct OpImplFunctions {
    OpImplRegisterV2::InferShapeKernelFunc infer_shape = nullptr;
    OpImplRegisterV2::InferShapeRangeKernelFunc infer_shape_range = nullptr;
    OpImplRegisterV2::InferDataTypeKernelFunc infer_datatype = nullptr;
    OpImplRegisterV2::TilingKernelFunc tiling = nullptr;
    OpImplRegisterV2::KernelFunc tiling_parse = nullptr;
    OpImplRegisterV2::CompileInfoCreatorFunc compile_info_creator = nullptr;
    OpImplRegisterV2::CompileInfoDeleterFunc compile_info_deleter = nullptr;
    OpImplRegisterV2::GenSimplifiedKeyKernelFunc gen_simplified_key = nullptr;
    OpImplRegisterV2::OpExecFunc op_execute = nullptr;
    OpImplRegisterV2::OpExecPrepareFunc op_execute_prepare = nullptr;
    OpImplRegisterV2::OpExecLaunchFunc op_execute_launch = nullptr;
    size_t max_tiling_data_size = 0;
    uint64_t inputs_dependency = 0;         ///< bit i: shape inference and tiling read input i
    uint64_t tiling_inputs_dependency = 0;  ///< bit i: only tiling reads the value of input i
    uint64_t aicpu_tiling_dependency = 0;   ///< of those, the ones for tiling on the device
    uint64_t host_inputs = 0;
    uint64_t output_shape_depend_compute = 0;
    bool infer_datatype_same_as_first_input = false;
    bool tiling_parse_is_placeholder = false;  ///< the empty one that OP_ADD registers
    std::vector<PrivateAttrValue> private_attrs;

    /// Whether tiling reads the host value of input `ir_index`.
    bool TilingReadsInput(size_t ir_index) const {
        const uint64_t bit = ir_index < 64 ? uint64_t{1} << ir_index : 0;
        return ((inputs_dependency | tiling_inputs_dependency) & bit) != 0;
    }
    /// Whether shape inference reads the host value of input `ir_index`.
    bool InferShapeReadsInput(size_t ir_index) const {
        return ir_index < 64 && ((inputs_dependency >> ir_index) & 1U) != 0;
    }
};

}  // namespace gert
