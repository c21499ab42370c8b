#include "graph/types.h"

namespace ge {

/// The set of a TensorType.
class TensorTypeImpl {
public:
    std::vector<DataType> types;
};

TensorType::TensorType(DataType dt) : tensor_type_impl_(std::make_shared<TensorTypeImpl>()) {
    tensor_type_impl_->types.push_back(dt);
}

TensorType::TensorType(const std::initializer_list<DataType>& initial_types)
    : tensor_type_impl_(std::make_shared<TensorTypeImpl>()) {
    tensor_type_impl_->types = initial_types;
}

Promote::Promote(const std::initializer_list<const char*>& syms)
    : data_(std::make_shared<std::vector<const char*>>(syms)) {}
Promote::Promote(Promote&& other) noexcept = default;
Promote& Promote::operator=(Promote&& other) noexcept = default;
std::vector<const char*> Promote::Syms() const {
    return data_ == nullptr ? std::vector<const char*>()
                            : *static_cast<const std::vector<const char*>*>(data_.get());
}

}  // namespace ge
