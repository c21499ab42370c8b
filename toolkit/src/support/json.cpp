#include "support/json.h"

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <sstream>

namespace support {

namespace {

// The largest table of CANN's own operators has some tens of MiB.
constexpr size_t kMaxFileBytes = size_t{256} << 20;
constexpr int kMaxDepth = 64;

void AppendUtf8(uint32_t code, std::string* out) {
    if (code < 0x80) {
        *out += static_cast<char>(code);
    } else if (code < 0x800) {
        *out += static_cast<char>(0xC0 | (code >> 6));
        *out += static_cast<char>(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        *out += static_cast<char>(0xE0 | (code >> 12));
        *out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
        *out += static_cast<char>(0x80 | (code & 0x3F));
    } else {
        *out += static_cast<char>(0xF0 | (code >> 18));
        *out += static_cast<char>(0x80 | ((code >> 12) & 0x3F));
        *out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
        *out += static_cast<char>(0x80 | (code & 0x3F));
    }
}

}  // namespace

class JsonParser {
public:
    explicit JsonParser(const std::string& text)
        : cursor_(text.data()), begin_(text.data()), end_(text.data() + text.size()) {}

    bool ParseDocument(Json* value) {
        SkipSpace();
        if (!ParseValue(value, 0)) {
            return false;
        }
        SkipSpace();
        return cursor_ == end_ || Error("text after the end of the document");
    }

    std::string error() const {
        size_t line = 1;
        for (const char* p = begin_; p < cursor_ && p < end_; ++p) {
            line += *p == '\n';
        }
        return "line " + std::to_string(line) + ": " + error_;
    }

private:
    bool Error(const char* message) {
        if (error_.empty()) {
            error_ = message;
        }
        return false;
    }

    void SkipSpace() {
        while (cursor_ < end_ &&
               (*cursor_ == ' ' || *cursor_ == '\t' || *cursor_ == '\n' || *cursor_ == '\r')) {
            ++cursor_;
        }
    }

    bool Accept(char c) {
        if (cursor_ < end_ && *cursor_ == c) {
            ++cursor_;
            return true;
        }
        return false;
    }

    bool AcceptWord(const char* word) {
        const size_t length = strlen(word);
        if (static_cast<size_t>(end_ - cursor_) < length || memcmp(cursor_, word, length) != 0) {
            return Error("a value was expected");
        }
        cursor_ += length;
        return true;
    }

    bool ParseValue(Json* value, int depth) {
        if (depth > kMaxDepth) {
            return Error("nested too deeply");
        }
        if (cursor_ == end_) {
            return Error("unexpected end");
        }
        switch (*cursor_) {
            case '{':
                return ParseObject(value, depth);
            case '[':
                return ParseArray(value, depth);
            case '"':
                value->kind_ = Json::Kind::kString;
                return ParseString(&value->string_);
            case 't':
                value->kind_ = Json::Kind::kBool;
                value->bool_ = true;
                return AcceptWord("true");
            case 'f':
                value->kind_ = Json::Kind::kBool;
                return AcceptWord("false");
            case 'n':
                return AcceptWord("null");
            default:
                return ParseNumber(value);
        }
    }

    bool ParseObject(Json* value, int depth) {
        value->kind_ = Json::Kind::kObject;
        ++cursor_;
        SkipSpace();
        if (Accept('}')) {
            return true;
        }
        do {
            SkipSpace();
            std::string name;
            if (cursor_ == end_ || *cursor_ != '"') {
                return Error("a member name was expected");
            }
            if (!ParseString(&name)) {
                return false;
            }
            SkipSpace();
            if (!Accept(':')) {
                return Error("':' was expected");
            }
            SkipSpace();
            Json member;
            if (!ParseValue(&member, depth + 1)) {
                return false;
            }
            value->members_[name] = std::move(member);
            SkipSpace();
        } while (Accept(','));
        return Accept('}') || Error("',' or '}' was expected");
    }

    bool ParseArray(Json* value, int depth) {
        value->kind_ = Json::Kind::kArray;
        ++cursor_;
        SkipSpace();
        if (Accept(']')) {
            return true;
        }
        do {
            SkipSpace();
            value->elements_.emplace_back();
            if (!ParseValue(&value->elements_.back(), depth + 1)) {
                return false;
            }
            SkipSpace();
        } while (Accept(','));
        return Accept(']') || Error("',' or ']' was expected");
    }

    bool ParseString(std::string* out) {
        ++cursor_;
        while (cursor_ < end_) {
            const char* plain = cursor_;
            while (cursor_ < end_ && *cursor_ != '"' && *cursor_ != '\\' &&
                   static_cast<unsigned char>(*cursor_) >= 0x20) {
                ++cursor_;
            }
            out->append(plain, cursor_);
            if (cursor_ == end_) {
                break;
            }
            if (Accept('"')) {
                return true;
            }
            if (*cursor_ != '\\') {
                return Error("control character in a string");
            }
            ++cursor_;
            if (!ParseEscape(out)) {
                return false;
            }
        }
        return Error("unterminated string");
    }

