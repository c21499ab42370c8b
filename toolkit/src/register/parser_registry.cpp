#include "register/parser_registry.h"

#include <mutex>

namespace domi {
namespace {

std::string TextOf(const char_t* text) {
    return text == nullptr ? "" : text;
}

// Plugins register while they are loaded, maybe before the constructors of this library have run.
std::mutex& ParserMutex() {
    static auto* const mutex = new std::mutex;
    return *mutex;
}
std::vector<OpRegistrationData>& AllOperators() {
    static auto* const all = new std::vector<OpRegistrationData>;
    return *all;
}
std::vector<ge::PassRegistrationData>& AllPasses() {
    static auto* const all = new std::vector<ge::PassRegistrationData>;
    return *all;
}

}  // namespace

class OpRegistrationDataImpl {
public:
    /// A change of the inputs: what `input_order` says, or that one of them goes.
    struct InputChange {
        int32_t input = 0;
        std::string attr;
        bool attr_value = false;
        std::string original_type;
        std::vector<int32_t> input_order;
    };

    std::string om_type;
    std::set<std::string> origin_types;
    domi::FrameworkType framework = FRAMEWORK_RESERVED;
    domi::ImplyType imply_type = domi::ImplyType::BUILDIN;
    ParseParamFunc parse;
    ParseParamByOpFunc parse_by_op;
    FusionParseParamFunc fusion_parse;
    FusionParseParamByOpFunc fusion_parse_by_op;
    ParseSubgraphFunc subgraph_post;
    ParseSubgraphFuncV2 subgraph_post_v2;
    ParseOpToGraphFunc to_graph;
    std::vector<InputChange> input_changes;
};

OpRegistrationData::OpRegistrationData(const std::string& om_optype)
    : impl_(std::make_shared<OpRegistrationDataImpl>()) {
    impl_->om_type = om_optype;
}
OpRegistrationData::OpRegistrationData(const char_t* om_optype)
    : OpRegistrationData(TextOf(om_optype)) {}
OpRegistrationData::~OpRegistrationData() = default;

OpRegistrationData& OpRegistrationData::FrameworkType(const domi::FrameworkType& fmk_type) {
    impl_->framework = fmk_type;
    return *this;
}
OpRegistrationData& OpRegistrationData::OriginOpType(
    const std::initializer_list<std::string>& ori_optype_list) {
    impl_->origin_types.insert(ori_optype_list.begin(), ori_optype_list.end());
    return *this;
}
OpRegistrationData& OpRegistrationData::OriginOpType(
    const std::vector<ge::AscendString>& ori_op_type_list) {
    for (const ge::AscendString& type : ori_op_type_list) {
        impl_->origin_types.insert(type.GetString());
    }
    return *this;
}
OpRegistrationData& OpRegistrationData::OriginOpType(const std::string& ori_optype) {
    impl_->origin_types.insert(ori_optype);
    return *this;
}
OpRegistrationData& OpRegistrationData::OriginOpType(const char_t* ori_op_type) {
    return OriginOpType(TextOf(ori_op_type));
}
OpRegistrationData& OpRegistrationData::ParseParamsFn(const ParseParamFunc& parseParamFn) {
    impl_->parse = parseParamFn;
    return *this;
}
OpRegistrationData& OpRegistrationData::ParseParamsByOperatorFn(
    const ParseParamByOpFunc& parse_param_by_op_fn) {
    impl_->parse_by_op = parse_param_by_op_fn;
    return *this;
}
OpRegistrationData& OpRegistrationData::FusionParseParamsFn(
    const FusionParseParamFunc& fusionParseParamFn) {
    impl_->fusion_parse = fusionParseParamFn;
    return *this;
}
OpRegistrationData& OpRegistrationData::FusionParseParamsFn(
    const FusionParseParamByOpFunc& fusion_parse_param_fn) {
    impl_->fusion_parse_by_op = fusion_parse_param_fn;
    return *this;
}
OpRegistrationData& OpRegistrationData::ParseSubgraphPostFn(
    const ParseSubgraphFunc& subgraph_post_fn) {
    impl_->subgraph_post = subgraph_post_fn;
    return *this;
}
OpRegistrationData& OpRegistrationData::ParseSubgraphPostFn(
    const ParseSubgraphFuncV2& subgraph_post_fn) {
    impl_->subgraph_post_v2 = subgraph_post_fn;
    return *this;
}
OpRegistrationData& OpRegistrationData::ParseOpToGraphFn(
    const ParseOpToGraphFunc& parse_op_to_graph_fn) {
    impl_->to_graph = parse_op_to_graph_fn;
    return *this;
}
OpRegistrationData& OpRegistrationData::ImplyType(const domi::ImplyType& imply_type) {
    impl_->imply_type = imply_type;
    return *this;
}
OpRegistrationData& OpRegistrationData::DelInputWithCond(int32_t inputIdx,
                                                         const std::string& attrName,
                                                         bool attrValue) {
    OpRegistrationDataImpl::InputChange change;
    change.input = inputIdx;
    change.attr = attrName;
    change.attr_value = attrValue;
    impl_->input_changes.push_back(change);
    return *this;
}
OpRegistrationData& OpRegistrationData::DelInputWithCond(int32_t input_idx, const char_t* attr_name,
                                                         bool attr_value) {
    return DelInputWithCond(input_idx, TextOf(attr_name), attr_value);
}
OpRegistrationData& OpRegistrationData::DelInputWithOriginalType(int32_t input_idx,
                                                                 const std::string& ori_type) {
    OpRegistrationDataImpl::InputChange change;
    change.input = input_idx;
    change.original_type = ori_type;
    impl_->input_changes.push_back(change);
    return *this;
}
OpRegistrationData& OpRegistrationData::DelInputWithOriginalType(int32_t input_idx,
                                                                 const char_t* ori_type) {
    return DelInputWithOriginalType(input_idx, TextOf(ori_type));
}
OpRegistrationData& OpRegistrationData::InputReorderVector(
    const std::vector<int32_t>& input_order) {
    OpRegistrationDataImpl::InputChange change;
    change.input_order = input_order;
    impl_->input_changes.push_back(change);
    return *this;
}

domi::ImplyType OpRegistrationData::GetImplyType() const {
    return impl_->imply_type;
}
std::string OpRegistrationData::GetOmOptype() const {
    return impl_->om_type;
}
Status OpRegistrationData::GetOmOptype(ge::AscendString& om_op_type) const {
    om_op_type = ge::AscendString(impl_->om_type.c_str());
    return SUCCESS;
}
std::set<std::string> OpRegistrationData::GetOriginOpTypeSet() const {
    return impl_->origin_types;
}
Status OpRegistrationData::GetOriginOpTypeSet(std::set<ge::AscendString>& ori_op_type) const {
    for (const std::string& type : impl_->origin_types) {
        ori_op_type.insert(ge::AscendString(type.c_str()));
    }
    return SUCCESS;
}
domi::FrameworkType OpRegistrationData::GetFrameworkType() const {
    return impl_->framework;
}
ParseParamFunc OpRegistrationData::GetParseParamFn() const {
    return impl_->parse;
}
ParseParamByOpFunc OpRegistrationData::GetParseParamByOperatorFn() const {
    return impl_->parse_by_op;
}
FusionParseParamFunc OpRegistrationData::GetFusionParseParamFn() const {
    return impl_->fusion_parse;
}
FusionParseParamByOpFunc OpRegistrationData::GetFusionParseParamByOpFn() const {
    return impl_->fusion_parse_by_op;
}
ParseSubgraphFunc OpRegistrationData::GetParseSubgraphPostFn() const {
    return impl_->subgraph_post;
}
Status OpRegistrationData::GetParseSubgraphPostFn(ParseSubgraphFuncV2& func) const {
    func = impl_->subgraph_post_v2;
    return SUCCESS;
}
ParseOpToGraphFunc OpRegistrationData::GetParseOpToGraphFn() const {
    return impl_->to_graph;
}

std::vector<OpRegistrationData> ParserRegistry::Operators() {
    const std::lock_guard<std::mutex> lock(ParserMutex());
    return AllOperators();
}
std::vector<ge::PassRegistrationData> ParserRegistry::Passes() {
    const std::lock_guard<std::mutex> lock(ParserMutex());
    return AllPasses();
}
void ParserRegistry::Add(const OpRegistrationData& data) {
    const std::lock_guard<std::mutex> lock(ParserMutex());
    AllOperators().push_back(data);
}
void ParserRegistry::Add(const ge::PassRegistrationData& data) {
    const std::lock_guard<std::mutex> lock(ParserMutex());
    AllPasses().push_back(data);
}

OpReceiver::OpReceiver(OpRegistrationData& reg_data) {
    ParserRegistry::Add(reg_data);
}

}  // namespace domi
