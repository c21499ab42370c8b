#include "nnopbase/static_difference.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "graph/utils/type_utils.h"
#include "support/strings.h"

namespace nnopbase {
namespace {

uint64_t Number(const std::string& hex) {
    return strtoull(hex.c_str(), nullptr, 16);
}

/// The numbers of a list like "(8,800)" in decimal digits.
std::string Decimal(const std::string& list) {
    std::string result;
    for (size_t begin = 0; begin < list.size();) {
        const size_t end = std::min(list.find_first_of("()[],", begin), list.size());
        if (end > begin) {
            const uint64_t number = Number(list.substr(begin, end - begin));
            result += std::to_string(static_cast<int64_t>(number));
        }
        result += list.substr(end, 1);
        begin = end + 1;
    }
    return result;
}

/// What a key says about one tensor, for people.
struct TensorText {
    std::string dtype;
    std::string format;
    std::string dims;
    std::string values;

    explicit TensorText(const std::string& tensor) {
        const size_t bracket = std::min(tensor.find('['), tensor.size());
        const size_t parenthesis = std::min(tensor.find('('), bracket);
        const std::vector<std::string> numbers = support::Split(tensor.substr(0, parenthesis), ',');
        if (numbers.size() >= 2) {
            dtype = ge::TypeUtils::DataTypeToSerialString(
                static_cast<ge::DataType>(Number(numbers[0])));
            format =
                ge::TypeUtils::FormatToSerialString(static_cast<ge::Format>(Number(numbers[1])));
        }
        const size_t end = std::min(tensor.find(')', parenthesis), bracket);
        dims = Decimal(tensor.substr(parenthesis, end + 1 - parenthesis));
        values = bracket == tensor.size() ? "unknown" : Decimal(tensor.substr(bracket));
    }
};

std::string Differs(const char* property, const std::string& mine, const std::string& theirs) {
    return std::string(property) + " " + mine + ", the kernel has " + theirs;
}

std::string TensorDifference(const std::string& mine, const std::string& theirs) {
    const std::vector<std::string> ours = support::Split(mine, ';');
    const std::vector<std::string> others = support::Split(theirs, ';');
    if (ours.size() != others.size()) {
        return Differs("number of tensors", std::to_string(ours.size()),
                       std::to_string(others.size()));
    }
    size_t i = 0;
    while (i + 1 < ours.size() && ours[i] == others[i]) {
        ++i;
    }
    const std::string item = ours.size() > 1 ? "tensor " + std::to_string(i) + ", " : "";
    if (ours[i] == "_" || others[i] == "_") {
        return item +
               (ours[i] == "_" ? "absent, the kernel has one" : "given, the kernel has none");
    }
    const TensorText own_text(ours[i]);
    const TensorText right(others[i]);
    return item +
           (own_text.dtype != right.dtype     ? Differs("dtype", own_text.dtype, right.dtype)
            : own_text.format != right.format ? Differs("format", own_text.format, right.format)
            : own_text.dims != right.dims     ? Differs("dimensions", own_text.dims, right.dims)
            : own_text.values != right.values ? Differs("values", own_text.values, right.values)
                                              : "stride or offset differs");
}

}  // namespace

size_t EqualParts(const std::string& key, const std::string& other) {
    const std::vector<std::string> own_words = support::Split(PlainKeyText(key), '/');
    const std::vector<std::string> right = support::Split(PlainKeyText(other), '/');
    size_t equal = 0;
    for (size_t i = 0; i < std::min(own_words.size(), right.size()); ++i) {
        equal += own_words[i] == right[i] ? 1 : 0;
    }
    return equal;
}

std::string FirstDifference(const StaticSignature& call, const std::string& kernel_key) {
    std::vector<std::string> ours = support::Split(PlainKeyText(call.Text(false)), '/');
    std::vector<std::string> theirs = support::Split(PlainKeyText(kernel_key), '/');
    const size_t count = std::max(ours.size(), theirs.size());
    ours.resize(count);
    theirs.resize(count);
    size_t part = 1;
    while (part < count && ours[part] == theirs[part]) {
        ++part;
    }
    if (part >= count) {
        return "stride or offset differs";
    }
    if (part == 1) {
        return Differs("options", ours[1], theirs[1]) + " (d: deterministic, p: precision)";
    }
    const size_t inputs = call.inputs.size();
    const size_t tensors = inputs + call.outputs.size();
    const size_t index = part - 2;
    if (index >= tensors) {
        return Differs(("attribute " + std::to_string(index - tensors) + ":").c_str(), ours[part],
                       theirs[part]);
    }
    return (index < inputs ? "input " + std::to_string(index)
                           : "output " + std::to_string(index - inputs)) +
           ": " + TensorDifference(ours[part], theirs[part]);
}

}  // namespace nnopbase
