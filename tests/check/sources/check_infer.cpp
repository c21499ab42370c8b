// clang-format off: in the layout of MindSpore's examples
#include "custom_aot_extra.h"
enum TypeId : int {};
extern "C" std::vector<int64_t> AddCustomInferShape(int *ndims, int64_t **shapes, AotExtra *extra) {
    std::vector<int64_t> shape(shapes[0], shapes[0] + ndims[1]);  // shapes[7]
    return shape;
}
extern "C" TypeId AddCustomInferType(std::vector<TypeId> type_ids, AotExtra *extra) {
    return type_ids[0];
}
