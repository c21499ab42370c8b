// Arguments of an operator inside a hand-written interface: OP_INPUT(...), OP_OUTPUT(...) ...
#ifndef __OP_ARG_DEF_H__
#define __OP_ARG_DEF_H__

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "common_types.h"

namespace op {

enum OpArgDef {
    OP_INPUT_ARG = 0,
    OP_OUTPUT_ARG = 1,
    OP_ATTR_ARG = 2,
    OP_WORKSPACE_ARG = 3,
    OP_OUTSHAPE_ARG = 4,
    OP_OPTION_ARG = 5,
    OP_EXEC_MODE_ARG = 6,
    OP_MEMSET_ARG = 7,
    OP_EMPTY_ARG = 8,
};

constexpr size_t OP_ARG_TYPE_NUM = OP_EXEC_MODE_ARG + 1;

enum class OpArgType {
    OPARG_ACLTENSOR,
    OPARG_ACLTENSOR_LIST,
    OPARG_ACLSCALAR,
    OPARG_STRING,
    OPARG_BOOL,
    OPARG_INT,
    OPARG_UINT,
    OPARG_FLOAT,
    OPARG_DOUBLE,
    OPARG_DATATYPE,
    OPARG_INT_LIST,
    OPARG_FLOAT_LIST,
    OPARG_BOOL_LIST,
    OPARG_IMPLMODE,
};

/// One argument. Tensors, scalars and arrays are borrowed.
struct OpArg {
    OpArgType type = OpArgType::OPARG_ACLTENSOR;
    const void* pointer = nullptr;
    int64_t integer = 0;  ///< also of bool, data types and modes
    double real = 0;
    std::string text;
};

using OpArgList = std::vector<OpArg>;

/// All arguments of one operator.
struct OpArgContext {
    std::array<OpArgList, OP_ARG_TYPE_NUM> lists;

