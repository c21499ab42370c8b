#include "ascendc_infer/operator_call.h"

#include <string>
#include <vector>

#include "exe_graph/call_hash.h"
#include "exe_graph/host_call.h"
#include "exe_graph/tiling_context_builder.h"
#include "platform/platform_infos_factory.h"
#include "register/op_impl_space.h"

struct OperatorCall {
    gert::OpArgs args;
    bool last_is_output = false;
    std::vector<std::vector<int64_t>> output_dims;
    gert::TilingResult tiling;
    std::string hash;
    std::string error;

    std::vector<gert::TensorArg>& LastPort() {
        return last_is_output ? args.outputs.back() : args.inputs.back();
    }
};

namespace {

// Operator libraries stay loaded: their registrations are referenced for the life of the process.
gert::OpImplSpace& Registrations() {
    static auto* space = new gert::OpImplSpace();
    return *space;
}

std::string InferShape(const gert::OpArgs& args, const char* library,
                       std::vector<std::vector<int64_t>>* output_dims) {
    std::string error;
    if (Registrations().LoadLibrary(library, &error) != ge::GRAPH_SUCCESS) {
        return error;
    }
    const auto* functions = Registrations().Find(args.op_type);
    if (functions == nullptr || functions->infer_shape == nullptr) {
        return args.op_type + " registers no InferShape";
    }
    if (gert::RunInferShape(*functions, args, output_dims) != ge::GRAPH_SUCCESS) {
        const std::string& failure = gert::HostCall::Failure();
        return failure.empty() ? "InferShape of " + args.op_type + " failed for these inputs"
                               : failure;
    }
    return "";
}

/// Names the first input whose values tiling reads and that has none; "" if all have theirs.
std::string MissingValues(const gert::OpImplFunctions& functions, const gert::OpArgs& args) {
    for (size_t i = 0; i < args.inputs.size(); ++i) {
        for (const gert::TensorArg& tensor : args.inputs[i]) {
            if (tensor.present && !tensor.on_host && functions.TilingReadsInput(i)) {
                return "the tiling function of " + args.op_type + " reads the values of input " +
                       std::to_string(i) + ", which are not given";
            }
        }
    }
    return "";
}

std::string Tile(const gert::OpArgs& args, const char* library, int32_t deterministic,
                 gert::TilingResult* result) {
    std::string error;
    if (Registrations().LoadLibrary(library, &error) != ge::GRAPH_SUCCESS) {
        return error;
    }
    const auto* functions = Registrations().Find(args.op_type);
    if (functions == nullptr || functions->tiling == nullptr) {
        return args.op_type + " has no tiling function";
    }
    error = MissingValues(*functions, args);
    if (!error.empty()) {
        return error;
    }
    fe::PlatFormInfos platform(platform::InfosOf(platform::CurrentSoc()));
    void* const compile_info = gert::ParseCompileInfo(*functions, args, &platform);
    *result = gert::RunTiling(*functions, args, &platform, compile_info,
                              gert::kDefaultTilingCapacity, deterministic);
    if (compile_info != nullptr && functions->compile_info_deleter != nullptr) {
        functions->compile_info_deleter(compile_info);
    }
    return gert::DescribeProblem(gert::ProblemOf(*result), args.op_type, *result);
}

}  // namespace

OperatorCall* OperatorCallCreate(const char* op_type) {
    auto* call = new OperatorCall();
    call->args.op_type = op_type;
    return call;
}

void OperatorCallDestroy(OperatorCall* call) {
    delete call;
}

void OperatorCallAddPort(OperatorCall* call, int is_output) {
    call->last_is_output = is_output != 0;
    (call->last_is_output ? call->args.outputs : call->args.inputs).emplace_back();
}

