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

#include "graph/graph.h"
#include "graph/operator.h"
#include "graph/operator_factory.h"
#include "graph/tensor.h"
#include "graph/types.h"

namespace ge {
// CANN's header has these; host code uses their names after `using namespace ge`.
using std::function;
using std::string;
using std::vector;

/// The object that clauses are chained on.
class OpReg {
public:
    OpReg& N() { return *this; }
};
}  // namespace ge

#define REG_OP(x)                                                              \
    namespace op {                                                             \
    class x : public ge::Operator {                                            \
        typedef x SelfType;                                                    \
                                                                               \
    public:                                                                    \
        explicit x(const std::string& name) : ge::Operator(name.c_str(), #x) { \
            RegisterPorts();                                                   \
        }                                                                      \
        explicit x(const char* name) : ge::Operator(name, #x) {                \
            RegisterPorts();                                                   \
        }                                                                      \
        explicit x(const ge::AscendString& name) : ge::Operator(name, #x) {    \
            RegisterPorts();                                                   \
        }                                                                      \
        x() : ge::Operator(#x) {                                               \
            RegisterPorts();                                                   \
        }                                                                      \
                                                                               \
    private:                                                                   \
        void RegisterPorts() {                                                 \
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

// Members that name a port, attribute or graph; `kind` is in, out, attr or graph.
#define GE_REG_NAMES(kind, x)                               \
    static const std::string name_##kind##_##x() {          \
        return #x;                                          \
    }                                                       \
    static void name_##kind##_##x(ge::AscendString& name) { \
        name = ge::AscendString(#x);                        \
    }

// The overloads are those of CANN: set_input_x(op, 0) is the first output, not a null name.
#define GE_REG_INPUT_MEMBERS(x)                                                \
public:                                                                        \
    GE_REG_NAMES(in, x)                                                        \
    SelfType& set_input_##x(ge::Operator& v, const std::string& src_name) {    \
        Operator::SetInput(#x, v, src_name.c_str());                           \
        return *this;                                                          \
    }                                                                          \
    SelfType& set_input_##x##_by_name(ge::Operator& v, const char* src_name) { \
        Operator::SetInput(#x, v, src_name);                                   \
        return *this;                                                          \
    }                                                                          \
    SelfType& set_input_##x(ge::Operator& v, uint32_t index) {                 \
        Operator::SetInput(#x, v, index);                                      \
        return *this;                                                          \
    }                                                                          \
    SelfType& set_input_##x(ge::Operator& v) {                                 \
        Operator::SetInput(#x, v);                                             \
        return *this;                                                          \
    }                                                                          \
    ge::TensorDesc get_input_desc_##x() const {                                \
        return Operator::GetInputDescByName(#x);                               \
    }                                                                          \
    ge::graphStatus update_input_desc_##x(const ge::TensorDesc& desc) {        \
        return Operator::UpdateInputDesc(#x, desc);                            \
    }
#define GE_REG_OUTPUT_MEMBERS(x)                                         \
public:                                                                  \
    GE_REG_NAMES(out, x)                                                 \
    ge::TensorDesc get_output_desc_##x() const {                         \
        return Operator::GetOutputDescByName(#x);                        \
    }                                                                    \
    ge::graphStatus update_output_desc_##x(const ge::TensorDesc& desc) { \
        return Operator::UpdateOutputDesc(#x, desc);                     \
    }
// Attributes of text have members for AscendString too. Setters with a function ignore it, as those
// of CANN do; a list's set_attr_x(0) is such a call.
#define GE_REG_ATTR_MEMBERS(x, Type)                           \
public:                                                        \
    GE_REG_NAMES(attr, x)                                      \
    SelfType& set_attr_##x(const Op##Type& v) {                \
        Operator::SetAttr(#x, v);                              \
        return *this;                                          \
    }                                                          \
    SelfType& set_attr_##x(const std::function<Op##Type()>&) { \
        return *this;                                          \
    }                                                          \
    GE_REG_ATTR_TEXT_##Type(x)

#define GE_REG_ATTR_TEXT(x, Text)                     \
    ge::graphStatus get_attr_##x(Text& value) const { \
        return Operator::GetAttr(#x, value);          \
    }
#define GE_REG_ATTR_TEXT_String(x)                                     \
    GE_REG_ATTR_TEXT(x, ge::AscendString)                              \
    SelfType& set_attr_##x(const char* v) {                            \
        Operator::SetAttr(#x, v);                                      \
        return *this;                                                  \
    }                                                                  \
    SelfType& set_attr_##x(const std::function<ge::AscendString()>&) { \
        return *this;                                                  \
    }
