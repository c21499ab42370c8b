// A C interface of the tiling functions of the high-level API.
#include <cstring>
#include <string>

#include "tiling/tiling_api.h"

namespace {

using AscendC::TopKMode;

struct Request {
    ge::Shape shape, original;
    uint32_t type, bytes, option;
    bool reuse;
};

struct Range {
    uint32_t* most;
    uint32_t* least;
};

const platform_ascendc::PlatformAscendC& Platform() {
    return *platform_ascendc::PlatformAscendCManager::GetInstance("Ascend910B1");
}

bool GetRange(const std::string& name, const Request& r, Range to) {
    uint32_t& most = *to.most;
    uint32_t& least = *to.least;
#define VECTOR(function)                                                              \
    if (name == #function) {                                                          \
        AscendC::Get##function##MaxMinTmpSize(r.shape, r.type, r.reuse, most, least); \
        return true;                                                                  \
    }
    VECTOR(Acos);
    VECTOR(Acosh);
    VECTOR(Asin);
    VECTOR(Asinh);
    VECTOR(Atan);
    VECTOR(Atanh);
    VECTOR(Axpy);
    VECTOR(Ceil);
    VECTOR(Clamp);
    VECTOR(Cos);
    VECTOR(Cosh);
    VECTOR(Digamma);
    VECTOR(Erf);
    VECTOR(Erfc);
    VECTOR(Exp);
    VECTOR(Floor);
    VECTOR(Fmod);
    VECTOR(Frac);
    VECTOR(Lgamma);
    VECTOR(Log);
    VECTOR(Log10);
    VECTOR(Log2);
    VECTOR(Sign);
    VECTOR(Sin);
    VECTOR(Sinh);
    VECTOR(Tan);
    VECTOR(Tanh);
    VECTOR(Trunc);
    VECTOR(Xor);
    VECTOR(GeGLU);
    VECTOR(ReGlu);
    VECTOR(Sigmoid);
    VECTOR(DropOut);
    VECTOR(ReduceXorSum);
    VECTOR(LayerNorm);
    VECTOR(LayerNormGrad);
    VECTOR(LayerNormGradBeta);
    VECTOR(WelfordFinalize);
#undef VECTOR
#define COUNT(function, ...)                                \
    if (name == #function) {                                \
        AscendC::Get##function##MaxMinTmpSize(__VA_ARGS__); \
        return true;                                        \
    }
    COUNT(Round, Platform(), r.shape, r.type, r.reuse, most, least);
    COUNT(Power, r.shape, r.shape, false, r.type, r.reuse, most, least);
    COUNT(CumSum, r.shape, r.type, r.reuse, false, most, least);
    COUNT(Gelu, r.shape, r.type, most, least);
    COUNT(SwiGLU, r.shape, r.type, most, least, r.reuse);
    COUNT(AscendQuant, r.shape, r.type, most, least);
    COUNT(AscendDequant, r.shape, r.type, most, least);
    COUNT(AscendAntiQuant, r.shape, r.shape, r.reuse, ge::DT_INT8, ge::DT_BF16, most, least);
    COUNT(BroadCast, Platform(), r.shape, r.shape, r.type, r.reuse, most, least);
    COUNT(SelectWithBytesMask, r.shape, ge::Shape({1}), r.type, r.shape, 1, r.reuse, most, least);
    COUNT(Select, r.shape, ge::Shape({1}), r.type, r.shape, 1, r.reuse, most, least);
    COUNT(ReduceSum, r.shape, ge::DT_FLOAT, AscendC::ReducePattern::AR, true, false, most, least);
    COUNT(ReduceAny, r.shape, ge::DT_UINT8, AscendC::ReducePattern::RA, true, false, most, least);
    COUNT(Sum, static_cast<uint32_t>(r.shape.GetShapeSize()), r.type, r.reuse, most, least);
    COUNT(Mean, static_cast<uint32_t>(r.shape.GetShapeSize()), r.type, 4, r.reuse, most, least);
#undef COUNT
    if (name == "Silu") {
        AscendC::GetSiluTmpSize(r.shape, r.type, r.reuse, most, least);
    } else if (name == "Swish") {
        AscendC::GetSwishTmpSize(r.shape, r.type, r.reuse, most, least);
    } else if (name == "SoftMaxFlashV2") {
        most = AscendC::GetSoftMaxFlashV2MaxTmpSize(r.shape, r.type, 4, r.reuse);
        least = AscendC::GetSoftMaxFlashV2MinTmpSize(r.shape, r.type, 4, r.reuse);
    } else if (name == "SoftMaxFlashV3") {
        AscendC::GetSoftMaxFlashV3MaxMinTmpSize(r.shape, r.type, 4, most, least, r.reuse);
    } else if (name == "SoftMaxGrad") {
        most = AscendC::GetSoftMaxGradMaxTmpSize(r.shape, r.type, false, r.reuse);
        least = AscendC::GetSoftMaxGradMinTmpSize(r.shape, r.type, false, r.reuse);
    } else if (name == "LayerNormSeparate") {
        AscendC::GetLayerNormMaxMinTmpSize(r.shape, r.type, r.reuse, true, false, most, least);
    } else if (name == "Normalize") {
        AscendC::GetNormalizeMaxMinTmpSize(r.shape, 4, r.type, r.reuse, true, false, most, least);
    } else if (name == "WelfordUpdate") {
        AscendC::GetWelfordUpdateMaxMinTmpSize(r.shape, r.type, 4, r.reuse, true, most, least);
    } else if (name == "RmsNorm") {
        return AscendC::GetRmsNormMaxMinTmpSize(r.shape, r.type, most, least);
    } else if (name == "DeepNorm") {
        return AscendC::GetDeepNormMaxMinTmpSize(r.shape, r.type, r.reuse, false, most, least);
    } else if (name == "BatchNorm") {
        return AscendC::GetBatchNormMaxMinTmpSize(r.shape, r.original, r.type, r.reuse, most,
                                                  least);
    } else if (name == "GroupNorm") {
        AscendC::GetGroupNormMaxMinTmpSize(r.shape, r.type, r.reuse, r.option, most, least);
    } else if (name == "Pad") {
        AscendC::GetPadMaxMinTmpSize(r.shape, r.type, most, least);
    } else if (name == "UnPad") {
        AscendC::GetUnPadMaxMinTmpSize(Platform(), r.shape, r.type, most, least);
    } else if (name == "ConfusionTranspose") {
        AscendC::GetConfusionTransposeMaxMinTmpSize(r.shape, r.type, r.option, most, least);
    } else if (name == "TopK") {
        return AscendC::GetTopKMaxMinTmpSize(
            Platform(), static_cast<int32_t>(r.shape.GetDim(1)),
            static_cast<int32_t>(r.shape.GetDim(0)), false, r.reuse,
            r.option != 0 ? TopKMode::TOPK_NSMALL : TopKMode::TOPK_NORMAL, true, r.type, most,
            least);
    } else if (name == "TransData") {
        return AscendC::GetTransDataMaxMinTmpSize(
            Platform(), r.shape, r.original, ge::DT_FLOAT16,
            {AscendC::DataFormat::NCDHW, AscendC::DataFormat::NDC1HWC0}, most, least);
    } else if (name == "SoftMax") {
        most = AscendC::GetSoftMaxMaxTmpSize(r.shape, r.type, r.reuse);
        least = AscendC::GetSoftMaxMinTmpSize(r.shape, r.type, r.reuse);
    } else if (name == "LogSoftMax") {
        most = AscendC::GetLogSoftMaxMaxTmpSize(r.shape, r.type, r.reuse);
        least = AscendC::GetLogSoftMaxMinTmpSize(r.shape, r.type, r.reuse);
    } else {
        return false;
    }
    return true;
}

/// Fills both kinds of structure; they must hold the same bytes.
template <typename Plain, typename Fields, typename Fill>
int Both(uint8_t* out, size_t room, const Fill& fill) {
    Plain plain;
    Fields fields;
    if (!fill(plain)) {
        return fill(fields) ? -2 : -1;
    }
    if (!fill(fields) || fields.GetDataSize() != sizeof(Plain) || sizeof(Plain) > room) {
        return -2;
    }
    std::string saved(sizeof(Plain), '\0');
    fields.SaveToBuffer(&saved[0], saved.size());
    if (std::memcmp(saved.data(), &plain, sizeof(Plain)) != 0) {
        return -2;
    }
    std::memcpy(out, &plain, sizeof(Plain));
    return static_cast<int>(sizeof(Plain));
}

#define FILL(STRUCT, statement)                                                                   \
    if (name == #STRUCT) {                                                                        \
        return Both<AscendC::tiling::STRUCT, optiling::STRUCT>(out, room,                         \
                                                               [&](auto& tiling) { statement; }); \
    }

int GetInfo(const std::string& name, const Request& r, uint8_t* out, size_t room) {
    FILL(SoftMaxTiling, AscendC::SoftMaxTilingFunc(r.shape, r.type, r.bytes, tiling); return true)
    FILL(LogSoftMaxTiling, AscendC::LogSoftMaxTilingFunc(r.shape, r.type, r.bytes, tiling);
         return true)
    FILL(LayerNormTiling,
         AscendC::GetLayerNormNDTilingInfo(r.shape, r.bytes, r.type, r.reuse, tiling);
         return true)
    FILL(LayerNormSeparateTiling,
         AscendC::GetLayerNormNDTilingInfo(r.shape, r.bytes, r.type, r.reuse, true, tiling);
         return true)
    FILL(LayerNormGradTiling,
         AscendC::GetLayerNormGradNDTilingInfo(r.shape, r.bytes, r.type, r.reuse, tiling);
         return true)
    FILL(LayerNormGradBetaTiling,
         AscendC::GetLayerNormGradBetaNDTilingInfo(r.shape, r.bytes, r.type, r.reuse, tiling);
         return true)
    FILL(RmsNormTiling,
         return AscendC::GetRmsNormTilingInfo(r.shape, r.original, r.bytes, r.type, tiling))
    FILL(DeepNormTiling, return AscendC::GetDeepNormTilingInfo(r.shape, r.original, r.bytes, r.type,
                                                               r.reuse, false, tiling))
    FILL(BatchNormTiling, return AscendC::GetBatchNormNDTilingInfo(r.shape, r.original, r.bytes,
                                                                   r.type, r.reuse, tiling))
    FILL(GroupNormTiling,
         AscendC::GetGroupNormNDTilingInfo(r.shape, r.bytes, r.type, r.reuse, r.option, tiling);
         return true)
    FILL(PadTiling, AscendC::PadTilingFunc(r.shape, r.original, r.bytes, r.type, tiling);
         return true)
    FILL(UnPadTiling, AscendC::UnPadTilingFunc(r.shape, r.bytes, r.type, tiling); return true)
    FILL(ConfusionTransposeTiling,
         AscendC::GetConfusionTransposeTilingInfo(r.shape, r.bytes, r.type, r.option, tiling);
         return true)
    FILL(TopkTiling, return AscendC::TopKTilingFunc(
                         Platform(), static_cast<int32_t>(r.shape.GetDim(1)),
                         static_cast<int32_t>(r.shape.GetDim(0)), static_cast<int32_t>(r.option),
                         r.type, r.reuse, TopKMode::TOPK_NORMAL, true, tiling))
    return -3;
}

ge::Shape ShapeOf(const int64_t* dims, size_t count) {
    std::vector<int64_t> extents(dims, dims + count);
    return ge::Shape(extents);
}

}  // namespace

extern "C" {

struct ProbeRequest {
    const int64_t* dims;
    const int64_t* original;
    size_t count;
    uint32_t type, bytes, option, reuse;
};

/// 1: filled in; 0: rejected or not known.
int probe_range(const char* name, const ProbeRequest* q, uint32_t* most, uint32_t* least) {
    const Request request{ShapeOf(q->dims, q->count),
                          ShapeOf(q->original, q->count),
                          q->type,
                          q->bytes,
                          q->option,
                          q->reuse != 0};
    return GetRange(name, request, {most, least}) ? 1 : 0;
}

/// Bytes written; -1: rejected; -2: the two structures differ; -3: not known.
int probe_info(const char* name, const ProbeRequest* q, uint8_t* out, size_t room) {
    const Request request{ShapeOf(q->dims, q->count),
                          ShapeOf(q->original, q->count),
                          q->type,
                          q->bytes,
                          q->option,
                          q->reuse != 0};
    return GetInfo(name, request, out, room);
}
}
