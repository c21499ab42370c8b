// The graph engine and its sessions (libge_runner.so). It starts and stops; it runs no graphs:
// every function of a session fails, with a text for aclGetRecentErrMsg and GEGetErrorMsgV2.
#ifndef INC_EXTERNAL_GE_GE_API_H_
#define INC_EXTERNAL_GE_GE_API_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "exe_graph/runtime/tensor.h"
#include "ge/ge_allocator.h"
#include "ge/ge_api_error_codes.h"
#include "ge/ge_api_types.h"
#include "graph/ascend_string.h"
#include "graph/graph.h"
#include "graph/tensor.h"

namespace ge {
class CompiledGraphSummary;
using CompiledGraphSummaryPtr = std::shared_ptr<CompiledGraphSummary>;

using pCallBackFunc = uint32_t (*)(uint32_t graph_id,
                                   const std::map<std::string, ge::Tensor>& params_list);
namespace session {
using pCallBackFunc = uint32_t (*)(uint32_t graph_id,
                                   const std::map<AscendString, ge::Tensor>& params_list);
}  // namespace session

GE_FUNC_HOST_VISIBILITY Status GEInitialize(const std::map<std::string, std::string>& options);
GE_FUNC_HOST_VISIBILITY Status GEInitialize(const std::map<AscendString, AscendString>& options);
GE_FUNC_HOST_VISIBILITY Status GEFinalize();
/// What failed in this thread; each text is given once.
GE_FUNC_HOST_VISIBILITY std::string GEGetErrorMsg();
GE_FUNC_HOST_VISIBILITY ge::AscendString GEGetErrorMsgV2();
/// Empty: nothing reports warnings.
GE_FUNC_HOST_VISIBILITY std::string GEGetWarningMsg();
GE_FUNC_HOST_VISIBILITY ge::AscendString GEGetWarningMsgV2();

class GE_FUNC_HOST_VISIBILITY Session {
public:
    explicit Session(const std::map<std::string, std::string>& options);
    explicit Session(const std::map<AscendString, AscendString>& options);
    ~Session();

    Status AddGraph(uint32_t graph_id, const Graph& graph);
    Status AddGraph(uint32_t graph_id, const Graph& graph,
                    const std::map<std::string, std::string>& options);
    Status AddGraph(uint32_t graph_id, const Graph& graph,
                    const std::map<AscendString, AscendString>& options);
    Status AddGraphWithCopy(uint32_t graph_id, const Graph& graph);
    Status AddGraphWithCopy(uint32_t graph_id, const Graph& graph,
                            const std::map<AscendString, AscendString>& options);
    Status RemoveGraph(uint32_t graph_id);
    Status BuildGraph(uint32_t graph_id, const std::vector<InputTensorInfo>& inputs);
    Status BuildGraph(uint32_t graph_id, const std::vector<ge::Tensor>& inputs);
    Status CompileGraph(uint32_t graph_id);
    Status LoadGraph(const uint32_t graph_id, const std::map<AscendString, AscendString>& options,
                     void* stream) const;
    Status RunGraph(uint32_t graph_id, const std::vector<Tensor>& inputs,
                    std::vector<Tensor>& outputs);
    Status RunGraphAsync(uint32_t graph_id, const std::vector<ge::Tensor>& inputs,
                         RunAsyncCallback callback);
    Status RunGraphWithStreamAsync(uint32_t graph_id, void* stream,
                                   const std::vector<Tensor>& inputs, std::vector<Tensor>& outputs);
    Status ExecuteGraphWithStreamAsync(uint32_t graph_id, void* stream,
                                       const std::vector<gert::Tensor>& inputs,
                                       std::vector<gert::Tensor>& outputs);
    Status GetVariables(const std::vector<std::string>& var_names, std::vector<Tensor>& var_values);
    Status GetVariables(const std::vector<AscendString>& var_names,
                        std::vector<Tensor>& var_values);
    Status RegisterCallBackFunc(const std::string& key, const pCallBackFunc& callback);
    Status RegisterCallBackFunc(const char* key, const session::pCallBackFunc& callback);
    bool IsGraphNeedRebuild(uint32_t graph_id);
    uint64_t GetSessionId() const;
    CompiledGraphSummaryPtr GetCompiledGraphSummary(uint32_t graph_id);
    Status SetGraphConstMemoryBase(uint32_t graph_id, const void* const memory, size_t size);
    Status UpdateGraphFeatureMemoryBase(uint32_t graph_id, const void* const memory, size_t size);
    Status SetGraphFixedFeatureMemoryBase(uint32_t graph_id, const void* const memory, size_t size);
    Status UpdateGraphRefreshableFeatureMemoryBase(uint32_t graph_id, const void* const memory,
                                                   size_t size);
    Status RegisterExternalAllocator(const void* const stream, AllocatorPtr allocator) const;
    Status UnregisterExternalAllocator(const void* const stream) const;
};
}  // namespace ge

#endif  // INC_EXTERNAL_GE_GE_API_H_
