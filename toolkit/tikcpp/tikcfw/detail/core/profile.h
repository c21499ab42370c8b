// Marks for CANN's performance simulator and profiler. They take effect only there, so here the
// calls just compile.
#pragma once

#include <cstdint>

namespace AscendC {

enum class TraceId : uint32_t {
    KFC_CLIENT_POST_MSG = 0x7001,
    KFC_CLIENT_REV_MSG_GM = 0x7002,
    KFC_CLIENT_REV_MSG_UB = 0x7003,
    KFC_SERVER_RUN = 0x7101,
    KFC_SERVER_REV_MSG = 0x7102,
    KFC_SERVER_PROCESS_MSG = 0x7103,
    MatMul_PROCESS_MSG = 0x8001,
    MatMul_CALC = 0x8002,
    Conv = 0x8101,
    DropOut = 0x8201,
    SoftMax = 0x8301,
    SoftmaxGrad = 0x8302,
    SoftmaxFlash = 0x8303,
    SoftmaxFlashV2 = 0x8304,
    LogSoftMax = 0x8305,
    SoftmaxFlashV3 = 0x8306,
    LayerNorm = 0x8401,
    LayerNormGrad = 0x8402,
    LayerNormGradBeta = 0x8403,
    Pad = 0x8501,
    UnPad = 0x8502,
    BroadCast = 0x8601,
};

inline void MetricsProfStart() {}
inline void MetricsProfStop() {}

}  // namespace AscendC

#define TRACE_START(...)
#define TRACE_STOP(...)