#define GE_REG_ATTR_TEXT_ListString(x)                                              \
    GE_REG_ATTR_TEXT(x, std::vector<ge::AscendString>)                              \
    SelfType& set_attr_##x(const std::vector<ge::AscendString>& v) {                \
        Operator::SetAttr(#x, v);                                                   \
        return *this;                                                               \
    }                                                                               \
    SelfType& set_attr_##x(const std::function<std::vector<ge::AscendString>()>&) { \
        return *this;                                                               \
    }
#define GE_REG_ATTR_TEXT_AscendString(x) GE_REG_ATTR_TEXT(x, ge::AscendString)
#define GE_REG_ATTR_TEXT_ListAscendString(x) GE_REG_ATTR_TEXT(x, std::vector<ge::AscendString>)
#define GE_REG_ATTR_TEXT_ListAcendString(x) GE_REG_ATTR_TEXT(x, std::vector<ge::AscendString>)
#define GE_REG_ATTR_TEXT_Int(x)
#define GE_REG_ATTR_TEXT_Float(x)
#define GE_REG_ATTR_TEXT_Bool(x)
#define GE_REG_ATTR_TEXT_Tensor(x)
#define GE_REG_ATTR_TEXT_Type(x)
#define GE_REG_ATTR_TEXT_NamedAttrs(x)
#define GE_REG_ATTR_TEXT_Bytes(x)
#define GE_REG_ATTR_TEXT_ListInt(x)
#define GE_REG_ATTR_TEXT_ListFloat(x)
#define GE_REG_ATTR_TEXT_ListBool(x)
#define GE_REG_ATTR_TEXT_ListTensor(x)
#define GE_REG_ATTR_TEXT_ListListInt(x)
#define GE_REG_ATTR_TEXT_ListType(x)
#define GE_REG_ATTR_TEXT_ListNamedAttrs(x)

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

// Members of dynamic ports; `kind` is input or output.
#define GE_REG_DYNAMIC_MEMBERS(x, kind, Kind)                                                      \
public:                                                                                            \
    SelfType& create_dynamic_##kind##_##x(uint32_t num, bool is_push_back = true) {                \
        Operator::Dynamic##Kind##Register(#x, num, is_push_back);                                  \
        return *this;                                                                              \
    }                                                                                              \
    ge::TensorDesc get_dynamic_##kind##_desc_##x(uint32_t index) const {                           \
        return Operator::GetDynamic##Kind##Desc(#x, index);                                        \
    }                                                                                              \
    ge::graphStatus update_dynamic_##kind##_desc_##x(uint32_t index, const ge::TensorDesc& desc) { \
        return Operator::UpdateDynamic##Kind##Desc(#x, index, desc);                               \
    }
