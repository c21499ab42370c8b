#include "exe_graph/attr_value.h"

#include <cstring>

#include "exe_graph/runtime/continuous_vector.h"

namespace gert {
namespace {

template <typename T>
void AppendValue(const T& value, std::vector<uint8_t>* buffer) {
    const auto* const bytes = reinterpret_cast<const uint8_t*>(&value);
    buffer->insert(buffer->end(), bytes, bytes + sizeof(T));
}

/// Bytes before the elements of a ContinuousVector.
size_t VectorOverhead() {
    return sizeof(ContinuousVector) - sizeof(uint64_t);
}

template <typename T, typename Values>
void AppendVector(const Values& values, std::vector<uint8_t>* buffer) {
    size_t total = 0;
    const std::unique_ptr<uint8_t[]> block = ContinuousVector::Create<T>(values.size(), total);
    auto* const vector = reinterpret_cast<TypedContinuousVector<T>*>(block.get());
    (void)vector->SetSize(values.size());
    for (size_t i = 0; i < values.size(); ++i) {
        vector->MutableData()[i] = static_cast<T>(values[i]);
    }
    const size_t used = VectorOverhead() + values.size() * sizeof(T);
    buffer->insert(buffer->end(), block.get(), block.get() + used);
}

void AppendVectorVector(const std::vector<std::vector<int64_t>>& lists,
                        std::vector<uint8_t>* buffer) {
    size_t bytes = ContinuousVectorVector::GetOverHeadLength(lists.size());
    for (const auto& list : lists) {
        bytes += sizeof(ContinuousVector) + list.size() * sizeof(int64_t);
    }
    std::vector<uint64_t> block((bytes + sizeof(uint64_t) - 1) / sizeof(uint64_t));
    auto* const outer = reinterpret_cast<ContinuousVectorVector*>(block.data());
    outer->Init(lists.size());
    for (const auto& list : lists) {
        ContinuousVector* const inner = outer->Add<int64_t>(list.size());
        if (!list.empty()) {
            (void)std::memcpy(inner->MutableData(), list.data(), list.size() * sizeof(int64_t));
        }
    }
    const auto* const first = reinterpret_cast<const uint8_t*>(block.data());
    buffer->insert(buffer->end(), first, first + bytes);
}

}  // namespace

AttrValue AttrValue::Int(int64_t value) {
    AttrValue attr(Kind::kInt);
    attr.int_ = value;
    return attr;
}
AttrValue AttrValue::Float(float value) {
    AttrValue attr(Kind::kFloat);
    attr.float_ = value;
    return attr;
}
AttrValue AttrValue::Bool(bool value) {
    AttrValue attr(Kind::kBool);
    attr.int_ = value ? 1 : 0;
    return attr;
}
AttrValue AttrValue::Str(std::string value) {
    AttrValue attr(Kind::kStr);
    attr.str_ = std::move(value);
    return attr;
}
AttrValue AttrValue::ListInt(std::vector<int64_t> values) {
    AttrValue attr(Kind::kListInt);
    attr.list_int_ = std::move(values);
    return attr;
}
AttrValue AttrValue::ListFloat(std::vector<float> values) {
    AttrValue attr(Kind::kListFloat);
    attr.list_float_ = std::move(values);
    return attr;
}
AttrValue AttrValue::ListBool(std::vector<bool> values) {
    AttrValue attr(Kind::kListBool);
    attr.list_int_.assign(values.begin(), values.end());
    return attr;
}
AttrValue AttrValue::ListListInt(std::vector<std::vector<int64_t>> values) {
    AttrValue attr(Kind::kListListInt);
    attr.list_list_int_ = std::move(values);
    return attr;
}

void AttrValue::AppendTo(std::vector<uint8_t>* buffer) const {
    switch (kind_) {
        case Kind::kInt:
            AppendValue(int_, buffer);
            break;
        case Kind::kFloat:
            AppendValue(float_, buffer);
            break;
        case Kind::kBool:
            AppendValue(int_ != 0, buffer);
            break;
        case Kind::kStr:
            buffer->insert(buffer->end(), str_.begin(), str_.end());
            buffer->push_back(0);
            break;
        case Kind::kListInt:
            AppendVector<int64_t>(list_int_, buffer);
            break;
        case Kind::kListFloat:
            AppendVector<float>(list_float_, buffer);
            break;
        case Kind::kListBool:
            AppendVector<bool>(list_int_, buffer);
            break;
        case Kind::kListListInt:
            AppendVectorVector(list_list_int_, buffer);
            break;
    }
}

}  // namespace gert
