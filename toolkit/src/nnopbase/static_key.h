// Static keys: what tells the kernels apart that are made for one signature each.
//
// Text: Op/d=<deterministic>,p=<precision>, then per parameter "/" and its tensors, then "/" and
// the attributes. Numbers are hexadecimal. Bytes: the operator type, then every number as 8 bytes;
// what the delimiters said is gone, so the exact form, in which they stay, decides between equal
// bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace nnopbase {

/// One tensor of a signature.
struct KeyTensor {
    bool present = false;
    uint64_t dtype = 0;
    uint64_t format = 0;  ///< primary, sub format and C0 as ge::Format has them
    std::vector<int64_t> dims;
    bool is_view = false;
    std::vector<int64_t> strides;  ///< of a view
    int64_t offset = 0;            ///< of a view
    bool has_values = false;       ///< tiling reads them
    bool real_values = false;      ///< of type float: eight digits each
    std::vector<uint64_t> values;  ///< bits of each element
};

/// One declared input or output; not a list: exactly one tensor, present or not.
struct KeyParameter {
    bool is_list = false;
    std::vector<KeyTensor> tensors;
};

struct KeyAttr {
    enum class Kind { kInteger, kReal, kText };

    Kind kind = Kind::kInteger;
    bool is_list = false;
    std::vector<uint64_t> numbers;  ///< bits; one if it is no list
    std::string text;
};

/// What a static kernel is made for.
struct StaticSignature {
    std::string op_type;
    bool deterministic = false;
    uint64_t precision = 0;
    std::vector<KeyParameter> inputs;
    std::vector<KeyParameter> outputs;
    std::vector<KeyAttr> attrs;

    /// Whether an input is passed as a view.
    bool HasViews() const;
    /// `views`: with stride and offset of each tensor after its dimensions.
    std::string Text(bool views) const;
    std::string Bytes(bool views) const;
    std::string Exact(bool views) const;
};

/// The bytes of a key's text; false if it is none.
bool BytesOfKeyText(const std::string& text, std::string* bytes);
/// The exact form of a key's text, the same for texts that only differ in zeros before numbers and
/// in slashes at the end; false if it is none.
bool ExactOfKeyText(const std::string& text, std::string* exact);
/// The same text for such texts.
std::string PlainKeyText(const std::string& text);

}  // namespace nnopbase