    bool ParseEscape(std::string* out) {
        if (cursor_ == end_) {
            return Error("unterminated string");
        }
        static const char kNames[] = "\"\\/bfnrt";
        static const char kValues[] = "\"\\/\b\f\n\r\t";
        const char c = *cursor_++;
        if (c != 'u') {
            const char* name = static_cast<const char*>(memchr(kNames, c, sizeof(kNames) - 1));
            if (name == nullptr) {
                return Error("unknown escape in a string");
            }
            *out += kValues[name - kNames];
            return true;
        }
        uint32_t code = 0;
        if (!ParseHex(&code)) {
            return false;
        }
        if (code >= 0xD800 && code < 0xDC00) {
            uint32_t low = 0;
            if (!Accept('\\') || !Accept('u') || !ParseHex(&low) || low < 0xDC00 || low > 0xDFFF) {
                return Error("lone surrogate in a string");
            }
            code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        } else if (code >= 0xDC00 && code < 0xE000) {
            return Error("lone surrogate in a string");
        }
        AppendUtf8(code, out);
        return true;
    }

    bool ParseHex(uint32_t* code) {
        if (end_ - cursor_ < 4) {
            return Error("incomplete \\u escape");
        }
        *code = 0;
        for (int i = 0; i < 4; ++i) {
            const char c = *cursor_++;
            uint32_t digit = 0;
            if (c >= '0' && c <= '9') {
                digit = static_cast<uint32_t>(c - '0');
            } else if (c >= 'a' && c <= 'f') {
                digit = static_cast<uint32_t>(c - 'a' + 10);
            } else if (c >= 'A' && c <= 'F') {
                digit = static_cast<uint32_t>(c - 'A' + 10);
            } else {
                return Error("bad digit in a \\u escape");
            }
            *code = *code * 16 + digit;
        }
        return true;
    }

    bool SkipDigits() {
        const char* first = cursor_;
        while (cursor_ < end_ && *cursor_ >= '0' && *cursor_ <= '9') {
            ++cursor_;
        }
        return cursor_ != first || Error("a value was expected");
    }

    bool ParseNumber(Json* value) {
        const char* first = cursor_;
        const bool negative = Accept('-');
        if (cursor_ < end_ && *cursor_ == '0') {
            ++cursor_;
        } else if (!SkipDigits()) {
            return false;
        }
        bool integral = true;
        if (Accept('.')) {
            integral = false;
            if (!SkipDigits()) {
                return false;
            }
        }
        if (Accept('e') || Accept('E')) {
            integral = false;
            if (!Accept('+')) {
                Accept('-');
            }
            if (!SkipDigits()) {
                return false;
            }
        }
        const std::string digits(first, cursor_);
        value->real_ = strtod(digits.c_str(), nullptr);
        value->kind_ = Json::Kind::kReal;
        if (integral) {
            errno = 0;
            value->int_ = negative ? strtoll(digits.c_str(), nullptr, 10)
                                   : static_cast<int64_t>(strtoull(digits.c_str(), nullptr, 10));
            if (errno == 0) {
                value->kind_ = Json::Kind::kInt;
            }
        }
        return true;
    }

    const char* cursor_;
    const char* begin_;
    const char* end_;
    std::string error_;
};

bool Json::Parse(const std::string& text, Json* value, std::string* error) {
    *value = Json();
    JsonParser parser(text);
    if (parser.ParseDocument(value)) {
        return true;
    }
    *value = Json();
    if (error != nullptr) {
        *error = parser.error();
    }
    return false;
}

bool Json::ParseFile(const std::string& path, Json* value, std::string* error) {
    std::ifstream file(path.c_str(), std::ios::binary | std::ios::ate);
    const std::streamoff size = file ? static_cast<std::streamoff>(file.tellg()) : -1;
    if (size < 0 || static_cast<uint64_t>(size) > kMaxFileBytes) {
        if (error != nullptr) {
            *error = path + ": " + (size < 0 ? "cannot be read" : "too large");
        }
        return false;
    }
    std::string text(static_cast<size_t>(size), '\0');
    file.seekg(0);
    file.read(&text[0], size);
    if (Parse(text, value, error)) {
        return true;
    }
    if (error != nullptr) {
        *error = path + ": " + *error;
    }
    return false;
}

int64_t Json::AsInt(int64_t fallback) const {
    if (kind_ == Kind::kInt) {
        return int_;
    }
    // The bounds are exact doubles; the comparison also rejects NaN.
    if (kind_ == Kind::kReal && real_ >= -9223372036854775808.0 && real_ < 9223372036854775808.0) {
        return static_cast<int64_t>(real_);
    }
    return fallback;
}

double Json::AsReal(double fallback) const {
    return IsNumber() ? real_ : fallback;
}

const Json& Json::operator[](const std::string& name) const {
    static const Json* const null_value = new Json();
    const auto member = members_.find(name);
    return member == members_.end() ? *null_value : member->second;
}

const Json& Json::operator[](size_t index) const {
    static const Json* const null_value = new Json();
    return index < elements_.size() ? elements_[index] : *null_value;
}

}  // namespace support
