/**
 * REGISTER_OP_AICORE_CONFIG(Foo, ascend910b, make): operator Foo also supports compute unit
 * ascend910b, with what make() returns (an ops::OpAICoreConfig). The definition's own
 * AddConfig("ascend910b", ...) goes before it. Libraries register when they are loaded.
 */
#ifndef OP_CONFIG_REGISTRY_H
#define OP_CONFIG_REGISTRY_H

#include <map>

#include "register/op_def.h"

namespace ops {

using OpAICoreConfigFunc = OpAICoreConfig (*)();

class OpConfigRegistry {
public:
    OpConfigRegistry();
    /** A second registration of a unit replaces the first; NULL is none. */
    void RegisterOpAICoreConfig(const char* name, const char* socVersion, OpAICoreConfigFunc func);
};

/** What is registered for an operator, by unit. */
std::map<ge::AscendString, OpAICoreConfigFunc> GetOpAllAICoreConfig(const char* name);

}  // namespace ops

#define REGISTER_OP_AICORE_CONFIG(opType, socVersion, opFunc) \
    REGISTER_OP_AICORE_CONFIG_NUMBERED(opType, socVersion, (opFunc), __COUNTER__)
#define REGISTER_OP_AICORE_CONFIG_NUMBERED(opType, socVersion, opFunc, number) \
    REGISTER_OP_AICORE_CONFIG_NAMED(opType, socVersion, opFunc, number)
#define REGISTER_OP_AICORE_CONFIG_NAMED(opType, socVersion, opFunc, number)           \
    static int __attribute__((unused)) g_##opType##_on_##socVersion##_##number = [] { \
        ops::OpConfigRegistry().RegisterOpAICoreConfig(#opType, #socVersion, opFunc); \
        return 0;                                                                     \
    }()

#endif  // OP_CONFIG_REGISTRY_H
