// What a tiling function receives and where it puts its results.
#ifndef INC_EXE_GRAPH_RUNTIME_TILING_CONTEXT_H_
#define INC_EXE_GRAPH_RUNTIME_TILING_CONTEXT_H_

#include <cstdint>
#include <limits>

#include "exe_graph/runtime/continuous_vector.h"
#include "exe_graph/runtime/extended_kernel_context.h"
#include "exe_graph/runtime/storage_shape.h"
#include "exe_graph/runtime/tensor.h"
#include "exe_graph/runtime/tiling_data.h"
#include "external/ge_common/ge_api_error_codes.h"

namespace fe {
class PlatFormInfos;
}

namespace gert {
/// Inputs of the context: input tensors, output tensors, compile info, platform, tiling function,
/// deterministic flag. Shapes and tensors that are absent or out of range are null; setters answer
/// GRAPH_FAILED where a result slot is missing.
class TilingContext : public ExtendedKernelContext {
public:
    enum TilingOutputIndex : uint32_t {
        kOutputTilingKey = 0,
        kOutputBlockDim,
        kOutputAtomicCleanFlag,
        kOutputTilingData,
        kOutputWorkspace,
        kOutputTilingCond,
        kOutputScheduleMode,
        kOutputLocalMemorySize,
        kOutputAicpuBlockDim,
        kOutputNum
    };
    enum FallibleTilingOutputIndex : uint32_t {
        kTilingStatus = TilingOutputIndex::kOutputNum,
        kFallibleOutputNum
    };

    /// What TilingParse made; may be null.
    const void* GetCompileInfo() const { return Extra<const void*>(kCompileInfo, nullptr); }
    template <typename T>
    const T* GetCompileInfo() const {
        return static_cast<const T*>(GetCompileInfo());
    }
    fe::PlatFormInfos* GetPlatformInfo() const {
        return Extra<fe::PlatFormInfos*>(kPlatform, nullptr);
    }
    /// 1 if the result must not depend on the order of execution, else 0.
    int32_t GetDeterministic() const {
        return Extra<int32_t>(kDeterministic, std::numeric_limits<int32_t>::max());
    }
    int32_t GetDeterministicLevel() const { return GetDeterministic(); }

    const StorageShape* GetInputShape(const size_t index) const {
        return index < GetComputeNodeInputNum() ? GetInputPointer<StorageShape>(index) : nullptr;
    }
    const StorageShape* GetOptionalInputShape(const size_t ir_index) const {
        return GetDynamicInputPointer<StorageShape>(ir_index, 0);
    }
    const StorageShape* GetRequiredInputShape(const size_t ir_index) const {
        return GetDynamicInputPointer<StorageShape>(ir_index, 0);
    }
    const StorageShape* GetDynamicInputShape(const size_t ir_index,
                                             const size_t relative_index) const {
        return GetDynamicInputPointer<StorageShape>(ir_index, relative_index);
    }
    /// The data of a tensor can be read only if the operator declared that tiling depends on it.
    const Tensor* GetInputTensor(const size_t index) const {
        return index < GetComputeNodeInputNum() ? GetInputPointer<Tensor>(index) : nullptr;
    }
    const Tensor* GetOptionalInputTensor(const size_t ir_index) const {
        return GetDynamicInputPointer<Tensor>(ir_index, 0);
    }
    const Tensor* GetRequiredInputTensor(const size_t ir_index) const {
        return GetDynamicInputPointer<Tensor>(ir_index, 0);
    }
    const Tensor* GetDynamicInputTensor(const size_t ir_index, const size_t relative_index) const {
        return GetDynamicInputPointer<Tensor>(ir_index, relative_index);
    }
    const StorageShape* GetOutputShape(const size_t index) const {
        return index < GetComputeNodeOutputNum()
                   ? GetInputPointer<StorageShape>(GetComputeNodeInputNum() + index)
                   : nullptr;
    }

