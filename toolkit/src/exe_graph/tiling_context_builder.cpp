#include "exe_graph/tiling_context_builder.h"

#include <algorithm>
#include <cstring>
#include <deque>

#include "exe_graph/argument_tensors.h"
#include "exe_graph/context_block.h"
#include "exe_graph/host_call.h"
#include "exe_graph/node_block.h"
#include "exe_graph/runtime/infer_datatype_context.h"
#include "exe_graph/runtime/infer_shape_context.h"
#include "exe_graph/runtime/tiling_context.h"
#include "exe_graph/runtime/tiling_parse_context.h"
#include "exe_graph/tiling_overflow.h"
#include "support/memory_pattern.h"

namespace gert {
namespace {

constexpr size_t kMaxWorkspaces = 20;  // as the aclnn runtime of CANN
constexpr uint32_t kMostBlocks = 65535;

void AddTensors(ArgumentTensors* tensors, ContextBlock* block) {
    for (size_t i = 0; i < tensors->size(); ++i) {
        block->AddInput(tensors->at(i));
    }
}

/// Memory for the results of a tiling function.
class TilingOutputs {
public:
    explicit TilingOutputs(size_t capacity)
        : data_(TilingData::CreateCap(capacity)),
          workspaces_(ContinuousVector::Create<size_t>(kMaxWorkspaces)) {  // zeroed
        // CANN hands out memory that held something else: what a tiling function does not set has
        // any value.
        if (data_ != nullptr && support::MemoryPattern() >= 0) {
            std::memset(data()->GetData(), support::MemoryPattern(), data()->GetCapacity());
        }
    }

