#include "ge_runner/session.h"

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

}  // namespace

Status GEInitialize(const Options&) {
    TakeUnregisteredOperators();
    return SUCCESS;
}

Status GEFinalize() {
    return SUCCESS;
}

Session::Session(const Options&) {}

Session::~Session() {}

Status Session::AddGraph(uint32_t, const Graph&, const Options&) {
    return Reject(__func__);
}

Status Session::RemoveGraph(uint32_t) {
    return Reject(__func__);
}

Status Session::CompileGraph(uint32_t) {
    return Reject(__func__);
}

Status Session::RunGraph(uint32_t, const std::vector<Tensor>&, std::vector<Tensor>&) {
    return Reject(__func__);
}

Status Session::RunGraphAsync(uint32_t, const std::vector<Tensor>&, Finished) {
    return Reject(__func__);
}

Status Session::RunGraphWithStreamAsync(uint32_t, void*, const std::vector<Tensor>&,
                                        std::vector<Tensor>&) {
    return Reject(__func__);
}

Status Session::RegisterCallBackFunc(const std::string&, const Callback&) {
    return Reject(__func__);
}

std::shared_ptr<CompiledGraphSummary> Session::GetCompiledGraphSummary(uint32_t) {
    Reject(__func__);
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

Status Session::RegisterExternalAllocator(const void*, std::shared_ptr<Allocator>) const {
    return Reject(__func__);
}

Status Session::UnregisterExternalAllocator(const void*) const {
    return Reject(__func__);
}

}  // namespace ge
