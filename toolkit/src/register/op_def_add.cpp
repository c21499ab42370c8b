// OP_ADD of an object that serves every library, in one without librt2_registry.a: the definition.
#define OP_ANY_LIB
#include "register/op_def_registry.h"

namespace ops {

int AddOperator(const char* name, OpDefMaker maker) {
    return OpDefFactory::OpDefRegister(name, maker);
}

}  // namespace ops
