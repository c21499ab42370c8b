// Attributes of ge::Operator.
#include <limits>

#include "graph/attr_value_impl.h"
#include "graph/operator.h"
#include "graph/operator_impl.h"

namespace ge {
namespace {

using Kind = OperatorAttr::Kind;

template <typename T>
OperatorAttr IntsAttr(Kind kind, const std::vector<T>& values) {
    OperatorAttr attr(kind);
    attr.ints.assign(values.begin(), values.end());
    return attr;
}
template <typename T>
OperatorAttr IntAttr(Kind kind, T value) {
    OperatorAttr attr(kind);
    attr.ints.push_back(static_cast<int64_t>(value));
    return attr;
}
OperatorAttr TextAttr(const std::string& value) {
    OperatorAttr attr(Kind::kString);
    attr.strings.push_back(value);
    return attr;
}

const OperatorAttr* OfKind(const OperatorAttr* attr, Kind kind) {
    return attr != nullptr && attr->kind == kind ? attr : nullptr;
}

template <typename T>
graphStatus TakeInt(const OperatorAttr* attr, Kind kind, T* value) {
    if (OfKind(attr, kind) == nullptr) {
        return GRAPH_FAILED;
    }
    *value = static_cast<T>(attr->ints[0]);
    return GRAPH_SUCCESS;
}
template <typename T>
graphStatus TakeInts(const OperatorAttr* attr, Kind kind, std::vector<T>* values) {
    if (OfKind(attr, kind) == nullptr) {
        return GRAPH_FAILED;
    }
    values->clear();
    for (const int64_t value : attr->ints) {
        values->push_back(static_cast<T>(value));
    }
    return GRAPH_SUCCESS;
}

}  // namespace

const OperatorAttr* Operator::FindAttr(const char_t* name) const {
    if (IsEmpty() || name == nullptr) {
        return nullptr;
    }
    const auto attribute = impl_->attrs.find(name);
    return attribute == impl_->attrs.end() ? nullptr : &attribute->second;
}

Operator& Operator::StoreAttr(const char_t* name, OperatorAttr attr) {
    if (!IsEmpty() && name != nullptr) {
        impl_->attrs.erase(name);
        impl_->attrs.emplace(name, std::move(attr));
    }
    return *this;
}

Operator& Operator::SetAttr(const char_t* name, int64_t attr_value) {
    return StoreAttr(name, IntAttr(Kind::kInt, attr_value));
}
Operator& Operator::SetAttr(const char_t* name, int32_t attr_value) {
    return StoreAttr(name, IntAttr(Kind::kInt, attr_value));
}
Operator& Operator::SetAttr(const char_t* name, uint32_t attr_value) {
    return StoreAttr(name, IntAttr(Kind::kInt, attr_value));
}
Operator& Operator::SetAttr(const char_t* name, float32_t attr_value) {
    OperatorAttr attr(Kind::kFloat);
    attr.floats.push_back(attr_value);
    return StoreAttr(name, attr);
}
Operator& Operator::SetAttr(const char_t* name, bool attr_value) {
    return StoreAttr(name, IntAttr(Kind::kBool, attr_value));
}
Operator& Operator::SetAttr(const char_t* name, const char_t* attr_value) {
    return StoreAttr(name, TextAttr(attr_value == nullptr ? "" : attr_value));
}
Operator& Operator::SetAttr(const char_t* name, const std::string& attr_value) {
    return StoreAttr(name, TextAttr(attr_value));
}
Operator& Operator::SetAttr(const char_t* name, const AscendString& attr_value) {
    return StoreAttr(name, TextAttr(attr_value.GetString()));
}
Operator& Operator::SetAttr(const char_t* name, const ge::DataType& attr_value) {
    return StoreAttr(name, IntAttr(Kind::kType, attr_value));
}
Operator& Operator::SetAttr(const char_t* name, const Tensor& attr_value) {
    OperatorAttr attr(Kind::kTensor);
    attr.tensors.push_back(attr_value);
    return StoreAttr(name, attr);
}
Operator& Operator::SetAttr(const char_t* name, const std::vector<int64_t>& attr_value) {
    return StoreAttr(name, IntsAttr(Kind::kListInt, attr_value));
}
Operator& Operator::SetAttr(const char_t* name, const std::vector<int32_t>& attr_value) {
    return StoreAttr(name, IntsAttr(Kind::kListInt, attr_value));
}
Operator& Operator::SetAttr(const char_t* name, const std::vector<uint32_t>& attr_value) {
    return StoreAttr(name, IntsAttr(Kind::kListInt, attr_value));
}
Operator& Operator::SetAttr(const char_t* name, const std::vector<float32_t>& attr_value) {
    OperatorAttr attr(Kind::kListFloat);
    attr.floats = attr_value;
    return StoreAttr(name, attr);
}
Operator& Operator::SetAttr(const char_t* name, const std::vector<bool>& attr_value) {
    return StoreAttr(name, IntsAttr(Kind::kListBool, attr_value));
}
Operator& Operator::SetAttr(const char_t* name, const std::vector<std::string>& attr_value) {
    OperatorAttr attr(Kind::kListString);
    attr.strings = attr_value;
    return StoreAttr(name, attr);
}
Operator& Operator::SetAttr(const char_t* name, const std::vector<AscendString>& attr_value) {
    OperatorAttr attr(Kind::kListString);
    for (const AscendString& text : attr_value) {
        attr.strings.push_back(text.GetString());
    }
    return StoreAttr(name, attr);
}
Operator& Operator::SetAttr(const char_t* name, const std::vector<ge::DataType>& attr_value) {
    return StoreAttr(name, IntsAttr(Kind::kListType, attr_value));
}
Operator& Operator::SetAttr(const char_t* name, const std::vector<Tensor>& attr_value) {
    OperatorAttr attr(Kind::kListTensor);
    attr.tensors = attr_value;
    return StoreAttr(name, attr);
}
Operator& Operator::SetAttr(const char_t* name,
                            const std::vector<std::vector<int64_t>>& attr_value) {
    OperatorAttr attr(Kind::kListListInt);
    attr.int_lists = attr_value;
    return StoreAttr(name, attr);
}
Operator& Operator::SetAttr(const char_t* name, const OpBytes& attr_value) {
    return StoreAttr(name, IntsAttr(Kind::kBytes, attr_value));
}

Operator& Operator::SetAttr(const char_t* name, std::initializer_list<int64_t>&& attr_value) {
    return SetAttr(name, std::vector<int64_t>(attr_value));
}
Operator& Operator::SetAttr(const std::string& name, std::initializer_list<int64_t>&& attr_value) {
    return SetAttr(name.c_str(), std::vector<int64_t>(attr_value));
}
Operator& Operator::SetAttr(const char_t* name, AttrValue&& attr_value) {
    return attr_value.impl == nullptr ? *this : StoreAttr(name, attr_value.impl->attr);
}
Operator& Operator::SetAttr(const std::string& name, AttrValue&& attr_value) {
    return SetAttr(name.c_str(), std::move(attr_value));
}

graphStatus Operator::GetAttr(const char_t* name, int64_t& attr_value) const {
    return TakeInt(FindAttr(name), Kind::kInt, &attr_value);
}
graphStatus Operator::GetAttr(const char_t* name, int32_t& attr_value) const {
    return TakeInt(FindAttr(name), Kind::kInt, &attr_value);
}
graphStatus Operator::GetAttr(const char_t* name, uint32_t& attr_value) const {
    return TakeInt(FindAttr(name), Kind::kInt, &attr_value);
}
graphStatus Operator::GetAttr(const char_t* name, float32_t& attr_value) const {
    const OperatorAttr* const attr = OfKind(FindAttr(name), Kind::kFloat);
    if (attr == nullptr) {
        return GRAPH_FAILED;
    }
    attr_value = attr->floats[0];
    return GRAPH_SUCCESS;
}
graphStatus Operator::GetAttr(const char_t* name, bool& attr_value) const {
    return TakeInt(FindAttr(name), Kind::kBool, &attr_value);
}
graphStatus Operator::GetAttr(const char_t* name, std::string& attr_value) const {
    const OperatorAttr* const attr = OfKind(FindAttr(name), Kind::kString);
    if (attr == nullptr) {
        return GRAPH_FAILED;
    }
    attr_value = attr->strings[0];
    return GRAPH_SUCCESS;
}
graphStatus Operator::GetAttr(const char_t* name, AscendString& attr_value) const {
    std::string text;
    const graphStatus status = GetAttr(name, text);
    if (status == GRAPH_SUCCESS) {
        attr_value = AscendString(text.c_str());
    }
    return status;
}
graphStatus Operator::GetAttr(const char_t* name, ge::DataType& attr_value) const {
    return TakeInt(FindAttr(name), Kind::kType, &attr_value);
}
graphStatus Operator::GetAttr(const char_t* name, Tensor& attr_value) const {
    const OperatorAttr* const attr = OfKind(FindAttr(name), Kind::kTensor);
    if (attr == nullptr) {
        return GRAPH_FAILED;
    }
    attr_value = attr->tensors[0];
    return GRAPH_SUCCESS;
}
graphStatus Operator::GetAttr(const char_t* name, std::vector<int64_t>& attr_value) const {
    return TakeInts(FindAttr(name), Kind::kListInt, &attr_value);
}
graphStatus Operator::GetAttr(const char_t* name, std::vector<int32_t>& attr_value) const {
    return TakeInts(FindAttr(name), Kind::kListInt, &attr_value);
}
graphStatus Operator::GetAttr(const char_t* name, std::vector<uint32_t>& attr_value) const {
    return TakeInts(FindAttr(name), Kind::kListInt, &attr_value);
}
graphStatus Operator::GetAttr(const char_t* name, std::vector<float32_t>& attr_value) const {
    const OperatorAttr* const attr = OfKind(FindAttr(name), Kind::kListFloat);
    if (attr == nullptr) {
        return GRAPH_FAILED;
    }
    attr_value = attr->floats;
    return GRAPH_SUCCESS;
}
graphStatus Operator::GetAttr(const char_t* name, std::vector<bool>& attr_value) const {
    return TakeInts(FindAttr(name), Kind::kListBool, &attr_value);
}
graphStatus Operator::GetAttr(const char_t* name, std::vector<std::string>& attr_value) const {
    const OperatorAttr* const attr = OfKind(FindAttr(name), Kind::kListString);
    if (attr == nullptr) {
        return GRAPH_FAILED;
    }
    attr_value = attr->strings;
    return GRAPH_SUCCESS;
}
graphStatus Operator::GetAttr(const char_t* name, std::vector<AscendString>& attr_value) const {
    std::vector<std::string> texts;
    const graphStatus status = GetAttr(name, texts);
    if (status == GRAPH_SUCCESS) {
        attr_value.clear();
        for (const std::string& text : texts) {
            attr_value.emplace_back(text.c_str());
        }
    }
    return status;
}
graphStatus Operator::GetAttr(const char_t* name, std::vector<ge::DataType>& attr_value) const {
    return TakeInts(FindAttr(name), Kind::kListType, &attr_value);
}
graphStatus Operator::GetAttr(const char_t* name, std::vector<Tensor>& attr_value) const {
    const OperatorAttr* const attr = OfKind(FindAttr(name), Kind::kListTensor);
    if (attr == nullptr) {
        return GRAPH_FAILED;
    }
    attr_value = attr->tensors;
    return GRAPH_SUCCESS;
}
graphStatus Operator::GetAttr(const char_t* name,
                              std::vector<std::vector<int64_t>>& attr_value) const {
    const OperatorAttr* const attr = OfKind(FindAttr(name), Kind::kListListInt);
    if (attr == nullptr) {
        return GRAPH_FAILED;
    }
    attr_value = attr->int_lists;
    return GRAPH_SUCCESS;
}
graphStatus Operator::GetAttr(const char_t* name, OpBytes& attr_value) const {
    return TakeInts(FindAttr(name), Kind::kBytes, &attr_value);
}

graphStatus Operator::GetAttr(const char_t* name, AttrValue& attr_value) const {
    const OperatorAttr* const attr = FindAttr(name);
    if (attr == nullptr) {
        return GRAPH_FAILED;
    }
    attr_value.impl = std::make_shared<AttrValueImpl>(*attr);
    return GRAPH_SUCCESS;
}

AttrValue::AttrValue() = default;
graphStatus AttrValue::GetValue(INT& val) const {
    return TakeInt(impl == nullptr ? nullptr : &impl->attr, Kind::kInt, &val);
}
graphStatus AttrValue::GetValue(FLOAT& val) const {
    const OperatorAttr* const attr = OfKind(impl == nullptr ? nullptr : &impl->attr, Kind::kFloat);
    if (attr == nullptr) {
        return GRAPH_FAILED;
    }
    val = attr->floats[0];
    return GRAPH_SUCCESS;
}
graphStatus AttrValue::GetValue(STR& val) const {
    const OperatorAttr* const attr = OfKind(impl == nullptr ? nullptr : &impl->attr, Kind::kString);
    if (attr == nullptr) {
        return GRAPH_FAILED;
    }
    val = attr->strings[0];
    return GRAPH_SUCCESS;
}
graphStatus AttrValue::GetValue(AscendString& val) {
    STR text;
    const graphStatus status = static_cast<const AttrValue*>(this)->GetValue(text);
    if (status == GRAPH_SUCCESS) {
        val = AscendString(text.c_str());
    }
    return status;
}

}  // namespace ge