    /// Whether a tensor says how its elements lie in memory, which inputs that are not contiguous
    /// do where the operator takes views (IgnoreContiguous); the steps, null for others;
    /// the first element's distance from the address, -1 for others.
    bool InputIsView(const size_t index) const { return ViewOf(GetInputTensor(index)) != nullptr; }
    const Stride* GetInputStride(const size_t index) const {
        return StrideOf(GetInputTensor(index));
    }
    int64_t GetInputOffset(const size_t index) const { return OffsetOf(GetInputTensor(index)); }
    bool RequiredInputIsView(const size_t ir_index) const {
        return ViewOf(GetRequiredInputTensor(ir_index)) != nullptr;
    }
    const Stride* GetRequiredInputStride(const size_t ir_index) const {
        return StrideOf(GetRequiredInputTensor(ir_index));
    }
    int64_t GetRequiredInputOffset(const size_t ir_index) const {
        return OffsetOf(GetRequiredInputTensor(ir_index));
    }
    bool OptionalInputIsView(const size_t ir_index) const {
        return ViewOf(GetOptionalInputTensor(ir_index)) != nullptr;
    }
    const Stride* GetOptionalInputStride(const size_t ir_index) const {
        return StrideOf(GetOptionalInputTensor(ir_index));
    }
    int64_t GetOptionalInputOffset(const size_t ir_index) const {
        return OffsetOf(GetOptionalInputTensor(ir_index));
    }
    bool DynamicInputIsView(const size_t ir_index, const size_t relative_index) const {
        return ViewOf(GetDynamicInputTensor(ir_index, relative_index)) != nullptr;
    }
    const Stride* GetDynamicInputStride(const size_t ir_index, const size_t relative_index) const {
        return StrideOf(GetDynamicInputTensor(ir_index, relative_index));
    }
    int64_t GetDynamicInputOffset(const size_t ir_index, const size_t relative_index) const {
        return OffsetOf(GetDynamicInputTensor(ir_index, relative_index));
    }
    bool OutputIsView(const size_t index) const { return ViewOf(OutputTensor(index)) != nullptr; }
    const Stride* GetOutputStride(const size_t index) const {
        return StrideOf(OutputTensor(index));
    }
    int64_t GetOutputOffset(const size_t index) const { return OffsetOf(OutputTensor(index)); }

    /// Which branch (TILING_KEY_IS) of the kernel runs.
    ge::graphStatus SetTilingKey(const uint64_t tiling_key) {
        return SetResult(kOutputTilingKey, tiling_key);
    }
    uint64_t GetTilingKey() const {
        return Result(kOutputTilingKey, std::numeric_limits<uint64_t>::max());
    }
    /// Number of blocks (logical cores) that run the kernel.
    ge::graphStatus SetBlockDim(const uint32_t block_dim) {
        return SetResult(kOutputBlockDim, block_dim);
    }
    uint32_t GetBlockDim() const {
        return Result(kOutputBlockDim, std::numeric_limits<uint32_t>::max());
    }
    /// Newer names of the same.
    ge::graphStatus SetSimdNumBlocks(const uint32_t num_blocks) { return SetBlockDim(num_blocks); }
    uint32_t GetSimdNumBlocks() const { return GetBlockDim(); }
    /// Number of AI CPUs that may carry out tasks of communication (BatchWrite); here one does.
    ge::graphStatus SetAicpuBlockDim(uint32_t block_dim) {
        return SetResult(kOutputAicpuBlockDim, block_dim);
    }
    uint32_t GetAicpuBlockDim() const {
        return Result(kOutputAicpuBlockDim, std::numeric_limits<uint32_t>::max());
    }
    /// Newer names of the same.
    ge::graphStatus SetAicpuNumBlocks(uint32_t num_blocks) { return SetAicpuBlockDim(num_blocks); }
    uint32_t GetAicpuNumBlocks() const { return GetAicpuBlockDim(); }
    /// 1: all blocks must run at the same time.
    ge::graphStatus SetScheduleMode(const uint32_t schedule_mode) {
        return SetResult(kOutputScheduleMode, schedule_mode);
    }
    uint32_t GetScheduleMode() const { return Result(kOutputScheduleMode, 0U); }
    ge::graphStatus SetTilingCond(int32_t tiling_cond) {
        return SetResult(kOutputTilingCond, tiling_cond);
    }
    int32_t GetTilingCond() const { return Result(kOutputTilingCond, -1); }
    /// Outputs with an initial value are set before the kernel runs.
    ge::graphStatus SetNeedAtomic(const bool atomic) {
        return SetResult(kOutputAtomicCleanFlag, atomic);
    }
    bool NeedAtomic() const { return Result(kOutputAtomicCleanFlag, false); }
    /// Bytes of local memory of the SIMT part of a kernel.
    ge::graphStatus SetLocalMemorySize(const uint32_t local_memory_size) {
        return SetResult(kOutputLocalMemorySize, local_memory_size);
    }
    uint32_t GetLocalMemorySize() const {
        return Result(kOutputLocalMemorySize, std::numeric_limits<uint32_t>::max());
    }
    /// Newer names of the same.
    ge::graphStatus SetDynUBufSize(const uint32_t dyn_ubuf_size) {
        return SetLocalMemorySize(dyn_ubuf_size);
    }
    uint32_t GetDynUBufSize() const { return GetLocalMemorySize(); }

