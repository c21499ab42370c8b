// Constants of Ascend C. Those that depend on the architecture are macros that name a constant by
// __CCE_AICORE__, which a kernel's wrapper defines after this header was read: the preprocessed
// text of a kernel that uses none of them is the same for all architectures.
#pragma once

#include <cstddef>
#include <cstdint>

#include "detail/types/half.h"

namespace AscendC {

constexpr int32_t MIX = 0;
constexpr int32_t AIC = 1;
constexpr int32_t AIV = 2;
constexpr int32_t AIC_TYPE = AIC;
constexpr int32_t AIV_TYPE = AIV;

const int32_t DEFAULT_BLK_NUM = 8;
const int32_t HALF_FACTOR = 2;
const int32_t DOUBLE_FACTOR = 2;
const int32_t DEFAULT_BLK_STRIDE = 1;
const uint8_t DEFAULT_REPEAT_STRIDE = 8;
const uint8_t HALF_DEFAULT_REPEAT_STRIDE = 4;
const uint8_t ONE_FOURTH_DEFAULT_REPEAT_STRIDE = 2;
const uint64_t FULL_MASK = 0xffffffffffffffff;
const uint64_t CONST_MASK_VALUE = 0x8000000000000000;
const uint16_t MAX_HALF_MASK_LEN = 64;
const int32_t DEFAULT_C0_SIZE = 32;
const int32_t DEFAULT_BLOCK_SIZE = 256;
const int32_t MAX_REPEAT_TIMES = 255;
const int32_t MIN_REPEAT_TIMES = 0;
const bool DEFAULT_REPEAT_STRIDE_MODE = 0;
const bool STRIDE_SIZE_MODE = 0;
const int32_t ONE_BYTE_BIT_SIZE = 8;
const uint32_t TMP_UB_SIZE = 8 * 1024;
const uint32_t MAX_SLICE_SIZE = 6 * 256;
const uint32_t F32_INF = 0x7f800000;
const uint32_t F32_NEG_INF = 0xff800000;
const uint32_t F32_NAN = 0x7fc00000;
const uint16_t VALUE_512 = 512;
const uint16_t UINT12_MAX = 4095;
const uint16_t UINT15_MAX = 32767;
constexpr uint32_t POWER_TWO = 2;
constexpr uint32_t POWER_THREE = 3;
constexpr uint32_t POWER_INT32_BITS = 32;
constexpr uint32_t INT4_TWO = 2;
constexpr uint32_t INT4_BIT_NUM = 4;
constexpr int32_t CTRL_46_BIT = 46;
constexpr int32_t CTRL_47_BIT = 47;
constexpr int32_t CTRL_48_BIT = 48;
constexpr int32_t CTRL_53_BIT = 53;
constexpr int32_t HF32_MODE_BIT = 46;
constexpr int32_t HF32_TRANS_MODE_BIT = 47;
constexpr int32_t MM_LAYOUT_MODE_BIT = 51;
constexpr int32_t LEAKY_RELU_MODE_BIT = 50;
constexpr int32_t CAST_MODE_BIT = 59;
constexpr int32_t DEQ_SHIFT_LEFT_17_BIT = 131072;
constexpr float DEQ_SHIFT_RIGHT_17_BIT = 1.0f / DEQ_SHIFT_LEFT_17_BIT;
const uint8_t PAD_SIZE = 4;
const uint8_t MRG_SORT_ELEMENT_LEN = 4;
const uint8_t DEFAULT_DATA_COPY_NBURST = 1;
const uint8_t DEFAULT_DATA_COPY_STRIDE = 0;
#ifndef ASCC_PARAM_BLOCK_CUBE
#define ASCC_PARAM_BLOCK_CUBE
const int32_t BLOCK_CUBE = 16;
#endif
#ifndef ASCC_PARAM_CUBE_MAX_SIZE
#define ASCC_PARAM_CUBE_MAX_SIZE
const int32_t CUBE_MAX_SIZE = 256;
#endif
const int32_t BYTE_PER_FRACTAL = 512;
const int32_t SRC_BURST_LEN_SIZE_ELE = 16;
const int32_t SRC_GAP_SIZE_BYTE = 32;
const int32_t DST_BURST_LEN_SIZE_ELE = 256;
const int32_t VREDUCE_PER_REP_OUTPUT = 2;
#ifndef ASCC_PARAM_ONE_BLK_SIZE
#define ASCC_PARAM_ONE_BLK_SIZE
const uint16_t ONE_BLK_SIZE = 32;
#endif
const uint16_t ONE_PARAM_SIZE = 8;
const uint16_t AIV_CORE_NUM = 50;
const int32_t ONE_REPEAT_BYTE_SIZE = 256;
const int32_t FULL_MASK_LEN = 128;
const int32_t HLAF_MASK_LEN = 64;
const int32_t DEFAULT_REDUCE_DST_REP_SRIDE = 1;
const uint8_t B64_BYTE_SIZE = 8;
const uint8_t B32_BYTE_SIZE = 4;
const uint8_t B16_BYTE_SIZE = 2;
const uint8_t B8_BYTE_SIZE = 1;
const uint8_t B32_DATA_NUM_PER_BLOCK = 8;
const uint8_t B16_DATA_NUM_PER_BLOCK = 16;
const int32_t B16_DATA_NUM_PER_REPEAT = 128;
const int32_t B32_DATA_NUM_PER_REPEAT = 64;
const int32_t NCHW_CONV_ADDR_LIST_SIZE = 16;
const int32_t VA_REG_ARRAY_LEN = 8;
const uint8_t FIXPIPE_DEQ_TENSOR_SIZE = 16;
const uint8_t VDEQ_TENSOR_SIZE = 16;
const uint8_t CONV2D_IMG_SIZE = 2;
const uint8_t CONV2D_KERNEL_SIZE = 2;
const uint8_t CONV2D_STRIDE = 2;
const uint8_t CONV2D_PAD = 4;
const uint8_t CONV2D_DILATION = 2;
const int32_t K_MAX_DIM = 8;
const uint32_t TWO_OF_STACK_BUFFER = 2;
const uint32_t THREE_OF_STACK_BUFFER = 3;
const uint32_t HALF_REPEAT_SIZE = 128;
const uint32_t FLOAT_REPEAT_SIZE = 64;
const uint32_t ONE_REPEAT_FLOAT_SIZE = 64;
const uint32_t ONE_REPEAT_HALF_SIZE = 128;
const uint32_t MAX_REPEAT_FLOAT_SIZE = ONE_REPEAT_FLOAT_SIZE * 255;
const uint32_t MAX_REPEAT_HALF_SIZE = ONE_REPEAT_HALF_SIZE * 255;
const uint32_t ONE_BLK_HALF_NUM = 16;
const uint32_t ONE_BLK_FLOAT_NUM = 8;
const uint32_t BRCB_BROADCAST_NUMBER = 8;
const uint32_t BRCB_MAX_REPEAT_SIZE = BRCB_BROADCAST_NUMBER * 255;
const int32_t MIN_BLOCK_LEN = 1;
const uint32_t PAIR_REDUCE_REPEAT_STRIDE_LEN = 128;
const uint32_t PAIR_REDUCE_SUM_MERGES = 2;
const int32_t MAX_BLOCK_COUNT = 4095;
const int32_t MIN_BLOCK_COUNT = 1;
const int32_t MAX_BLOCK_LEN = 65535;
const uint32_t VECTOR_REG_WIDTH = 256;
const uint32_t SINGLE_MSG_SIZE = 64;
const uint32_t CACHE_LINE_SIZE = 64;
const uint32_t TOTAL_L0A_SIZE = 64 * 1024;
const uint32_t TOTAL_L0B_SIZE = 64 * 1024;
/// Placeholder for the mask argument of instructions called with isSetMask = false.
constexpr uint64_t MASK_PLACEHOLDER = 0;
constexpr uint64_t MASK_PLACEHOLDER_LIST[2] = {0, 0};
constexpr int32_t QUE_MAX_EVENT = 8;
// Flags that CANN's own synchronisation of cores uses.
constexpr uint16_t SYNC_AIC_FLAG = 11;
constexpr uint16_t SYNC_AIV_FLAG = 12;
constexpr uint16_t SYNC_AIC_AIV_FLAG = 13;
constexpr uint16_t SYNC_AIV_ONLY_ALL = 14;
// Of CANN's hyperbolic tangent, for kernels with their own.
constexpr float FP32_MIN_V2 = -8.8f;
constexpr float FP32_MAX_V2 = 8.8f;
constexpr float DOUBLE_X = 2;

// Sizes in bytes per architecture (100, 200, 220, 300, 310).
constexpr uint32_t TOTAL_UB_SIZE_100 = 256 * 1024;
constexpr uint32_t TOTAL_UB_SIZE_200 = 256 * 1024;
constexpr uint32_t TOTAL_UB_SIZE_220 = 192 * 1024;
constexpr uint32_t TOTAL_UB_SIZE_300 = 248 * 1024;
constexpr uint32_t TOTAL_UB_SIZE_310 = 248 * 1024;
constexpr int32_t TOTAL_VEC_LOCAL_SIZE_100 = 248 * 1024;
constexpr int32_t TOTAL_VEC_LOCAL_SIZE_200 = 248 * 1024;
constexpr int32_t TOTAL_VEC_LOCAL_SIZE_220 = 184 * 1024;
constexpr int32_t TOTAL_VEC_LOCAL_SIZE_300 = 184 * 1024;
constexpr int32_t TOTAL_VEC_LOCAL_SIZE_310 = 184 * 1024;
constexpr uint32_t TMP_UB_OFFSET_100 = 248 * 1024;
constexpr uint32_t TMP_UB_OFFSET_200 = 248 * 1024;
constexpr uint32_t TMP_UB_OFFSET_220 = 184 * 1024;
constexpr uint32_t TMP_UB_OFFSET_300 = 248 * 1024;
constexpr uint32_t TMP_UB_OFFSET_310 = 248 * 1024;
constexpr uint32_t TOTAL_L1_SIZE_100 = 1024 * 1024;
constexpr uint32_t TOTAL_L1_SIZE_200 = 1024 * 1024;
constexpr uint32_t TOTAL_L1_SIZE_220 = 512 * 1024 - 128;
constexpr uint32_t TOTAL_L1_SIZE_300 = 1024 * 1024;
constexpr uint32_t TOTAL_L1_SIZE_310 = 512 * 1024;
constexpr uint32_t TOTAL_L0C_SIZE_100 = 256 * 1024;
constexpr uint32_t TOTAL_L0C_SIZE_200 = 256 * 1024;
constexpr uint32_t TOTAL_L0C_SIZE_220 = 128 * 1024;
constexpr uint32_t TOTAL_L0C_SIZE_300 = 128 * 1024;
constexpr uint32_t TOTAL_L0C_SIZE_310 = 256 * 1024;
constexpr size_t RESERVED_WORKSPACE_100 = 2 * 1024 * 1024;
constexpr size_t RESERVED_WORKSPACE_200 = 2 * 1024 * 1024;
constexpr size_t RESERVED_WORKSPACE_220 = 16 * 1024 * 1024;
constexpr size_t RESERVED_WORKSPACE_300 = 2 * 1024 * 1024;
constexpr size_t RESERVED_WORKSPACE_310 = 16 * 1024 * 1024;

}  // namespace AscendC

#define ASCENDC_JOIN_(a, b) a##b
#define ASCENDC_JOIN(a, b) ASCENDC_JOIN_(a, b)
/// Name of the constant of the architecture that the kernel is compiled for.
#define ASCENDC_PER_ARCH(name) ASCENDC_JOIN(name##_, __CCE_AICORE__)
#define TOTAL_UB_SIZE ASCENDC_PER_ARCH(TOTAL_UB_SIZE)
#define TOTAL_VEC_LOCAL_SIZE ASCENDC_PER_ARCH(TOTAL_VEC_LOCAL_SIZE)
#define TMP_UB_OFFSET ASCENDC_PER_ARCH(TMP_UB_OFFSET)
#define TOTAL_L1_SIZE ASCENDC_PER_ARCH(TOTAL_L1_SIZE)
#define TOTAL_L0C_SIZE ASCENDC_PER_ARCH(TOTAL_L0C_SIZE)
#define RESERVED_WORKSPACE ASCENDC_PER_ARCH(RESERVED_WORKSPACE)
