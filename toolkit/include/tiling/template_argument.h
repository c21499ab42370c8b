// Template arguments of a kernel and the tiling key that encodes them, declared once in a header
// that host and kernel share.
//
// Three readings of the same text: on the host (default) descriptions from which keys are computed;
// in the kernel (ASCENDC_TPL_KERNEL) nothing; for the kernel compiler (ASCENDC_TPL_PRE) marked
// text.
//
// A key holds the arguments in order of declaration from the lowest bit on: 8 bits for DTYPE,
// DATATYPE, FORMAT and kernel types, 1 for BOOL, the given number for UINT (whose code is the
// position in the list of declared values).
#ifndef TEMPLATE_ARGUMENT_H
#define TEMPLATE_ARGUMENT_H

#include <cstdint>

#define ASCENDC_TPL_1_BW 1
#define ASCENDC_TPL_2_BW 2
#define ASCENDC_TPL_4_BW 4
#define ASCENDC_TPL_8_BW 8

#define ASCENDC_TPL_DTYPE 0
#define ASCENDC_TPL_FORMAT 1
#define ASCENDC_TPL_UINT 2
#define ASCENDC_TPL_BOOL 3
#define ASCENDC_TPL_KERNEL_TYPE 4
#define ASCENDC_TPL_DETERMINISTIC 5
#define ASCENDC_TPL_SHARED_KERNEL_TYPE 6

// How the values of a UINT are listed: MODE, [number of ranges, low, high, ...,] [values ...].
#define ASCENDC_TPL_UI_RANGE 0
#define ASCENDC_TPL_UI_LIST 1
#define ASCENDC_TPL_UI_MIX 2

// Take a template argument from the element type or format of a port.
#define ASCENDC_TPL_INPUT_BIAS 100000000
#define ASCENDC_TPL_OUTPUT_BIAS 900000000
#define ASCENDC_TPL_INPUT(index) (ASCENDC_TPL_INPUT_BIAS + (index))
#define ASCENDC_TPL_OUTPUT(index) (ASCENDC_TPL_OUTPUT_BIAS + (index))

#define ASCENDC_TPL_AIV_ONLY 0
#define ASCENDC_TPL_AIC_ONLY 1
#define ASCENDC_TPL_MIX_AIV_1_0 4
#define ASCENDC_TPL_MIX_AIC_1_0 5
#define ASCENDC_TPL_MIX_AIC_1_1 6
#define ASCENDC_TPL_MIX_AIC_1_2 7
#define ASCENDC_TPL_AICORE 8
#define ASCENDC_TPL_VECTORCORE 9
#define ASCENDC_TPL_MIX_AICORE 10
#define ASCENDC_TPL_MIX_VECTOR_CORE 11
#define ASCENDC_TPL_MAX 12

#if defined(ASCENDC_TPL_PRE)

// clang-format off
#define ASCENDC_TPL_DTYPE_DECL(x, ...) @@ASCENDC_TPL_DTYPE_DECL_##x@@ = {__VA_ARGS__}
#define ASCENDC_TPL_DATATYPE_DECL(x, ...) @@ASCENDC_TPL_DATATYPE_DECL_##x@@ = {__VA_ARGS__}
#define ASCENDC_TPL_FORMAT_DECL(x, ...) @@ASCENDC_TPL_FORMAT_DECL_##x@@ = {__VA_ARGS__}
#define ASCENDC_TPL_UINT_DECL(x, ...) @@ASCENDC_TPL_UINT_DECL_##x@@ = {__VA_ARGS__}
#define ASCENDC_TPL_BOOL_DECL(x, ...) @@ASCENDC_TPL_BOOL_DECL_##x@@ = {__VA_ARGS__}
#define ASCENDC_TPL_KERNEL_TYPE_DECL(x, ...) @@ASCENDC_TPL_SHARED_KERNEL_TYPE_DECL_##x@@ = {__VA_ARGS__}
#define ASCENDC_TPL_DTYPE_SEL(x, ...) @@ASCENDC_TPL_DTYPE_SEL_##x@@ = {__VA_ARGS__}
#define ASCENDC_TPL_DATATYPE_SEL(x, ...) @@ASCENDC_TPL_DATATYPE_SEL_##x@@ = {__VA_ARGS__}
#define ASCENDC_TPL_FORMAT_SEL(x, ...) @@ASCENDC_TPL_FORMAT_SEL_##x@@ = {__VA_ARGS__}
#define ASCENDC_TPL_UINT_SEL(x, ...) @@ASCENDC_TPL_UINT_SEL_##x@@ = {__VA_ARGS__}
#define ASCENDC_TPL_BOOL_SEL(x, ...) @@ASCENDC_TPL_BOOL_SEL_##x@@ = {__VA_ARGS__}
#define ASCENDC_TPL_KERNEL_TYPE_SEL(...) @@ASCENDC_TPL_KERNEL_TYPE_SEL@@ = {__VA_ARGS__}
#define ASCENDC_TPL_SHARED_KERNEL_TYPE_SEL(x, ...) @@ASCENDC_TPL_SHARED_KERNEL_TYPE_SEL_##x@@ = {__VA_ARGS__}
#define ASCENDC_TPL_DETERMINISTIC_SEL(...) @@ASCENDC_TPL_DETERMINISTIC_SEL@@ = {__VA_ARGS__}
#define ASCENDC_TPL_TILING_STRUCT_SEL(x, ...) @@ASCENDC_TPL_TILING_STRUCT_SEL_##x@@ = {__VA_ARGS__}
#define ASCENDC_TPL_ARGS_DECL(x, ...) @@ASCENDC_TPL_ARGS_DECL_##x@@ = {__VA_ARGS__}
#define ASCENDC_TPL_ARGS_SEL(...) @@{__VA_ARGS__}
#define ASCENDC_TPL_SEL(...) @@ASCENDC_TPL_LISTS@@ = {__VA_ARGS__}
// clang-format on

