#include "nnopbase/static_key.h"

#include <algorithm>
#include <cctype>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>

#include "support/strings.h"

namespace nnopbase {
namespace {

constexpr char kDelimiters[] = "/,;()[]";
constexpr size_t kDigitsOfNumber = 16;
constexpr uint64_t kAbsent = '_';

std::string Hex(uint64_t value, int digits = 0) {
    char text[kDigitsOfNumber + 1];
    snprintf(text, sizeof(text), "%0*" PRIx64, digits, value);
    return text;
}

/// One form of a key: what is text is not in the bytes, numbers are in both.
class Writer {
public:
    explicit Writer(bool as_text) : as_text_(as_text) {}

    void Words(const std::string& text) {
        if (as_text_) {
            result_ += text;
        }
    }

    void Number(uint64_t value, int digits = 0) {
        if (as_text_) {
            result_ += Hex(value, digits);
        } else {
            Little(value);
        }
    }

    void Numbers(const char* open, const std::vector<uint64_t>& values, int digits,
                 const char* close) {
        Words(open);
        for (size_t i = 0; i < values.size(); ++i) {
            Words(i == 0 ? "" : ",");
            Number(values[i], digits);
        }
        Words(close);
    }

    void Absent() {
        if (as_text_) {
            result_ += '_';
        } else {
            Little(kAbsent);
        }
    }

    /// A text is a number whose lowest byte is the first character.
    void Characters(const std::string& text) {
        if (as_text_) {
            for (auto c = text.rbegin(); c != text.rend(); ++c) {
                result_ += Hex(static_cast<unsigned char>(*c), 2);
            }
            return;
        }
        result_ += text;
        result_.append((sizeof(uint64_t) - text.size() % sizeof(uint64_t)) % sizeof(uint64_t),
                       '\0');
    }

    std::string Take() { return std::move(result_); }

private:
    void Little(uint64_t value) {
        for (size_t i = 0; i < sizeof(value); ++i) {
            result_ += static_cast<char>(value >> (8 * i));
        }
    }

    const bool as_text_;
    std::string result_;
};

std::vector<uint64_t> Unsigned(const std::vector<int64_t>& values) {
    return std::vector<uint64_t>(values.begin(), values.end());
}

void WriteTensor(const KeyTensor& tensor, bool views, Writer* writer) {
    if (!tensor.present) {
        writer->Absent();
        return;
    }
    writer->Number(tensor.dtype);
    writer->Words(",");
    writer->Number(tensor.format);
    writer->Numbers(",(", Unsigned(tensor.dims), 0, ")");
    if (views) {
        writer->Numbers(",(", Unsigned(tensor.strides), 0, "),");
        writer->Number(static_cast<uint64_t>(tensor.offset));
    }
    if (tensor.has_values) {
        writer->Numbers(",[", tensor.values, tensor.real_values ? 8 : 0, "]");
    }
}

void WriteAttr(const KeyAttr& attr, Writer* writer) {
    if (attr.kind == KeyAttr::Kind::kText) {
        writer->Characters(attr.text);
        return;
    }
    writer->Numbers(attr.is_list ? "[" : "", attr.numbers,
                    attr.kind == KeyAttr::Kind::kReal ? 8 : 0, attr.is_list ? "]" : "");
}

std::string Write(const StaticSignature& signature, bool views, bool as_text) {
    Writer writer(as_text);
    std::string start = signature.op_type;
    writer.Words("/d=");
    writer.Number(signature.deterministic ? 1 : 0);
    writer.Words(",p=");
    writer.Number(signature.precision);
    for (const auto* parameters : {&signature.inputs, &signature.outputs}) {
        for (const KeyParameter& parameter : *parameters) {
            writer.Words("/");
            for (size_t i = 0; i < parameter.tensors.size(); ++i) {
                writer.Words(i == 0 ? "" : ";");
                WriteTensor(parameter.tensors[i], views, &writer);
            }
        }
    }
    writer.Words(signature.attrs.empty() ? "/" : "");
    for (const KeyAttr& attr : signature.attrs) {
        writer.Words("/");
        WriteAttr(attr, &writer);
    }
    return start + writer.Take();
}

bool IsDelimiter(char c) {
    return std::string(kDelimiters).find(c) != std::string::npos;
}

bool IsHex(const std::string& word) {
    return word.find_first_not_of("0123456789abcdef") == std::string::npos;
}

/// The numbers between delimiters; a long one, which is a text, in its lowest digits first.
bool AppendNumbers(const std::string& text, std::string* bytes) {
    Writer writer(false);
    for (size_t begin = 0; begin < text.size();) {
        size_t end = begin;
        while (end < text.size() && !IsDelimiter(text[end])) {
            ++end;
        }
        const std::string word = text.substr(begin, end - begin);
        if (word == "_") {
            writer.Absent();
        } else if (!IsHex(word)) {
            return false;
        }
        for (size_t left = word == "_" ? 0 : word.size(); left > 0;) {
            const size_t digits = std::min(left, kDigitsOfNumber);
            left -= digits;
            writer.Number(strtoull(word.substr(left, digits).c_str(), nullptr, 16));
        }
        begin = end + 1;
    }
    *bytes += writer.Take();
    return true;
}

}  // namespace

bool StaticSignature::HasViews() const {
    for (const KeyParameter& parameter : inputs) {
        for (const KeyTensor& tensor : parameter.tensors) {
            if (tensor.is_view) {
                return true;
            }
        }
    }
    return false;
}

std::string StaticSignature::Text(bool views) const {
    return Write(*this, views, true);
}

std::string StaticSignature::Bytes(bool views) const {
    return Write(*this, views, false);
}

bool BytesOfKeyText(const std::string& text, std::string* bytes) {
    const size_t options = text.find("/d=");
    const size_t precision = text.find(",p=", options);
    if (options == std::string::npos || precision == std::string::npos) {
        return false;
    }
    *bytes = text.substr(0, options);
    return AppendNumbers(text.substr(options + 3, precision - options - 3), bytes) &&
           AppendNumbers(text.substr(precision + 3), bytes);
}

std::string PlainKeyText(const std::string& text) {
    const size_t begin = std::min(text.find(",p="), text.size());
    std::string plain = text.substr(0, begin);
    bool starts = true;
    for (size_t i = begin; i < text.size(); ++i) {
        const bool before_digit = i + 1 < text.size() && isxdigit(text[i + 1]) != 0;
        if (!starts || text[i] != '0' || !before_digit) {
            plain += text[i];
            starts = isxdigit(text[i]) == 0;
        }
    }
    while (support::EndsWith(plain, "/")) {
        plain.pop_back();
    }
    return plain;
}

}  // namespace nnopbase
