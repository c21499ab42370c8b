// gert::OpImplRegisterV2. Compiled twice: into librt2_registry.a, hidden, so that every operator
// library has a separate table; and into libregister.so for libraries that do without that
// archive.
#include "register/op_impl_registry.h"

#include "register/op_impl_registry_table.h"

namespace gert {
namespace {

constexpr int32_t kMaxInputs = 64;

uint64_t BitsOf(std::initializer_list<int32_t> indexes) {
    uint64_t bits = 0;
    for (const int32_t index : indexes) {
        if (index >= 0 && index < kMaxInputs) {
            bits |= uint64_t{1} << index;
        }
    }
    return bits;
}

template <typename T>
void Take(T* target, const T& value) {
    if (value != T()) {
        *target = value;
    }
}

/// Appends the attribute, or replaces the one of the same name.
void SetPrivateAttr(const PrivateAttrValue& attr, std::vector<PrivateAttrValue>* attrs) {
    for (PrivateAttrValue& registered : *attrs) {
        if (registered.name == attr.name) {
            registered = attr;
            return;
        }
    }
    attrs->push_back(attr);
}

}  // namespace

void Merge(const OpImplFunctions& other, OpImplFunctions* into) {
    Take(&into->infer_shape, other.infer_shape);
    Take(&into->infer_shape_range, other.infer_shape_range);
    Take(&into->infer_datatype, other.infer_datatype);
    Take(&into->gen_simplified_key, other.gen_simplified_key);
    Take(&into->op_execute, other.op_execute);
    Take(&into->op_execute_prepare, other.op_execute_prepare);
    Take(&into->op_execute_launch, other.op_execute_launch);
    if (other.tiling != nullptr) {
        into->tiling = other.tiling;
        into->max_tiling_data_size = other.max_tiling_data_size;
    }
    const bool has_real_parse = into->tiling_parse != nullptr && !into->tiling_parse_is_placeholder;
    const bool keep_real_parse = has_real_parse && other.tiling_parse_is_placeholder;
    if (other.tiling_parse != nullptr && !keep_real_parse) {
        into->tiling_parse = other.tiling_parse;
        into->compile_info_creator = other.compile_info_creator;
        into->compile_info_deleter = other.compile_info_deleter;
        into->tiling_parse_is_placeholder = other.tiling_parse_is_placeholder;
    }
    into->inputs_dependency |= other.inputs_dependency;
    into->tiling_inputs_dependency |= other.tiling_inputs_dependency;
    into->aicpu_tiling_dependency |= other.aicpu_tiling_dependency;
    into->host_inputs |= other.host_inputs;
    into->output_shape_depend_compute |= other.output_shape_depend_compute;
    into->infer_datatype_same_as_first_input |= other.infer_datatype_same_as_first_input;
    for (const PrivateAttrValue& attr : other.private_attrs) {
        SetPrivateAttr(attr, &into->private_attrs);
    }
}

OpImplTable& RegisteredOps() {
    static OpImplTable* const table = new OpImplTable;
    return *table;
}

class OpImplRegisterV2Impl {
public:
    std::string op_type;
    OpImplFunctions functions;

