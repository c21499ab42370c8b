// Offline models (libge_compiler.so). Graphs are not compiled here: programs link, and a call ends
// the process with a message that names the function.
#ifndef INC_EXTERNAL_GE_IR_BUILD_H_
#define INC_EXTERNAL_GE_IR_BUILD_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "graph/ge_error_codes.h"
#include "graph/graph.h"
#include "graph/tensor.h"

#ifndef GE_FUNC_VISIBILITY
#define GE_FUNC_VISIBILITY
#endif

namespace ge {
constexpr int32_t IR_MAJOR_VERSION = 1;
constexpr int32_t IR_MINOR_VERSION = 0;
constexpr int32_t IR_PATCH_VERSION = 0;
using aclmdlModel = void*;

struct ModelBufferData {
    std::shared_ptr<uint8_t> data = nullptr;
    uint64_t length;
};

struct GraphWithOptions {
    ge::Graph graph;
    std::map<AscendString, AscendString> build_options;
};

struct WeightRefreshableGraphs {
    ge::Graph infer_graph;
    ge::Graph var_init_graph;
    ge::Graph var_update_graph;
};

enum aclgrphAttrType { ATTR_TYPE_KEEP_DTYPE = 0, ATTR_TYPE_WEIGHT_COMPRESS };

GE_FUNC_VISIBILITY graphStatus
aclgrphBuildInitialize(std::map<std::string, std::string> global_options);
GE_FUNC_VISIBILITY graphStatus
aclgrphBuildInitialize(std::map<AscendString, AscendString>& global_options);
GE_FUNC_VISIBILITY void aclgrphBuildFinalize();
GE_FUNC_VISIBILITY graphStatus
aclgrphBuildModel(const ge::Graph& graph, const std::map<std::string, std::string>& build_options,
                  ModelBufferData& model);
GE_FUNC_VISIBILITY graphStatus
aclgrphBuildModel(const ge::Graph& graph, const std::map<AscendString, AscendString>& build_options,
                  ModelBufferData& model);
GE_FUNC_VISIBILITY graphStatus aclgrphSaveModel(const std::string& output_file,
                                                const ModelBufferData& model);
GE_FUNC_VISIBILITY graphStatus aclgrphSaveModel(const char* output_file,
                                                const ModelBufferData& model);
GE_FUNC_VISIBILITY graphStatus aclgrphSaveModel(const char* output_file, const aclmdlModel* model);
GE_FUNC_VISIBILITY graphStatus aclgrphSaveModelToBuffer(ModelBufferData& model_buffer,
                                                        const aclmdlModel* model);
GE_FUNC_VISIBILITY graphStatus aclgrphDestroyModel(const aclmdlModel* model);
GE_FUNC_VISIBILITY graphStatus aclgrphConvertToWeightRefreshableGraphs(
    const ge::Graph& origin_graph, const std::vector<AscendString>& const_names,
    WeightRefreshableGraphs& weight_refreshable_graphs);
GE_FUNC_VISIBILITY graphStatus aclgrphBundleBuildModel(
    const std::vector<ge::GraphWithOptions>& graph_with_options, ModelBufferData& model);
GE_FUNC_VISIBILITY graphStatus aclgrphBundleSaveModel(const char* output_file,
                                                      const ModelBufferData& model);
GE_FUNC_VISIBILITY graphStatus aclgrphGetIRVersion(int32_t* major_version, int32_t* minor_version,
                                                   int32_t* patch_version);
GE_FUNC_VISIBILITY graphStatus aclgrphDumpGraph(const ge::Graph& graph, const char* file,
                                                const size_t len);
GE_FUNC_VISIBILITY graphStatus aclgrphGenerateForOp(const AscendString& op_type,
                                                    const std::vector<TensorDesc>& inputs,
                                                    const std::vector<TensorDesc>& outputs,
                                                    Graph& graph);
GE_FUNC_VISIBILITY graphStatus aclgrphGenerateForOp(const AscendString& json_path,
                                                    std::vector<Graph>& graphs);
GE_FUNC_VISIBILITY graphStatus aclgrphSetOpAttr(Graph& graph, aclgrphAttrType attr_type,
                                                const char* cfg_path);
GE_FUNC_VISIBILITY graphStatus aclgrphBuildModelFromFile(
    const char* graph_file, const std::map<AscendString, AscendString>& build_options,
    aclmdlModel** model);
GE_FUNC_VISIBILITY graphStatus aclgrphBuildModelFromData(
    const void* graph_data, size_t graph_size,
    const std::map<AscendString, AscendString>& build_options, aclmdlModel** model);
}  // namespace ge

#endif  // INC_EXTERNAL_GE_IR_BUILD_H_
