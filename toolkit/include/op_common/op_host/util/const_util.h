// Values of constant inputs. Context: InferShapeContext or TilingContext.
#ifndef OP_COMMON_OP_HOST_UTIL_CONST_UTIL_H
#define OP_COMMON_OP_HOST_UTIL_CONST_UTIL_H

#include "exe_graph/runtime/infer_shape_context.h"
#include "exe_graph/runtime/tiling_context.h"
#include "op_common/log/log.h"
// clang-format off: after all others
#include "graph/kernel_names_off.h"
// clang-format on

namespace Ops {
namespace Base {
/// The first value; false if there is none.
template <typename T1, typename T2>
inline bool GetValueToInteger(const gert::Tensor* constTensor, T2& value) {
    const T1* data = constTensor->GetData<T1>();
    if (data == nullptr || constTensor->GetShapeSize() <= 0) {
        return false;
    }
    value = static_cast<T2>(data[0]);
    return true;
}

/// All values as the lengths of a shape; false if there is no data.
template <typename T>
inline bool GetValueToShape(const gert::Tensor* constTensor, gert::Shape& shape) {
    const T* data = constTensor->GetData<T>();
    if (data == nullptr) {
        return false;
    }
    shape.SetDimNum(0);
    for (int64_t i = 0; i < constTensor->GetShapeSize(); ++i) {
        shape.AppendDim(static_cast<int64_t>(data[i]));
    }
    return true;
}

/// The first value of an input of type int32, int64, uint32 or uint64; false with a log if it has
/// none.
template <typename Context, typename T>
bool GetConstInt(const Context* context, int64_t inputIdx, T& value) {
    const gert::Tensor* input =
        context == nullptr ? nullptr : context->GetInputTensor(static_cast<size_t>(inputIdx));
    OP_CHECK_IF(input == nullptr, OP_LOGE("GetConstInt", "no such input"), return false);
    bool is_constant = false;
    switch (input->GetDataType()) {
        case ge::DT_INT32:
            is_constant = GetValueToInteger<int32_t>(input, value);
            break;
        case ge::DT_INT64:
            is_constant = GetValueToInteger<int64_t>(input, value);
            break;
        case ge::DT_UINT32:
            is_constant = GetValueToInteger<uint32_t>(input, value);
            break;
        case ge::DT_UINT64:
            is_constant = GetValueToInteger<uint64_t>(input, value);
            break;
        default:
            break;
    }
    OP_CHECK_IF(
        !is_constant,
        OP_LOGE(context, "input %s has no constant integer", std::to_string(inputIdx).c_str()),
        return false);
    return true;
}

/// The values of such an input as the lengths of a shape.
template <typename Context>
bool GetConstIntToShape(const Context* context, int64_t inputIdx, gert::Shape& shape) {
    const gert::Tensor* input =
        context == nullptr ? nullptr : context->GetInputTensor(static_cast<size_t>(inputIdx));
    OP_CHECK_IF(input == nullptr, OP_LOGE("GetConstIntToShape", "no such input"), return false);
    bool is_constant = false;
    switch (input->GetDataType()) {
        case ge::DT_INT32:
            is_constant = GetValueToShape<int32_t>(input, shape);
            break;
        case ge::DT_INT64:
            is_constant = GetValueToShape<int64_t>(input, shape);
            break;
        case ge::DT_UINT32:
            is_constant = GetValueToShape<uint32_t>(input, shape);
            break;
        case ge::DT_UINT64:
            is_constant = GetValueToShape<uint64_t>(input, shape);
            break;
        default:
            break;
    }
    OP_CHECK_IF(
        !is_constant,
        OP_LOGE(context, "input %s has no constant shape", std::to_string(inputIdx).c_str()),
        return false);
    return true;
}
}  // namespace Base
}  // namespace Ops

#include "graph/kernel_names_on.h"

#endif  // OP_COMMON_OP_HOST_UTIL_CONST_UTIL_H
