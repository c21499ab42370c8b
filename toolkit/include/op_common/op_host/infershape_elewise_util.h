// Shape inference of operators whose output has the shape of their input.
#ifndef OP_COMMON_OP_HOST_INFERSHAPE_ELEWISE_UTIL_H
#define OP_COMMON_OP_HOST_INFERSHAPE_ELEWISE_UTIL_H

#include "exe_graph/runtime/infer_shape_context.h"
#include "op_common/log/log.h"
#include "op_common/op_host/util/shape_util.h"

namespace Ops {
namespace Base {
inline ge::graphStatus InferShape4Elewise(gert::InferShapeContext* context) {
    const gert::Shape* input = context->GetInputShape(0);
    OP_CHECK_NULL_WITH_CONTEXT(context, input);
    gert::Shape* output = context->GetOutputShape(0);
    OP_CHECK_NULL_WITH_CONTEXT(context, output);
    *output = *input;
    return ge::GRAPH_SUCCESS;
}
}  // namespace Base
}  // namespace Ops

#endif  // OP_COMMON_OP_HOST_INFERSHAPE_ELEWISE_UTIL_H
