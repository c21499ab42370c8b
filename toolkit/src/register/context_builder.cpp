#include "tiling/context/context_builder.h"

#include <cstdarg>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <set>

#include "aclnn/opdev/bfloat16.h"
#include "aclnn/opdev/fp16_t.h"
#include "exe_graph/context_values.h"
#include "platform/platform_infos_factory.h"
#include "platform/soc_table.h"
#include "register/op_impl_space.h"

namespace context_ascendc {

/// One tensor, owning what gert::TensorArg borrows.
struct Described {
    bool set = false;
    ge::DataType dtype = ge::DT_UNDEFINED;
    ge::Format origin_format = ge::FORMAT_ND;
    ge::Format format = ge::FORMAT_ND;
    std::vector<int64_t> dims;
    std::vector<int64_t> storage_dims;
    int64_t elements = 0;
    bool has_values = false;
    std::vector<char> values;
};

class ValueHolderImpl {
public:
    std::vector<Described> inputs;
    std::shared_ptr<fe::PlatFormInfos> platform;
    gert::ContextValues values;
};

namespace {

std::vector<int64_t> DimsOf(const gert::Shape& shape) {
    std::vector<int64_t> dims;
    for (size_t i = 0; i < shape.GetDimNum(); ++i) {
        dims.push_back(shape.GetDim(i));
    }
    return dims;
}

gert::TensorArg ArgOf(Described* tensor) {
    gert::TensorArg arg;
    arg.dims = tensor->dims.data();
    arg.dim_num = tensor->dims.size();
    if (tensor->storage_dims != tensor->dims) {
        arg.storage_dims = tensor->storage_dims.data();
        arg.storage_dim_num = tensor->storage_dims.size();
    }
    arg.dtype = tensor->dtype;
    arg.format = tensor->format;
    arg.origin_format = tensor->origin_format;
    arg.on_host = tensor->has_values;
    arg.data = tensor->values.data();
    arg.present = true;
    return arg;
}

}  // namespace

class ContextBuilderImpl {
public:
    /// Says what is wrong; no context is made any more.
    void Fail(const char* format, ...) __attribute__((format(printf, 2, 3))) {
        std::va_list words;
        va_start(words, format);
        std::fputs("context_ascendc::ContextBuilder: ", stderr);
        std::vfprintf(stderr, format, words);
        std::fputc('\n', stderr);
        va_end(words);
        failed = true;
    }

    Described* Add(std::vector<Described>* tensors, const char* function, int32_t index) {
        if (index < 0 || static_cast<size_t>(index) >= tensors->size()) {
            Fail("%s(%d): there are %zu; call NodeIoNum and IrInstanceNum before", function, index,
                 tensors->size());
            return nullptr;
        }
        return &(*tensors)[static_cast<size_t>(index)];
    }

    Described* Describe(std::vector<Described>* tensors, const char* function, int32_t index,
                        ge::DataType dtype, ge::Format origin, ge::Format format,
                        const gert::StorageShape& shape) {
        Described* const tensor = Add(tensors, function, index);
        if (tensor != nullptr) {
            tensor->set = true;
            tensor->dtype = dtype;
            tensor->origin_format = origin;
            tensor->format = format;
            tensor->dims = DimsOf(shape.GetOriginShape());
            tensor->storage_dims = DimsOf(shape.GetStorageShape());
            tensor->elements = shape.GetStorageShape().GetShapeSize();
        }
        return tensor;
    }

    void Attr(const std::string& name, gert::AttrValue value) {
        if (!attr_names.insert(name).second) {
            Fail("AddAttr(\"%s\"): there is an attribute of this name", name.c_str());
            return;
        }
        attrs.push_back(std::move(value));
    }

    void Resize() {
        size_t instances = 0;
        for (const uint32_t count : instance_num) {
            instances += count;
        }
        inputs.resize(instances);
        outputs.resize(output_num);
    }

