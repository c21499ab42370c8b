// A tiling in steps, of which an operator has one class per case.
#ifndef OP_COMMON_OP_HOST_TILING_BASE_CLASS_H
#define OP_COMMON_OP_HOST_TILING_BASE_CLASS_H

#include <memory>
#include <sstream>
#include <string>

#include "exe_graph/runtime/tiling_context.h"
#include "graph/utils/type_utils.h"
#include "op_common/log/log.h"
#include "tiling/platform/platform_ascendc.h"

#ifdef ASCENDC_OP_TEST
#define ASCENDC_EXTERN_C extern "C"
#else
#define ASCENDC_EXTERN_C
#endif

namespace Ops {
namespace Base {
/// Bytes of the memories, and cores.
struct AiCoreParams {
    uint64_t ubSize = 0;
    uint64_t numBlocks = 0;
    uint64_t aicNum = 0;
    uint64_t l1Size = 0;
    uint64_t l0aSize = 0;
    uint64_t l0bSize = 0;
    uint64_t l0cSize = 0;
};

struct CompileInfoCommon {
    uint32_t aivNum;
    uint32_t aicNum;
    uint64_t ubSize;
    uint64_t l1Size;
    uint64_t l0aSize;
    uint64_t l0bSize;
    uint64_t l0cSize;
    uint64_t l2CacheSize;
    int64_t coreNum;
    int32_t socVersion;
    uint32_t rsvd;
};

class TilingBaseClass {
public:
    explicit TilingBaseClass(gert::TilingContext* context) : context_(context) {}
    virtual ~TilingBaseClass() = default;

    /// GRAPH_SUCCESS, or GRAPH_PARAM_INVALID if the case is another class's, or what the failing
    /// step says.
    ge::graphStatus DoTiling() {
        OP_CHECK_IF(context_ == nullptr, OP_LOGE("DoTiling", "there is no context"),
                    return ge::GRAPH_FAILED);
        ge::graphStatus status = GetShapeAttrsInfo();
        status = status == ge::GRAPH_SUCCESS ? GetPlatformInfo() : status;
        if (status == ge::GRAPH_SUCCESS && !IsCapable()) {
            return ge::GRAPH_PARAM_INVALID;
        }
        status = status == ge::GRAPH_SUCCESS ? DoOpTiling() : status;
        status = status == ge::GRAPH_SUCCESS ? DoLibApiTiling() : status;
        status = status == ge::GRAPH_SUCCESS ? GetWorkspaceSize() : status;
        status = status == ge::GRAPH_SUCCESS ? PostTiling() : status;
        if (status == ge::GRAPH_SUCCESS) {
            context_->SetTilingKey(GetTilingKey());
            DumpTilingInfo();
        }
        return status;
    }

    /// Takes another context.
    virtual void Reset(gert::TilingContext* context) { context_ = context; }

protected:
    /// The steps, in the order in which they are taken.
    virtual ge::graphStatus GetShapeAttrsInfo() = 0;
    virtual ge::graphStatus GetPlatformInfo() = 0;
    virtual bool IsCapable() = 0;
    virtual ge::graphStatus DoOpTiling() = 0;
    virtual ge::graphStatus DoLibApiTiling() = 0;
    virtual ge::graphStatus GetWorkspaceSize() = 0;
    virtual ge::graphStatus PostTiling() = 0;
    virtual uint64_t GetTilingKey() const = 0;
    virtual void DumpTilingInfo() { DefaultTilingInfoDump(); }

    /// Logs the tiling data as 32-bit numbers.
    int64_t DefaultTilingInfoDump() {
        OP_LOGD(context_, "tiling key %s, tiling data %s",
                std::to_string(context_->GetTilingKey()).c_str(), GetTilingDataDebugStr().c_str());
        return 0;
    }

    /// Blocks of a kernel with cube and vector parts that has `sliceNum` vector slices.
    static uint32_t CalcTschBlockDim(uint32_t sliceNum, uint32_t aicCoreNum, uint32_t aivCoreNum) {
        if (aicCoreNum == 0 || aivCoreNum < aicCoreNum) {
            return sliceNum;
        }
        const uint32_t ratio = aivCoreNum / aicCoreNum;
        return (sliceNum + ratio - 1) / ratio;
    }

    template <typename T>
    std::string GetShapeDebugStr(const T& shape) const {
        return ToString(shape);
    }

    std::string GetTensorDebugStr(const gert::StorageShape* shape,
                                  const gert::CompileTimeTensorDesc* tensor) {
        if (shape == nullptr || tensor == nullptr) {
            return "nil ";
        }
        const auto format =
            static_cast<ge::Format>(ge::GetPrimaryFormat(tensor->GetStorageFormat()));
        return "(dtype: " + ToString(tensor->GetDataType()) +
               "),(shape:" + ToString(shape->GetStorageShape()) +
               "),(ori_shape:" + ToString(shape->GetOriginShape()) +
               "),(format: " + ToString(format) +
               "),(ori_format: " + ToString(tensor->GetOriginFormat()) + ") ";
    }

    std::string GetTilingContextDebugStr() {
        std::string text;
        for (size_t i = 0; i < context_->GetComputeNodeInfo()->GetInputsNum(); ++i) {
            text += "input" + std::to_string(i) + ": " +
                    GetTensorDebugStr(context_->GetInputShape(i), context_->GetInputDesc(i));
        }
        for (size_t i = 0; i < context_->GetComputeNodeInfo()->GetOutputsNum(); ++i) {
            text += "output" + std::to_string(i) + ": " +
                    GetTensorDebugStr(context_->GetOutputShape(i), context_->GetOutputDesc(i));
        }
        return text;
    }

    /// The tiling data as 32-bit numbers.
    std::string GetTilingDataDebugStr() const {
        const gert::TilingData* raw = context_->GetRawTilingData();
        if (raw == nullptr) {
            return "nil ";
        }
        std::string text;
        const int32_t* data = static_cast<const int32_t*>(raw->GetData());
        for (size_t i = 0; i < raw->GetDataSize() / sizeof(int32_t); ++i) {
            text += std::to_string(data[i]) + ", ";
        }
        return text;
    }

    gert::TilingContext* context_ = nullptr;
    std::unique_ptr<platform_ascendc::PlatformAscendC> ascendcPlatform_{nullptr};
    uint32_t blockDim_{0};
    uint64_t workspaceSize_{0};
    uint64_t tilingKey_{0};
    AiCoreParams aicoreParams_;
};
}  // namespace Base
}  // namespace Ops

#endif  // OP_COMMON_OP_HOST_TILING_BASE_CLASS_H
