// Contexts of calls that tests describe. Tensors belong to the test: the contexts lead to them.
#include <cstdio>
#include <deque>
#include <utility>

#include "base/context_builder/op_infer_datatype_context_builder.h"
#include "base/context_builder/op_infer_shape_context_builder.h"
#include "base/context_builder/op_infer_shape_range_context_builder.h"
#include "base/context_builder/op_kernel_run_context_builder.h"
#include "base/context_builder/op_tiling_context_builder.h"
#include "base/context_builder/op_tiling_parse_context_builder.h"
#include "exe_graph/context_block.h"
#include "exe_graph/node_block.h"

namespace gert {

class ContextBuilderImpl {
public:
    /// The description of a tensor at a position, which grows the list.
    static TensorArg& At(std::vector<TensorArg>* ports, size_t index) {
        if (index >= ports->size()) {
            ports->resize(index + 1);
        }
        (*ports)[index].present = true;
        return (*ports)[index];
    }

    static void Describe(TensorArg& arg, ge::DataType type, ge::Format origin, ge::Format format) {
        arg.dtype = type;
        arg.origin_format = origin;
        arg.format = format;
    }

    /// Takes the types and formats of tensors; a null one is absent.
    static void DescribeAll(const std::vector<Tensor*>& tensors, std::vector<TensorArg>* ports) {
        ports->assign(tensors.size(), TensorArg());
        for (size_t i = 0; i < tensors.size(); ++i) {
            if (tensors[i] != nullptr) {
                Describe(At(ports, i), tensors[i]->GetDataType(), tensors[i]->GetOriginFormat(),
                         tensors[i]->GetStorageFormat());
            }
        }
    }

    std::string type;
    std::string name;
    std::vector<uint32_t> input_instances;
    std::vector<uint32_t> output_instances;
    std::vector<TensorArg> inputs;
    std::vector<TensorArg> outputs;
    std::vector<AttrValue> attrs;
    bool failed = false;

