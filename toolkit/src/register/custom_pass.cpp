#include <map>

#include "register/parser_registry.h"
#include "register/register_custom_pass.h"

namespace ge {

class PassRegistrationDataImpl {
public:
    std::string name;
    CustomPassFunc pass;
    CustomAllocateStreamPassFunc allocate_stream;
    CustomPassStage stage = CustomPassStage::kBeforeInferShape;
};

PassRegistrationData::PassRegistrationData(std::string pass_name)
    : impl_(std::make_shared<PassRegistrationDataImpl>()) {
    impl_->name = std::move(pass_name);
}
PassRegistrationData& PassRegistrationData::CustomPassFn(const CustomPassFunc& custom_pass_fn) {
    if (impl_ != nullptr) {
        impl_->pass = custom_pass_fn;
    }
    return *this;
}
PassRegistrationData& PassRegistrationData::Stage(const CustomPassStage stage) {
    if (impl_ != nullptr) {
        impl_->stage = stage;
    }
    return *this;
}
PassRegistrationData& PassRegistrationData::CustomAllocateStreamPassFn(
    const CustomAllocateStreamPassFunc& allocate_stream_pass_fn) {
    if (impl_ != nullptr) {
        impl_->allocate_stream = allocate_stream_pass_fn;
    }
    return *this;
}
std::string PassRegistrationData::GetPassName() const {
    return impl_ == nullptr ? "" : impl_->name;
}
CustomPassFunc PassRegistrationData::GetCustomPassFn() const {
    return impl_ == nullptr ? CustomPassFunc() : impl_->pass;
}
CustomPassStage PassRegistrationData::GetStage() const {
    return impl_ == nullptr ? CustomPassStage::kInvalid : impl_->stage;
}
CustomAllocateStreamPassFunc PassRegistrationData::GetCustomAllocateStreamPass() const {
    return impl_ == nullptr ? CustomAllocateStreamPassFunc() : impl_->allocate_stream;
}

PassReceiver::PassReceiver(PassRegistrationData& reg_data) {
    domi::ParserRegistry::Add(reg_data);
}

class CustomPassContextImpl {
public:
    AscendString error_message;
};

CustomPassContext::CustomPassContext() : impl_(new CustomPassContextImpl) {}
CustomPassContext::~CustomPassContext() = default;
void CustomPassContext::SetErrorMessage(const AscendString& error_message) {
    impl_->error_message = error_message;
}
AscendString CustomPassContext::GetErrorMessage() const {
    return impl_->error_message;
}

class StreamPassContextImpl {
public:
    int64_t max_stream_id = INVALID_STREAM_ID;
    std::map<AscendString, int64_t> stream_of;  ///< by the node's name
};

StreamPassContext::StreamPassContext(int64_t current_max_stream_id)
    : impl_(new StreamPassContextImpl) {
    impl_->max_stream_id = current_max_stream_id;
}
StreamPassContext::~StreamPassContext() = default;
graphStatus StreamPassContext::SetStreamId(const GNode& node, int64_t stream_id) {
    AscendString name;
    if (stream_id > impl_->max_stream_id || node.GetName(name) != GRAPH_SUCCESS) {
        return GRAPH_PARAM_INVALID;
    }
    impl_->stream_of[name] = stream_id;
    return GRAPH_SUCCESS;
}
int64_t StreamPassContext::GetStreamId(const GNode& node) const {
    AscendString name;
    (void)node.GetName(name);
    const auto stream = impl_->stream_of.find(name);
    return stream == impl_->stream_of.end() ? INVALID_STREAM_ID : stream->second;
}
int64_t StreamPassContext::AllocateNextStreamId() {
    return ++impl_->max_stream_id;
}
int64_t StreamPassContext::GetCurrMaxStreamId() const {
    return impl_->max_stream_id;
}

}  // namespace ge
