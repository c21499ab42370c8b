// Contexts for trying a tiling function in a program of one's own:
//
//   auto holder = context_ascendc::ContextBuilder()
//       .SetOpNameType("add", "AddCustom").NodeIoNum(2, 1).IrInstanceNum({1, 1})
//       .AddInputTd(0, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND, shape)
//       .AddInputTd(1, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND, shape)
//       .AddOutputTd(0, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND, shape)
//       .TilingData(tiling_data).Workspace(workspace).AddPlatformInfo("Ascend910B3")
//       .BuildTilingContext();
//   context_ascendc::OpTilingRegistry registry;
//   registry.LoadTilingLibrary("libcust_opmaster_rt2.0.so");
//   registry.GetTilingFunc("AddCustom")(holder->GetContext<gert::TilingContext>());
#ifndef CONTEXT_BUILDER_H
#define CONTEXT_BUILDER_H

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "exe_graph/runtime/compute_node_info.h"
#include "exe_graph/runtime/context_extend.h"
#include "exe_graph/runtime/kernel_context.h"
#include "exe_graph/runtime/kernel_run_context.h"
#include "exe_graph/runtime/storage_shape.h"
#include "exe_graph/runtime/tiling_context.h"
#include "graph/ge_error_codes.h"

namespace context_ascendc {
class ContextBuilderImpl;
class OpTilingRegistryImpl;
class ValueHolderImpl;

using TilingFunc = uint32_t (*)(gert::TilingContext*);

/// Owns a context and all that it shows, but for what was given by pointers.
struct GE_FUNC_HOST_VISIBILITY KernelRunContextHolder {
    KernelRunContextHolder();
    ~KernelRunContextHolder();
    template <typename T>
    T* GetContext() const {
        return reinterpret_cast<T*>(context);
    }
    /// Null in a context of BuildKernelRunContext.
    gert::ComputeNodeInfo* MutableComputeNodeInfo() {
        return reinterpret_cast<gert::ComputeNodeInfo*>(computeNodeExtendHolder.get());
    }

    std::unique_ptr<ValueHolderImpl> valueHolder;
    std::unique_ptr<uint8_t[]> computeNodeExtendHolder;
    KernelRunContext* context{nullptr};
};

/// What cannot be is said on stderr, and the builder makes no context (null).
class GE_FUNC_HOST_VISIBILITY ContextBuilder {
public:
    ContextBuilder();
    ~ContextBuilder();
    ContextBuilder(ContextBuilder&& kernelRunContextBuilder) = delete;
    ContextBuilder& operator=(ContextBuilder&& kernelRunContextBuilder) = delete;

    /// Pointers that are the inputs and outputs of a KernelContext, of TilingParse for example.
    ContextBuilder& Inputs(std::vector<void*> inputs);
    ContextBuilder& Outputs(std::vector<void*> outputs);
    std::shared_ptr<KernelRunContextHolder> BuildKernelRunContext();

    /// Inputs and outputs of the operator's definition, and how many tensors each input stands for.
    /// Both come before AddInputTd and AddOutputTd.
    ContextBuilder& NodeIoNum(size_t inputNum, size_t outputNum);
    ContextBuilder& IrInstanceNum(std::vector<uint32_t> instanceNum);
    ContextBuilder& SetOpNameType(const std::string& opName, const std::string& opType);
    /// Tensor `index`, counted over all that inputs stand for. Its values, where tiling depends on
    /// them, are copied from `constValues` (floats for FLOAT16 and BF16, which become these), or
    /// read from a file, which has as many bytes as the tensor.
    ContextBuilder& AddInputTd(int32_t index, ge::DataType dtype, ge::Format originFormat,
                               ge::Format storageFormat, gert::StorageShape storageShape);
    ContextBuilder& AddInputTd(int32_t index, ge::DataType dtype, ge::Format originFormat,
                               ge::Format storageFormat, gert::StorageShape storageShape,
                               void* constValues);
    ContextBuilder& AddInputTd(int32_t index, ge::DataType dtype, ge::Format originFormat,
                               ge::Format storageFormat, gert::StorageShape storageShape,
                               const std::string& filePath);
    ContextBuilder& AddOutputTd(int32_t index, ge::DataType dtype, ge::Format originFormat,
                                ge::Format storageFormat, gert::StorageShape storageShape);
    /// Attributes in the order of the definition, each name once. Lists of texts are rejected.
    ContextBuilder& AddAttr(const std::string& attrName, int64_t attrValue);
    ContextBuilder& AddAttr(const std::string& attrName, bool attrValue);
    ContextBuilder& AddAttr(const std::string& attrName, const std::string& attrValue);
    ContextBuilder& AddAttr(const std::string& attrName, float attrValue);
    ContextBuilder& AddAttr(const std::string& attrName, const std::vector<float>& attrValue);
    ContextBuilder& AddAttr(const std::string& attrName, const std::vector<bool>& attrValue);
    ContextBuilder& AddAttr(const std::string& attrName, const std::vector<int64_t>& attrValue);
    ContextBuilder& AddAttr(const std::string& attrName, const std::vector<std::string>& attrValue);
    ContextBuilder& AddAttr(const std::string& attrName,
                            const std::vector<std::vector<int64_t>>& attrValue);

    /// What TilingParse made; a fe::PlatFormInfos; a gert::TilingData; sizes of workspaces. All
    /// borrowed.
    ContextBuilder& CompileInfo(void* compileInfo);
    ContextBuilder& PlatformInfo(void* platformInfo);
    ContextBuilder& TilingData(void* tilingData);
    ContextBuilder& Workspace(gert::ContinuousVector* workspace);
    /// The platform of a SoC ("Ascend910B3"); null: of the simulated device.
    ContextBuilder& AddPlatformInfo(const char* customSocVersion);
    std::shared_ptr<KernelRunContextHolder> BuildTilingContext();

private:
    std::unique_ptr<ContextBuilderImpl> impl_;
};

/// Tiling functions of operator libraries, which stay loaded.
class GE_FUNC_HOST_VISIBILITY OpTilingRegistry {
public:
    OpTilingRegistry() = default;
    ~OpTilingRegistry() = default;
    /// False, and the reason on stderr, if the library cannot be loaded.
    bool LoadTilingLibrary(const char* tilingSoPath) const;
    /// Null if no loaded library has a tiling function for this type.
    TilingFunc GetTilingFunc(const char* opType) const;

private:
    std::shared_ptr<OpTilingRegistryImpl> impl_;
};
}  // namespace context_ascendc

#endif  // CONTEXT_BUILDER_H