    /// Null for kinds that hold no arguments.
    OpArgList* GetOpArg(OpArgDef kind) { return kind <= OP_EXEC_MODE_ARG ? &lists[kind] : nullptr; }
    bool ContainsOpArgType(OpArgDef kind) {
        return kind <= OP_EXEC_MODE_ARG && !lists[kind].empty();
    }
};

/// Output whose shape the kernel computes: `tensor` receives the shape of output `index`.
struct OpOutshapeArg {
    const aclTensor* tensor;
    uint64_t index;
};

namespace internal {

inline OpArg PointerArg(OpArgType type, const void* pointer) {
    OpArg arg;
    arg.type = type;
    arg.pointer = pointer;
    return arg;
}

inline OpArg IntegerArg(OpArgType type, int64_t integer) {
    OpArg arg;
    arg.type = type;
    arg.integer = integer;
    return arg;
}

inline OpArg RealArg(OpArgType type, double real) {
    OpArg arg;
    arg.type = type;
    arg.real = real;
    return arg;
}

inline OpArg TextArg(const std::string& text) {
    OpArg arg;
    arg.type = OpArgType::OPARG_STRING;
    arg.text = text;
    return arg;
}

inline OpArg MakeOpArg(std::nullptr_t) {
    return OpArg();
}
inline OpArg MakeOpArg(const aclTensor* value) {
    return PointerArg(OpArgType::OPARG_ACLTENSOR, value);
}
inline OpArg MakeOpArg(const aclTensorList* value) {
    return PointerArg(OpArgType::OPARG_ACLTENSOR_LIST, value);
}
inline OpArg MakeOpArg(const aclScalar* value) {
    return PointerArg(OpArgType::OPARG_ACLSCALAR, value);
}
inline OpArg MakeOpArg(const aclIntArray* value) {
    return PointerArg(OpArgType::OPARG_INT_LIST, value);
}
inline OpArg MakeOpArg(const aclFloatArray* value) {
    return PointerArg(OpArgType::OPARG_FLOAT_LIST, value);
}
inline OpArg MakeOpArg(const aclBoolArray* value) {
    return PointerArg(OpArgType::OPARG_BOOL_LIST, value);
}
inline OpArg MakeOpArg(const char* value) {
    return TextArg(value == nullptr ? "" : value);
}
inline OpArg MakeOpArg(const std::string& value) {
    return TextArg(value);
}
inline OpArg MakeOpArg(const std::string* value) {
    return TextArg(value == nullptr ? std::string() : *value);
}
inline OpArg MakeOpArg(bool value) {
    return IntegerArg(OpArgType::OPARG_BOOL, value ? 1 : 0);
}
inline OpArg MakeOpArg(float value) {
    return RealArg(OpArgType::OPARG_FLOAT, value);
}
inline OpArg MakeOpArg(double value) {
    return RealArg(OpArgType::OPARG_DOUBLE, value);
}
inline OpArg MakeOpArg(DataType value) {
    return IntegerArg(OpArgType::OPARG_DATATYPE, value);
}
inline OpArg MakeOpArg(OpImplMode value) {
    return IntegerArg(OpArgType::OPARG_IMPLMODE, static_cast<int64_t>(value));
}
inline OpArg MakeOpArg(const OpOutshapeArg& value) {
    OpArg arg = PointerArg(OpArgType::OPARG_ACLTENSOR, value.tensor);
    arg.integer = static_cast<int64_t>(value.index);
    return arg;
}
template <typename T, typename = typename std::enable_if<std::is_integral<T>::value ||
                                                         std::is_enum<T>::value>::type>
OpArg MakeOpArg(T value) {
    return IntegerArg(OpArgType::OPARG_INT, static_cast<int64_t>(value));
}

/// What OP_INPUT(...) and the others give.
struct OpArgGroup {
    OpArgDef kind;
    OpArgList args;
};

template <OpArgDef Kind, typename... Args>
OpArgGroup MakeOpArgGroup(const Args&... args) {
    return OpArgGroup{Kind, OpArgList{MakeOpArg(args)...}};
}

inline OpArgGroup MakeOutshapeGroup(std::initializer_list<OpOutshapeArg> shapes) {
    OpArgGroup group = {OP_OUTSHAPE_ARG, {}};
    for (const OpOutshapeArg& shape : shapes) {
        group.args.push_back(MakeOpArg(shape));
    }
    return group;
}

inline void AddGroup(OpArgContext* context, const OpArgGroup& group) {
    context->lists[group.kind] = group.args;
}
/// What only other kinds of cores need (names of attributes) is left out.
template <typename T>
void AddGroup(OpArgContext*, const T&) {}

template <typename... Groups>
OpArgContext MakeOpArgContext(const Groups&... groups) {
    OpArgContext context;
    (AddGroup(&context, groups), ...);
    return context;
}

struct NoArguments {};

}  // namespace internal

/// In the place of OP_ATTR(...) and the others where there is nothing to say.
inline constexpr internal::NoArguments EMPTY_OP_ARG;

/// What the macros of make_op_executor.h pass on: GetOpArgContext(OP_INPUT(...), ...). Ends with
/// CreatAiCoreKernelLauncher or DestroyOpArgContext.
template <typename... Groups>
OpArgContext* GetOpArgContext(const Groups&... groups) {
    return new OpArgContext(internal::MakeOpArgContext(groups...));
}
inline void DestroyOpArgContext(OpArgContext* context) {
    delete context;
}
}  // namespace op

#define OP_INPUT(...) op::internal::MakeOpArgGroup<op::OP_INPUT_ARG>(__VA_ARGS__)
#define OP_OUTPUT(...) op::internal::MakeOpArgGroup<op::OP_OUTPUT_ARG>(__VA_ARGS__)
#define OP_ATTR(...) op::internal::MakeOpArgGroup<op::OP_ATTR_ARG>(__VA_ARGS__)
#define OP_WORKSPACE(...) op::internal::MakeOpArgGroup<op::OP_WORKSPACE_ARG>(__VA_ARGS__)
#define OP_OUTSHAPE(...) op::internal::MakeOutshapeGroup({__VA_ARGS__})
#define OP_EMPTY_ARG op::EMPTY_OP_ARG
#define OP_OPTION(...) op::internal::MakeOpArgGroup<op::OP_OPTION_ARG>(__VA_ARGS__)
#define OP_MODE(...) op::internal::MakeOpArgGroup<op::OP_EXEC_MODE_ARG>(__VA_ARGS__)

#endif  // __OP_ARG_DEF_H__
