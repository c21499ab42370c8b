/** The operator definitions of the libraries loaded into this process, by operator type. */
#ifndef OP_DEF_FACTORY_H
#define OP_DEF_FACTORY_H

#include <functional>
#include <vector>

#include "register/op_def.h"

namespace optiling {
class DeviceOpImplRegister;
}

namespace ops {
using OpDefCreator = std::function<OpDef(const char*)>;

class OpDefFactory {
public:
    /** Registers how the definition of operator type `name` is made; used by OP_ADD. Returns 0. */
    static int OpDefRegister(const char* name, OpDefCreator creator);

private:
    friend class Generator;
    friend class optiling::DeviceOpImplRegister;

    /** The definition of `name`; an empty definition of that name if it was never registered. */
    static OpDef OpDefCreate(const char* name);
    /** Operator types in order of registration. */
    static std::vector<ge::AscendString>& GetAllOp(void);
    static void OpTilingSinkRegister(const char* opType);
    static bool OpIsTilingSink(const char* opType);
};
}  // namespace ops

#endif  // OP_DEF_FACTORY_H