    bool ok() const { return data_ != nullptr && workspaces_ != nullptr; }
    TilingData* data() { return reinterpret_cast<TilingData*>(data_.get()); }
    TypedContinuousVector<size_t>* workspaces() {
        return reinterpret_cast<TypedContinuousVector<size_t>*>(workspaces_.get());
    }
    void AddTo(ContextBlock* block) { AddTilingOutputs(data(), workspaces(), block); }
    void Take(const ContextBlock& block, TilingResult* result) {
        result->tiling_key = block.OutputValue<uint64_t>(TilingContext::kOutputTilingKey);
        result->block_dim = block.OutputValue<uint32_t>(TilingContext::kOutputBlockDim);
        result->need_atomic = block.OutputValue<bool>(TilingContext::kOutputAtomicCleanFlag);
        result->tiling_cond = block.OutputValue<int32_t>(TilingContext::kOutputTilingCond);
        result->schedule_mode = block.OutputValue<uint32_t>(TilingContext::kOutputScheduleMode);
        result->local_memory_size =
            block.OutputValue<uint32_t>(TilingContext::kOutputLocalMemorySize);
        const size_t used = std::min(data()->GetDataSize(), data()->GetCapacity());
        const auto* const bytes = static_cast<const uint8_t*>(data()->GetData());
        result->tiling_data.assign(bytes, bytes + used);
        const size_t* const sizes = workspaces()->MutableData();
        result->workspaces.assign(sizes, sizes + workspaces()->GetSize());
    }

private:
    std::unique_ptr<uint8_t[]> data_;
    std::unique_ptr<uint8_t[]> workspaces_;
};

}  // namespace

TilingProblem ProblemOf(const TilingResult& result) {
    if (result.status != ge::GRAPH_SUCCESS) {
        return TilingProblem::kFailed;
    }
    if (result.block_dim == 0) {
        return TilingProblem::kNoBlockDim;
    }
    if (result.block_dim > kMostBlocks) {
        return TilingProblem::kTooManyBlocks;
    }
    return result.workspaces.size() > kMaxWorkspaces ? TilingProblem::kTooManyWorkspaces
                                                     : TilingProblem::kNone;
}

std::string StatusName(ge::graphStatus status) {
    switch (status) {
        case ge::GRAPH_FAILED:
            return "GRAPH_FAILED";
        case ge::GRAPH_PARAM_INVALID:
            return "GRAPH_PARAM_INVALID";
        default:
            return std::to_string(status);
    }
}

std::string DescribeProblem(TilingProblem problem, const std::string& op_type,
                            const TilingResult& result) {
    switch (problem) {
        case TilingProblem::kFailed:
            return result.failure.empty() ? "the tiling function of " + op_type + " returned " +
                                                StatusName(result.status)
                                          : result.failure;
        case TilingProblem::kNoBlockDim:
            return "the tiling function of " + op_type + " did not call SetBlockDim";
        case TilingProblem::kTooManyBlocks:
            return "the tiling function of " + op_type + " called SetBlockDim(" +
                   std::to_string(result.block_dim) + "), the limit is " +
                   std::to_string(kMostBlocks);
        case TilingProblem::kTooManyWorkspaces:
            return op_type + ": " + std::to_string(result.workspaces.size()) +
                   " workspaces, the limit is " + std::to_string(kMaxWorkspaces);
        default:
            return "";
    }
}

TilingResult RunTiling(const OpImplFunctions& functions, const OpArgs& args,
                       fe::PlatFormInfos* platform, void* compile_info, size_t capacity,
                       int32_t deterministic) {
    TilingResult result;
    if (functions.tiling == nullptr) {
        return result;
    }
    const NodeBlock node(functions, args);
    ArgumentTensors tensors;
    TilingOutputs outputs(capacity);
    if (!outputs.ok() || !tensors.Add(node.inputs()) || !tensors.Add(node.outputs())) {
        result.status = ge::GRAPH_PARAM_OUT_OF_RANGE;
        return result;
    }
    ContextBlock block;
    AddTensors(&tensors, &block);
    block.AddInput(compile_info);
    block.AddInput(platform);
    block.AddInput(reinterpret_cast<void*>(functions.tiling));
    block.AddInputValue(deterministic);
    block.AddInputValue(deterministic);  // level
    outputs.AddTo(&block);
    const TilingOverflowScope overflows(&result.overflows);
    result.status = HostCall::Run("tiling function", args.op_type.c_str(), functions.tiling,
                                  block.Build<TilingContext>(node.info()));
    result.failure = HostCall::Failure();
    if (result.status == ge::GRAPH_SUCCESS && outputs.data()->GetDataSize() > capacity) {
        result.status = ge::GRAPH_PARAM_OUT_OF_RANGE;  // the kernel would read half a structure
    }
    outputs.Take(block, &result);
    return result;
}

void* ParseCompileInfo(const OpImplFunctions& functions, const OpArgs& args,
                       fe::PlatFormInfos* platform) {
    if (functions.tiling_parse == nullptr || functions.compile_info_creator == nullptr) {
        return nullptr;
    }
    const NodeBlock node(functions, args);
    void* const compile_info = functions.compile_info_creator();
    ContextBlock block;
    block.AddInputValue<const char*>("{}");
    block.AddInput(platform);
    block.AddInputValue<const char*>(args.op_type.c_str());
    block.AddOutput(compile_info);
    KernelContext* const context = block.Build<KernelContext>(node.info());
    if (HostCall::Run("tiling parse function", args.op_type.c_str(), functions.tiling_parse,
                      context) == ge::GRAPH_SUCCESS) {
        return compile_info;
    }
    if (functions.compile_info_deleter != nullptr) {
        functions.compile_info_deleter(compile_info);
    }
    return nullptr;
}

ge::graphStatus RunInferShape(const OpImplFunctions& functions, const OpArgs& args,
                              std::vector<std::vector<int64_t>>* output_dims) {
    if (functions.infer_shape == nullptr) {
        return ge::GRAPH_FAILED;
    }
    const NodeBlock node(functions, args);
    ArgumentTensors tensors;
    if (!tensors.Add(node.inputs())) {
        return ge::GRAPH_PARAM_OUT_OF_RANGE;
    }
    ContextBlock block;
    AddTensors(&tensors, &block);
    block.AddInput(nullptr);  // inference context
    block.AddInput(reinterpret_cast<void*>(functions.infer_shape));
    std::deque<Tensor> outputs;
    for (size_t i = 0; i < node.outputs().size(); ++i) {
        outputs.emplace_back();
        block.AddOutput(&outputs.back());
    }
    const ge::graphStatus status =
        HostCall::Run("shape inference", args.op_type.c_str(), functions.infer_shape,
                      block.Build<InferShapeContext>(node.info()));
    output_dims->clear();
    for (const Tensor& output : outputs) {
        const Shape& shape = output.GetOriginShape();
        std::vector<int64_t> dims;
        for (size_t i = 0; i < shape.GetDimNum() && i < Shape::kMaxDimNum; ++i) {
            dims.push_back(shape.GetDim(i));
        }
        output_dims->push_back(std::move(dims));
    }
    return status;
}

ge::graphStatus RunInferDataType(const OpImplFunctions& functions, const OpArgs& args,
                                 std::vector<ge::DataType>* output_types) {
    const NodeBlock node(functions, args);
    output_types->clear();
    for (const TensorArg* const output : node.outputs()) {
        output_types->push_back(output->dtype);
    }
    if (functions.infer_datatype == nullptr) {
        if (functions.infer_datatype_same_as_first_input && !node.inputs().empty()) {
            output_types->assign(output_types->size(), node.inputs()[0]->dtype);
        }
        return ge::GRAPH_SUCCESS;
    }
    ContextBlock block;
    for (const TensorArg* const input : node.inputs()) {
        block.AddInputValue(input->present ? input->dtype : ge::DT_UNDEFINED);
    }
    for (const ge::DataType type : *output_types) {
        block.AddOutputValue(type);
    }
    const ge::graphStatus status =
        HostCall::Run("type inference", args.op_type.c_str(), functions.infer_datatype,
                      block.Build<InferDataTypeContext>(node.info()));
    for (size_t i = 0; i < output_types->size(); ++i) {
        (*output_types)[i] = block.OutputValue<ge::DataType>(i);
    }
    return status;
}

}  // namespace gert
