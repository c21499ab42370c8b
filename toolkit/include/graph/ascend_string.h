// A string that may cross the boundary between libraries built with different string ABIs.
#ifndef INC_EXTERNAL_GRAPH_ASCEND_STRING_H_
#define INC_EXTERNAL_GRAPH_ASCEND_STRING_H_

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "graph/types.h"

namespace ge {
/// Immutable, shared text. A string without text (default-made or of null) reads as "", is less
/// than any text, and equals only another without.
class GE_FUNC_HOST_VISIBILITY AscendString {
public:
    AscendString() = default;
    ~AscendString() = default;
    AscendString(const char_t* const name);
    AscendString(const char_t* const name, size_t length);

    /// Never null.
    const char_t* GetString() const;
    size_t GetLength() const;
    /// Position of the first occurrence, (size_t)-1 if there is none or either has no text.
    size_t Find(const AscendString& ascend_string) const;
    size_t Hash() const;

    bool operator<(const AscendString& d) const;
    bool operator>(const AscendString& d) const;
    bool operator<=(const AscendString& d) const;
    bool operator>=(const AscendString& d) const;
    bool operator==(const AscendString& d) const;
    bool operator!=(const AscendString& d) const;
    bool operator==(const char_t* const d) const;
    bool operator!=(const char_t* const d) const;

private:
    std::shared_ptr<std::string> name_;
};
}  // namespace ge

namespace std {
template <>
struct hash<ge::AscendString> {
    size_t operator()(const ge::AscendString& name) const { return name.Hash(); }
};
}  // namespace std

#endif  // INC_EXTERNAL_GRAPH_ASCEND_STRING_H_
