#include "opbuild/definition/combinations.h"

#include <algorithm>
#include <set>

namespace opbuild {
namespace {

using ops::FollowType;
using ops::ListKind;
using ops::ValueList;

// More than any kernel library holds; keeps a slip in a definition from filling the memory.
constexpr size_t kMaxCombinations = 65536;

// The counter over all combinations: column number outermost, then every crossed list in turn.
class Permutation {
public:
    explicit Permutation(size_t columns) : columns_(columns) {}

    void Add(ListKind kind, size_t size) {
        crossed_.push_back(kind == ListKind::LIST);
        sizes_.push_back(size);
    }

    // picks[place][combination]
    std::vector<std::vector<size_t>> Picks() const {
        std::vector<std::vector<size_t>> picks(sizes_.size());
        std::vector<size_t> digits(sizes_.size(), 0);
        for (size_t column = 0; column < columns_; ++column) {
            do {
                for (size_t port = 0; port < sizes_.size(); ++port) {
                    picks[port].push_back(crossed_[port] ? digits[port] : column);
                }
            } while (Next(&digits));
        }
        return picks;
    }

    // At most kMaxCombinations + 1.
    size_t Count() const {
        size_t count = columns_;
        for (size_t port = 0; port < sizes_.size() && count <= kMaxCombinations; ++port) {
            count *= crossed_[port] ? sizes_[port] : 1;
        }
        return std::min(count, kMaxCombinations + 1);
    }

private:
    bool Next(std::vector<size_t>* digits) const {
        for (size_t port = sizes_.size(); port-- > 0;) {
            if (!crossed_[port]) {
                continue;
            }
            if (++(*digits)[port] < sizes_[port]) {
                return true;
            }
            (*digits)[port] = 0;
        }
        return false;
    }

    size_t columns_;
    std::vector<bool> crossed_;
    std::vector<size_t> sizes_;
};

template <typename Value>
bool HasDuplicates(const std::vector<Value>& values) {
    return std::set<Value>(values.begin(), values.end()).size() != values.size();
}

template <typename Value>
std::vector<Value> Pick(const std::vector<Value>& values, const std::vector<size_t>& picks) {
    std::vector<Value> picked;
    for (const size_t pick : picks) {
        picked.push_back(values[pick]);
    }
    return picked;
}

bool Follows(const Port& port, FollowType aspect) {
    return !port.follow_name.empty() &&
           (port.follow_type == aspect || port.follow_type == FollowType::ALL);
}

const Port* FindAny(const std::vector<Port>& inputs, const std::vector<Port>& outputs,
                    const std::string& name) {
    const Port* input = FindPort(inputs, name);
    return input == nullptr ? FindPort(outputs, name) : input;
}

// Ports of one definition while their combinations are made.
class Combiner {
public:
    Combiner(const std::vector<Port>& inputs, const std::vector<Port>& outputs)
        : inputs_(inputs), outputs_(outputs) {
        ports_.insert(ports_.end(), inputs.begin(), inputs.end());
        ports_.insert(ports_.end(), outputs.begin(), outputs.end());
        for (Port& port : ports_) {
            if (Follows(port, FollowType::DTYPE)) {
                port.dtypes = ValueList<ge::DataType>();
            }
            if (Follows(port, FollowType::FORMAT)) {
                port.formats = ValueList<ge::Format>();
            } else if (port.formats.kind == ListKind::NONE || port.formats.values.empty()) {
                port.formats.kind = ListKind::LIST;
                port.formats.values = {ge::FORMAT_ND};
            }
        }
    }

    Combinations Run() {
        Combinations result;
        for (const Port& port : ports_) {
            PortColumns columns;
            columns.port = port;
            auto& side = result.inputs.size() < inputs_.size() ? result.inputs : result.outputs;
            side.push_back(columns);
        }
        if (CheckLists(&result)) {
            Permute(&result);
            for (PortColumns& port : result.inputs) {
                Follow(&result, &port);
            }
            for (PortColumns& port : result.outputs) {
                Follow(&result, &port);
            }
        }
        for (PortColumns& port : result.inputs) {
            FixHostPort(result.count, &port);
        }
        for (PortColumns& port : result.outputs) {
            FixHostPort(result.count, &port);
        }
        return result;
    }

private:
    bool CheckLists(Combinations* result) {
        const Port* first = nullptr;
        for (const Port& port : ports_) {
            if (!CheckList(port, "DataType", port.dtypes, &first, result) ||
                !CheckList(port, "Format", port.formats, &first, result)) {
                return false;
            }
        }
        if (first == nullptr) {
            columns_ = 1;
        }
        return true;
    }

    template <typename Value>
    bool CheckList(const Port& port, const std::string& name, const ValueList<Value>& list,
                   const Port** first, Combinations* result) {
        if (list.kind == ListKind::LIST && HasDuplicates(list.values)) {
            result->problem = name + "List holds a value twice";
        } else if (list.kind == ListKind::COLUMNS && !list.values.empty()) {
            if (*first == nullptr) {
                *first = &port;
                columns_ = list.values.size();
            } else if (list.values.size() != columns_) {
                result->problem = name + " has " + std::to_string(list.values.size()) +
                                  " entries but " + (*first)->name + " has " +
                                  std::to_string(columns_) +
                                  "; entry i of all ports is combination i";
            }
        }
        if (!result->problem.empty()) {
            result->problem_port = port.name;
        }
        return result->problem.empty();
    }