#elif defined(ASCENDC_TPL_KERNEL)

#define ASCENDC_TPL_DTYPE_DECL(...)
#define ASCENDC_TPL_DATATYPE_DECL(...)
#define ASCENDC_TPL_FORMAT_DECL(...)
#define ASCENDC_TPL_UINT_DECL(...)
#define ASCENDC_TPL_BOOL_DECL(...)
#define ASCENDC_TPL_KERNEL_TYPE_DECL(...)
#define ASCENDC_TPL_DTYPE_SEL(...)
#define ASCENDC_TPL_DATATYPE_SEL(...)
#define ASCENDC_TPL_FORMAT_SEL(...)
#define ASCENDC_TPL_UINT_SEL(...)
#define ASCENDC_TPL_BOOL_SEL(...)
#define ASCENDC_TPL_KERNEL_TYPE_SEL(...)
#define ASCENDC_TPL_SHARED_KERNEL_TYPE_SEL(...)
#define ASCENDC_TPL_DETERMINISTIC_SEL(...)
#define ASCENDC_TPL_TILING_STRUCT_SEL(...)
#define ASCENDC_TPL_ARGS_DECL(...)
#define ASCENDC_TPL_ARGS_SEL(...)
#define ASCENDC_TPL_SEL(...)

#else

#include <cstring>
#include <initializer_list>
#include <utility>
#include <vector>

#include "graph/c_types.h"

/// One template argument, or the values of one in a selection.
struct ParamStruct {
    const char* name;
    uint32_t paramType;
    uint8_t bitWidth;
    std::vector<uint64_t> vals;
    const char* macroType;
    ParamStruct(const char* inName, uint32_t inParamType, uint8_t inBitWidth,
                std::vector<uint64_t> inVals, const char* inMacroType)
        : name(inName),
          paramType(inParamType),
          bitWidth(inBitWidth),
          vals(std::move(inVals)),
          macroType(inMacroType) {}
};
using TilingDeclareParams = std::vector<ParamStruct>;
using TilingSelectParams = std::vector<std::vector<ParamStruct>>;

#define ASCENDC_TPL_PARAM(x, type, bits, kind, ...) \
    ParamStruct {                                   \
        #x, type, bits, {__VA_ARGS__}, kind         \
    }

#define ASCENDC_TPL_DTYPE_DECL(x, ...) \
    ASCENDC_TPL_PARAM(x, ASCENDC_TPL_DTYPE, ASCENDC_TPL_8_BW, "DECL", __VA_ARGS__)
#define ASCENDC_TPL_DATATYPE_DECL(x, ...) \
    ASCENDC_TPL_PARAM(x, ASCENDC_TPL_DTYPE, ASCENDC_TPL_8_BW, "DECL", __VA_ARGS__)
#define ASCENDC_TPL_FORMAT_DECL(x, ...) \
    ASCENDC_TPL_PARAM(x, ASCENDC_TPL_FORMAT, ASCENDC_TPL_8_BW, "DECL", __VA_ARGS__)
#define ASCENDC_TPL_UINT_DECL(x, bits, ...) \
    ASCENDC_TPL_PARAM(x, ASCENDC_TPL_UINT, bits, "DECL", __VA_ARGS__)
#define ASCENDC_TPL_BOOL_DECL(x, ...) \
    ASCENDC_TPL_PARAM(x, ASCENDC_TPL_BOOL, ASCENDC_TPL_1_BW, "DECL", __VA_ARGS__)
#define ASCENDC_TPL_KERNEL_TYPE_DECL(x, ...) \
    ASCENDC_TPL_PARAM(x, ASCENDC_TPL_SHARED_KERNEL_TYPE, ASCENDC_TPL_8_BW, "DECL", __VA_ARGS__)

