// clang-format off: the order counts
#include "register/op_def_registry.h"
#include <map>
#include <string>
// clang-format on
namespace {
struct Table {
    std::map<std::string, std::vector<int64_t>> rows;
    int64_t Sum(const std::string& name) {
        int64_t sum = N;
        for (auto value : rows[name])
            sum += value;
        return sum;
    }
};
Table g_table;
}  // namespace
static ge::graphStatus InferN(gert::InferShapeContext* context) {
    *context->GetOutputShape(0) = *context->GetInputShape(0);
    return g_table.Sum("a") > 0 ? ge::GRAPH_SUCCESS : ge::GRAPH_FAILED;
}
IMPL_OP_INFERSHAPE(OpN).InferShape(InferN);
