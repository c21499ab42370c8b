// Operator definitions.
#include "register/op_def.h"

#include "op_def_impl.h"
#include "register/op_config_registry.h"

namespace ops {

OpDef::OpDef(const char* type) : impl_(new OpDefImpl()) {
    impl_->type = Text(type);
    for (const auto& config : GetOpAllAICoreConfig(type)) {
        OpAICoreConfig merged = config.second();
        impl_->aicore.AddConfig(config.first.GetString(), merged);
    }
}
OpDef::OpDef(const OpDef& op_def) : impl_(new OpDefImpl(*op_def.impl_)) {}
OpDef::~OpDef() = default;
OpDef& OpDef::operator=(const OpDef& op_def) {
    if (this != &op_def) {
        *impl_ = *op_def.impl_;
    }
    return *this;
}

OpParamDef& OpDef::Input(const char* name) {
    return impl_->inputs.FindOrAdd(name);
}
OpParamDef& OpDef::Output(const char* name) {
    return impl_->outputs.FindOrAdd(name);
}
OpAttrDef& OpDef::Attr(const char* name) {
    const ge::AscendString attr_name(Text(name).c_str());
    for (OpAttrDef& attr : impl_->attrs) {
        if (attr.GetName() == attr_name) {
            return attr;
        }
    }
    impl_->attrs.emplace_back(name);
    return impl_->attrs.back();
}
OpDef& OpDef::Comment(CommentSection section, const char* comment) {
    impl_->comments[section].push_back(Text(comment));
    return *this;
}
OpDef& OpDef::SetInferShape(gert::OpImplRegisterV2::InferShapeKernelFunc func) {
    impl_->infer_shape = func;
    return *this;
}
OpDef& OpDef::SetInferShapeRange(gert::OpImplRegisterV2::InferShapeRangeKernelFunc func) {
    impl_->infer_shape_range = func;
    return *this;
}
OpDef& OpDef::SetInferDataType(gert::OpImplRegisterV2::InferDataTypeKernelFunc func) {
    impl_->infer_data_type = func;
    return *this;
}
gert::OpImplRegisterV2::InferShapeKernelFunc& OpDef::GetInferShape(void) {
    return impl_->infer_shape;
}
gert::OpImplRegisterV2::InferShapeRangeKernelFunc& OpDef::GetInferShapeRange(void) {
    return impl_->infer_shape_range;
}
gert::OpImplRegisterV2::InferDataTypeKernelFunc& OpDef::GetInferDataType(void) {
    return impl_->infer_data_type;
}
OpAICoreDef& OpDef::AICore(void) {
    return impl_->aicore;
}
OpAICPUDef& OpDef::AICPU(void) {
    impl_->has_aicpu = true;
    return impl_->aicpu;
}
OpHostCPUDef& OpDef::HostCPU(void) {
    impl_->has_hostcpu = true;
    return impl_->hostcpu;
}
OpMC2Def& OpDef::MC2(void) {
    return impl_->mc2;
}
OpDef& OpDef::FormatMatchMode(FormatCheckOption option) {
    impl_->format_match = option;
    return *this;
}
OpDef& OpDef::EnableFallBack(void) {
    impl_->fallback = true;
    return *this;
}

std::vector<int32_t> ValueDependInputs(const OpDef& op_def) {
    std::vector<int32_t> inputs;
    int32_t index = 0;
    for (const OpParamDef& port : op_def.impl_->inputs.ports()) {
        if (port.impl_->value_depend) {
            inputs.push_back(index);
        }
        ++index;
    }
    return inputs;
}

}  // namespace ops
