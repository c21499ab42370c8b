// A small JSON reader for the configuration files of operator packages: strict (RFC 8259), bounded
// in nesting and size, and safe on any input.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace support {

/// One JSON value; missing members and elements read as a null value, so lookups can be chained.
class Json {
public:
    enum class Kind { kNull, kBool, kInt, kReal, kString, kArray, kObject };

    /// Parses one document. On failure returns false and sets `*error` to "line L: what".
    static bool Parse(const std::string& text, Json* value, std::string* error);
    /// Reads and parses a file; `*error` starts with the path.
    static bool ParseFile(const std::string& path, Json* value, std::string* error);

    Kind kind() const { return kind_; }
    bool IsNull() const { return kind_ == Kind::kNull; }
    bool IsString() const { return kind_ == Kind::kString; }
    bool IsNumber() const { return kind_ == Kind::kInt || kind_ == Kind::kReal; }
    bool IsArray() const { return kind_ == Kind::kArray; }
    bool IsObject() const { return kind_ == Kind::kObject; }

    bool AsBool(bool fallback = false) const { return kind_ == Kind::kBool ? bool_ : fallback; }
    /// Integers keep all 64 bits; numbers above INT64_MAX are stored as their two's complement.
    int64_t AsInt(int64_t fallback = 0) const;
    uint64_t AsUint(uint64_t fallback = 0) const { return static_cast<uint64_t>(AsInt(fallback)); }
    double AsReal(double fallback = 0) const;
    const std::string& AsString() const { return string_; }

    const std::vector<Json>& elements() const { return elements_; }
    const std::map<std::string, Json>& members() const { return members_; }
    bool Has(const std::string& name) const { return members_.count(name) != 0; }
    const Json& operator[](const std::string& name) const;
    const Json& operator[](size_t index) const;

private:
    friend class JsonParser;

    Kind kind_ = Kind::kNull;
    bool bool_ = false;
    int64_t int_ = 0;
    double real_ = 0;
    std::string string_;
    std::vector<Json> elements_;
    std::map<std::string, Json> members_;
};

}  // namespace support
