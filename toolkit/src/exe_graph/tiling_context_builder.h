// Runs the functions that an operator registered (tiling, shape and type inference) on plain
// arguments.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "exe_graph/attr_value.h"
#include "exe_graph/op_functions.h"
#include "graph/ge_error_codes.h"
#include "graph/types.h"

namespace fe {
class PlatFormInfos;
}

namespace gert {

/// What a function of an operator returned, as its author wrote it where that is known.
std::string StatusName(ge::graphStatus status);

/// One tensor at an input or output port.
struct TensorArg {
    const int64_t* dims = nullptr;  ///< view shape; borrowed
    size_t dim_num = 0;
    ge::DataType dtype = ge::DT_UNDEFINED;
    ge::Format format = ge::FORMAT_ND;
    void* data = nullptr;                   ///< borrowed
    bool on_host = false;                   ///< data may be read by the callbacks
    bool present = false;                   ///< false: absent optional port
    const int64_t* storage_dims = nullptr;  ///< null: the same as dims
    size_t storage_dim_num = 0;
    /// Steps along `dims`, in elements; null: contiguous, or made so before the kernel sees it.
    const int64_t* strides = nullptr;
    ge::Format origin_format = ge::FORMAT_RESERVED;  ///< FORMAT_RESERVED: the same as format
};

/// The arguments of one operator call.
struct OpArgs {
    std::string op_type;
    /// Outer: declared ports in order; inner: instances (more than one or none only for dynamic
    /// ports; exactly one slot with present = false for an absent optional port).
    std::vector<std::vector<TensorArg>> inputs;
    std::vector<std::vector<TensorArg>> outputs;
    std::vector<AttrValue> attrs;  ///< all declared attributes in order, defaults filled in
    std::string node_name;         ///< empty: op_type
};

struct TilingResult {
    ge::graphStatus status = ge::GRAPH_FAILED;
    std::string failure;  ///< why the function failed, in one line, where it did not say so itself
    uint64_t tiling_key = 0;
    uint32_t block_dim = 0;
    bool need_atomic = false;
    uint32_t schedule_mode = 0;
    uint32_t local_memory_size = 0;
    int32_t tiling_cond = 0;
    std::vector<uint8_t> tiling_data;  ///< exactly the bytes that tiling declared with SetDataSize
    std::vector<size_t> workspaces;    ///< bytes of each workspace
    std::vector<std::string> overflows;  ///< of fields that do not hold what they were given
};

/// What makes the result of a tiling function unusable for a launch.
enum class TilingProblem { kNone, kFailed, kNoBlockDim, kTooManyBlocks, kTooManyWorkspaces };

TilingProblem ProblemOf(const TilingResult& result);
/// One line for people about a problem of the operator's tiling function.
std::string DescribeProblem(TilingProblem problem, const std::string& op_type,
                            const TilingResult& result);

/// Bytes of the tiling buffer when the kernel does not say (opParaSize).
constexpr size_t kDefaultTilingCapacity = 64 * 1024;

/// Runs Tiling with a zeroed tiling buffer of `capacity` bytes. Status GRAPH_FAILED if no tiling
/// function is registered. `compile_info` is what ParseCompileInfo made, or null.
TilingResult RunTiling(const OpImplFunctions& functions, const OpArgs& args,
                       fe::PlatFormInfos* platform, void* compile_info, size_t capacity,
                       int32_t deterministic);

/// Makes the operator's compile info and runs TilingParse on it. Null if none is registered or
/// TilingParse failed; to be freed with functions.compile_info_deleter.
void* ParseCompileInfo(const OpImplFunctions& functions, const OpArgs& args,
                       fe::PlatFormInfos* platform);

/// Runs InferShape; one dims vector per output instance, in order. HostCall::Failure() may know why
/// it failed.
ge::graphStatus RunInferShape(const OpImplFunctions& functions, const OpArgs& args,
                              std::vector<std::vector<int64_t>>* output_dims);

/// Runs InferDataType; one type per output instance, in order. Without a registered function the
/// types of args.outputs are returned, or all the first input's if the operator asked for that.
ge::graphStatus RunInferDataType(const OpImplFunctions& functions, const OpArgs& args,
                                 std::vector<ge::DataType>* output_types);

}  // namespace gert
