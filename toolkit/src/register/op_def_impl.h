// What the builder classes of op_def.h hold: plain data, read by op_build unmodified.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "register/op_def.h"

namespace ops {

// Definitions come from users: a null string counts as an empty one, which op_build then reports.
inline std::string Text(const char* text) {
    return text == nullptr ? std::string() : std::string(text);
}

// COLUMNS: entry i belongs to combination i; LIST: every entry is combined with everything else.
enum class ListKind { NONE, COLUMNS, LIST };

// A list of data types or formats of a port, and what a compiled kernel is looked up by instead.
template <typename Value>
struct ValueList {
    ListKind kind = ListKind::NONE;
    std::vector<Value> values;
    std::vector<Value> for_bin_query;
    bool given_twice = false;  // both as columns and as a list: the second was ignored
};

struct OpParamDefImpl {
    enum class InitKind { NONE, NUMBER, SCALARS };
    enum class ScalarKind { NONE, SCALAR, SCALAR_LIST };

    std::string name;
    Option param_type = REQUIRED;
    ValueList<ge::DataType> dtypes;
    ValueList<ge::Format> formats;
    std::vector<ge::Format> unknown_shape_formats;
    bool value_depend = false;
    Option value_depend_option = REQUIRED;
    DependScope depend_scope = DependScope::ALL;
    bool ignore_contiguous = false;
    bool auto_contiguous = false;
    ScalarKind scalar = ScalarKind::NONE;
    bool has_scalar_type = false;
    ge::DataType scalar_type = ge::DT_UNDEFINED;
    std::string scalar_name;  // port whose type the scalar takes; empty: none
    uint32_t version = 0;     // 0: in every version
    InitKind init_kind = InitKind::NONE;
    uint64_t init_number = 0;
    std::vector<ScalarVar> init_scalars;
    bool shape_depends_on_compute = false;
    std::string follow_name;  // empty: follows none
    FollowType follow_type = FollowType::ALL;
    std::string comment;
};

struct OpAttrDefImpl {
    ge::AscendString name;
    bool required = true;
    AttrDataType type = AttrDataType::ATTR_DT_MAX;
    bool bool_value = false;
    float float_value = 0.0F;
    int64_t int_value = 0;
    std::string string_value;
    std::vector<bool> bools;
    std::vector<float> floats;
    std::vector<int64_t> ints;
    std::vector<std::vector<int64_t>> int_lists;
    uint32_t version = 0;
    std::string comment;
};

// Ports in order of declaration; references to them stay valid while more are added.
class PortList {
public:
    OpParamDef& FindOrAdd(const char* name) {
        const std::string text = Text(name);
        for (size_t i = 0; i < names_.size(); ++i) {
            if (names_[i] == text) {
                return ports_[i];
            }
        }
        names_.push_back(text);
        ports_.emplace_back(name);
        return ports_.back();
    }
    const std::deque<OpParamDef>& ports() const { return ports_; }

private:
    std::vector<std::string> names_;
    std::deque<OpParamDef> ports_;
};

struct OpAICoreConfigImpl {
    PortList inputs;
    PortList outputs;
    std::vector<std::pair<std::string, std::string>> items;  // in order of first use

    void SetItem(const std::string& key, const std::string& value);
};

struct OpAICoreDefImpl {
    gert::OpImplRegisterV2::TilingKernelFunc tiling = nullptr;
    optiling::OP_CHECK_FUNC check_support = nullptr;
    optiling::OP_CHECK_FUNC op_select_format = nullptr;
    optiling::OP_CHECK_FUNC op_support_info = nullptr;
    optiling::OP_CHECK_FUNC op_spec_info = nullptr;
    optiling::PARAM_GENERALIZE_FUNC param_generalize = nullptr;
    bool launch_empty = false;
    std::map<std::string, OpAICoreConfig> configs;  // by unit, spelt as in AddConfig
};

struct OpCpuDefImpl {
    std::map<std::string, std::string> items;
};

struct OpMC2DefImpl {
    std::vector<std::string> hccl_groups;
};

struct OpDefImpl {
    std::string type;
    PortList inputs;
    PortList outputs;
    std::deque<OpAttrDef> attrs;
    std::map<CommentSection, std::vector<std::string>> comments;
    gert::OpImplRegisterV2::InferShapeKernelFunc infer_shape = nullptr;
    gert::OpImplRegisterV2::InferShapeRangeKernelFunc infer_shape_range = nullptr;
    gert::OpImplRegisterV2::InferDataTypeKernelFunc infer_data_type = nullptr;
    OpAICoreDef aicore;
    OpAICPUDef aicpu;
    OpHostCPUDef hostcpu;
    bool has_aicpu = false;  // AICPU() was called
    bool has_hostcpu = false;
    OpMC2Def mc2;
    FormatCheckOption format_match = FormatCheckOption::DEFAULT;
    bool fallback = false;
};

}  // namespace ops
