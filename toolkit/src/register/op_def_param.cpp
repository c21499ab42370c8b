// Inputs and outputs of operator definitions.
#include "op_def_impl.h"

namespace ops {
namespace {

template <typename Value>
void SetList(ValueList<Value>& list, ListKind kind, std::vector<Value>&& values) {
    if (list.kind != ListKind::NONE && list.kind != kind) {
        list.given_twice = true;
        return;
    }
    list.kind = kind;
    list.values = std::move(values);
}

}  // namespace

OpParamDef::OpParamDef(const char* name) : impl_(new OpParamDefImpl()) {
    impl_->name = Text(name);
}
OpParamDef::OpParamDef(const OpParamDef& def) : impl_(new OpParamDefImpl(*def.impl_)) {}
OpParamDef::~OpParamDef() = default;
OpParamDef& OpParamDef::operator=(const OpParamDef& def) {
    if (this != &def) {
        *impl_ = *def.impl_;
    }
    return *this;
}

OpParamDef& OpParamDef::ParamType(Option param_type) {
    impl_->param_type = param_type;
    return *this;
}
OpParamDef& OpParamDef::DataType(std::vector<ge::DataType> types) {
    SetList(impl_->dtypes, ListKind::COLUMNS, std::move(types));
    return *this;
}
OpParamDef& OpParamDef::DataTypeList(std::vector<ge::DataType> types) {
    SetList(impl_->dtypes, ListKind::LIST, std::move(types));
    return *this;
}
OpParamDef& OpParamDef::Format(std::vector<ge::Format> formats) {
    SetList(impl_->formats, ListKind::COLUMNS, std::move(formats));
    return *this;
}
OpParamDef& OpParamDef::FormatList(std::vector<ge::Format> formats) {
    SetList(impl_->formats, ListKind::LIST, std::move(formats));
    return *this;
}
OpParamDef& OpParamDef::DataTypeForBinQuery(std::vector<ge::DataType> types) {
    impl_->dtypes.for_bin_query = std::move(types);
    return *this;
}
OpParamDef& OpParamDef::FormatForBinQuery(std::vector<ge::Format> formats) {
    impl_->formats.for_bin_query = std::move(formats);
    return *this;
}
OpParamDef& OpParamDef::UnknownShapeFormat(std::vector<ge::Format> formats) {
    impl_->unknown_shape_formats = std::move(formats);
    return *this;
}
OpParamDef& OpParamDef::ValueDepend(Option value_depend) {
    return ValueDepend(value_depend, DependScope::ALL);
}
OpParamDef& OpParamDef::ValueDepend(Option value_depend, DependScope scope) {
    impl_->value_depend = true;
    impl_->value_depend_option = value_depend;
    impl_->depend_scope = scope;
    return *this;
}
OpParamDef& OpParamDef::IgnoreContiguous(void) {
    impl_->ignore_contiguous = true;
    return *this;
}
OpParamDef& OpParamDef::AutoContiguous() {
    impl_->auto_contiguous = true;
    return *this;
}
OpParamDef& OpParamDef::Scalar() {
    impl_->scalar = OpParamDefImpl::ScalarKind::SCALAR;
    return *this;
}
OpParamDef& OpParamDef::ScalarList() {
    impl_->scalar = OpParamDefImpl::ScalarKind::SCALAR_LIST;
    return *this;
}
OpParamDef& OpParamDef::To(const ge::DataType type) {
    impl_->has_scalar_type = true;
    impl_->scalar_type = type;
    impl_->scalar_name.clear();
    return *this;
}
OpParamDef& OpParamDef::To(const char* name) {
    impl_->has_scalar_type = false;
    impl_->scalar_type = ge::DT_UNDEFINED;
    impl_->scalar_name = Text(name);
    return *this;
}
OpParamDef& OpParamDef::Version(uint32_t version) {
    impl_->version = version;
    return *this;
}
OpParamDef& OpParamDef::InitValue(uint64_t value) {
    impl_->init_kind = OpParamDefImpl::InitKind::NUMBER;
    impl_->init_number = value;
    impl_->init_scalars.clear();
    return *this;
}
OpParamDef& OpParamDef::InitValue(const ScalarVar& value) {
    return InitValue(std::vector<ScalarVar>{value});
}
OpParamDef& OpParamDef::InitValue(const std::vector<ScalarVar>& value) {
    impl_->init_kind = OpParamDefImpl::InitKind::SCALARS;
    impl_->init_number = 0;
    impl_->init_scalars = value;
    return *this;
}
OpParamDef& OpParamDef::OutputShapeDependOnCompute() {
    impl_->shape_depends_on_compute = true;
    return *this;
}
OpParamDef& OpParamDef::Follow(const char* paramName) {
    return Follow(paramName, FollowType::ALL);
}
OpParamDef& OpParamDef::Follow(const char* paramName, FollowType ftype) {
    impl_->follow_name = Text(paramName);
    impl_->follow_type = ftype;
    return *this;
}
OpParamDef& OpParamDef::Comment(const char* comment) {
    impl_->comment = Text(comment);
    return *this;
}

}  // namespace ops
