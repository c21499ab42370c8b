// Macros that declare an operator prototype:
//
//   REG_OP(Add)
//       .INPUT(x, ge::TensorType::ALL())
//       .OUTPUT(y, ge::TensorType::ALL())
//       .ATTR(axis, Int, 0)
//       .OP_END_FACTORY_REG(Add)
//
// declare class ge::op::Add with set_/get_ members for every port and attribute, and register it.
//
// How it works: after REG_OP a member function is open whose last expression is an OpReg object.
// Every clause calls N() on it, calls the function that the clause itself is about to open, closes
// the one it is in, adds members, and opens that function again with an OpReg expression for the
// next clause.
#ifndef INC_EXTERNAL_GRAPH_OPERATOR_REG_H_
#define INC_EXTERNAL_GRAPH_OPERATOR_REG_H_

#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "graph/operator.h"
#include "graph/operator_factory.h"
#include "graph/tensor.h"
#include "graph/types.h"

namespace ge {
/// The object that clauses are chained on.
class OpReg {
public:
    OpReg& N() { return *this; }
};
}  // namespace ge

#define REG_OP(x)                                                                                 \
    namespace op {                                                                                \
    class x : public ge::Operator {                                                               \
        typedef x SelfType;                                                                       \
                                                                                                  \
    public:                                                                                       \
        explicit x(const std::string& name) : ge::Operator(name.c_str(), #x) { RegisterPorts(); } \
        explicit x(const char* name) : ge::Operator(name, #x) { RegisterPorts(); }                \
        explicit x(const ge::AscendString& name) : ge::Operator(name, #x) { RegisterPorts(); }    \
        x() : ge::Operator(#x) { RegisterPorts(); }                                               \
                                                                                                  \
    private:                                                                                      \
        void RegisterPorts() {                                                                    \
            ge::OpReg()

// Ends the open function with a call of `next`, leaves the class body open for new members.
#define GE_REG_LEAVE(next) \
    N();                   \
    next();                \
    }
// Opens function `name`, which executes the statements and continues with the next clause.
#define GE_REG_ENTER(name, ...) \
private:                        \
    void name() {               \
        __VA_ARGS__;            \
        (void)ge::OpReg()

#define GE_REG_INPUT_MEMBERS(x)                                                      \
public:                                                                              \
    static const std::string name_in_##x() {                                         \
        return #x;                                                                   \
    }                                                                                \
    SelfType& set_input_##x(const ge::Operator& v, const char* src_name) {           \
        Operator::SetInput(#x, v, src_name);                                         \
        return *this;                                                                \
    }                                                                                \
    SelfType& set_input_##x(const ge::Operator& v, uint32_t index = 0) {             \
        Operator::SetInput(#x, v, index);                                            \
        return *this;                                                                \
    }                                                                                \
    SelfType& set_input_##x##_by_name(const ge::Operator& v, const char* src_name) { \
        return set_input_##x(v, src_name);                                           \
    }                                                                                \
    ge::TensorDesc get_input_desc_##x() const {                                      \
        return Operator::GetInputDescByName(#x);                                     \
    }                                                                                \
    ge::graphStatus update_input_desc_##x(const ge::TensorDesc& desc) {              \
        return Operator::UpdateInputDesc(#x, desc);                                  \
    }
#define GE_REG_OUTPUT_MEMBERS(x)                                         \
public:                                                                  \
    static const std::string name_out_##x() {                            \
        return #x;                                                       \
    }                                                                    \
    ge::TensorDesc get_output_desc_##x() const {                         \
        return Operator::GetOutputDescByName(#x);                        \
    }                                                                    \
    ge::graphStatus update_output_desc_##x(const ge::TensorDesc& desc) { \
        return Operator::UpdateOutputDesc(#x, desc);                     \
    }
#define GE_REG_ATTR_MEMBERS(x, Type)                         \
public:                                                      \
    static const std::string name_attr_##x() {               \
        return #x;                                           \
    }                                                        \
    static void name_attr_##x(ge::AscendString& attr_name) { \
        attr_name = ge::AscendString(#x);                    \
    }                                                        \
    SelfType& set_attr_##x(const Op##Type& v) {              \
        Operator::SetAttr(#x, v);                            \
        return *this;                                        \
    }

// The type is text in operators whose ports follow one another: then it is the name of a symbolic
// type.
#define INPUT(x, t)                 \
    GE_REG_LEAVE(RegisterInput_##x) \
    GE_REG_INPUT_MEMBERS(x)         \
    GE_REG_ENTER(RegisterInput_##x, Operator::InputRegister(#x, #t))
#define OPTIONAL_INPUT(x, t)        \
    GE_REG_LEAVE(RegisterInput_##x) \
    GE_REG_INPUT_MEMBERS(x)         \
    GE_REG_ENTER(RegisterInput_##x, Operator::OptionalInputRegister(#x, #t))
#define OUTPUT(x, t)                 \
    GE_REG_LEAVE(RegisterOutput_##x) \
    GE_REG_OUTPUT_MEMBERS(x)         \
    GE_REG_ENTER(RegisterOutput_##x, Operator::OutputRegister(#x, #t))

#define DYNAMIC_INPUT(x, t)                                                                  \
    GE_REG_LEAVE(RegisterInput_##x)                                                          \
public:                                                                                      \
    static const std::string name_in_##x() {                                                 \
        return #x;                                                                           \
    }                                                                                        \
    SelfType& create_dynamic_input_##x(uint32_t num, bool is_push_back = true) {             \
        (void)is_push_back;                                                                  \
        Operator::DynamicInputRegister(#x, num);                                             \
        return *this;                                                                        \
    }                                                                                        \
    ge::TensorDesc get_dynamic_input_desc_##x(uint32_t index) const {                        \
        return Operator::GetDynamicInputDesc(#x, index);                                     \
    }                                                                                        \
    SelfType& set_dynamic_input_##x(uint32_t dst_index, const ge::Operator& v,               \
                                    uint32_t index = 0) {                                    \
        Operator::SetInput((std::string(#x) + std::to_string(dst_index)).c_str(), v, index); \
        return *this;                                                                        \
    }                                                                                        \
    GE_REG_ENTER(RegisterInput_##x, Operator::DynamicInputRegister(#x, 0))
#define DYNAMIC_OUTPUT(x, t)                                                      \
    GE_REG_LEAVE(RegisterOutput_##x)                                              \
public:                                                                           \
    static const std::string name_out_##x() {                                     \
        return #x;                                                                \
    }                                                                             \
    SelfType& create_dynamic_output_##x(uint32_t num, bool is_push_back = true) { \
        (void)is_push_back;                                                       \
        Operator::DynamicOutputRegister(#x, num);                                 \
        return *this;                                                             \
    }                                                                             \
    ge::TensorDesc get_dynamic_output_desc_##x(uint32_t index) const {            \
        return Operator::GetDynamicOutputDesc(#x, index);                         \
    }                                                                             \
    GE_REG_ENTER(RegisterOutput_##x, Operator::DynamicOutputRegister(#x, 0))

#define ATTR(x, Type, ...)                  \
    GE_REG_LEAVE(RegisterAttr_##x)          \
    GE_REG_ATTR_MEMBERS(x, Type)            \
    Op##Type get_attr_##x() const {         \
        Op##Type value = __VA_ARGS__;       \
        (void)Operator::GetAttr(#x, value); \
        return value;                       \
    }                                       \
    GE_REG_ENTER(RegisterAttr_##x, const Op##Type value = __VA_ARGS__; Operator::SetAttr(#x, value))
#define REQUIRED_ATTR(x, Type)              \
    GE_REG_LEAVE(RegisterAttr_##x)          \
    GE_REG_ATTR_MEMBERS(x, Type)            \
    Op##Type get_attr_##x() const {         \
        Op##Type value = Op##Type();        \
        (void)Operator::GetAttr(#x, value); \
        return value;                       \
    }                                       \
    GE_REG_ENTER(RegisterAttr_##x, Operator::RequiredAttrRegister(#x, #Type))

#define DATATYPE(x, t)                 \
    GE_REG_LEAVE(RegisterDataType_##x) \
    GE_REG_ENTER(RegisterDataType_##x, Operator::DataTypeRegister(#x, t))

#define OP_END() \
    N();         \
    }            \
    }            \
    ;            \
    }

#define GE_REG_CREATOR_NAME(x, counter) g_op_creator_##x##_##counter
#define GE_REG_CREATOR(x, counter)                                            \
    static const ge::OperatorCreatorRegister GE_REG_CREATOR_NAME(x, counter)( \
        #x, [](const ge::AscendString& name) -> ge::Operator { return op::x(name); })

#define OP_END_FACTORY_REG(x) OP_END() GE_REG_CREATOR(x, __COUNTER__);

// Tools that use the graph engine's callbacks of former times.
#define IMPLEMT_COMMON_INFERFUNC(func_name) static ge::graphStatus func_name(ge::Operator& op)
#define IMPLEMT_VERIFIER(op_name, func_name) static ge::graphStatus func_name(op::op_name& op)

#endif  // INC_EXTERNAL_GRAPH_OPERATOR_REG_H_