    void Permute(Combinations* result) {
        Permutation permutation(columns_);
        for (const Port& port : ports_) {
            permutation.Add(port.dtypes.kind, std::max<size_t>(port.dtypes.values.size(), 1));
            permutation.Add(port.formats.kind, std::max<size_t>(port.formats.values.size(), 1));
        }
        result->count = permutation.Count();
        if (result->count > kMaxCombinations) {
            result->problem =
                "the lists make more than " + std::to_string(kMaxCombinations) + " combinations";
            result->problem_port = ports_.front().name;
            result->count = 0;
            return;
        }
        const auto picks = permutation.Picks();
        for (size_t i = 0; i < ports_.size(); ++i) {
            PortColumns& columns =
                i < inputs_.size() ? result->inputs[i] : result->outputs[i - inputs_.size()];
            Take(ports_[i].dtypes, picks[2 * i], &columns.dtypes, &columns.dtypes_for_bin);
            Take(ports_[i].formats, picks[2 * i + 1], &columns.formats, &columns.formats_for_bin);
            const auto& unknown = ports_[i].unknown_shape_formats;
            columns.unknown_shape_formats =
                !unknown.empty() && unknown.size() == ports_[i].formats.values.size()
                    ? Pick(unknown, picks[2 * i + 1])
                    : unknown;
        }
    }

    template <typename Value>
    static void Take(const ValueList<Value>& list, const std::vector<size_t>& picks,
                     std::vector<Value>* values, std::vector<Value>* for_bin) {
        if (list.values.empty()) {
            return;
        }
        *values = Pick(list.values, picks);
        if (list.for_bin_query.size() == list.values.size()) {
            *for_bin = Pick(list.for_bin_query, picks);
        }
    }

    void Follow(Combinations* result, PortColumns* columns) const {
        const Port* dtype_root = FollowedPort(inputs_, outputs_, columns->port, FollowType::DTYPE);
        if (dtype_root != nullptr) {
            const PortColumns& root = ColumnsOf(*result, *dtype_root);
            columns->dtypes = root.dtypes;
            columns->dtypes_for_bin = root.dtypes_for_bin;
        }
        const Port* format_root =
            FollowedPort(inputs_, outputs_, columns->port, FollowType::FORMAT);
        if (format_root != nullptr) {
            const PortColumns& root = ColumnsOf(*result, *format_root);
            columns->formats = root.formats;
            columns->formats_for_bin = root.formats_for_bin;
        }
    }

    const PortColumns& ColumnsOf(const Combinations& result, const Port& port) const {
        if (!inputs_.empty() && &port >= inputs_.data() &&
            &port < inputs_.data() + inputs_.size()) {
            return result.inputs[static_cast<size_t>(&port - inputs_.data())];
        }
        return result.outputs[static_cast<size_t>(&port - outputs_.data())];
    }

    static void FixHostPort(size_t count, PortColumns* columns) {
        const Port& port = columns->port;
        if ((port.value_depend || IsScalar(port)) && !columns->formats.empty()) {
            columns->formats.assign(columns->formats.size(), ge::FORMAT_ND);
        }
        if (IsScalar(port) && port.has_scalar_type && !columns->dtypes.empty()) {
            columns->dtypes.assign(count, port.scalar_type);
        }
    }

    const std::vector<Port>& inputs_;
    const std::vector<Port>& outputs_;
    std::vector<Port> ports_;
    size_t columns_ = 0;
};

template <typename Value>
void ReplaceList(const ValueList<Value>& base, ValueList<Value>* list) {
    if (list->for_bin_query.empty()) {
        list->for_bin_query = base.for_bin_query;
    }
}

std::vector<Port> Merge(const std::vector<Port>& base, const std::vector<Port>& unit) {
    std::vector<Port> merged = base;
    for (const Port& port : unit) {
        const auto same =
            std::find_if(merged.begin(), merged.end(),
                         [&port](const Port& candidate) { return candidate.name == port.name; });
        if (same == merged.end()) {
            merged.push_back(port);
            continue;
        }
        const Port old = *same;
        *same = port;
        ReplaceList(old.dtypes, &same->dtypes);
        ReplaceList(old.formats, &same->formats);
        if (same->unknown_shape_formats.empty()) {
            same->unknown_shape_formats = old.unknown_shape_formats;
        }
        if (!same->value_depend) {
            same->value_depend = old.value_depend;
            same->value_depend_option = old.value_depend_option;
        }
    }
    return merged;
}

}  // namespace

Combinations Combine(const std::vector<Port>& inputs, const std::vector<Port>& outputs) {
    return Combiner(inputs, outputs).Run();
}

Combinations CombineBase(const Definition& op) {
    return Combine(op.inputs, op.outputs);
}

Combinations CombineUnit(const Definition& op, const UnitConfig& unit) {
    return Combine(Merge(op.inputs, unit.inputs), Merge(op.outputs, unit.outputs));
}

const Port* FollowedPort(const std::vector<Port>& inputs, const std::vector<Port>& outputs,
                         const Port& port, ops::FollowType aspect) {
    if (!Follows(port, aspect)) {
        return nullptr;
    }
    const Port* root = &port;
    for (size_t steps = 0; Follows(*root, aspect); ++steps) {
        root = FindAny(inputs, outputs, root->follow_name);
        if (root == nullptr || steps > inputs.size() + outputs.size()) {
            return nullptr;
        }
    }
    return root;
}

}  // namespace opbuild
