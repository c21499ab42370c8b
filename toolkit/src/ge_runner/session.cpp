#include "ge/ge_api.h"
#include "graph/operator_fallback.h"
#include "runtime/error.h"

namespace ge {
namespace {

Status Reject(const char* function) {
    runtime::Fail(ACL_ERROR_API_NOT_SUPPORT,
                  "ge::Session::%s: the embedded toolkit runs operators, no graphs of the graph "
                  "engine; with MindSpore use jit_level O0 or O1",
                  function);
    return FAILED;
}

using Texts = std::map<std::string, std::string>;
using Options = std::map<AscendString, AscendString>;

}  // namespace

Status GEInitialize(const Texts&) {
    TakeUnregisteredOperators();
    return SUCCESS;
}

Status GEInitialize(const Options&) {
    return GEInitialize(Texts());
}

Status GEFinalize() {
    return SUCCESS;
}

std::string GEGetErrorMsg() {
    const char* const text = runtime::TakeErrorText();
    return text == nullptr ? "" : text;
}

AscendString GEGetErrorMsgV2() {
    return AscendString(GEGetErrorMsg().c_str());
}

std::string GEGetWarningMsg() {
    return "";
}

AscendString GEGetWarningMsgV2() {
    return AscendString("");
}

Session::Session(const Texts&) {}

Session::Session(const Options&) {}

Session::~Session() {}

Status Session::AddGraph(uint32_t, const Graph&) {
    return Reject(__func__);
}

Status Session::AddGraph(uint32_t, const Graph&, const Texts&) {
    return Reject(__func__);
}

Status Session::AddGraph(uint32_t, const Graph&, const Options&) {
    return Reject(__func__);
}

Status Session::AddGraphWithCopy(uint32_t, const Graph&) {
    return Reject(__func__);
}

Status Session::AddGraphWithCopy(uint32_t, const Graph&, const Options&) {
    return Reject(__func__);
}

Status Session::RemoveGraph(uint32_t) {
    return Reject(__func__);
}

Status Session::BuildGraph(uint32_t, const std::vector<InputTensorInfo>&) {
    return Reject(__func__);
}

Status Session::BuildGraph(uint32_t, const std::vector<Tensor>&) {
    return Reject(__func__);
}

Status Session::CompileGraph(uint32_t) {
    return Reject(__func__);
}

Status Session::LoadGraph(const uint32_t, const Options&, void*) const {
    return Reject(__func__);
}

Status Session::RunGraph(uint32_t, const std::vector<Tensor>&, std::vector<Tensor>&) {
    return Reject(__func__);
}

Status Session::RunGraphAsync(uint32_t, const std::vector<Tensor>&, RunAsyncCallback) {
    return Reject(__func__);
}

Status Session::RunGraphWithStreamAsync(uint32_t, void*, const std::vector<Tensor>&,
                                        std::vector<Tensor>&) {
    return Reject(__func__);
}

Status Session::ExecuteGraphWithStreamAsync(uint32_t, void*, const std::vector<gert::Tensor>&,
                                            std::vector<gert::Tensor>&) {
    return Reject(__func__);
}

Status Session::GetVariables(const std::vector<std::string>&, std::vector<Tensor>&) {
    return Reject(__func__);
}

Status Session::GetVariables(const std::vector<AscendString>&, std::vector<Tensor>&) {
    return Reject(__func__);
}

Status Session::RegisterCallBackFunc(const std::string&, const pCallBackFunc&) {
    return Reject(__func__);
}

Status Session::RegisterCallBackFunc(const char*, const session::pCallBackFunc&) {
    return Reject(__func__);
}

bool Session::IsGraphNeedRebuild(uint32_t) {
    return false;
}

uint64_t Session::GetSessionId() const {
    return 0;
}

CompiledGraphSummaryPtr Session::GetCompiledGraphSummary(uint32_t) {
    (void)Reject(__func__);
    return nullptr;
}

Status Session::SetGraphConstMemoryBase(uint32_t, const void*, size_t) {
    return Reject(__func__);
}

Status Session::UpdateGraphFeatureMemoryBase(uint32_t, const void*, size_t) {
    return Reject(__func__);
}

Status Session::SetGraphFixedFeatureMemoryBase(uint32_t, const void*, size_t) {
    return Reject(__func__);
}

Status Session::UpdateGraphRefreshableFeatureMemoryBase(uint32_t, const void*, size_t) {
    return Reject(__func__);
}

Status Session::RegisterExternalAllocator(const void*, AllocatorPtr) const {
    return Reject(__func__);
}

Status Session::UnregisterExternalAllocator(const void*) const {
    return Reject(__func__);
}

}  // namespace ge
