// Registration of a library of operators with the graph engine (REGISTER_OP_LIB of op_build's
// custom_op_registry.cpp).
#ifndef INC_EXTERNAL_REGISTER_OP_LIB_REGISTER_H
#define INC_EXTERNAL_REGISTER_OP_LIB_REGISTER_H

#include <memory>

#include "graph/ascend_string.h"
#include "graph/compiler_def.h"
#include "graph/types.h"

namespace ge {
class OpLibRegisterImpl;

/** A library of operators under a vendor's name. */
class GE_FUNC_HOST_VISIBILITY OpLibRegister {
public:
    explicit OpLibRegister(const char_t* vendor_name);
    OpLibRegister(OpLibRegister&& other) noexcept;
    OpLibRegister(const OpLibRegister& other);
    OpLibRegister& operator=(const OpLibRegister&) = delete;
    OpLibRegister& operator=(OpLibRegister&&) = delete;
    ~OpLibRegister();

    /** Sets the path under which the library's operator information lies; 0 for success. */
    using OpLibInitFunc = uint32_t (*)(ge::AscendString&);
    /** Keeps the function of the vendor; the first one registered stays. */
    OpLibRegister& RegOpLibInit(OpLibInitFunc func);

private:
    std::unique_ptr<OpLibRegisterImpl> impl_;
};
}  // namespace ge

#define REGISTER_OP_LIB(vendor_name) REGISTER_OP_LIB_UNIQ_HELPER(vendor_name, __COUNTER__)
#define REGISTER_OP_LIB_UNIQ_HELPER(vendor_name, counter) REGISTER_OP_LIB_UNIQ(vendor_name, counter)
#define REGISTER_OP_LIB_UNIQ(vendor_name, counter) \
    static ge::OpLibRegister VAR_UNUSED g_##vendor_name##counter = ge::OpLibRegister(#vendor_name)

#endif  // INC_EXTERNAL_REGISTER_OP_LIB_REGISTER_H
