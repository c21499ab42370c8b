#include "observe/cycles/constants.h"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <utility>

namespace observe::cycles {
namespace {

constexpr uint32_t kAllArchitectures = 0;

using Table = std::map<std::pair<std::string_view, uint32_t>, double>;

const Table& Rows() {
    static const Table* const rows = new Table{
#define CYCLE_CONSTANT(name, arch, value) {{name, arch}, value},
#include "observe/cycle_model.inc"
#undef CYCLE_CONSTANT
    };
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
