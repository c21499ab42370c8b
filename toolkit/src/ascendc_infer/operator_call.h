// One operator call, described piece by piece through a C interface, and the shapes it would give.
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

/// Runs the InferShape that `library` registers for the operator. 0 on success, else 1.
OPERATOR_CALL_EXPORT int OperatorCallInferShape(OperatorCall* call, const char* library);
/// Why OperatorCallInferShape failed; valid until the next call.
OPERATOR_CALL_EXPORT const char* OperatorCallError(const OperatorCall* call);
/// Rank and dims of the output with this number, counted over all instances.
OPERATOR_CALL_EXPORT uint64_t OperatorCallOutputRank(const OperatorCall* call, uint64_t output);
OPERATOR_CALL_EXPORT const int64_t* OperatorCallOutputDims(const OperatorCall* call,
                                                           uint64_t output);
}
