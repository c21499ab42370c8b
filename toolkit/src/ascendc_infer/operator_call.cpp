#include "ascendc_infer/operator_call.h"

#include <string>
#include <vector>

#include "exe_graph/tiling_context_builder.h"
#include "register/op_impl_space.h"

struct OperatorCall {
    gert::OpArgs args;
    bool last_is_output = false;
    std::vector<std::vector<int64_t>> output_dims;
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
        return "InferShape of " + args.op_type + " failed for these inputs";
    }
    return "";
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
