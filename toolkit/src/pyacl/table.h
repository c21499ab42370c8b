// The table of Python functions: one row per function, grouped by module. A row is
//     CALL(malloc, "(size, policy, /)", "(ptr, ret)", aclrtMalloc, 0)
// the Python name, its parameters and what it returns for help(), the C function, and the indices
// of the C parameters that are results. The lists are as long as the C function says, or it does
// not compile. WAIT is a CALL that lets other Python threads run.
#pragma once

#include <string_view>

#include "pyacl/call.h"

namespace pyacl {

/// Names of memory and notifies for other processes are shorter.
constexpr size_t kMostKeyLength = 1024;

/// Number of names in "(size, policy, /)"; "()" and "None" have none, "ret" is one.
constexpr size_t CountNames(std::string_view list) {
    if (list == "()" || list == "None") {
        return 0;
    }
    size_t count = 1;
    for (const char character : list) {
        count += character == ',' ? 1 : 0;
        count -= character == '/' ? 1 : 0;
    }
    return count;
}

#define PYACL_ROW(name, parameters, results, c_name, callee)                             \
    ([]() -> PyMethodDef {                                                               \
        using Callee = callee;                                                           \
        static_assert(CountNames(parameters) == Callee::kInputs, #name ": parameters");  \
        static_assert(Callee::kReturnsObject || CountNames(results) == Callee::kResults, \
                      #name ": results");                                                \
        return {#name, Callee::Method(), METH_FASTCALL,                                  \
                #name parameters "\n--\n\nReturns " results ". Calls " c_name "."};      \
    }())
#define PYACL_TYPE(...) __VA_ARGS__
#define CALL(name, parameters, results, function, ...) \
    PYACL_ROW(name, parameters, results, #function, PYACL_TYPE(Call<function, ##__VA_ARGS__>))
#define WAIT(name, parameters, results, function, ...) \
    PYACL_ROW(name, parameters, results, #function,    \
              PYACL_TYPE(WaitingCall<function, ##__VA_ARGS__>))

/// Rows of one module of Python, in several groups.
struct Group {
    const char* module;
    PyMethodDef* rows;  ///< ends with an empty row
};

PyMethodDef* ProcessFunctions();
PyMethodDef* DescriptionFunctions();
PyMethodDef* DeviceFunctions();
PyMethodDef* LimitFunctions();
PyMethodDef* StreamFunctions();
PyMethodDef* NotifyFunctions();
PyMethodDef* EventFunctions();
PyMethodDef* CallbackFunctions();
PyMethodDef* MemoryFunctions();
PyMethodDef* VirtualMemoryFunctions();
PyMethodDef* KernelFunctions();
PyMethodDef* OpFunctions();
PyMethodDef* UtilFunctions();

}  // namespace pyacl
