// What a plugin of a framework registers: which of its operators becomes which of CANN's, and how
// the attributes are taken over.
//
//   namespace domi {
//   REGISTER_CUSTOM_OP("AddCustom")
//       .FrameworkType(TENSORFLOW)
//       .OriginOpType("Add")
//       .ParseParamsByOperatorFn(AutoMappingByOpFn);
//   }
//
// The graph engine reads this while it parses a model. This toolkit has no parser: plugins are
// compiled and packed like CANN's, and what they register is stored
// (src/register/parser_registry.h).
#ifndef INC_EXTERNAL_REGISTER_REGISTER_H
#define INC_EXTERNAL_REGISTER_REGISTER_H

#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/attr_value.h"  // also for string, vector, ... without std::
#include "graph/operator.h"
#include "graph/types.h"
#include "register/register_error_codes.h"
#include "register/register_fmk_types.h"
#include "register/register_types.h"

namespace google {
namespace protobuf {
class Message;
}
}  // namespace google

namespace domi {
constexpr int64_t kMaxNameLength = 1048576;

enum DynamicType : int16_t { kInvalid = 0, kInput = 1, kOutput = 2 };

/// A dynamic port, and the attribute of the framework's operator that has the number of instances
/// or a list of their types. Lengths are those of the names, in bytes, at most kMaxNameLength.
struct DynamicInputOutputInfo {
    DynamicType type;
    const char_t* port_name;
    int64_t port_name_len;
    const char_t* attr_name;
    int64_t attr_name_len;
    DynamicInputOutputInfo(const DynamicType port_type, const char_t* const port,
                           const int64_t port_len, const char_t* const attr, const int64_t attr_len)
        : type(port_type),
          port_name(port),
          port_name_len(port_len),
          attr_name(attr),
          attr_name_len(attr_len) {}
    DynamicInputOutputInfo() : DynamicInputOutputInfo(kInvalid, nullptr, 0L, nullptr, 0L) {}
};

/// Gives `op` name, attributes and graphs of `op_src`. All inputs of `op` get the format that the
/// attribute data_format names, or src_format, all outputs that or dst_format; without them ND.
FMK_FUNC_HOST_VISIBILITY Status AutoMappingByOpFn(const ge::Operator& op_src, ge::Operator& op);
/// Likewise; then instances of dynamic ports are made at the place of the port in the prototype.
/// PARAM_INVALID is reported as FAILED for names whose length is wrong.
FMK_FUNC_HOST_VISIBILITY Status
AutoMappingByOpFnDynamic(const ge::Operator& op_src, ge::Operator& op,
                         const std::vector<DynamicInputOutputInfo>& dynamic_name_attr_value);
/// Of the former interface, which hands on the framework's own message: FAILED, and said on stderr,
/// since this toolkit does not read messages of frameworks.
FMK_FUNC_HOST_VISIBILITY Status AutoMappingFn(const google::protobuf::Message* op_src,
                                              ge::Operator& op);
FMK_FUNC_HOST_VISIBILITY Status AutoMappingFnDynamic(
    const google::protobuf::Message* op_src, ge::Operator& op,
    std::map<std::string, std::pair<std::string, std::string>> dynamic_name_attr_value,
    int32_t in_pos = -1, int32_t out_pos = -1);
/// Notes at Data operators (attribute index) and outputs of a graph (operators of type _Retval with
/// retval_index, else inputs of NetOutput) to which port of the operator that has the graph they
/// belong: attribute _parent_node_index.
FMK_FUNC_HOST_VISIBILITY Status AutoMappingSubgraphIndex(
    const ge::Graph& graph, const std::function<int32_t(int32_t data_index)>& input,
    const std::function<int32_t(int32_t netoutput_index)>& output);
FMK_FUNC_HOST_VISIBILITY Status AutoMappingSubgraphIndex(
    const ge::Graph& graph,
    const std::function<Status(int32_t data_index, int32_t& parent_input_index)>& input,
    const std::function<Status(int32_t netoutput_index, int32_t& parent_output_index)>& output);

using google::protobuf::Message;
class FrameworkRegistryImpl;
class OpRegistrationDataImpl;

using ParseParamFunc = std::function<domi::Status(const google::protobuf::Message*, ge::Operator&)>;
using ParseParamByOpFunc = std::function<domi::Status(const ge::Operator&, ge::Operator&)>;
using FusionParseParamFunc =
    std::function<domi::Status(const std::vector<const google::protobuf::Message*>, ge::Operator&)>;
using FusionParseParamByOpFunc =
    std::function<domi::Status(const std::vector<ge::Operator>&, ge::Operator&)>;
using ParseSubgraphFunc =
    std::function<Status(const std::string& subgraph_name, const ge::Graph& graph)>;
using ParseSubgraphFuncV2 =
    std::function<Status(const ge::AscendString& subgraph_name, const ge::Graph& graph)>;
using ParseOpToGraphFunc = std::function<Status(const ge::Operator&, ge::Graph&)>;
using AutoMappingSubgraphIOIndexFunc = std::function<Status(
    const ge::Graph& graph,
    const std::function<Status(int32_t data_index, int32_t& parent_input_index)>& input,
    const std::function<Status(int32_t netoutput_index, int32_t& parent_output_index)>& output)>;

/// How graphs of operators are mapped, one function for each framework.
class FMK_FUNC_HOST_VISIBILITY FrameworkRegistry {
public:
    FrameworkRegistry(const FrameworkRegistry&) = delete;
    FrameworkRegistry& operator=(const FrameworkRegistry&) = delete;
    ~FrameworkRegistry();
    static FrameworkRegistry& Instance();
    void AddAutoMappingSubgraphIOIndexFunc(domi::FrameworkType framework,
                                           AutoMappingSubgraphIOIndexFunc fun);
    /// An empty function for a framework that has none.
    AutoMappingSubgraphIOIndexFunc GetAutoMappingSubgraphIOIndexFunc(domi::FrameworkType framework);

private:
    FrameworkRegistry();
    std::unique_ptr<FrameworkRegistryImpl> impl_;
};

class FMK_FUNC_HOST_VISIBILITY AutoMappingSubgraphIOIndexFuncRegister {
public:
    AutoMappingSubgraphIOIndexFuncRegister(domi::FrameworkType framework,
                                           AutoMappingSubgraphIOIndexFunc fun);
    ~AutoMappingSubgraphIOIndexFuncRegister() = default;
};

/// One operator of CANN and those of a framework that become it; copies share everything.
class FMK_FUNC_HOST_VISIBILITY OpRegistrationData {
public:
    OpRegistrationData(const std::string& om_optype);
    OpRegistrationData(const char_t* om_optype);
    ~OpRegistrationData();