#define ASCENDC_TPL_ARGS_DECL(x, ...)                                          \
    static TilingDeclareParams __attribute__((unused)) g_tilingDeclareParams { \
        __VA_ARGS__                                                            \
    }

namespace AscendC {
/// The key for `tilingParams`, one value per declared argument. All ones, and a message on stderr,
/// if a value is not declared, the combination is in no selection, the number of values is wrong,
/// or the declarations or selections are not what CANN takes: no values or one twice, what is not
/// declared, a selection without a declared argument.
uint64_t EncodeTilingKey(TilingDeclareParams declareParams, TilingSelectParams selectParamsVec,
                         std::vector<uint64_t> tilingParams);
/// The same for values in another pair of braces, as CANN 8.1's ASCENDC_TPL_SEL_PARAM passes them.
uint64_t EncodeTilingKey(TilingDeclareParams declareParams, TilingSelectParams selectParamsVec,
                         std::initializer_list<std::initializer_list<uint64_t>> tilingParams);
/// The same without selections: launches reject keys that the kernel does not have.
uint64_t FastEncodeTilingKeyDirect(const TilingDeclareParams& declareParams,
                                   std::initializer_list<uint64_t> args);
uint64_t FastEncodeTilingKeyDirect(const TilingDeclareParams& declareParams,
                                   std::initializer_list<std::initializer_list<uint64_t>> args);
}  // namespace AscendC

// As with CANN 9, tiling functions read no selections, which may then name what only kernels know.
#ifdef ASCENDC_DEBUG
#define ASCENDC_TPL_DTYPE_SEL(x, ...) \
    ASCENDC_TPL_PARAM(x, ASCENDC_TPL_DTYPE, ASCENDC_TPL_8_BW, "SEL", __VA_ARGS__)
#define ASCENDC_TPL_DATATYPE_SEL(x, ...) \
    ASCENDC_TPL_PARAM(x, ASCENDC_TPL_DTYPE, ASCENDC_TPL_8_BW, "SEL", __VA_ARGS__)
#define ASCENDC_TPL_FORMAT_SEL(x, ...) \
    ASCENDC_TPL_PARAM(x, ASCENDC_TPL_FORMAT, ASCENDC_TPL_8_BW, "SEL", __VA_ARGS__)
#define ASCENDC_TPL_UINT_SEL(x, ...) ASCENDC_TPL_PARAM(x, ASCENDC_TPL_UINT, 0, "SEL", __VA_ARGS__)
#define ASCENDC_TPL_BOOL_SEL(x, ...) \
    ASCENDC_TPL_PARAM(x, ASCENDC_TPL_BOOL, ASCENDC_TPL_1_BW, "SEL", __VA_ARGS__)
#define ASCENDC_TPL_SHARED_KERNEL_TYPE_SEL(x, ...) \
    ASCENDC_TPL_PARAM(x, ASCENDC_TPL_SHARED_KERNEL_TYPE, ASCENDC_TPL_8_BW, "SEL", __VA_ARGS__)
// No part of the key.
#define ASCENDC_TPL_KERNEL_TYPE_SEL(...) \
    ParamStruct{"kernel_type", ASCENDC_TPL_KERNEL_TYPE, ASCENDC_TPL_8_BW, {0}, "SEL"}
#define ASCENDC_TPL_DETERMINISTIC_SEL(...) \
    ParamStruct{"deterministic", ASCENDC_TPL_DETERMINISTIC, ASCENDC_TPL_1_BW, {0}, "SEL"}
#define ASCENDC_TPL_TILING_STRUCT_SEL(...) \
    ParamStruct{"tiling_struct", ASCENDC_TPL_KERNEL_TYPE, ASCENDC_TPL_8_BW, {0}, "SEL"}
#define ASCENDC_TPL_ARGS_SEL(...) {__VA_ARGS__}
#define ASCENDC_TPL_SEL(...)                                                 \
    static TilingSelectParams __attribute__((unused)) g_tilingSelectParams { \
        __VA_ARGS__                                                          \
    }
#define GET_TPL_TILING_KEY(...) \
    AscendC::EncodeTilingKey(g_tilingDeclareParams, g_tilingSelectParams, {__VA_ARGS__})
#else
#define ASCENDC_TPL_SEL(...)
#define GET_TPL_TILING_KEY(...) \
    AscendC::FastEncodeTilingKeyDirect(g_tilingDeclareParams, {__VA_ARGS__})
#endif

#define ASCENDC_TPL_SEL_PARAM(context, ...)                               \
    do {                                                                  \
        const uint64_t ascendc_tpl_key = GET_TPL_TILING_KEY(__VA_ARGS__); \
        (context)->SetTilingKey(ascendc_tpl_key);                         \
    } while (0)

#endif

#endif  // TEMPLATE_ARGUMENT_H
