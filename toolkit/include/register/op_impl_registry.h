// Registration of an operator's functions (tiling, shape and type inference, ...) by operator type:
//
//   IMPL_OP_OPTILING(Foo).Tiling(TilingForFoo).TilingParse<FooCompileInfo>(ParseForFoo);
#ifndef INC_EXTERNAL_REGISTER_OP_IMPL_REGISTRY_H_
#define INC_EXTERNAL_REGISTER_OP_IMPL_REGISTRY_H_

#include <algorithm>
#include <initializer_list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <type_traits>
#include <unordered_set>
#include <utility>
#include <vector>

#include "exe_graph/runtime/base_type.h"
#include "exe_graph/runtime/infer_datatype_context.h"
#include "exe_graph/runtime/infer_shape_context.h"
#include "exe_graph/runtime/infer_shape_range_context.h"
#include "exe_graph/runtime/op_execute_context.h"
#include "exe_graph/runtime/tiling_context.h"
#include "exe_graph/runtime/tiling_parse_context.h"
#include "graph/ascend_string.h"
#include "graph/compiler_def.h"
#include "graph/ge_error_codes.h"
#include "graph/types.h"

namespace ge {
class AnyValue;
}

namespace gert {
/// Where tiling runs.
enum TilingPlacement {
    TILING_ON_HOST = 0,
    TILING_ON_AICPU = 1,
};

class OpExecuteLaunchContext;
class OpExecutePrepareContext;
class OpImplRegisterV2Impl;

/// Collects functions for one operator type. They are registered when the object is copied or moved
/// (which is what initialising a variable from a chain of calls does): those that were set replace
/// earlier ones, the others leave them alone, so that several files may each contribute.
class OpImplRegisterV2 {
public:
    using InferShapeKernelFunc = UINT32 (*)(InferShapeContext*);
    using InferShapeRangeKernelFunc = UINT32 (*)(InferShapeRangeContext*);
    using TilingKernelFunc = UINT32 (*)(TilingContext*);
    using InferDataTypeKernelFunc = UINT32 (*)(InferDataTypeContext*);
    using GenSimplifiedKeyKernelFunc = UINT32 (*)(TilingContext*, ge::char_t*);
    using OpExecFunc = UINT32 (*)(OpExecuteContext*);
    using OpExecPrepareFunc = UINT32 (*)(OpExecutePrepareContext*);
    using OpExecLaunchFunc = UINT32 (*)(OpExecuteLaunchContext*);
    using OpType = ge::AscendString;
    using PrivateAttrSet = std::unordered_set<ge::AscendString>;
    using CompileInfoCreatorFunc = void* (*)();
    using CompileInfoDeleterFunc = void (*)(void*);
    using KernelFunc = UINT32 (*)(KernelContext* context);
    using TilingParseFunc = UINT32 (*)(TilingParseContext* context);

    explicit OpImplRegisterV2(const ge::char_t* op_type);
    OpImplRegisterV2(OpImplRegisterV2&& register_data) noexcept;
    OpImplRegisterV2(const OpImplRegisterV2& register_data);
    OpImplRegisterV2& operator=(const OpImplRegisterV2&) = delete;
    OpImplRegisterV2& operator=(OpImplRegisterV2&&) = delete;
    ~OpImplRegisterV2();

    OpImplRegisterV2& InferShape(InferShapeKernelFunc infer_shape_func);
    OpImplRegisterV2& InferShapeRange(InferShapeRangeKernelFunc infer_shape_range_func);
    OpImplRegisterV2& InferDataType(InferDataTypeKernelFunc infer_datatype_func);
    OpImplRegisterV2& InferOutDataTypeSameWithFirstInput();
    /// `max_tiling_data_size`: bytes of the tiling buffer that the function needs at most.
    OpImplRegisterV2& Tiling(TilingKernelFunc tiling_func, size_t max_tiling_data_size = 2048);
    OpImplRegisterV2& GenSimplifiedKey(GenSimplifiedKeyKernelFunc gen_simplifiedkey_func);
    OpImplRegisterV2& OpExecuteFunc(OpExecFunc op_execute_func);
    /// Execution by two functions: the first prepares parameters that the second launches with.
    OpImplRegisterV2& Op2StageExecuteFuncs(OpExecPrepareFunc prepare_func,
                                           OpExecLaunchFunc launch_func);

