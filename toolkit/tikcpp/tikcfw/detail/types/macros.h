// Qualifiers of Ascend C. A host compiler needs none of them, except that what the device compiler
// stores once per core must not be shared by the cores simulated here.
#pragma once

#include <cstddef>
#include <cstdint>

// The release of CANN whose rules hold where they changed, ten times its number (--cann-version).
#ifndef ASCENDC_CANN_VERSION
#define ASCENDC_CANN_VERSION 91
#endif

// Whoever reads the syntax tree of a kernel (custom_compiler/kernel/rules) sees those that its
// rules ask for; what they expand to means nothing to types.
#ifdef ASCENDC_SYNTAX_TREE
#define ASCENDC_ON_DEVICE __attribute__((annotate("aicore")))
#define ASCENDC_ON_BOTH __attribute__((annotate("host_aicore")))
#define __gm__ __attribute__((noderef))
#else
#define ASCENDC_ON_DEVICE
#define ASCENDC_ON_BOTH
#define __gm__
#endif

#ifndef __aicore__
#define __aicore__ ASCENDC_ON_DEVICE
#endif
#ifndef __global__
#define __global__
#endif
#define __ubuf__
#define __cbuf__
#define __ca__
#define __cb__
#define __cc__
#define __fbuf__
#define __biasbuf__
#define __ssbuf__
#define __kfc_workspace__
#define __local_mem__
#define __tiling_data_ptr__ __gm__ const
#define __inout_pipe__(...)
#define __in_pipe__(...)
#define __out_pipe__(...)
#define __cce_half__
#define __tf__
#define __in__
#define __out__
#define __cce_get_tile_ptr(tile) tile
#define __check_sync_alias__
#define __sync_alias__
#define __sync_noalias__
#define __schedmode__(...)
#define __mix__(...) ASCENDC_ON_DEVICE
#define __cube__ ASCENDC_ON_DEVICE
#define __vector__ ASCENDC_ON_DEVICE
#define __host_aicore__ ASCENDC_ON_BOTH
#define __forceinline__ inline
#define __BLOCK_LOCAL__ thread_local
#define __WORKGROUP_LOCAL__ thread_local

/// A pointer into the device's global memory.
#define GM_ADDR __gm__ uint8_t*

#ifndef likely
#define likely(x) __builtin_expect(!!(x), 1)
#endif
#ifndef unlikely
#define unlikely(x) __builtin_expect(!!(x), 0)
#endif

/// For small functions that exist in translation units compiled for different CPUs: a shared
/// out-of-line copy could be the one of the newest CPU.
#define ASCENDC_ALWAYS_INLINE inline __attribute__((always_inline))

#ifndef K_MAX_SHAPE_DIM
#define K_MAX_SHAPE_DIM 8
#endif
#define QBUF_MAX_LEN 64
#define QBUFPOOL_MAX_LEN 16
#define MAX_MSG_COUNT 64
#define TPIPE_MAX_TYPE 4
#define USE_ISA_INS 1
/// Fetches the next 2 KiB pages of code into the instruction cache.
#define PRELOAD(len)
