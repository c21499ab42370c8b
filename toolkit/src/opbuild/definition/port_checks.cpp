#include "opbuild/definition/port_checks.h"

#include <map>
#include <set>

#include "opbuild/definition/combinations.h"
#include "opbuild/output/names.h"
#include "opbuild/output/text.h"
#include "opbuild/output/value_names.h"

namespace opbuild {
namespace {

using ops::FollowType;
using ops::ListKind;

const std::set<ge::DataType>& IntegerTypes() {
    static const std::set<ge::DataType> types = {ge::DT_INT64,  ge::DT_UINT64, ge::DT_INT32,
                                                 ge::DT_UINT32, ge::DT_INT16,  ge::DT_UINT16,
                                                 ge::DT_INT8,   ge::DT_UINT8};
    return types;
}

// Checks that need nothing but one port.
class PortCheck {
public:
    PortCheck(const Definition& op, const Port& port, bool is_input, Diagnostics* diagnostics)
        : op_(op), port_(port), is_input_(is_input), diagnostics_(diagnostics) {}

    void Run() {
        if (!IsIdentifier(port_.name)) {
            diagnostics_->Error(op_.type, "port \"" + port_.name + "\"",
                                "the name is not an identifier");
        }
        CheckKind();
        CheckLists();
        CheckValueDepend();
        CheckScalar();
        CheckVersion();
        CheckContiguity();
        CheckFollow();
        CheckInitValue();
    }

private:
    void Error(const std::string& text) { diagnostics_->Error(op_.type, port_.name, text); }
    void Warning(const std::string& text) { diagnostics_->Warning(op_.type, port_.name, text); }

    void CheckKind() {
        if (port_.param_type < ops::OPTIONAL || port_.param_type > ops::VIRTUAL) {
            Error("ParamType must be REQUIRED, OPTIONAL, DYNAMIC or VIRTUAL");
        }
        if (!is_input_ && port_.param_type == ops::VIRTUAL) {
            Error("only inputs can be VIRTUAL");
        }
        if (is_input_ && port_.shape_depends_on_compute && !IsInPlaceInput(op_, port_)) {
            Error("inputs cannot have OutputShapeDependOnCompute");
        }
    }

    void CheckLists() {
        if (port_.dtypes.given_twice) {
            Warning("DataType and DataTypeList are both given: the second is ignored");
        }
        if (port_.formats.given_twice) {
            Warning("Format and FormatList are both given: the second is ignored");
        }
        CheckBinQuery("DataTypeForBinQuery", port_.dtypes);
        CheckBinQuery("FormatForBinQuery", port_.formats);
        for (const ge::DataType dtype : port_.dtypes.values) {
            if (DtypeText(dtype).empty()) {
                Error("data type " + std::to_string(static_cast<int>(dtype)) + " is not supported");
            }
        }
        for (const ge::Format format : port_.formats.values) {
            if (FormatEnum(format).empty()) {
                Error("format " + std::to_string(static_cast<int>(format)) + " is not supported");
            }
        }
    }

    template <typename Value>
    void CheckBinQuery(const std::string& method, const ops::ValueList<Value>& list) {
        if (!list.for_bin_query.empty() && list.for_bin_query.size() != list.values.size()) {
            Warning(method + " has " + std::to_string(list.for_bin_query.size()) + " entries for " +
                    std::to_string(list.values.size()) + " values: it is ignored");
        }
    }

    void CheckValueDepend() {
        if (!port_.value_depend) {
            return;
        }
        if (!is_input_) {
            Error("outputs cannot have ValueDepend");
        }
        if (IsScalar(port_)) {
            Error("ValueDepend and Scalar/ScalarList exclude each other");
        }
        if (port_.value_depend_option != ops::REQUIRED &&
            port_.value_depend_option != ops::OPTIONAL) {
            Error("ValueDepend must be REQUIRED or OPTIONAL");
        }
    }

    void CheckScalar() {
        if (!IsScalar(port_)) {
            return;
        }
        if (port_.dtypes.values.empty()) {
            Error("Scalar and ScalarList need a DataType or DataTypeList");
        }
        if (!port_.scalar_name.empty() && FindPort(op_.inputs, port_.scalar_name) == nullptr) {
            Warning("To(\"" + port_.scalar_name + "\") names no input: the scalar keeps its type");
        }
        if (port_.has_scalar_type && DtypeText(port_.scalar_type).empty()) {
            Error("To(" + std::to_string(static_cast<int>(port_.scalar_type)) +
                  ") names no supported data type");
        }
    }

    void CheckVersion() {
        if (port_.version == 0) {
            return;
        }
        if (!is_input_) {
            Error("outputs cannot have a Version");
        } else if (port_.param_type != ops::OPTIONAL) {
            Error("only optional inputs can have a Version");
        }
    }

    void CheckContiguity() {
        if (port_.auto_contiguous && port_.ignore_contiguous) {
            Error("AutoContiguous and IgnoreContiguous exclude each other");
        }
    }

    void CheckFollow() {
        if (port_.follow_name.empty()) {
            return;
        }
        const FollowType type =
            port_.follow_type == FollowType::ALL ? FollowType::DTYPE : port_.follow_type;
        if (FollowedPort(op_.inputs, op_.outputs, port_, type) == nullptr) {
            Warning("Follow(\"" + port_.follow_name +
                    "\") leads to no port: it has no own data type, format or shape");
        }
    }

