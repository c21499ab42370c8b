// ge_api.h: the graph engine and its sessions, as CANN's libge_runner.so exports them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ge/ge_allocator.h"
#include "graph/ge_error_codes.h"
#include "graph/tensor.h"

namespace ge {

class CompiledGraphSummary;
class Graph;

using Status = uint32_t;
constexpr Status SUCCESS = 0;
constexpr Status FAILED = 0xFFFFFFFF;

using Options = std::map<std::string, std::string>;

GE_FUNC_HOST_VISIBILITY Status GEInitialize(const Options& options);
GE_FUNC_HOST_VISIBILITY Status GEFinalize();

/// Can be made; each function fails with a text for aclGetRecentErrMsg that says what to do.
class GE_FUNC_HOST_VISIBILITY Session {
public:
    using Callback = uint32_t (*)(uint32_t, const std::map<std::string, Tensor>&);
    using Finished = std::function<void(Status, std::vector<Tensor>&)>;

    explicit Session(const Options& options);
    ~Session();
    Status AddGraph(uint32_t graph_id, const Graph& graph, const Options& options);
    Status RemoveGraph(uint32_t graph_id);
    Status CompileGraph(uint32_t graph_id);
    Status RunGraph(uint32_t graph_id, const std::vector<Tensor>& inputs,
                    std::vector<Tensor>& outputs);
    Status RunGraphAsync(uint32_t graph_id, const std::vector<Tensor>& inputs, Finished finished);
    Status RunGraphWithStreamAsync(uint32_t graph_id, void* stream,
                                   const std::vector<Tensor>& inputs, std::vector<Tensor>& outputs);
    Status RegisterCallBackFunc(const std::string& key, const Callback& callback);
    std::shared_ptr<CompiledGraphSummary> GetCompiledGraphSummary(uint32_t graph_id);
    Status SetGraphConstMemoryBase(uint32_t graph_id, const void* memory, size_t size);
    Status UpdateGraphFeatureMemoryBase(uint32_t graph_id, const void* memory, size_t size);
    Status SetGraphFixedFeatureMemoryBase(uint32_t graph_id, const void* memory, size_t size);
    Status UpdateGraphRefreshableFeatureMemoryBase(uint32_t graph_id, const void* memory,
                                                   size_t size);
    Status RegisterExternalAllocator(const void* stream,
                                     std::shared_ptr<Allocator> allocator) const;
    Status UnregisterExternalAllocator(const void* stream) const;
};

}  // namespace ge
