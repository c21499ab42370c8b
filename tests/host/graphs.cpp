// Graphs as plugins of frameworks and programs for the graph engine build them, and how operators
// of a framework are taken over. Facts: metadef's documentation (docs/api/ge_namespace), NumPy's
// rule of broadcasting.
#include "check.h"
#include "graph/attr_value.h"
#include "graph/graph.h"
#include "graph/graph_buffer.h"
#include "graph/operator_reg.h"
#include "register/parser_registry.h"
#include "register/register.h"

namespace ge {
REG_OP(Data)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .ATTR(index, Int, 0)
    .OP_END_FACTORY_REG(Data);
REG_OP(Const).OUTPUT(y, TensorType::ALL()).ATTR(value, Tensor, Tensor()).OP_END_FACTORY_REG(Const);
REG_OP(Sum)
    .INPUT(a, TensorType::ALL())
    .DYNAMIC_INPUT(xs, TensorType::ALL())
    .INPUT(b, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .DYNAMIC_OUTPUT(zs, TensorType::ALL())
    .REQUIRED_ATTR(n, Int)
    .ATTR(names, ListString, {})
    .OP_END_FACTORY_REG(Sum);
REG_OP(Labels)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .ATTR(axis, ListInt, {3})
    .ATTR(mode, String, "none")
    .ATTR(words, ListString, {"a"})
    .OP_END_FACTORY_REG(Labels);
REG_OP(Branch)
    .INPUT(cond, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .GRAPH(then_branch)
    .DYNAMIC_GRAPH(others)
    .OP_END_FACTORY_REG(Branch);

IMPLEMT_COMMON_INFERFUNC(SumInfer) {
    TensorDesc out = op.GetOutputDescByName("y");
    out.SetShape(op.GetInputDescByName("a").GetShape());
    return op.UpdateOutputDesc("y", out);
}
COMMON_INFER_FUNC_REG(Sum, SumInfer);
IMPLEMT_VERIFIER(Sum, SumVerify) {
    return op.get_attr_n() > 0 ? GRAPH_SUCCESS : GRAPH_FAILED;
}
VERIFY_FUNC_REG(Sum, SumVerify);
COMMON_INFER_FUNC_REG(Data, ELMTWISE_INFER_SHAPEANDTYPE("x", "y"));
}  // namespace ge

namespace domi {
Status ParseScale(const ge::Operator& op_src, ge::Operator& op_dest) {
    float scale = 1.0f;
    if (op_src.GetAttr("alpha", scale) != ge::GRAPH_SUCCESS) {
        return FAILED;
    }
    op_dest.SetAttr("scale", scale * 2);
    return SUCCESS;
}
REGISTER_CUSTOM_OP("Scale")
    .FrameworkType(ONNX)
    .OriginOpType({ge::AscendString("ai.onnx::11::Scale"), ge::AscendString("ai.onnx::12::Scale"),
                   ge::AscendString("ai.onnx::13::Scale")})
    .ParseParamsByOperatorFn(ParseScale)
    .ImplyType(ImplyType::TVM);
REGISTER_CUSTOM_OP("Scale").FrameworkType(TENSORFLOW).OriginOpType("Mul");
}  // namespace domi

namespace {

using namespace ge;

std::string Names(const Graph& graph) {
    std::vector<std::string> names;
    (void)graph.GetAllOpName(names);
    std::string text;
    for (const std::string& name : names) {
        text += name + " ";
    }
    return text;
}

GNode NodeOf(const Graph& graph, const char* name) {
    for (const GNode& node : graph.GetDirectNode()) {
        AscendString own;
        (void)node.GetName(own);
        if (own == name) {
            return node;
        }
    }
    return GNode();
}

std::string NameOf(const GNodePtr& node) {
    AscendString name;
    if (node != nullptr) {
        (void)node->GetName(name);
    }
    return name.GetString();
}

// x ---> sum.a, c ---> sum.xs0, sum.y ---> out.x; x before out by control
struct Sample {
    op::Data x{"x"};
    op::Const c{"c"};
    op::Sum sum{"sum"};
    op::Data out{"out"};
    Graph graph{"sample"};

    Sample() {
        c.set_attr_value(
            Tensor(TensorDesc(Shape({2}), FORMAT_ND, DT_INT8), std::vector<uint8_t>{7, 8}));
        sum.set_input_a(x).create_dynamic_input_xs(2).set_dynamic_input_xs(0, c);
        out.set_input_x(sum, "y");
        out.AddControlInput(x);
        graph.SetInputs({x}).SetOutputs(std::vector<Operator>{out});
    }
};

void Graphs() {
    const Sample s;
    EQUAL(Names(s.graph), "x c sum out ");
    TRUE(s.graph.IsValid());
    TRUE(!Graph("empty").IsValid());
    TRUE(!Graph().IsValid());
    Operator operator_by_name;
    EQUAL(s.graph.FindOpByName("sum", operator_by_name), GRAPH_SUCCESS);
    EQUAL(operator_by_name.GetOpType(), "Sum");
    EQUAL(s.graph.FindOpByName("none", operator_by_name), GRAPH_FAILED);
    std::vector<Operator> data;
    EQUAL(s.graph.FindOpByType("Data", data), GRAPH_SUCCESS);
    EQUAL(data.size(), 2u);
    Graph added("added");
    EQUAL(added.AddOp(s.x), GRAPH_SUCCESS);
    EQUAL(added.AddOp(s.x), GRAPH_FAILED);
    const GraphPtr graph = Graph::ConstructFromInputs({s.x}, AscendString("made"));
    EQUAL(Names(*graph), "x c sum out ");  // as from SetInputs
    TRUE(Graph::ConstructFromInputs({}, AscendString("none")) == nullptr);
}

void Descriptions() {
    op::Sum sum("sum");
    const TensorDesc three(Shape({3}), FORMAT_ND, DT_INT8);
    const uint32_t b = 1;
    EQUAL(sum.UpdateInputDesc(b, three), GRAPH_SUCCESS);
    EQUAL(sum.GetInputDescByName("b").GetShape().GetDim(0), 3);
    EQUAL(sum.UpdateOutputDesc(b - 1, three), GRAPH_SUCCESS);
    EQUAL(sum.GetOutputDescByName("y").GetShape().GetDim(0), 3);
    EQUAL(sum.UpdateInputDesc(b + 1, three), GRAPH_FAILED);
    EQUAL(sum.UpdateOutputDesc(b, three), GRAPH_FAILED);
}

void Nodes() {
    Sample s;
    const GNode sum = NodeOf(s.graph, "sum");
    EQUAL(sum.GetInputsSize(), 4u);  // a, b, xs0, xs1: what is created comes after
    const auto from = sum.GetInDataNodesAndPortIndexs(0);
    EQUAL(NameOf(from.first), "x");
    EQUAL(from.second, 0);
    TRUE(sum.GetInDataNodesAndPortIndexs(1).first == nullptr);
    Tensor constant;
    EQUAL(sum.GetInputConstData(2, constant), GRAPH_SUCCESS);
    EQUAL(constant.GetSize(), 2u);
    EQUAL(sum.GetInputConstData(0, constant), GRAPH_NODE_WITHOUT_CONST_INPUT);
    EQUAL(sum.GetInputConstData(9, constant), GRAPH_FAILED);
    std::vector<int32_t> indexes;
    EQUAL(NodeOf(s.graph, "sum").GetDynamicInputIndexesByName("xs", indexes), GRAPH_SUCCESS);
    EQUAL(indexes.size(), 2u);
    EQUAL(indexes[1], 3);
    const auto to = sum.GetOutDataNodesAndPortIndexs(0);
    EQUAL(to.size(), 1u);
    EQUAL(NameOf(to[0].first), "out");
    EQUAL(to[0].second, 0);
    EQUAL(NodeOf(s.graph, "out").GetInControlNodes().size(), 1u);
    EQUAL(NameOf(NodeOf(s.graph, "x").GetOutControlNodes().at(0)), "out");
    int64_t index = 3;
    EQUAL(NodeOf(s.graph, "x").SetAttr("index", index), GRAPH_SUCCESS);
    AttrValue value;
    EQUAL(NodeOf(s.graph, "x").GetAttr("index", value), GRAPH_SUCCESS);
    int64_t read = 0;
    EQUAL(value.GetValue<AttrValue::INT>(read), GRAPH_SUCCESS);
    EQUAL(read, 3);
    float wrong = 0;
    EQUAL(value.GetValue<AttrValue::FLOAT>(wrong), GRAPH_FAILED);
    TRUE(!NodeOf(s.graph, "x").HasAttr("none"));
    GNode none;
    AscendString name;
    EQUAL(none.GetName(name), GRAPH_FAILED);
    EQUAL(none.GetInputsSize(), 0u);
}

void Edges() {
    Sample s;
    Graph copy("copy");
    EQUAL(copy.CopyFrom(s.graph), GRAPH_SUCCESS);
    GNode x = NodeOf(s.graph, "x");
    GNode sum = NodeOf(s.graph, "sum");
    GNode out = NodeOf(s.graph, "out");
    EQUAL(s.graph.AddDataEdge(x, 0, sum, 1), GRAPH_SUCCESS);
    EQUAL(s.graph.AddDataEdge(x, 0, sum, 1), GRAPH_FAILED);  // it has one
    EQUAL(s.graph.AddDataEdge(x, 1, sum, 3), GRAPH_FAILED);  // x has one output
    EQUAL(NodeOf(s.graph, "x").GetOutDataNodesAndPortIndexs(0).size(), 2u);
    EQUAL(s.graph.RemoveEdge(x, 0, sum, 1), GRAPH_SUCCESS);
    EQUAL(s.graph.RemoveEdge(x, 0, sum, 1), GRAPH_FAILED);
    EQUAL(s.graph.RemoveEdge(x, -1, out, -1), GRAPH_SUCCESS);
    EQUAL(out.GetInControlNodes().size(), 0u);
    EQUAL(s.graph.AddControlEdge(sum, out), GRAPH_SUCCESS);
    EQUAL(out.GetInControlNodes().size(), 1u);
    EQUAL(s.graph.RemoveNode(sum), GRAPH_SUCCESS);
    EQUAL(s.graph.RemoveNode(sum), GRAPH_FAILED);
    EQUAL(Names(s.graph), "x c out ");
    TRUE(out.GetInDataNodesAndPortIndexs(0).first == nullptr);
    EQUAL(out.GetInControlNodes().size(), 0u);
    GNode foreign = NodeOf(copy, "x");
    EQUAL(s.graph.AddControlEdge(foreign, out), GRAPH_FAILED);
    // The copy is as it was.
    EQUAL(Names(copy), "x c sum out ");
    EQUAL(NameOf(NodeOf(copy, "out").GetInDataNodesAndPortIndexs(0).first), "sum");
    EQUAL(NameOf(NodeOf(copy, "out").GetInControlNodes().at(0)), "x");
}

void Subgraphs() {
    int built = 0;
    op::Branch branch("branch");
    branch.set_subgraph_builder_then_branch([&built]() {
        ++built;
        Graph inner("inner");
        inner.SetInputs({op::Data("in")});
        return inner;
    });
    branch.create_dynamic_subgraph_others(2);
    EQUAL(branch.GetSubgraphNamesCount(), 3u);
    EQUAL(branch.GetSubgraphNames().at(2), "others1");
    Graph graph("outer");
    graph.SetInputs({branch});
    EQUAL(graph.GetDirectNode().size(), 1u);
    EQUAL(graph.GetAllNodes().size(), 2u);
    EQUAL(graph.GetAllNodes().size(), 2u);
    EQUAL(built, 1);
    EQUAL(branch.get_subgraph_then_branch().GetName(), "inner");
    std::vector<GraphPtr> all;
    EQUAL(NodeOf(graph, "branch").GetALLSubgraphs(all), GRAPH_SUCCESS);
    EQUAL(all.size(), 1u);
}

void Refusals() {
    Sample s;
    GraphBuffer buffer;
    EQUAL(s.graph.SaveToFile("/nowhere"), GRAPH_FAILED);
    EQUAL(s.graph.LoadFromFile("/nowhere"), GRAPH_FAILED);
    EQUAL(s.graph.SaveToMem(buffer), GRAPH_FAILED);
    EQUAL(buffer.GetSize(), 0u);
    Operator op("op", "Sum");
    EQUAL(domi::AutoMappingFn(nullptr, op), domi::FAILED);
}

void Functions() {
    op::Sum sum("sum");
    EQUAL(sum.VerifyAllAttr(), GRAPH_FAILED);      // n is required
    EQUAL(sum.VerifyAllAttr(true), GRAPH_FAILED);  // and the verifier wants it positive
    sum.set_attr_n(1);
    EQUAL(sum.VerifyAllAttr(), GRAPH_SUCCESS);
    sum.update_input_desc_a(TensorDesc(Shape({2, 3}), FORMAT_ND, DT_INT8));
    EQUAL(sum.InferShapeAndType(), GRAPH_SUCCESS);
    EQUAL(sum.get_output_desc_y().GetShape().GetShapeSize(), 6);
    op::Data data("data");
    data.update_input_desc_x(TensorDesc(Shape({4}), FORMAT_ND, DT_INT8));
    EQUAL(data.InferShapeAndType(), GRAPH_SUCCESS);
    EQUAL(data.get_output_desc_y().GetDataType(), DT_INT8);
    EQUAL(op::Const("c").InferShapeAndType(), GRAPH_PARAM_INVALID);
    std::vector<int64_t> out;
    const auto broadcast = [&out](std::vector<int64_t> a, std::vector<int64_t> b) {
        return BroadCastInfer([&a]() { return a; }, [&b]() { return b; },
                              [&out](const std::vector<int64_t>& shape) { out = shape; });
    };
    EQUAL(broadcast({3, 1}, {2, 1, 4}), GRAPH_SUCCESS);
    TRUE((out == std::vector<int64_t>{2, 3, 4}));
    EQUAL(broadcast({3}, {4}), GRAPH_FAILED);
    const auto types = sum.GetAllAttrNamesAndTypes();
    EQUAL(types.at("n"), "VT_INT");
    EQUAL(types.at("names"), "VT_LIST_STRING");
    sum.SetAttr("extra", 1.5f);
    std::map<AscendString, AscendString> of_prototype;
    EQUAL(sum.GetAllIrAttrNamesAndTypes(of_prototype), GRAPH_SUCCESS);
    EQUAL(of_prototype.size(), 2u);
    sum.SetInputAttr(0, "memory", static_cast<int64_t>(5)).SetOutputAttr("y", "name", "out");
    int64_t memory = 0;
    EQUAL(sum.GetInputAttr("a", "memory", memory), GRAPH_SUCCESS);
    EQUAL(memory, 5);
    AscendString name;
    EQUAL(sum.GetOutputAttr(0, "name", name), GRAPH_SUCCESS);
    TRUE(name == "out");
    EQUAL(sum.GetInputAttr(9, "memory", memory), GRAPH_FAILED);
}

void Mapping() {
    Operator source("node7", "TfSum");
    source.SetAttr("n", static_cast<int64_t>(3)).SetAttr("types", std::vector<DataType>(2));
    source.SetAttr("data_format", "NHWC");
    op::Sum target("sum");
    EQUAL(domi::AutoMappingByOpFn(source, target), domi::SUCCESS);
    EQUAL(target.GetName(), "node7");
    EQUAL(target.GetOpType(), "Sum");
    EQUAL(target.get_attr_n(), 3);
    EQUAL(target.get_input_desc_a().GetFormat(), FORMAT_NHWC);
    EQUAL(target.get_output_desc_y().GetOriginFormat(), FORMAT_NHWC);
    Operator plain("plain", "TfSum");
    op::Sum other("other");
    EQUAL(domi::AutoMappingByOpFn(plain, other), domi::SUCCESS);
    EQUAL(other.get_input_desc_a().GetFormat(), FORMAT_ND);
    EQUAL(domi::AutoMappingByOpFn(Operator(), other), domi::FAILED);

    op::Sum dynamic("dynamic");
    const std::vector<domi::DynamicInputOutputInfo> ports = {{domi::kInput, "xs", 2, "n", 1},
                                                             {domi::kOutput, "zs", 2, "types", 5}};
    EQUAL(domi::AutoMappingByOpFnDynamic(source, dynamic, ports), domi::SUCCESS);
    EQUAL(dynamic.GetInputsSize(), 5u);  // a, xs0, xs1, xs2, b: the prototype's order
    EQUAL(dynamic.GetDynamicInputNum("xs"), 3);
    EQUAL(dynamic.GetDynamicOutputNum("zs"), 2);
    Graph graph("g");
    graph.SetInputs({dynamic});
    int32_t index = -1;
    EQUAL(NodeOf(graph, "node7").GetInputIndexByName("b", index), GRAPH_SUCCESS);
    EQUAL(index, 4);
    const std::vector<domi::DynamicInputOutputInfo> wrong = {{domi::kInput, "xs", 5, "n", 1}};
    EQUAL(domi::AutoMappingByOpFnDynamic(source, dynamic, wrong), domi::FAILED);
}

void SubgraphIndexes() {
    op::Data data("data");
    data.set_attr_index(1);
    Operator end("end", "_Retval");
    end.SetAttr("retval_index", static_cast<int64_t>(2));
    Graph graph("body");
    graph.SetInputs({data, end});
    const auto plus = [](int32_t by) {
        return [by](int32_t index, int32_t& parent) {
            parent = index + by;
            return static_cast<domi::Status>(domi::SUCCESS);
        };
    };
    const std::function<domi::Status(int32_t, int32_t&)> input = plus(10);
    const std::function<domi::Status(int32_t, int32_t&)> output = plus(20);
    EQUAL(domi::AutoMappingSubgraphIndex(graph, input, output), domi::SUCCESS);
    int32_t parent = 0;
    EQUAL(data.GetAttr("_parent_node_index", parent), GRAPH_SUCCESS);
    EQUAL(parent, 11);
    EQUAL(end.GetAttr("_parent_node_index", parent), GRAPH_SUCCESS);
    EQUAL(parent, 22);
}

// metadef's operator_reg.h: an index of 0 is no name, and a setter with a function has no effect.
void Members() {
    op::Sum sum("sum");
    sum.create_dynamic_output_zs(2);
    op::Labels first("first");
    op::Labels last("last");
    first.set_input_x(sum, 0);
    last.set_input_x(sum, 2);
    Graph graph("members");
    graph.SetInputs({sum}).SetOutputs(std::vector<Operator>{first, last});
    EQUAL(NodeOf(graph, "first").GetInDataNodesAndPortIndexs(0).second, 0);
    EQUAL(NodeOf(graph, "last").GetInDataNodesAndPortIndexs(0).second, 2);
    first.set_attr_axis(0).set_attr_mode([]() { return AscendString("far"); });
    TRUE(first.get_attr_axis() == std::vector<int64_t>{3});
    first.set_attr_axis({1, 2}).set_attr_mode("near");
    TRUE((first.get_attr_axis() == std::vector<int64_t>{1, 2}));
    AscendString text;
    EQUAL(first.get_attr_mode(text), GRAPH_SUCCESS);
    TRUE(text == "near");
    first.set_attr_words(std::vector<AscendString>{"b", "c"});
    std::vector<AscendString> words;
    EQUAL(first.get_attr_words(words), GRAPH_SUCCESS);
    EQUAL(words.size(), 2u);
    TRUE(words[1] == "c");
    op::Labels::name_attr_mode(text);
    TRUE(text == "mode");
    op::Sum::name_in_xs(text);
    TRUE(text == "xs");
    op::Sum::name_out_zs(text);
    TRUE(text == "zs");
}

void Registered() {
    const std::vector<domi::OpRegistrationData> all = domi::ParserRegistry::Operators();
    EQUAL(all.size(), 2u);
    const domi::OpRegistrationData& onnx = all[0];
    EQUAL(onnx.GetOmOptype(), "Scale");
    EQUAL(onnx.GetFrameworkType(), domi::ONNX);
    EQUAL(onnx.GetOriginOpTypeSet().size(), 3u);
    TRUE(onnx.GetImplyType() == domi::ImplyType::TVM);
    Operator source("a", "Scale");
    Operator target("b", "Scale");
    EQUAL(onnx.GetParseParamByOperatorFn()(source, target), domi::FAILED);
    source.SetAttr("alpha", 1.5f);
    EQUAL(onnx.GetParseParamByOperatorFn()(source, target), domi::SUCCESS);
    float scale = 0;
    EQUAL(target.GetAttr("scale", scale), GRAPH_SUCCESS);
    EQUAL(scale, 3.0f);
    TRUE(all[1].GetImplyType() == domi::ImplyType::BUILDIN);
    TRUE(!all[1].GetParseParamByOperatorFn());
}

// The comments of CANN 8.1's graph/tensor.h, and metadef's pages of Tensor and TensorDesc.
void Tensors() {
    EQUAL(Shape({-2}).GetDimNum(), 0u);
    EQUAL(Shape({-2}).GetDims().size(), 1u);
    EQUAL(Shape({3, -1}).GetShapeSize(), -1);
    EQUAL(Shape({-2}).GetShapeSize(), -1);
    EQUAL(Shape({3, 0}).GetShapeSize(), 0);
    EQUAL(Shape(std::vector<int64_t>()).GetShapeSize(), 0);
    EQUAL(Shape({int64_t{1} << 40, int64_t{1} << 40}).GetShapeSize(), 0);  // overflow
    Tensor tensor(TensorDesc(Shape({2, 2}), FORMAT_ND, DT_INT16), std::vector<uint8_t>(8));
    EQUAL(tensor.IsValid(), GRAPH_SUCCESS);
    EQUAL(tensor.SetShapeDim(1, 3), GRAPH_SUCCESS);
    EQUAL(tensor.SetShapeDim(2, 3), GRAPH_FAILED);
    EQUAL(tensor.IsValid(), GRAPH_FAILED);
    EQUAL(tensor.GetShapeDim(1), 3);
    EQUAL(tensor.SetOriginShapeDimNum(3), GRAPH_SUCCESS);
    EQUAL(tensor.SetOriginShapeDim(2, 5), GRAPH_SUCCESS);
    EQUAL(tensor.GetOriginShapeDim(2), 5);
    EQUAL(tensor.SetExpandDimsRule("0110"), GRAPH_SUCCESS);
    AscendString rule;
    EQUAL(tensor.GetExpandDimsRule(rule), GRAPH_SUCCESS);
    TRUE(rule == "0110");
    int freed = 0;
    uint8_t bytes[4] = {1, 2, 3, 4};
    const Tensor::DeleteFunc free = [&freed](uint8_t*) { ++freed; };
    EQUAL(tensor.SetData(bytes, 4, free), GRAPH_SUCCESS);
    TRUE(tensor.GetData() == bytes);
    const Tensor clone = tensor.Clone();
    TRUE(clone.GetData() != bytes);
    EQUAL(clone.GetData()[3], 4);
    {
        const auto data = tensor.ResetData();
    }
    EQUAL(freed, 1);
    EQUAL(tensor.GetSize(), 0u);
    EQUAL(tensor.SetData(std::vector<std::string>{"ab", "cde"}), GRAPH_SUCCESS);
    EQUAL(tensor.GetSize(), 2 * sizeof(StringHead) + 3 + 4);
    const auto* const heads = reinterpret_cast<const StringHead*>(tensor.GetData());
    EQUAL(heads[1].len, 3);
    EQUAL(std::string(reinterpret_cast<const char*>(tensor.GetData()) + heads[1].addr), "cde");
    TensorDesc desc;
    uint8_t* constant = nullptr;
    size_t size = 0;
    TRUE(!desc.GetConstData(&constant, size));
    desc.SetConstData(std::unique_ptr<uint8_t[]>(new uint8_t[3]{1, 2, 3}), 3);
    TRUE(TensorDesc(desc).GetConstData(&constant, size));
    EQUAL(size, 3u);
    EQUAL(constant[2], 3);
}

void Inference() {
    const InferenceContextPtr context(InferenceContext::Create().release());
    context->SetMarks(std::vector<std::string>{"a", "b"});
    EQUAL(context->GetMarks().size(), 2u);
    context->SetOutputHandleShapesAndTypes({{ShapeAndType(Shape({2}), DT_INT8)}});
    EQUAL(context->GetOutputHandleShapesAndTypes()[0][0].GetDataType(), DT_INT8);
    EQUAL(context->RegisterReliedOnResourceKey("key"), GRAPH_SUCCESS);
    EQUAL(context->GetReliedOnResourceKeys().size(), 1u);
    EQUAL(context->AddChangedResourceKey("key"), GRAPH_SUCCESS);
    context->ClearChangedResourceKeys();
    EQUAL(context->GetChangedResourceKeys().size(), 0u);
    TRUE(context->GetResourceContext("key") == nullptr);
    ResourceContext resource;
    EQUAL(context->SetResourceContext("key", &resource), GRAPH_FAILED);
    op::Sum sum("sum");
    sum.SetInferenceContext(context);
    TRUE(sum.GetInferenceContext() == context);
}

}  // namespace

int main() {
    check::Run("graphs", Graphs);
    check::Run("descriptions", Descriptions);
    check::Run("nodes", Nodes);
    check::Run("edges", Edges);
    check::Run("subgraphs", Subgraphs);
    check::Run("refusals", Refusals);
    check::Run("functions", Functions);
    check::Run("mapping", Mapping);
    check::Run("subgraph_indexes", SubgraphIndexes);
    check::Run("members", Members);
    check::Run("registered", Registered);
    check::Run("inference", Inference);
    check::Run("tensors", Tensors);
    return 0;
}
