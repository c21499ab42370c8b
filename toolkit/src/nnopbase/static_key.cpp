#include "nnopbase/static_key.h"

#include <algorithm>
#include <cctype>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "support/strings.h"

namespace nnopbase {
namespace {

constexpr char kDelimiters[] = "/,;()[]";
constexpr size_t kDigitsOfNumber = 16;
constexpr uint64_t kAbsent = '_';
constexpr char kNumberFollows = '#';

std::string Hex(uint64_t value, int digits = 0) {
    char text[kDigitsOfNumber + 1];
    snprintf(text, sizeof(text), "%0*" PRIx64, digits, value);
    return text;
}

/// Forms of a key. Bytes have numbers only; in exact ones the words between them stay.
enum class Form { kText, kBytes, kExact };

/// Writes one form of a key.
class Writer {
public:
    explicit Writer(Form form) : form_(form) {}

    void WriteWords(const char* text) {
        if (form_ == Form::kText) {
            result_ += text;
        } else if (form_ == Form::kExact) {
            // Slashes at the end say nothing, so they are written once something follows.
            const bool slash = text[0] == '/' && text[1] == '\0';
            slashes_ += slash ? 1 : 0;
            if (!slash && text[0] != '\0') {
                WriteSlashes();
                result_ += text;
            }
        }
    }

    void Number(uint64_t value, int digits = 0) {
        if (form_ == Form::kText) {
            result_ += Hex(value, digits);
        } else {
            Little(value);
        }
    }

    void Numbers(const char* open, const std::vector<uint64_t>& values, int digits,
                 const char* close) {
        WriteWords(open);
        for (size_t i = 0; i < values.size(); ++i) {
            WriteWords(i == 0 ? "" : ",");
            Number(values[i], digits);
        }
        WriteWords(close);
    }

    void Absent() {
        if (form_ == Form::kBytes) {
            Little(kAbsent);
        } else {
            WriteWords("_");
        }
    }

    /// A text is a number whose lowest byte is the first character.
    void Characters(const std::string& text) {
        if (form_ == Form::kText) {
            for (auto c = text.rbegin(); c != text.rend(); ++c) {
                result_ += Hex(static_cast<unsigned char>(*c), 2);
            }
            return;
        }
        for (size_t i = 0; i < text.size(); i += sizeof(uint64_t)) {
            uint64_t eight = 0;
            memcpy(&eight, text.data() + i, std::min(sizeof(eight), text.size() - i));
            Little(eight);
        }
    }

    std::string Take() { return std::move(result_); }

private:
    void Little(uint64_t value) {
        if (form_ == Form::kExact) {
            WriteSlashes();
            result_ += kNumberFollows;
        }
        result_.append(reinterpret_cast<const char*>(&value), sizeof(value));
    }

    void WriteSlashes() {
        result_.append(slashes_, '/');
        slashes_ = 0;
    }

    const Form form_;
    size_t slashes_ = 0;
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
    writer->WriteWords(",");
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

std::string Write(const StaticSignature& signature, bool views, Form form) {
    Writer writer(form);
    std::string start = signature.op_type;
    writer.WriteWords("/d=");
    writer.Number(signature.deterministic ? 1 : 0);
    writer.WriteWords(",p=");
    writer.Number(signature.precision);
    for (const auto* parameters : {&signature.inputs, &signature.outputs}) {
        for (const KeyParameter& parameter : *parameters) {
            writer.WriteWords("/");
            for (size_t i = 0; i < parameter.tensors.size(); ++i) {
                writer.WriteWords(i == 0 ? "" : ";");
                WriteTensor(parameter.tensors[i], views, &writer);
            }
        }
    }
    writer.WriteWords(signature.attrs.empty() ? "/" : "");
    for (const KeyAttr& attr : signature.attrs) {
        writer.WriteWords("/");
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

/// Writes the words and numbers of a text; a long number, which is a text, in its lowest digits
/// first.
bool WriteNumbers(const std::string& text, Writer* writer) {
    for (size_t begin = 0; begin < text.size();) {
        if (IsDelimiter(text[begin])) {
            writer->WriteWords(text.substr(begin, 1).c_str());
            ++begin;
            continue;
        }
        size_t end = begin;
        while (end < text.size() && !IsDelimiter(text[end])) {
            ++end;
        }
        const std::string word = text.substr(begin, end - begin);
        if (word == "_") {
            writer->Absent();
        } else if (!IsHex(word)) {
            return false;
        }
        for (size_t remaining = word == "_" ? 0 : word.size(); remaining > 0;) {
            const size_t digits = std::min(remaining, kDigitsOfNumber);
            remaining -= digits;
            writer->Number(strtoull(word.substr(remaining, digits).c_str(), nullptr, 16));
        }
        begin = end;
    }
    return true;
}

/// Another form of a key's text; false if it is none.
bool Rewrite(const std::string& text, Form form, std::string* result) {
    const size_t options = text.find("/d=");
    const size_t precision = text.find(",p=", options);
    if (options == std::string::npos || precision == std::string::npos) {
        return false;
    }
    Writer writer(form);
    writer.WriteWords("/d=");
    const bool deterministic =
        WriteNumbers(text.substr(options + 3, precision - options - 3), &writer);
    writer.WriteWords(",p=");
    if (!deterministic || !WriteNumbers(text.substr(precision + 3), &writer)) {
        return false;
    }
    *result = text.substr(0, options) + writer.Take();
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
    return Write(*this, views, Form::kText);
}

std::string StaticSignature::Bytes(bool views) const {
    return Write(*this, views, Form::kBytes);
}

std::string StaticSignature::Exact(bool views) const {
    return Write(*this, views, Form::kExact);
}

bool BytesOfKeyText(const std::string& text, std::string* bytes) {
    return Rewrite(text, Form::kBytes, bytes);
}

bool ExactOfKeyText(const std::string& text, std::string* exact) {
    return Rewrite(text, Form::kExact, exact);
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