    std::vector<Tensor*> input_tensors;
    std::vector<Tensor*> output_tensors;
    std::vector<TensorRange*> ranges;
    std::vector<void*> input_pointers;
    std::vector<void*> output_pointers;
    const char* json = "{}";
    void* compile_info = nullptr;
    void* platform = nullptr;
    TilingData* tiling_data = nullptr;
    size_t tiling_data_size = 0;
    void* workspaces = nullptr;
    int32_t deterministic = 0;
    int32_t deterministic_level = 0;
};

class ContextHolderImpl {
public:
    OpArgs args;
    std::unique_ptr<NodeBlock> node;
    ContextBlock block;
    std::deque<Tensor> tensors;
    std::deque<Shape> shapes;
    std::deque<Range<Shape>> ranges;
    std::unique_ptr<uint8_t[]> tiling_data;
    void* context = nullptr;
};

namespace {

constexpr size_t kDefaultTilingData = 64U * 1024U;

/// Ports with as many tensors as the instances say; without a description a tensor has no type.
bool Group(const std::vector<uint32_t>& instances, const std::vector<TensorArg>& tensors,
           std::vector<std::vector<TensorArg>>* ports) {
    size_t next = 0;
    for (const uint32_t count : instances) {
        ports->emplace_back();
        for (uint32_t i = 0; i < count; ++i, ++next) {
            TensorArg arg;
            arg.present = true;
            ports->back().push_back(next < tensors.size() ? tensors[next] : arg);
        }
    }
    return tensors.size() <= next;
}

/// The holder of a call without its values, or null.
std::unique_ptr<ContextHolderImpl> Described(const ContextBuilderImpl& call) {
    auto holder = std::make_unique<ContextHolderImpl>();
    holder->args.op_type = call.type;
    holder->args.node_name = call.name;
    holder->args.attrs = call.attrs;
    const bool fits = Group(call.input_instances, call.inputs, &holder->args.inputs) &&
                      Group(call.output_instances, call.outputs, &holder->args.outputs);
    if (!fits) {
        std::fprintf(stderr,
                     "gert context builder: %s has %zu inputs and %zu outputs, more than IONum or "
                     "IOInstanceNum says\n",
                     call.type.c_str(), call.inputs.size(), call.outputs.size());
    }
    if (!fits || call.failed) {
        return nullptr;
    }
    holder->node = std::make_unique<NodeBlock>(OpImplFunctions(), holder->args);
    return holder;
}

/// Adds tensors, or null for those that the call does not have.
void AddTensors(const std::vector<Tensor*>& tensors, size_t count, ContextBlock* block) {
    for (size_t i = 0; i < count; ++i) {
        block->AddInput(i < tensors.size() ? tensors[i] : nullptr);
    }
}

}  // namespace

class ContextHolderBuilder {
public:
    template <typename Context>
    static ContextHolder<Context> Finish(std::unique_ptr<ContextHolderImpl> holder) {
        ContextHolderVoid result;
        if (holder != nullptr) {
            const ComputeNodeInfo* const info =
                holder->node == nullptr ? nullptr : holder->node->info();
            holder->context = holder->block.Build<Context>(info);
            result.ctx_holder_impl_ = std::move(holder);
        }
        return ContextHolder<Context>(std::move(result));
    }
};

ContextHolderVoid::ContextHolderVoid() = default;
ContextHolderVoid::~ContextHolderVoid() = default;
ContextHolderVoid::ContextHolderVoid(ContextHolderVoid&& other) noexcept = default;
ContextHolderVoid& ContextHolderVoid::operator=(ContextHolderVoid&& other) noexcept = default;

void* ContextHolderVoid::GetContext() const {
    return ctx_holder_impl_ == nullptr ? nullptr : ctx_holder_impl_->context;
}

template <typename T>
OpContextBuilderBase<T>::OpContextBuilderBase() : impl_(new ContextBuilderImpl) {}

template <typename T>
OpContextBuilderBase<T>::~OpContextBuilderBase() = default;

template <typename T>
T& OpContextBuilderBase<T>::OpType(const ge::AscendString& op_type) {
    impl_->type = op_type.GetString();
    return static_cast<T&>(*this);
}

template <typename T>
T& OpContextBuilderBase<T>::OpName(const ge::AscendString& op_name) {
    impl_->name = op_name.GetString();
    return static_cast<T&>(*this);
}

template <typename T>
T& OpContextBuilderBase<T>::IONum(size_t input_ir_num, size_t output_ir_num) {
    return IOInstanceNum(std::vector<uint32_t>(input_ir_num, 1U),
                         std::vector<uint32_t>(output_ir_num, 1U));
}

template <typename T>
T& OpContextBuilderBase<T>::IOInstanceNum(const std::vector<uint32_t>& input_instance_num,
                                          const std::vector<uint32_t>& output_instance_num) {
    impl_->input_instances = input_instance_num;
    impl_->output_instances = output_instance_num;
    return static_cast<T&>(*this);
}

#define APPEND_ATTR(type, value)                        \
    template <typename T>                               \
    T& OpContextBuilderBase<T>::AppendAttr(type attr) { \
        impl_->attrs.push_back(AttrValue::value);       \
        return static_cast<T&>(*this);                  \
    }
APPEND_ATTR(bool, Bool(attr))
APPEND_ATTR(int64_t, Int(attr))
APPEND_ATTR(float, Float(attr))
APPEND_ATTR(const ge::AscendString&, Str(attr.GetString()))
APPEND_ATTR(const std::vector<bool>&, ListBool(attr))
APPEND_ATTR(const std::vector<int64_t>&, ListInt(attr))
APPEND_ATTR(const std::vector<float>&, ListFloat(attr))
APPEND_ATTR(const std::vector<std::vector<int64_t>>&, ListListInt(attr))
#undef APPEND_ATTR

template <typename T>
T& OpContextBuilderBase<T>::AppendAttr(const std::vector<ge::AscendString>&) {
    std::fprintf(stderr, "gert context builder: functions of operators get no lists of texts\n");
    impl_->failed = true;
    return static_cast<T&>(*this);
}

#define DESCRIBE(builder, function, ports)                                                 \
    builder& builder::function(size_t index, ge::DataType dtype, ge::Format origin_format, \
                               ge::Format storage_format, const ExpandDimsType&) {         \
        ContextBuilderImpl::Describe(ContextBuilderImpl::At(&impl_->ports, index), dtype,  \
                                     origin_format, storage_format);                       \
        return *this;                                                                      \
    }

OpInferShapeContextBuilder::OpInferShapeContextBuilder() = default;
OpInferShapeContextBuilder::~OpInferShapeContextBuilder() = default;
DESCRIBE(OpInferShapeContextBuilder, OutputTensorDesc, outputs)

OpInferShapeContextBuilder& OpInferShapeContextBuilder::InputTensors(
    const std::vector<Tensor*>& inputs) {
    impl_->input_tensors = inputs;
    ContextBuilderImpl::DescribeAll(inputs, &impl_->inputs);
    return *this;
}

ContextHolder<InferShapeContext> OpInferShapeContextBuilder::Build() {
    auto holder = Described(*impl_);
    if (holder != nullptr) {
        AddTensors(impl_->input_tensors, holder->node->inputs().size(), &holder->block);
        holder->block.AddInput(nullptr);  // inference context
        holder->block.AddInput(nullptr);  // the function
        for (size_t i = 0; i < holder->node->outputs().size(); ++i) {
            holder->tensors.emplace_back();
            holder->block.AddOutput(&holder->tensors.back());
        }
    }
    return ContextHolderBuilder::Finish<InferShapeContext>(std::move(holder));
}

OpInferDataTypeContextBuilder::OpInferDataTypeContextBuilder() = default;
OpInferDataTypeContextBuilder::~OpInferDataTypeContextBuilder() = default;
DESCRIBE(OpInferDataTypeContextBuilder, InputTensorDesc, inputs)

OpInferDataTypeContextBuilder& OpInferDataTypeContextBuilder::OutputTensorDesc(
    size_t index, ge::Format origin_format, ge::Format storage_format, const ExpandDimsType&) {
    ContextBuilderImpl::Describe(ContextBuilderImpl::At(&impl_->outputs, index), ge::DT_UNDEFINED,
                                 origin_format, storage_format);
    return *this;
}

ContextHolder<InferDataTypeContext> OpInferDataTypeContextBuilder::Build() {
    auto holder = Described(*impl_);
    if (holder != nullptr) {
        for (const TensorArg* const input : holder->node->inputs()) {
            holder->block.AddInputValue(input->dtype);
        }
        for (size_t i = 0; i < holder->node->outputs().size(); ++i) {
            holder->block.AddOutputValue(ge::DT_UNDEFINED);
        }
    }
    return ContextHolderBuilder::Finish<InferDataTypeContext>(std::move(holder));
}

OpInferShapeRangeContextBuilder::OpInferShapeRangeContextBuilder() = default;
OpInferShapeRangeContextBuilder::~OpInferShapeRangeContextBuilder() = default;
DESCRIBE(OpInferShapeRangeContextBuilder, OutputTensorDesc, outputs)

OpInferShapeRangeContextBuilder& OpInferShapeRangeContextBuilder::InputTensorsRange(
    const std::vector<TensorRange*>& inputs) {
    impl_->ranges = inputs;
    std::vector<Tensor*> tensors;
    for (TensorRange* const range : inputs) {
        tensors.push_back(range == nullptr ? nullptr : range->GetMin());
    }
    ContextBuilderImpl::DescribeAll(tensors, &impl_->inputs);
    return *this;
}

ContextHolder<InferShapeRangeContext> OpInferShapeRangeContextBuilder::Build() {
    auto holder = Described(*impl_);
    if (holder != nullptr) {
        for (size_t i = 0; i < holder->node->inputs().size(); ++i) {
            holder->block.AddInput(i < impl_->ranges.size() ? impl_->ranges[i] : nullptr);
        }
        holder->block.AddInput(nullptr);  // inference context
        holder->block.AddInput(nullptr);  // the function
        for (size_t i = 0; i < holder->node->outputs().size(); ++i) {
            Shape* const least = &holder->shapes.emplace_back();
            Shape* const most = &holder->shapes.emplace_back();
            holder->block.AddOutput(&holder->ranges.emplace_back(least, most));
        }
    }
    return ContextHolderBuilder::Finish<InferShapeRangeContext>(std::move(holder));
}

OpTilingContextBuilder::OpTilingContextBuilder() = default;
OpTilingContextBuilder::~OpTilingContextBuilder() = default;

OpTilingContextBuilder& OpTilingContextBuilder::CompileInfo(const void* compile_info) {
    impl_->compile_info = const_cast<void*>(compile_info);
    return *this;
}

OpTilingContextBuilder& OpTilingContextBuilder::PlatformInfo(const void* platform_info) {
    impl_->platform = const_cast<void*>(platform_info);
    return *this;
}

OpTilingContextBuilder& OpTilingContextBuilder::InputTensors(const std::vector<Tensor*>& inputs) {
    impl_->input_tensors = inputs;
    ContextBuilderImpl::DescribeAll(inputs, &impl_->inputs);
    return *this;
}

OpTilingContextBuilder& OpTilingContextBuilder::OutputTensors(const std::vector<Tensor*>& outputs) {
    impl_->output_tensors = outputs;
    ContextBuilderImpl::DescribeAll(outputs, &impl_->outputs);
    return *this;
}

OpTilingContextBuilder& OpTilingContextBuilder::Deterministic(int32_t deterministic) {
    impl_->deterministic = deterministic;
    return *this;
}

OpTilingContextBuilder& OpTilingContextBuilder::DeterministicLevel(int32_t deterministic_level) {
    impl_->deterministic_level = deterministic_level;
    return *this;
}

OpTilingContextBuilder& OpTilingContextBuilder::TilingData(const gert::TilingData* tiling_data,
                                                           Chain::Deleter) {
    impl_->tiling_data = const_cast<gert::TilingData*>(tiling_data);
    return *this;
}

OpTilingContextBuilder& OpTilingContextBuilder::TilingDataSize(size_t tiling_data_size) {
    impl_->tiling_data_size = tiling_data_size;
    return *this;
}

OpTilingContextBuilder& OpTilingContextBuilder::Workspace(const ContinuousVector* workspace) {
    impl_->workspaces = const_cast<ContinuousVector*>(workspace);
    return *this;
}

ContextHolder<TilingContext> OpTilingContextBuilder::Build() {
    auto holder = Described(*impl_);
    if (holder != nullptr) {
        ContextBlock& block = holder->block;
        AddTensors(impl_->input_tensors, holder->node->inputs().size(), &block);
        AddTensors(impl_->output_tensors, holder->node->outputs().size(), &block);
        block.AddInput(impl_->compile_info);
        block.AddInput(impl_->platform);
        block.AddInput(nullptr);  // the tiling function
        block.AddInputValue(impl_->deterministic);
        block.AddInputValue(impl_->deterministic_level);
        gert::TilingData* data = impl_->tiling_data;
        if (data == nullptr) {
            const size_t size = impl_->tiling_data_size;
            holder->tiling_data =
                gert::TilingData::CreateCap(size == 0 ? kDefaultTilingData : size);
            data = reinterpret_cast<gert::TilingData*>(holder->tiling_data.get());
        }
        AddTilingOutputs(data, impl_->workspaces, &block);
    }
    return ContextHolderBuilder::Finish<TilingContext>(std::move(holder));
}

OpTilingParseContextBuilder::OpTilingParseContextBuilder() = default;
OpTilingParseContextBuilder::~OpTilingParseContextBuilder() = default;
DESCRIBE(OpTilingParseContextBuilder, InputTensorDesc, inputs)
DESCRIBE(OpTilingParseContextBuilder, OutputTensorDesc, outputs)

OpTilingParseContextBuilder& OpTilingParseContextBuilder::CompiledJson(
    const ge::char_t* compiled_json) {
    impl_->json = compiled_json;
    return *this;
}

OpTilingParseContextBuilder& OpTilingParseContextBuilder::CompiledInfo(const void* compile_info) {
    impl_->compile_info = const_cast<void*>(compile_info);
    return *this;
}

OpTilingParseContextBuilder& OpTilingParseContextBuilder::PlatformInfo(const void* platform_info) {
    impl_->platform = const_cast<void*>(platform_info);
    return *this;
}

ContextHolder<TilingParseContext> OpTilingParseContextBuilder::Build() {
    auto holder = Described(*impl_);
    if (holder != nullptr) {
        holder->block.AddInputValue<const char*>(impl_->json);
        holder->block.AddInput(impl_->platform);
        holder->block.AddInputValue<const char*>(holder->args.op_type.c_str());
        holder->block.AddOutput(impl_->compile_info);
    }
    return ContextHolderBuilder::Finish<TilingParseContext>(std::move(holder));
}

OpKernelContextBuilder::OpKernelContextBuilder() = default;
OpKernelContextBuilder::~OpKernelContextBuilder() = default;
DESCRIBE(OpKernelContextBuilder, InputTensorDesc, inputs)
DESCRIBE(OpKernelContextBuilder, OutputTensorDesc, outputs)
#undef DESCRIBE

OpKernelContextBuilder& OpKernelContextBuilder::Inputs(std::vector<void*> inputs) {
    impl_->input_pointers = std::move(inputs);
    return *this;
}

OpKernelContextBuilder& OpKernelContextBuilder::Outputs(std::vector<void*> outputs) {
    impl_->output_pointers = std::move(outputs);
    return *this;
}

ContextHolder<KernelContext> OpKernelContextBuilder::Build() {
    auto holder = Described(*impl_);
    if (holder != nullptr) {
        for (void* const input : impl_->input_pointers) {
            holder->block.AddInput(input);
        }
        for (void* const output : impl_->output_pointers) {
            holder->block.AddOutput(output);
        }
    }
    return ContextHolderBuilder::Finish<KernelContext>(std::move(holder));
}

template class OpContextBuilderBase<OpInferDataTypeContextBuilder>;
template class OpContextBuilderBase<OpInferShapeContextBuilder>;
template class OpContextBuilderBase<OpInferShapeRangeContextBuilder>;
template class OpContextBuilderBase<OpKernelContextBuilder>;
template class OpContextBuilderBase<OpTilingContextBuilder>;
template class OpContextBuilderBase<OpTilingParseContextBuilder>;

}  // namespace gert
