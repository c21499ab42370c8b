#include "observe/cycles/constants.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <utility>

#include "observe/settings.h"
#include "support/strings.h"

namespace observe::cycles {
namespace {

constexpr uint32_t kAllArchitectures = 0;

using Table = std::map<std::pair<std::string_view, uint32_t>, double>;

constexpr int kMisuse = 2;

[[noreturn]] void Reject(const std::string& file, const std::string& why) {
    std::fprintf(stderr,
                 "error: constants=%s: %s\n"
                 "rows are name,arch,value of figures that cycle_model.csv has; arch is * or the "
                 "number there\n",
                 file.c_str(), why.c_str());
    std::_Exit(kMisuse);
}

/// Replaces figures of `table` by those of a file in the form of cycle_model.csv, of which only the
/// first three columns are read.
void Replace(const std::string& path, Table* table) {
    std::ifstream file(path);
    if (!file) {
        Reject(path, "cannot be read");
    }
    for (std::string line; std::getline(file, line);) {
        const std::vector<std::string> fields = support::Split(line, ',');
        if (fields.empty() || fields[0] == "name") {
            continue;
        }
        char* end = nullptr;
        const double value = fields.size() < 3 ? 0 : std::strtod(fields[2].c_str(), &end);
        if (end == nullptr || end == fields[2].c_str()) {
            Reject(path, "no number in: " + line);
        }
        const uint32_t arch =
            fields[1] == "*" ? kAllArchitectures
                             : static_cast<uint32_t>(std::strtoul(fields[1].c_str(), nullptr, 10));
        const auto row = table->find({fields[0], arch});
        if (row == table->end()) {
            Reject(path, "there is no figure " + fields[0] + " of " + fields[1]);
        }
        row->second = value;
    }
}

Table MakeTable() {
    Table table{
#define CYCLE_CONSTANT(name, arch, value) {{name, arch}, value},
#include "observe/cycle_model.inc"
#undef CYCLE_CONSTANT
    };
    const std::string replacing = GetSettings().Option("constants", "");
    if (!replacing.empty()) {
        Replace(replacing, &table);
    }
    return table;
}

const Table& Rows() {
    static const Table* const rows = new Table(MakeTable());
    return *rows;
}

}  // namespace

double Constants::operator()(std::string_view name) const {
    const Table& rows = Rows();
    for (std::string_view key = name;; key = key.substr(0, key.rfind('.'))) {
        for (const uint32_t arch : {arch_, kAllArchitectures}) {
            const auto row = rows.find({key, arch});
            if (row != rows.end()) {
                return row->second;
            }
        }
        if (key.rfind('.') == std::string_view::npos) {
            std::fprintf(stderr, "error: cycle_model.csv has no row for %.*s\n",
                         static_cast<int>(name.size()), name.data());
            std::abort();
        }
    }
}

}  // namespace observe::cycles
