// Attributes of operator definitions.
#include "op_def_impl.h"

namespace ops {

OpAttrDef::OpAttrDef(const char* name) : impl_(new OpAttrDefImpl()) {
    impl_->name = ge::AscendString(Text(name).c_str());
}
OpAttrDef::OpAttrDef(const OpAttrDef& attr_def) : impl_(new OpAttrDefImpl(*attr_def.impl_)) {}
OpAttrDef::~OpAttrDef() = default;
OpAttrDef& OpAttrDef::operator=(const OpAttrDef& attr_def) {
    if (this != &attr_def) {
        *impl_ = *attr_def.impl_;
    }
    return *this;
}

OpAttrDef& OpAttrDef::AttrType(Option attr_type) {
    impl_->required = attr_type != OPTIONAL;
    return *this;
}
OpAttrDef& OpAttrDef::Bool(void) {
    return Bool(false);
}
OpAttrDef& OpAttrDef::Bool(bool value) {
    impl_->type = AttrDataType::ATTR_DT_BOOL;
    impl_->bool_value = value;
    return *this;
}
OpAttrDef& OpAttrDef::Float(void) {
    return Float(0.0F);
}
OpAttrDef& OpAttrDef::Float(float value) {
    impl_->type = AttrDataType::ATTR_DT_FLOAT;
    impl_->float_value = value;
    return *this;
}
OpAttrDef& OpAttrDef::Int(void) {
    return Int(0);
}
OpAttrDef& OpAttrDef::Int(int64_t value) {
    impl_->type = AttrDataType::ATTR_DT_INT;
    impl_->int_value = value;
    return *this;
}
OpAttrDef& OpAttrDef::String(void) {
    return String("");
}
OpAttrDef& OpAttrDef::String(const char* value) {
    impl_->type = AttrDataType::ATTR_DT_STR;
    impl_->string_value = Text(value);
    return *this;
}
OpAttrDef& OpAttrDef::ListBool(void) {
    return ListBool(std::vector<bool>());
}
OpAttrDef& OpAttrDef::ListBool(std::vector<bool> value) {
    impl_->type = AttrDataType::ATTR_DT_LIST_BOOL;
    impl_->bools = std::move(value);
    return *this;
}
OpAttrDef& OpAttrDef::ListFloat(void) {
    return ListFloat(std::vector<float>());
}
OpAttrDef& OpAttrDef::ListFloat(std::vector<float> value) {
    impl_->type = AttrDataType::ATTR_DT_LIST_FLOAT;
    impl_->floats = std::move(value);
    return *this;
}
OpAttrDef& OpAttrDef::ListInt(void) {
    return ListInt(std::vector<int64_t>());
}
OpAttrDef& OpAttrDef::ListInt(std::vector<int64_t> value) {
    impl_->type = AttrDataType::ATTR_DT_LIST_INT;
    impl_->ints = std::move(value);
    return *this;
}
OpAttrDef& OpAttrDef::ListListInt(void) {
    return ListListInt(std::vector<std::vector<int64_t>>());
}
OpAttrDef& OpAttrDef::ListListInt(std::vector<std::vector<int64_t>> value) {
    impl_->type = AttrDataType::ATTR_DT_LIST_LIST_INT;
    impl_->int_lists = std::move(value);
    return *this;
}
OpAttrDef& OpAttrDef::Version(uint32_t version) {
    impl_->version = version;
    return *this;
}
OpAttrDef& OpAttrDef::Comment(const char* comment) {
    impl_->comment = Text(comment);
    return *this;
}
ge::AscendString& OpAttrDef::GetName(void) const {
    return impl_->name;
}
bool OpAttrDef::IsRequired(void) {
    return impl_->required;
}

}  // namespace ops