    TilingData* GetRawTilingData() {
        TilingData** const slot = GetOutputPointer<TilingData*>(kOutputTilingData);
        return slot == nullptr ? nullptr : *slot;
    }
    /// The start of the tiling buffer as a T, with the data size set to that of T. The bytes are
    /// not cleared. Null if the buffer is too small.
    template <typename T>
    auto GetTilingData() -> T* {
        TilingData* const raw = GetRawTilingData();
        if (raw == nullptr || raw->GetCapacity() < sizeof(T)) {
            return nullptr;
        }
        raw->SetDataSize(sizeof(T));
        return static_cast<T*>(raw->GetData());
    }

    /// The array for the bytes of each of `workspace_count` workspaces; null if there are too many.
    size_t* GetWorkspaceSizes(const size_t workspace_count) {
        auto* const sizes = GetOutputPointer<TypedContinuousVector<size_t>>(kOutputWorkspace);
        if (sizes == nullptr || sizes->SetSize(workspace_count) != ge::GRAPH_SUCCESS) {
            return nullptr;
        }
        return sizes->MutableData();
    }
    size_t GetWorkspaceNum() const {
        const auto* const sizes = GetOutputPointer<TypedContinuousVector<size_t>>(kOutputWorkspace);
        return sizes == nullptr ? 0U : sizes->GetSize();
    }

private:
    // Order of the inputs after the tensors.
    enum ExtraInput : size_t { kCompileInfo = 0, kPlatform = 1, kDeterministic = 3 };

    const Tensor* OutputTensor(const size_t index) const {
        return reinterpret_cast<const Tensor*>(GetOutputShape(index));
    }
    static const TensorV2* ViewOf(const Tensor* tensor) {
        return tensor == nullptr || tensor->GetVersion() != kTensorV2
                   ? nullptr
                   : static_cast<const TensorV2*>(tensor);
    }
    static const Stride* StrideOf(const Tensor* tensor) {
        const TensorV2* const view = ViewOf(tensor);
        return view == nullptr ? nullptr : &view->GetStride();
    }
    static int64_t OffsetOf(const Tensor* tensor) {
        const TensorV2* const view = ViewOf(tensor);
        return view == nullptr ? -1 : view->GetOffset();
    }
    template <typename T>
    T Extra(const ExtraInput input, T fallback) const {
        const ComputeNodeInfo* const node = GetComputeNodeInfo();
        if (node == nullptr) {
            return fallback;
        }
        const Chain* const slot = GetInput(node->GetInputsNum() + node->GetOutputsNum() + input);
        return slot == nullptr ? fallback : slot->GetValue<T>();
    }
    template <typename T>
    ge::graphStatus SetResult(const TilingOutputIndex index, const T value) {
        T* const slot = GetOutputPointer<T>(index);
        if (slot == nullptr) {
            return ge::GRAPH_FAILED;
        }
        *slot = value;
        return ge::GRAPH_SUCCESS;
    }
    template <typename T>
    T Result(const TilingOutputIndex index, const T fallback) const {
        const T* const slot = GetOutputPointer<T>(index);
        return slot == nullptr ? fallback : *slot;
    }
};
static_assert(std::is_standard_layout<TilingContext>::value, "a view of raw memory");
}  // namespace gert

#endif  // INC_EXE_GRAPH_RUNTIME_TILING_CONTEXT_H_