    OpRegistrationData& FrameworkType(const domi::FrameworkType& fmk_type);
    /// Names of the framework's operators; each call adds to them. ONNX: ai.onnx::<opset>::<type>.
    OpRegistrationData& OriginOpType(const std::initializer_list<std::string>& ori_optype_list);
    OpRegistrationData& OriginOpType(const std::vector<ge::AscendString>& ori_op_type_list);
    OpRegistrationData& OriginOpType(const std::string& ori_optype);
    OpRegistrationData& OriginOpType(const char_t* ori_op_type);
    OpRegistrationData& ParseParamsFn(const ParseParamFunc& parseParamFn);
    OpRegistrationData& ParseParamsByOperatorFn(const ParseParamByOpFunc& parse_param_by_op_fn);
    OpRegistrationData& FusionParseParamsFn(const FusionParseParamFunc& fusionParseParamFn);
    OpRegistrationData& FusionParseParamsFn(const FusionParseParamByOpFunc& fusion_parse_param_fn);
    OpRegistrationData& ParseSubgraphPostFn(const ParseSubgraphFunc& subgraph_post_fn);
    OpRegistrationData& ParseSubgraphPostFn(const ParseSubgraphFuncV2& subgraph_post_fn);
    OpRegistrationData& ParseOpToGraphFn(const ParseOpToGraphFunc& parse_op_to_graph_fn);
    OpRegistrationData& ImplyType(const domi::ImplyType& imply_type);
    /// Inputs that are left out where an attribute has this value, or of operators of this type;
    /// the order of the inputs that are left.
    OpRegistrationData& DelInputWithCond(int32_t inputIdx, const std::string& attrName,
                                         bool attrValue);
    OpRegistrationData& DelInputWithCond(int32_t input_idx, const char_t* attr_name,
                                         bool attr_value);
    OpRegistrationData& DelInputWithOriginalType(int32_t input_idx, const std::string& ori_type);
    OpRegistrationData& DelInputWithOriginalType(int32_t input_idx, const char_t* ori_type);
    OpRegistrationData& InputReorderVector(const std::vector<int32_t>& input_order);

    domi::ImplyType GetImplyType() const;
    std::string GetOmOptype() const;
    Status GetOmOptype(ge::AscendString& om_op_type) const;
    std::set<std::string> GetOriginOpTypeSet() const;
    Status GetOriginOpTypeSet(std::set<ge::AscendString>& ori_op_type) const;
    domi::FrameworkType GetFrameworkType() const;
    ParseParamFunc GetParseParamFn() const;
    ParseParamByOpFunc GetParseParamByOperatorFn() const;
    FusionParseParamFunc GetFusionParseParamFn() const;
    FusionParseParamByOpFunc GetFusionParseParamByOpFn() const;
    ParseSubgraphFunc GetParseSubgraphPostFn() const;
    Status GetParseSubgraphPostFn(ParseSubgraphFuncV2& func) const;
    ParseOpToGraphFunc GetParseOpToGraphFn() const;

private:
    friend class ParserRegistry;
    std::shared_ptr<OpRegistrationDataImpl> impl_;
};

/// Registers; what REGISTER_CUSTOM_OP makes of the calls after it.
class FMK_FUNC_HOST_VISIBILITY OpReceiver {
public:
    OpReceiver(OpRegistrationData& reg_data);
    ~OpReceiver() = default;
};
}  // namespace domi

namespace ge {
using OpReceiver = domi::OpReceiver;
using OpRegistrationData = domi::OpRegistrationData;
}  // namespace ge

/// To be used within namespace domi.
#define REGISTER_CUSTOM_OP(name) REGISTER_CUSTOM_OP_UNIQ_HELPER(__COUNTER__, (name))
#define REGISTER_CUSTOM_OP_UNIQ_HELPER(ctr, name) REGISTER_CUSTOM_OP_UNIQ(ctr, (name))
#define REGISTER_CUSTOM_OP_UNIQ(ctr, name) \
    static OpReceiver register_op##ctr __attribute__((unused)) = OpRegistrationData(name)

#define REGISTER_AUTOMAPPING_SUBGRAPH_IO_INDEX_FUNC(framework, fun)                                \
    static AutoMappingSubgraphIOIndexFuncRegister auto_mapping_subgraph_fun_##framework(framework, \
                                                                                        (fun));

#endif  // INC_EXTERNAL_REGISTER_REGISTER_H