#define DYNAMIC_INPUT(x, t)                                                                      \
    GE_REG_LEAVE(RegisterInput_##x)                                                              \
    GE_REG_DYNAMIC_MEMBERS(x, input, Input)                                                      \
    GE_REG_NAMES(in, x)                                                                          \
    SelfType& create_dynamic_input_byindex_##x(uint32_t num, size_t index) {                     \
        Operator::DynamicInputRegisterByIndex(#x, num, index);                                   \
        return *this;                                                                            \
    }                                                                                            \
    SelfType& set_dynamic_input_##x(uint32_t dst_index, ge::Operator& v) {                       \
        Operator::SetInput(#x, dst_index, v);                                                    \
        return *this;                                                                            \
    }                                                                                            \
    SelfType& set_dynamic_input_##x(uint32_t dst_index, ge::Operator& v,                         \
                                    const std::string& src_name) {                               \
        Operator::SetInput(#x, dst_index, v, src_name.c_str());                                  \
        return *this;                                                                            \
    }                                                                                            \
    SelfType& set_dynamic_input_##x(uint32_t dst_index, ge::Operator& v, const char* src_name) { \
        Operator::SetInput(#x, dst_index, v, src_name);                                          \
        return *this;                                                                            \
    }                                                                                            \
    GE_REG_ENTER(RegisterInput_##x, Operator::DynamicInputRegister(#x, 0))
#define DYNAMIC_OUTPUT(x, t)                  \
    GE_REG_LEAVE(RegisterOutput_##x)          \
    GE_REG_DYNAMIC_MEMBERS(x, output, Output) \
    GE_REG_NAMES(out, x)                      \
    GE_REG_ENTER(RegisterOutput_##x, Operator::DynamicOutputRegister(#x, 0))

// Graphs that belong to the operator.
#define GRAPH(x)                                                           \
    GE_REG_LEAVE(RegisterGraph_##x)                                        \
public:                                                                    \
    GE_REG_NAMES(graph, x)                                                 \
    ge::SubgraphBuilder get_subgraph_builder_##x() const {                 \
        return Operator::GetSubgraphBuilder(#x);                           \
    }                                                                      \
    SelfType& set_subgraph_builder_##x(const ge::SubgraphBuilder& v) {     \
        Operator::SetSubgraphBuilder(#x, 0, v);                            \
        return *this;                                                      \
    }                                                                      \
    ge::Graph get_subgraph_##x() const {                                   \
        return Operator::GetSubgraph(#x);                                  \
    }                                                                      \
    GE_REG_ENTER(RegisterGraph_##x, Operator::SubgraphRegister(#x, false); \
                 Operator::SubgraphCountRegister(#x, 1))
#define DYNAMIC_GRAPH(x)                                                                       \
    GE_REG_LEAVE(RegisterGraph_##x)                                                            \
public:                                                                                        \
    GE_REG_NAMES(graph, x)                                                                     \
    SelfType& create_dynamic_subgraph_##x(uint32_t num) {                                      \
        Operator::SubgraphCountRegister(#x, num);                                              \
        return *this;                                                                          \
    }                                                                                          \
    ge::SubgraphBuilder get_dynamic_subgraph_builder_##x(uint32_t index) const {               \
        return Operator::GetDynamicSubgraphBuilder(#x, index);                                 \
    }                                                                                          \
    ge::Graph get_dynamic_subgraph_##x(uint32_t index) const {                                 \
        return Operator::GetDynamicSubgraph(#x, index);                                        \
    }                                                                                          \
    SelfType& set_dynamic_subgraph_builder_##x(uint32_t index, const ge::SubgraphBuilder& v) { \
        Operator::SetSubgraphBuilder(#x, index, v);                                            \
        return *this;                                                                          \
    }                                                                                          \
    GE_REG_ENTER(RegisterGraph_##x, Operator::SubgraphRegister(#x, true))

#define ATTR(x, Type, ...)                                             \
    GE_REG_LEAVE(RegisterAttr_##x)                                     \
    GE_REG_ATTR_MEMBERS(x, Type)                                       \
    Op##Type get_attr_##x() const {                                    \
        Op##Type value = __VA_ARGS__;                                  \
        (void)Operator::GetAttr(#x, value);                            \
        return value;                                                  \
    }                                                                  \
    GE_REG_ENTER(RegisterAttr_##x, const Op##Type value = __VA_ARGS__; \
                 Operator::AttrRegister(#x, value))
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

// Shape inference, verifiers, formats and ranges of values in the manner of the graph engine, for
// functions of the operator:
//
//   IMPLEMT_INFERFUNC(Add, AddInfer) { return op.UpdateOutputDesc("y", op.get_input_desc_x()); }
//   INFER_FUNC_REG(Add, AddInfer);
#define IMPLEMT_INFERFUNC(op_name, func_name) static ge::graphStatus func_name(op::op_name& op)
#define IMPLEMT_COMMON_INFERFUNC(func_name) static ge::graphStatus func_name(ge::Operator& op)
#define IMPLEMT_INFERFORMAT_FUNC(op_name, func_name) \
    static ge::graphStatus func_name(op::op_name& op)
#define IMPL_INFER_VALUE_RANGE_FUNC(op_name, func_name) \
    static ge::graphStatus func_name(op::op_name& op)
#define IMPLEMT_VERIFIER(op_name, func_name) static ge::graphStatus func_name(op::op_name op)

// Operators of a class of REG_OP have no members.
#define INFER_VERIFY_FUNC(op_name, x) \
    [](ge::Operator& v) { return x(static_cast<op::op_name&>(v)); }
#define COMMON_INFER_VERIFY_FUNC(x) [](ge::Operator& v) { return x(v); }
#define INFER_FORMAT_FUNC(op_name, x) INFER_VERIFY_FUNC(op_name, x)
#define INFER_VALUE_RANGE_FUNC(op_name, x) INFER_VERIFY_FUNC(op_name, x)

#define GE_REG_PASTE(name, counter) name##counter
#define GE_REG_FUNCTION(kind, counter, ...) \
    static const ge::kind##FuncRegister GE_REG_PASTE(g_##kind##_, counter)(__VA_ARGS__)
#define INFER_FUNC_REG(op_name, x) \
    GE_REG_FUNCTION(InferShape, __COUNTER__, #op_name, INFER_VERIFY_FUNC(op_name, x))
#define COMMON_INFER_FUNC_REG(op_name, x) \
    GE_REG_FUNCTION(InferShape, __COUNTER__, #op_name, COMMON_INFER_VERIFY_FUNC((x)))
#define VERIFY_FUNC_REG(op_name, x) \
    GE_REG_FUNCTION(Verify, __COUNTER__, #op_name, INFER_VERIFY_FUNC(op_name, x))
#define INFER_FORMAT_FUNC_REG(op_name, x) \
    GE_REG_FUNCTION(InferFormat, __COUNTER__, #op_name, INFER_FORMAT_FUNC(op_name, x))
#define INFER_VALUE_RANGE_DEFAULT_REG(op_name) \
    GE_REG_FUNCTION(InferValueRange, __COUNTER__, #op_name)
#define INFER_VALUE_RANGE_CUSTOM_FUNC_REG(op_name, when_call, x)           \
    GE_REG_FUNCTION(InferValueRange, __COUNTER__, #op_name, ge::when_call, \
                    INFER_VALUE_RANGE_FUNC(op_name, x))

namespace ge {
/// Hands the shape of two inputs broadcast over each other, by NumPy's rule, to `set_out_shape`;
/// GRAPH_FAILED if they do not fit.
GE_FUNC_HOST_VISIBILITY graphStatus
BroadCastInfer(const std::function<std::vector<int64_t>()>& get_in1_shape,
               const std::function<std::vector<int64_t>()>& get_in2_shape,
               const std::function<void(const std::vector<int64_t>& y_shape)>& set_out_shape);
/// Gives an output shape, range of shapes and type of an input.
GE_FUNC_HOST_VISIBILITY graphStatus InferLikeInput(Operator& op, const char_t* in_name,
                                                   const char_t* out_name);
}  // namespace ge

#define ELMTWISE_INFER_SHAPEANDTYPE(in_name, out_name) \
    [](ge::Operator op) -> ge::graphStatus { return ge::InferLikeInput(op, in_name, out_name); }
#define BROADCAST_INFER(in1_name, in2_name, out_name)                               \
    [](ge::Operator op) -> ge::graphStatus {                                        \
        return ge::BroadCastInfer(                                                  \
            [&]() { return op.GetInputDescByName(in1_name).GetShape().GetDims(); }, \
            [&]() { return op.GetInputDescByName(in2_name).GetShape().GetDims(); }, \
            [&](const std::vector<int64_t>& y_shape) {                              \
                ge::TensorDesc desc = op.GetOutputDescByName(out_name);             \
                desc.SetShape(ge::Shape(y_shape));                                  \
                (void)op.UpdateOutputDesc(out_name, desc);                          \
            });                                                                     \
    }

#endif  // INC_EXTERNAL_GRAPH_OPERATOR_REG_H_