    bool failed = false;
    std::string name;
    std::string type;
    size_t input_num = 0;
    size_t output_num = 0;
    std::vector<uint32_t> instance_num;
    std::vector<Described> inputs;
    std::vector<Described> outputs;
    std::vector<gert::AttrValue> attrs;
    std::set<std::string> attr_names;
    gert::TilingSurroundings around;
    std::shared_ptr<fe::PlatFormInfos> platform;
    std::vector<void*> input_pointers;
    std::vector<void*> output_pointers;
};

KernelRunContextHolder::KernelRunContextHolder() : valueHolder(new ValueHolderImpl) {}
KernelRunContextHolder::~KernelRunContextHolder() = default;

ContextBuilder::ContextBuilder() : impl_(new ContextBuilderImpl) {}
ContextBuilder::~ContextBuilder() = default;

ContextBuilder& ContextBuilder::Inputs(std::vector<void*> inputs) {
    impl_->input_pointers = std::move(inputs);
    return *this;
}
ContextBuilder& ContextBuilder::Outputs(std::vector<void*> outputs) {
    impl_->output_pointers = std::move(outputs);
    return *this;
}
std::shared_ptr<KernelRunContextHolder> ContextBuilder::BuildKernelRunContext() {
    auto holder = std::make_shared<KernelRunContextHolder>();
    holder->context =
        holder->valueHolder->values.OfPointers(impl_->input_pointers, impl_->output_pointers);
    return holder;
}

ContextBuilder& ContextBuilder::NodeIoNum(size_t inputNum, size_t outputNum) {
    impl_->input_num = inputNum;
    impl_->output_num = outputNum;
    impl_->Resize();
    return *this;
}
ContextBuilder& ContextBuilder::IrInstanceNum(std::vector<uint32_t> instanceNum) {
    impl_->instance_num = std::move(instanceNum);
    impl_->Resize();
    return *this;
}
ContextBuilder& ContextBuilder::SetOpNameType(const std::string& opName,
                                              const std::string& opType) {
    impl_->name = opName;
    impl_->type = opType;
    return *this;
}

ContextBuilder& ContextBuilder::AddInputTd(int32_t index, ge::DataType dtype,
                                           ge::Format originFormat, ge::Format storageFormat,
                                           gert::StorageShape storageShape) {
    (void)impl_->Describe(&impl_->inputs, "AddInputTd", index, dtype, originFormat, storageFormat,
                          storageShape);
    return *this;
}
ContextBuilder& ContextBuilder::AddInputTd(int32_t index, ge::DataType dtype,
                                           ge::Format originFormat, ge::Format storageFormat,
                                           gert::StorageShape storageShape, void* constValues) {
    Described* const tensor = impl_->Describe(&impl_->inputs, "AddInputTd", index, dtype,
                                              originFormat, storageFormat, storageShape);
    if (tensor == nullptr) {
        return *this;
    }
    const int64_t bytes = ge::GetSizeInBytes(tensor->elements, dtype);
    if (constValues == nullptr || bytes < 0) {
        impl_->Fail("AddInputTd(%d): %s", index,
                    bytes < 0 ? "a shape or type without a size" : "no values");
        return *this;
    }
    tensor->has_values = true;
    tensor->values.resize(static_cast<size_t>(bytes));
    if (dtype != ge::DT_FLOAT16 && dtype != ge::DT_BF16) {
        std::memcpy(tensor->values.data(), constValues, tensor->values.size());
        return *this;
    }
    const auto* const floats = static_cast<const float*>(constValues);
    for (size_t i = 0; i < static_cast<size_t>(tensor->elements); ++i) {
        const op::fp16_t half(floats[i]);
        const op::bfloat16 brain(floats[i]);
        const void* const value = dtype == ge::DT_FLOAT16 ? static_cast<const void*>(&half)
                                                          : static_cast<const void*>(&brain);
        std::memcpy(tensor->values.data() + i * sizeof(uint16_t), value, sizeof(uint16_t));
    }
    return *this;
}
ContextBuilder& ContextBuilder::AddInputTd(int32_t index, ge::DataType dtype,
                                           ge::Format originFormat, ge::Format storageFormat,
                                           gert::StorageShape storageShape,
                                           const std::string& filePath) {
    Described* const tensor = impl_->Describe(&impl_->inputs, "AddInputTd", index, dtype,
                                              originFormat, storageFormat, storageShape);
    if (tensor == nullptr) {
        return *this;
    }
    std::ifstream file(filePath, std::ios::binary);
    if (!file) {
        impl_->Fail("AddInputTd(%d): cannot read %s", index, filePath.c_str());
        return *this;
    }
    tensor->has_values = true;
    tensor->values.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    const int64_t bytes = ge::GetSizeInBytes(tensor->elements, dtype);
    if (bytes < 0 || tensor->values.size() != static_cast<size_t>(bytes)) {
        impl_->Fail("AddInputTd(%d): %s has %zu bytes, the tensor %lld", index, filePath.c_str(),
                    tensor->values.size(), static_cast<long long>(bytes));
    }
    return *this;
}
ContextBuilder& ContextBuilder::AddOutputTd(int32_t index, ge::DataType dtype,
                                            ge::Format originFormat, ge::Format storageFormat,
                                            gert::StorageShape storageShape) {
    (void)impl_->Describe(&impl_->outputs, "AddOutputTd", index, dtype, originFormat, storageFormat,
                          storageShape);
    return *this;
}

ContextBuilder& ContextBuilder::AddAttr(const std::string& attrName, int64_t attrValue) {
    impl_->Attr(attrName, gert::AttrValue::Int(attrValue));
    return *this;
}
ContextBuilder& ContextBuilder::AddAttr(const std::string& attrName, bool attrValue) {
    impl_->Attr(attrName, gert::AttrValue::Bool(attrValue));
    return *this;
}
ContextBuilder& ContextBuilder::AddAttr(const std::string& attrName, const std::string& attrValue) {
    impl_->Attr(attrName, gert::AttrValue::Str(attrValue));
    return *this;
}
ContextBuilder& ContextBuilder::AddAttr(const std::string& attrName, float attrValue) {
    impl_->Attr(attrName, gert::AttrValue::Float(attrValue));
    return *this;
}
ContextBuilder& ContextBuilder::AddAttr(const std::string& attrName,
                                        const std::vector<float>& attrValue) {
    impl_->Attr(attrName, gert::AttrValue::ListFloat(attrValue));
    return *this;
}
ContextBuilder& ContextBuilder::AddAttr(const std::string& attrName,
                                        const std::vector<bool>& attrValue) {
    impl_->Attr(attrName, gert::AttrValue::ListBool(attrValue));
    return *this;
}
ContextBuilder& ContextBuilder::AddAttr(const std::string& attrName,
                                        const std::vector<int64_t>& attrValue) {
    impl_->Attr(attrName, gert::AttrValue::ListInt(attrValue));
    return *this;
}
ContextBuilder& ContextBuilder::AddAttr(const std::string& attrName,
                                        const std::vector<std::string>&) {
    impl_->Fail("AddAttr(\"%s\"): tiling functions get no lists of texts", attrName.c_str());
    return *this;
}
ContextBuilder& ContextBuilder::AddAttr(const std::string& attrName,
                                        const std::vector<std::vector<int64_t>>& attrValue) {
    impl_->Attr(attrName, gert::AttrValue::ListListInt(attrValue));
    return *this;
}

ContextBuilder& ContextBuilder::CompileInfo(void* compileInfo) {
    impl_->around.compile_info = compileInfo;
    return *this;
}
ContextBuilder& ContextBuilder::PlatformInfo(void* platformInfo) {
    impl_->around.platform = static_cast<fe::PlatFormInfos*>(platformInfo);
    return *this;
}
ContextBuilder& ContextBuilder::TilingData(void* tilingData) {
    impl_->around.tiling_data = static_cast<gert::TilingData*>(tilingData);
    return *this;
}
ContextBuilder& ContextBuilder::Workspace(gert::ContinuousVector* workspace) {
    impl_->around.workspaces = workspace;
    return *this;
}
ContextBuilder& ContextBuilder::AddPlatformInfo(const char* customSocVersion) {
    const platform::SocSpec* const soc =
        customSocVersion == nullptr ? &platform::CurrentSoc() : platform::FindSoc(customSocVersion);
    if (soc == nullptr) {
        impl_->Fail("AddPlatformInfo(\"%s\"): no such SoC", customSocVersion);
        return *this;
    }
    impl_->platform.reset(new fe::PlatFormInfos(platform::InfosOf(*soc)));
    impl_->around.platform = impl_->platform.get();
    return *this;
}

std::shared_ptr<KernelRunContextHolder> ContextBuilder::BuildTilingContext() {
    if (impl_->instance_num.size() != impl_->input_num) {
        impl_->Fail("NodeIoNum has %zu inputs, IrInstanceNum %zu", impl_->input_num,
                    impl_->instance_num.size());
    }
    auto holder = std::make_shared<KernelRunContextHolder>();
    std::vector<Described>& inputs = holder->valueHolder->inputs;
    inputs = impl_->inputs;
    gert::OpArgs args;
    args.op_type = impl_->type;
    args.node_name = impl_->name;
    args.attrs = impl_->attrs;
    size_t next = 0;
    for (const uint32_t count : impl_->instance_num) {
        args.inputs.emplace_back();
        for (uint32_t i = 0; i < count; ++i, ++next) {
            if (!inputs[next].set) {
                impl_->Fail("input %zu is not described; call AddInputTd", next);
            }
            args.inputs.back().push_back(ArgOf(&inputs[next]));
        }
    }
    for (size_t i = 0; i < impl_->outputs.size(); ++i) {
        if (!impl_->outputs[i].set) {
            impl_->Fail("output %zu is not described; call AddOutputTd", i);
        }
        args.outputs.push_back({ArgOf(&impl_->outputs[i])});
    }
    if (impl_->failed) {
        return nullptr;
    }
    holder->context =
        holder->valueHolder->values.OfTiling(args, impl_->around, &holder->computeNodeExtendHolder);
    holder->valueHolder->platform = impl_->platform;
    return holder->context == nullptr ? nullptr : holder;
}

bool OpTilingRegistry::LoadTilingLibrary(const char* tilingSoPath) const {
    std::string error = "the path is null";
    if (tilingSoPath == nullptr ||
        gert::OpImplSpace::OfProcess().LoadLibrary(tilingSoPath, &error) != ge::GRAPH_SUCCESS) {
        std::fprintf(stderr, "context_ascendc::OpTilingRegistry: %s\n", error.c_str());
        return false;
    }
    return true;
}

TilingFunc OpTilingRegistry::GetTilingFunc(const char* opType) const {
    const gert::OpImplFunctions* const functions =
        opType == nullptr ? nullptr : gert::OpImplSpace::OfProcess().Find(opType);
    return functions == nullptr ? nullptr : functions->tiling;
}

}  // namespace context_ascendc
