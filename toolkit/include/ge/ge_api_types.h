// Options and types of the graph engine's sessions (ge/ge_api.h). Every option is accepted and
// changes nothing, since no graphs run here.
#ifndef INC_EXTERNAL_GE_GE_API_TYPES_H_
#define INC_EXTERNAL_GE_GE_API_TYPES_H_

#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iostream>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include "graph/tensor.h"
#include "graph/types.h"

namespace ge {
const char_t* const OPTION_GRAPH_RUN_MODE = "ge.graphRunMode";
const char_t* const OPTION_DEVICE_TYPE = "ge.deviceType";
const char_t* const OPTION_EXEC_SESSION_ID = "ge.exec.sessionId";
const char_t* const OPTION_EXEC_DEVICE_ID = "ge.exec.deviceId";
const char_t* const OPTION_EXEC_JOB_ID = "ge.exec.jobId";
const char_t* const OPTION_EXEC_RANK_ID = "ge.exec.rankId";
const char_t* const OPTION_EXEC_RANK_TABLE_FILE = "ge.exec.rankTableFile";
const char_t* const OPTION_EXEC_DEPLOY_MODE = "ge.exec.deployMode";
const char_t* const OPTION_EXEC_ENABLE_DUMP = "ge.exec.enableDump";
const char_t* const OPTION_EXEC_DUMP_PATH = "ge.exec.dumpPath";
const char_t* const OPTION_EXEC_DUMP_STEP = "ge.exec.dumpStep";
const char_t* const OPTION_EXEC_DUMP_MODE = "ge.exec.dumpMode";
const char_t* const OPTION_EXEC_ENABLE_DUMP_DEBUG = "ge.exec.enableDumpDebug";
const char_t* const OPTION_EXEC_DUMP_DEBUG_MODE = "ge.exec.dumpDebugMode";
const char_t* const OPTION_EXEC_PROFILING_MODE = "ge.exec.profilingMode";
const char_t* const OPTION_EXEC_PROFILING_OPTIONS = "ge.exec.profilingOptions";
const char_t* const OPTION_EXEC_HCCL_FLAG = "ge.exec.hcclFlag";
const char_t* const OPTION_EXEC_ATOMIC_FLAG = "ge.exec.enable_atomic";
const char_t* const OPTION_EXEC_DISABLE_REUSED_MEMORY = "ge.exec.disableReuseMemory";
const char_t* const OPTION_EXEC_DYNAMIC_INPUT = "ge.exec.dynamicInput";
const char_t* const OPTION_EXEC_DYNAMIC_EXECUTE_MODE = "ge.exec.dynamicGraphExecuteMode";
const char_t* const OPTION_EXEC_DATA_INPUTS_SHAPE_RANGE = "ge.exec.dataInputsShapeRange";
const char_t* const OPTION_SESSION_DEVICE_ID = "ge.session_device_id";
const char_t* const OPTION_FEATURE_BASE_REFRESHABLE = "ge.featureBaseRefreshable";
const char_t* const OPTION_CONST_LIFECYCLE = "ge.constLifecycle";
const char_t* const GRAPH_MEMORY_MAX_SIZE = "ge.graphMemoryMaxSize";
const char_t* const VARIABLE_MEMORY_MAX_SIZE = "ge.variableMemoryMaxSize";

const std::string SOC_VERSION = "ge.socVersion";
const std::string CORE_TYPE = "ge.engineType";
const std::string AICORE_NUM = "ge.aicoreNum";
const std::string PRECISION_MODE = "ge.exec.precision_mode";
const std::string PRECISION_MODE_V2 = "ge.exec.precision_mode_v2";
const std::string OP_SELECT_IMPL_MODE = "ge.opSelectImplmode";
const std::string OPTYPELIST_FOR_IMPLMODE = "ge.optypelistForImplmode";
const std::string BUFFER_OPTIMIZE = "ge.bufferOptimize";
const std::string FUSION_SWITCH_FILE = "ge.fusionSwitchFile";
const std::string INSERT_OP_FILE = "ge.insertOpFile";
const std::string OUTPUT_DATATYPE = "ge.outputDatatype";
const std::string INPUT_SHAPE = "ge.inputShape";
const std::string STREAM_MAX_PARALLEL_NUM = "ge.streamMaxParallelNum";
const std::string HCOM_PARALLEL = "ge.hcomParallel";

enum GraphRunMode { PREDICTION = 0, TRAIN };

enum class MemoryType : std::int64_t {
    MEMORY_TYPE_DEFAULT,
    MEMORY_TYPE_P2P,
};

/// A tensor on the host, as `Session::BuildGraph` reads it.
struct InputTensorInfo {
    uint32_t data_type;
    std::vector<int64_t> dims;
    void* data;
    int64_t length;
};

using Status = uint32_t;
using RunAsyncCallback = std::function<void(Status, std::vector<ge::Tensor>&)>;
}  // namespace ge

#endif  // INC_EXTERNAL_GE_GE_API_TYPES_H_
