#include "exe_graph/tiling_overflow.h"

#include <algorithm>

namespace gert {
namespace {

thread_local std::vector<std::string>* t_found = nullptr;

}  // namespace

TilingOverflowScope::TilingOverflowScope(std::vector<std::string>* overflows) : outer_(t_found) {
    t_found = overflows;
}

TilingOverflowScope::~TilingOverflowScope() {
    t_found = outer_;
}

void NoteTilingOverflow(const std::string& sentence) {
    if (t_found != nullptr &&
        std::find(t_found->begin(), t_found->end(), sentence) == t_found->end()) {
        t_found->push_back(sentence);
    }
}

}  // namespace gert
