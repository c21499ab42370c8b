// One operator call, described piece by piece through a C interface, the shapes it would give and
// what its tiling function decides.
//
//   call = OperatorCallCreate("AddCustom")
//   OperatorCallAddPort(call, 0); OperatorCallAddTensor(call, ...)   each input, then
//   OperatorCallAddPort(call, 1); OperatorCallAddTensor(call, ...)   each output, shape unknown:
//   rank 0 OperatorCallAdd<Kind>(call, ...)                                 all attributes in
//   declared order OperatorCallInferShape(call, ".../libcust_opsproto_rt2.0.so") == 0, then
//   OperatorCallOutput*(call, i) OperatorCallDestroy(call)
//
// Pointers passed in are borrowed until OperatorCallDestroy, except texts and attribute values.
#pragma once

#include <cstdint>

#define OPERATOR_CALL_EXPORT __attribute__((visibility("default")))

extern "C" {

struct OperatorCall;

OPERATOR_CALL_EXPORT OperatorCall* OperatorCallCreate(const char* op_type);
OPERATOR_CALL_EXPORT void OperatorCallDestroy(OperatorCall* call);

/// Begins the next input (`is_output` 0) or output (1); it has no tensors yet.
OPERATOR_CALL_EXPORT void OperatorCallAddPort(OperatorCall* call, int is_output);
/// Adds a tensor to the last port. `data`: host memory with its values, or null. dtype, format: ge
/// numbers.
OPERATOR_CALL_EXPORT void OperatorCallAddTensor(OperatorCall* call, const int64_t* dims,
                                                uint64_t rank, int32_t dtype, int32_t format,
                                                void* data);
/// Says how the last tensor lies in memory, if its dims and format are not that.
OPERATOR_CALL_EXPORT void OperatorCallSetStorage(OperatorCall* call, const int64_t* dims,
                                                 uint64_t rank, int32_t format);
/// Says that the last port, an optional one, is left out.
OPERATOR_CALL_EXPORT void OperatorCallAddAbsent(OperatorCall* call);

OPERATOR_CALL_EXPORT void OperatorCallAddInt(OperatorCall* call, int64_t value);
OPERATOR_CALL_EXPORT void OperatorCallAddFloat(OperatorCall* call, float value);
OPERATOR_CALL_EXPORT void OperatorCallAddBool(OperatorCall* call, int value);
OPERATOR_CALL_EXPORT void OperatorCallAddStr(OperatorCall* call, const char* value);
OPERATOR_CALL_EXPORT void OperatorCallAddListInt(OperatorCall* call, const int64_t* values,
                                                 uint64_t count);
OPERATOR_CALL_EXPORT void OperatorCallAddListFloat(OperatorCall* call, const float* values,
                                                   uint64_t count);
OPERATOR_CALL_EXPORT void OperatorCallAddListBool(OperatorCall* call, const uint8_t* values,
                                                  uint64_t count);
/// `values` are those of all lists, one after the other; `lengths` has one entry per list.
OPERATOR_CALL_EXPORT void OperatorCallAddListListInt(OperatorCall* call, const int64_t* values,
                                                     const uint64_t* lengths, uint64_t count);

/// Runs the InferShape that `library` registers for the operator. 0 on success, else 1.
OPERATOR_CALL_EXPORT int OperatorCallInferShape(OperatorCall* call, const char* library);
/// Why OperatorCallInferShape or OperatorCallTile failed; valid until the next call.
OPERATOR_CALL_EXPORT const char* OperatorCallError(const OperatorCall* call);
/// Rank and dims of the output with this number, counted over all instances.
OPERATOR_CALL_EXPORT uint64_t OperatorCallOutputRank(const OperatorCall* call, uint64_t output);
OPERATOR_CALL_EXPORT const int64_t* OperatorCallOutputDims(const OperatorCall* call,
                                                           uint64_t output);

/// What a tiling function decided. Sizes are in bytes; memory is the call's, until its next tiling.
struct OperatorTiling {
    uint64_t tiling_key;
    uint64_t data_size;
    uint64_t workspace_count;
    const uint8_t* data;
    const uint64_t* workspaces;
    uint32_t block_dim;
    uint32_t schedule_mode;
    uint32_t local_memory_size;
    int32_t tiling_cond;
    uint32_t clear_atomic;  ///< 0 or 1
    const char* call_hash;  ///< of all that it saw, as knowledge banks have it
};

/// Runs the tiling function that `library` registers for the operator, as calls through aclnn do,
/// for the SoC that environment variable ASCENDC_SOC_VERSION names. 0 on success, else 1.
/// `deterministic` is 0 or 1. A tiling function that crashes ends the process (gert::HostCall).
OPERATOR_CALL_EXPORT int OperatorCallTile(OperatorCall* call, const char* library,
                                          int32_t deterministic, OperatorTiling* tiling);
}
