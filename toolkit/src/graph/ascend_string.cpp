#include "graph/ascend_string.h"

#include <cstring>

namespace ge {
namespace {
const std::string& TextOf(const std::shared_ptr<std::string>& text) {
    static const std::string* const empty = new std::string;
    return text == nullptr ? *empty : *text;
}
}  // namespace

AscendString::AscendString(const char_t* const name) {
    if (name != nullptr) {
        name_ = std::make_shared<std::string>(name);
    }
}

AscendString::AscendString(const char_t* const name, size_t length) {
    if (name != nullptr) {
        name_ = std::make_shared<std::string>(name, length);
    }
}

const char_t* AscendString::GetString() const {
    return TextOf(name_).c_str();
}
size_t AscendString::GetLength() const {
    return TextOf(name_).size();
}
size_t AscendString::Find(const AscendString& ascend_string) const {
    return name_ == nullptr || ascend_string.name_ == nullptr ? std::string::npos
                                                              : name_->find(*ascend_string.name_);
}
size_t AscendString::Hash() const {
    return std::hash<std::string>()(TextOf(name_));
}

bool AscendString::operator<(const AscendString& d) const {
    return d.name_ != nullptr && (name_ == nullptr || *name_ < *d.name_);
}
bool AscendString::operator>(const AscendString& d) const {
    return d < *this;
}
bool AscendString::operator<=(const AscendString& d) const {
    return !(d < *this);
}
bool AscendString::operator>=(const AscendString& d) const {
    return !(*this < d);
}
bool AscendString::operator==(const AscendString& d) const {
    return name_ == nullptr || d.name_ == nullptr ? name_ == d.name_ : *name_ == *d.name_;
}
bool AscendString::operator!=(const AscendString& d) const {
    return !(*this == d);
}
bool AscendString::operator==(const char_t* const d) const {
    return name_ == nullptr || d == nullptr ? name_ == nullptr && d == nullptr : *name_ == d;
}
bool AscendString::operator!=(const char_t* const d) const {
    return !(*this == d);
}

}  // namespace ge