    /// Attributes that tiling sees after the declared ones.
    OpImplRegisterV2& PrivateAttr(const ge::char_t* private_attr);
    OpImplRegisterV2& PrivateAttr(const ge::char_t* private_attr, int64_t private_attr_val);
    OpImplRegisterV2& PrivateAttr(const ge::char_t* private_attr,
                                  const std::vector<int64_t>& private_attr_val);
    OpImplRegisterV2& PrivateAttr(const ge::char_t* private_attr,
                                  const ge::char_t* private_attr_val);
    OpImplRegisterV2& PrivateAttr(const ge::char_t* private_attr, ge::float32_t private_attr_val);
    OpImplRegisterV2& PrivateAttr(const ge::char_t* private_attr, bool private_attr_val);
    OpImplRegisterV2& PrivateAttr(const ge::char_t* private_attr,
                                  const std::vector<ge::float32_t>& private_attr_val);

    /// Function that fills the operator's compile info, a T made by default construction, once.
    template <typename T>
    OpImplRegisterV2& TilingParse(KernelFunc const tiling_parse_func) {
        return TilingParse(tiling_parse_func, CreateCompileInfo<T>, DeleteCompileInfo<T>,
                           std::is_empty<T>::value);
    }
    template <typename T>
    OpImplRegisterV2& TilingParse(TilingParseFunc const tiling_parse_func) {
        return TilingParse(
            reinterpret_cast<KernelFunc>(reinterpret_cast<void (*)()>(tiling_parse_func)),
            CreateCompileInfo<T>, DeleteCompileInfo<T>, std::is_empty<T>::value);
    }

    /// Declared inputs whose value shape inference and tiling read on the host.
    OpImplRegisterV2& InputsDataDependency(std::initializer_list<int32_t> inputs);
    /// Declared inputs whose value only tiling reads.
    OpImplRegisterV2& TilingInputsDataDependency(std::initializer_list<int32_t> inputs);
    OpImplRegisterV2& TilingInputsDataDependency(std::initializer_list<int32_t> inputs,
                                                 std::initializer_list<TilingPlacement> placements);
    /// Declared inputs that stay on the host.
    OpImplRegisterV2& HostInputs(std::initializer_list<int32_t> inputs);
    /// Outputs whose shape only the kernel knows.
    OpImplRegisterV2& OutputShapeDependOnCompute(std::initializer_list<int32_t> outputs);

private:
    // `placeholder`: compile info without contents; never replaces a registered function with
    // contents.
    OpImplRegisterV2& TilingParse(KernelFunc tiling_parse_func, CompileInfoCreatorFunc creator_func,
                                  CompileInfoDeleterFunc deleter_func, bool placeholder);
    template <typename T, typename std::enable_if<!std::is_array<T>::value, int32_t>::type = 0>
    static void* CreateCompileInfo() {
        return new T();
    }
    template <typename T>
    static void DeleteCompileInfo(void* const obj) {
        delete static_cast<T*>(obj);
    }

    std::unique_ptr<OpImplRegisterV2Impl> impl_;
};
}  // namespace gert

#define IMPL_OP_COUNTER(op_type, name, counter) \
    static gert::OpImplRegisterV2 VAR_UNUSED name##counter = gert::OpImplRegisterV2(#op_type)
#define IMPL_OP_COUNTER_NUMBER(op_type, name, counter) IMPL_OP_COUNTER(op_type, name, counter)
#define IMPL_OP(op_type) IMPL_OP_COUNTER_NUMBER(op_type, op_impl_register_##op_type, __COUNTER__)
#define IMPL_OP_DEFAULT() IMPL_OP(DefaultImpl)

#define IMPL_OP_INFERSHAPE(op_type)                                           \
    gert::OpImplRegisterV2 VAR_UNUSED op_impl_register_infershape_##op_type = \
        gert::OpImplRegisterV2(#op_type)
#define IMPL_OP_OPTILING(op_type)                                           \
    gert::OpImplRegisterV2 VAR_UNUSED op_impl_register_optiling_##op_type = \
        gert::OpImplRegisterV2(#op_type)

#endif  // INC_EXTERNAL_REGISTER_OP_IMPL_REGISTRY_H_