    OpImplRegisterV2Impl* Clone() const { return new OpImplRegisterV2Impl(*this); }
    void Commit() const { Merge(functions, &RegisteredOps()[op_type]); }
    PrivateAttrValue* AddPrivateAttr(const ge::char_t* name, PrivateAttrValue::Kind kind) {
        PrivateAttrValue attr;
        attr.name = name == nullptr ? "" : name;
        attr.kind = kind;
        functions.private_attrs.push_back(attr);
        return &functions.private_attrs.back();
    }
};

OpImplRegisterV2::OpImplRegisterV2(const ge::char_t* op_type) : impl_(new OpImplRegisterV2Impl) {
    impl_->op_type = op_type == nullptr ? "" : op_type;
    (void)RegisteredOps()[impl_->op_type];
}
OpImplRegisterV2::OpImplRegisterV2(OpImplRegisterV2&& register_data) noexcept
    : impl_(std::move(register_data.impl_)) {
    impl_->Commit();
}
OpImplRegisterV2::OpImplRegisterV2(const OpImplRegisterV2& register_data)
    : impl_(register_data.impl_->Clone()) {
    impl_->Commit();
}
OpImplRegisterV2::~OpImplRegisterV2() = default;

OpImplRegisterV2& OpImplRegisterV2::InferShape(InferShapeKernelFunc infer_shape_func) {
    impl_->functions.infer_shape = infer_shape_func;
    return *this;
}
OpImplRegisterV2& OpImplRegisterV2::InferShapeRange(
    InferShapeRangeKernelFunc infer_shape_range_func) {
    impl_->functions.infer_shape_range = infer_shape_range_func;
    return *this;
}
OpImplRegisterV2& OpImplRegisterV2::InferDataType(InferDataTypeKernelFunc infer_datatype_func) {
    impl_->functions.infer_datatype = infer_datatype_func;
    return *this;
}
OpImplRegisterV2& OpImplRegisterV2::InferOutDataTypeSameWithFirstInput() {
    impl_->functions.infer_datatype_same_as_first_input = true;
    return *this;
}
OpImplRegisterV2& OpImplRegisterV2::Tiling(TilingKernelFunc tiling_func,
                                           size_t max_tiling_data_size) {
    impl_->functions.tiling = tiling_func;
    impl_->functions.max_tiling_data_size = max_tiling_data_size;
    return *this;
}
OpImplRegisterV2& OpImplRegisterV2::GenSimplifiedKey(
    GenSimplifiedKeyKernelFunc gen_simplifiedkey_func) {
    impl_->functions.gen_simplified_key = gen_simplifiedkey_func;
    return *this;
}
OpImplRegisterV2& OpImplRegisterV2::OpExecuteFunc(OpExecFunc op_execute_func) {
    impl_->functions.op_execute = op_execute_func;
    return *this;
}
OpImplRegisterV2& OpImplRegisterV2::Op2StageExecuteFuncs(OpExecPrepareFunc prepare_func,
                                                         OpExecLaunchFunc launch_func) {
    impl_->functions.op_execute_prepare = prepare_func;
    impl_->functions.op_execute_launch = launch_func;
    return *this;
}

OpImplRegisterV2& OpImplRegisterV2::PrivateAttr(const ge::char_t* private_attr) {
    (void)impl_->AddPrivateAttr(private_attr, PrivateAttrValue::Kind::kNone);
    return *this;
}
OpImplRegisterV2& OpImplRegisterV2::PrivateAttr(const ge::char_t* private_attr,
                                                int64_t private_attr_val) {
    impl_->AddPrivateAttr(private_attr, PrivateAttrValue::Kind::kInt)->int_value = private_attr_val;
    return *this;
}
OpImplRegisterV2& OpImplRegisterV2::PrivateAttr(const ge::char_t* private_attr,
                                                const std::vector<int64_t>& private_attr_val) {
    impl_->AddPrivateAttr(private_attr, PrivateAttrValue::Kind::kListInt)->list_int =
        private_attr_val;
    return *this;
}
OpImplRegisterV2& OpImplRegisterV2::PrivateAttr(const ge::char_t* private_attr,
                                                const ge::char_t* private_attr_val) {
    impl_->AddPrivateAttr(private_attr, PrivateAttrValue::Kind::kString)->string_value =
        private_attr_val == nullptr ? "" : private_attr_val;
    return *this;
}
OpImplRegisterV2& OpImplRegisterV2::PrivateAttr(const ge::char_t* private_attr,
                                                ge::float32_t private_attr_val) {
    impl_->AddPrivateAttr(private_attr, PrivateAttrValue::Kind::kFloat)->float_value =
        private_attr_val;
    return *this;
}
OpImplRegisterV2& OpImplRegisterV2::PrivateAttr(const ge::char_t* private_attr,
                                                bool private_attr_val) {
    impl_->AddPrivateAttr(private_attr, PrivateAttrValue::Kind::kBool)->int_value =
        private_attr_val ? 1 : 0;
    return *this;
}
OpImplRegisterV2& OpImplRegisterV2::PrivateAttr(
    const ge::char_t* private_attr, const std::vector<ge::float32_t>& private_attr_val) {
    impl_->AddPrivateAttr(private_attr, PrivateAttrValue::Kind::kListFloat)->list_float =
        private_attr_val;
    return *this;
}

OpImplRegisterV2& OpImplRegisterV2::InputsDataDependency(std::initializer_list<int32_t> inputs) {
    impl_->functions.inputs_dependency |= BitsOf(inputs);
    return *this;
}
OpImplRegisterV2& OpImplRegisterV2::TilingInputsDataDependency(
    std::initializer_list<int32_t> inputs) {
    impl_->functions.tiling_inputs_dependency |= BitsOf(inputs);
    return *this;
}
OpImplRegisterV2& OpImplRegisterV2::TilingInputsDataDependency(
    std::initializer_list<int32_t> inputs, std::initializer_list<TilingPlacement> placements) {
    impl_->functions.tiling_inputs_dependency |= BitsOf(inputs);
    for (const TilingPlacement placement : placements) {
        if (placement == TILING_ON_AICPU) {
            impl_->functions.aicpu_tiling_dependency |= BitsOf(inputs);
        }
    }
    return *this;
}
OpImplRegisterV2& OpImplRegisterV2::HostInputs(std::initializer_list<int32_t> inputs) {
    impl_->functions.host_inputs |= BitsOf(inputs);
    return *this;
}
OpImplRegisterV2& OpImplRegisterV2::OutputShapeDependOnCompute(
    std::initializer_list<int32_t> outputs) {
    impl_->functions.output_shape_depend_compute |= BitsOf(outputs);
    return *this;
}

OpImplRegisterV2& OpImplRegisterV2::TilingParse(KernelFunc tiling_parse_func,
                                                CompileInfoCreatorFunc creator_func,
                                                CompileInfoDeleterFunc deleter_func,
                                                bool placeholder) {
    impl_->functions.tiling_parse = tiling_parse_func;
    impl_->functions.compile_info_creator = creator_func;
    impl_->functions.compile_info_deleter = deleter_func;
    impl_->functions.tiling_parse_is_placeholder = placeholder;
    return *this;
}

}  // namespace gert