    void CheckInitValue() {
        if (port_.init_kind == Port::InitKind::NUMBER && port_.init_number != 0) {
            Error("InitValue(uint64_t) can only be 0; use InitValue(ScalarVar(<type>, <value>))");
        }
        if (port_.init_kind != Port::InitKind::SCALARS) {
            return;
        }
        const std::vector<ops::ScalarVar>& values = port_.init_scalars;
        for (const ops::ScalarVar& value : values) {
            if (ScalarTypeText(value.scalar_type).empty()) {
                Error("InitValue has a value without a type");
            }
        }
        if (values.size() == 1) {
            return;
        }
        if (values.size() != port_.dtypes.values.size()) {
            Error("InitValue has " + std::to_string(values.size()) + " values for " +
                  std::to_string(port_.dtypes.values.size()) + " data types");
            return;
        }
        std::map<ge::DataType, ops::ScalarVar> by_type;
        for (size_t i = 0; i < values.size(); ++i) {
            const auto inserted = by_type.emplace(port_.dtypes.values[i], values[i]);
            if (!(inserted.first->second == values[i])) {
                Error("InitValue has two values for data type " +
                      DtypeText(port_.dtypes.values[i]));
            }
        }
    }

    const Definition& op_;
    const Port& port_;
    bool is_input_;
    Diagnostics* diagnostics_;
};

// The data type of every port in one combination, with integers that come as host values made
// int64.
using TypeRow = std::vector<ge::DataType>;

TypeRow RowOf(const Combinations& combinations, size_t index, bool widen) {
    TypeRow row;
    for (const auto* side : {&combinations.inputs, &combinations.outputs}) {
        for (const PortColumns& port : *side) {
            ge::DataType dtype = port.dtypes.empty() ? ge::DT_UNDEFINED : port.dtypes[index];
            if (widen && port.port.value_depend && IntegerTypes().count(dtype) != 0) {
                dtype = ge::DT_INT64;
            }
            row.push_back(dtype);
        }
    }
    return row;
}

// An aclnn function receives host values as an array of int64, float or bool.
void CheckHostValueTypes(const Definition& op, const Combinations& combinations,
                         Diagnostics* diagnostics) {
    bool any = false;
    for (const PortColumns& port : combinations.inputs) {
        if (!port.port.value_depend) {
            continue;
        }
        any = true;
        const std::set<ge::DataType> types(port.dtypes.begin(), port.dtypes.end());
        const bool all_float = types == std::set<ge::DataType>{ge::DT_FLOAT};
        const bool all_bool = types == std::set<ge::DataType>{ge::DT_BOOL};
        bool all_integers = true;
        for (const ge::DataType type : types) {
            all_integers = all_integers && IntegerTypes().count(type) != 0;
        }
        if (!all_float && !all_bool && !all_integers) {
            diagnostics->Error(
                op.type, port.port.name,
                "the data types of a ValueDepend input must be all float32, all bool or "
                "all integers");
            return;
        }
    }
    std::set<TypeRow> rows;
    for (size_t i = 0; any && i < combinations.count; ++i) {
        rows.insert(RowOf(combinations, i, false));
    }
    for (size_t i = 0; any && i < combinations.count; ++i) {
        if (rows.count(RowOf(combinations, i, true)) != 0) {
            continue;
        }
        for (const PortColumns& port : combinations.inputs) {
            if (port.port.value_depend && !port.dtypes.empty() && port.dtypes[i] != ge::DT_INT64) {
                diagnostics->Error(op.type, port.port.name,
                                   "combination " + std::to_string(i) + " has data type " +
                                       DtypeText(port.dtypes[i]) +
                                       "; the same combination with int64 is missing, which a "
                                       "ValueDepend input needs");
                return;
            }
        }
    }
}

}  // namespace

void CheckPorts(const Definition& op, Diagnostics* diagnostics) {
    for (const Port& port : op.inputs) {
        PortCheck(op, port, true, diagnostics).Run();
    }
    for (const Port& port : op.outputs) {
        PortCheck(op, port, false, diagnostics).Run();
    }
}

void CheckCombinations(const Definition& op, bool aclnn, Diagnostics* diagnostics) {
    const Combinations base = CombineBase(op);
    if (!base.problem.empty()) {
        diagnostics->Error(op.type, base.problem_port, base.problem);
        return;
    }
    if (aclnn) {
        CheckHostValueTypes(op, base, diagnostics);
    }
    const std::vector<PortColumns>& first = base.inputs.empty() ? base.outputs : base.inputs;
    if (first.empty() || !first[0].dtypes.empty() || !first[0].port.follow_name.empty()) {
        return;
    }
    // Units may give the data types that the definition leaves out.
    for (const UnitConfig& unit : op.units) {
        const Combinations merged = CombineUnit(op, unit);
        const std::vector<PortColumns>& ports =
            base.inputs.empty() ? merged.outputs : merged.inputs;
        if (merged.problem.empty() && (ports.empty() || ports[0].dtypes.empty())) {
            diagnostics->Error(op.type, first[0].port.name, "there is no data type; call DataType");
            return;
        }
    }
    if (op.units.empty()) {
        diagnostics->Error(op.type, first[0].port.name, "there is no data type; call DataType");
    }
}

void CheckUnitPorts(const Definition& op, const UnitConfig& unit, Diagnostics* diagnostics) {
    if (unit.inputs.empty() && unit.outputs.empty()) {
        return;
    }
    for (const Port& port : unit.inputs) {
        PortCheck(op, port, true, diagnostics).Run();
    }
    for (const Port& port : unit.outputs) {
        PortCheck(op, port, false, diagnostics).Run();
    }
    const Combinations merged = CombineUnit(op, unit);
    if (!merged.problem.empty()) {
        diagnostics->Error(op.type, unit.unit + ": " + merged.problem_port, merged.problem);
    }
}

}  // namespace opbuild
