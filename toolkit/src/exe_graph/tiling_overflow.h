// Numbers that did not fit into the fields of tiling data, as tiling functions set them.
#pragma once

#include <string>
#include <vector>

namespace gert {

/// While it lives, what this thread's tiling functions overflow is added to `overflows`: a sentence
/// for each field.
class TilingOverflowScope {
public:
    explicit TilingOverflowScope(std::vector<std::string>* overflows);
    ~TilingOverflowScope();
    TilingOverflowScope(const TilingOverflowScope&) = delete;
    TilingOverflowScope& operator=(const TilingOverflowScope&) = delete;

private:
    std::vector<std::string>* const outer_;
};

/// Adds `sentence` to the innermost scope of this thread, once. Nothing without a scope.
void NoteTilingOverflow(const std::string& sentence);

}  // namespace gert
