// The value of an operator attribute on its way to a gert context.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gert {

/// One attribute value of the types that an operator definition can declare. Immutable once made.
class AttrValue {
public:
    enum class Kind { kInt, kFloat, kBool, kStr, kListInt, kListFloat, kListBool, kListListInt };

    static AttrValue Int(int64_t value);
    static AttrValue Float(float value);
    static AttrValue Bool(bool value);
    static AttrValue Str(std::string value);
    static AttrValue ListInt(std::vector<int64_t> values);
    static AttrValue ListFloat(std::vector<float> values);
    static AttrValue ListBool(std::vector<bool> values);
    static AttrValue ListListInt(std::vector<std::vector<int64_t>> values);

    Kind kind() const { return kind_; }
    /// Appends the bytes that RuntimeAttrs::GetAttrPointer leads to: the plain value,
    /// zero-terminated text, or a ContinuousVector (ContinuousVectorVector for ListListInt).
    void AppendTo(std::vector<uint8_t>* buffer) const;

private:
    explicit AttrValue(Kind kind) : kind_(kind) {}

    Kind kind_;
    int64_t int_ = 0;
    float float_ = 0;
    std::string str_;
    std::vector<int64_t> list_int_;
    std::vector<float> list_float_;
    std::vector<std::vector<int64_t>> list_list_int_;
};

}  // namespace gert