void OperatorCallAddTensor(OperatorCall* call, const int64_t* dims, uint64_t rank, int32_t dtype,
                           int32_t format, void* data) {
    gert::TensorArg tensor;
    tensor.dims = dims;
    tensor.dim_num = rank;
    tensor.dtype = static_cast<ge::DataType>(dtype);
    tensor.format = static_cast<ge::Format>(format);
    tensor.data = data;
    tensor.on_host = data != nullptr;
    tensor.present = true;
    call->LastPort().push_back(tensor);
}

void OperatorCallSetStorage(OperatorCall* call, const int64_t* dims, uint64_t rank,
                            int32_t format) {
    gert::TensorArg& tensor = call->LastPort().back();
    tensor.storage_dims = dims;
    tensor.storage_dim_num = rank;
    tensor.origin_format = tensor.format;
    tensor.format = static_cast<ge::Format>(format);
}

void OperatorCallAddAbsent(OperatorCall* call) {
    call->LastPort().emplace_back();
}

void OperatorCallAddInt(OperatorCall* call, int64_t value) {
    call->args.attrs.push_back(gert::AttrValue::Int(value));
}

void OperatorCallAddFloat(OperatorCall* call, float value) {
    call->args.attrs.push_back(gert::AttrValue::Float(value));
}

void OperatorCallAddBool(OperatorCall* call, int value) {
    call->args.attrs.push_back(gert::AttrValue::Bool(value != 0));
}

void OperatorCallAddStr(OperatorCall* call, const char* value) {
    call->args.attrs.push_back(gert::AttrValue::Str(value));
}

void OperatorCallAddListInt(OperatorCall* call, const int64_t* values, uint64_t count) {
    call->args.attrs.push_back(
        gert::AttrValue::ListInt(std::vector<int64_t>(values, values + count)));
}

void OperatorCallAddListFloat(OperatorCall* call, const float* values, uint64_t count) {
    call->args.attrs.push_back(
        gert::AttrValue::ListFloat(std::vector<float>(values, values + count)));
}

void OperatorCallAddListBool(OperatorCall* call, const uint8_t* values, uint64_t count) {
    call->args.attrs.push_back(
        gert::AttrValue::ListBool(std::vector<bool>(values, values + count)));
}

void OperatorCallAddListListInt(OperatorCall* call, const int64_t* values, const uint64_t* lengths,
                                uint64_t count) {
    std::vector<std::vector<int64_t>> lists;
    for (uint64_t i = 0; i < count; ++i) {
        lists.emplace_back(values, values + lengths[i]);
        values += lengths[i];
    }
    call->args.attrs.push_back(gert::AttrValue::ListListInt(std::move(lists)));
}

int OperatorCallInferShape(OperatorCall* call, const char* library) {
    call->output_dims.clear();
    call->error = InferShape(call->args, library, &call->output_dims);
    return call->error.empty() ? 0 : 1;
}

const char* OperatorCallError(const OperatorCall* call) {
    return call->error.c_str();
}

uint64_t OperatorCallOutputRank(const OperatorCall* call, uint64_t output) {
    return call->output_dims.at(output).size();
}

const int64_t* OperatorCallOutputDims(const OperatorCall* call, uint64_t output) {
    return call->output_dims.at(output).data();
}

int OperatorCallTile(OperatorCall* call, const char* library, int32_t deterministic,
                     OperatorTiling* tiling) {
    call->error = Tile(call->args, library, deterministic, &call->tiling);
    call->hash = gert::CallHash(call->args, deterministic);
    const gert::TilingResult& result = call->tiling;
    static_assert(sizeof(size_t) == sizeof(uint64_t), "workspace sizes are handed out in place");
    *tiling = OperatorTiling{result.tiling_key,
                             result.tiling_data.size(),
                             result.workspaces.size(),
                             result.tiling_data.data(),
                             reinterpret_cast<const uint64_t*>(result.workspaces.data()),
                             result.block_dim,
                             result.schedule_mode,
                             result.local_memory_size,
                             result.tiling_cond,
                             result.need_atomic ? 1U : 0U,
                             call->hash.c_str()};
    return call->error.empty() ? 0 : 1;
}
