#include "graph/tensor.h"

#include <cstring>

namespace ge {

class ShapeImpl {
public:
    std::vector<int64_t> dims;
};

Shape::Shape() : impl_(std::make_shared<ShapeImpl>()) {}
Shape::Shape(const std::vector<int64_t>& dims) : Shape() {
    impl_->dims = dims;
}
Shape::Shape(const Shape& other) : impl_(std::make_shared<ShapeImpl>(*other.impl_)) {}
Shape& Shape::operator=(const Shape& other) {
    if (this != &other) {
        impl_ = std::make_shared<ShapeImpl>(*other.impl_);
    }
    return *this;
}
size_t Shape::GetDimNum() const {
    return impl_->dims.size();
}
int64_t Shape::GetDim(size_t idx) const {
    return idx < impl_->dims.size() ? impl_->dims[idx] : 0;
}
graphStatus Shape::SetDim(size_t idx, int64_t value) {
    if (idx >= impl_->dims.size()) {
        return GRAPH_FAILED;
    }
    impl_->dims[idx] = value;
    return GRAPH_SUCCESS;
}
std::vector<int64_t> Shape::GetDims() const {
    return impl_->dims;
}
int64_t Shape::GetShapeSize() const {
    if (impl_->dims.empty()) {
        return 0;
    }
    int64_t size = 1;
    for (const int64_t dim : impl_->dims) {
        if (dim < 0 || __builtin_mul_overflow(size, dim, &size)) {
            return -1;
        }
    }
    return size;
}

class TensorDescImpl {
public:
    Shape shape;
    Shape origin_shape;
    Format format = FORMAT_ND;
    Format origin_format = FORMAT_ND;
    DataType data_type = DT_FLOAT;
    std::string name;
    std::vector<std::pair<int64_t, int64_t>> range;
    int64_t size = 0;
    int64_t real_dim_cnt = 0;
    Placement placement = kPlacementHost;
};

TensorDesc::TensorDesc() : impl(std::make_shared<TensorDescImpl>()) {}
TensorDesc::TensorDesc(Shape shape, Format format, DataType dt) : TensorDesc() {
    Update(shape, format, dt);
}
TensorDesc::TensorDesc(const TensorDesc& desc)
    : impl(std::make_shared<TensorDescImpl>(*desc.impl)) {}
// A moved-from description stays usable, so moving copies.
TensorDesc::TensorDesc(TensorDesc&& desc) : TensorDesc(static_cast<const TensorDesc&>(desc)) {}
TensorDesc& TensorDesc::operator=(const TensorDesc& desc) {
    if (this != &desc) {
        *impl = *desc.impl;
    }
    return *this;
}
TensorDesc& TensorDesc::operator=(TensorDesc&& desc) {
    return *this = static_cast<const TensorDesc&>(desc);
}
void TensorDesc::Update(const Shape& shape, Format format, DataType dt) {
    impl->shape = shape;
    impl->format = format;
    impl->data_type = dt;
}
Shape TensorDesc::GetShape() const {
    return impl->shape;
}
void TensorDesc::SetShape(const Shape& shape) {
    impl->shape = shape;
}
graphStatus TensorDesc::SetUnknownDimNumShape() {
    impl->shape = Shape({UNKNOWN_DIM_NUM});
    return GRAPH_SUCCESS;
}
graphStatus TensorDesc::SetShapeRange(const std::vector<std::pair<int64_t, int64_t>>& range) {
    impl->range = range;
    return GRAPH_SUCCESS;
}
graphStatus TensorDesc::GetShapeRange(std::vector<std::pair<int64_t, int64_t>>& range) const {
    range = impl->range;
    return GRAPH_SUCCESS;
}
Format TensorDesc::GetFormat() const {
    return impl->format;
}
void TensorDesc::SetFormat(Format format) {
    impl->format = format;
}
Shape TensorDesc::GetOriginShape() const {
    return impl->origin_shape;
}
void TensorDesc::SetOriginShape(const Shape& origin_shape) {
    impl->origin_shape = origin_shape;
}
Format TensorDesc::GetOriginFormat() const {
    return impl->origin_format;
}
void TensorDesc::SetOriginFormat(Format origin_format) {
    impl->origin_format = origin_format;
}
DataType TensorDesc::GetDataType() const {
    return impl->data_type;
}
void TensorDesc::SetDataType(DataType dt) {
    impl->data_type = dt;
}
std::string TensorDesc::GetName() const {
    return impl->name;
}
graphStatus TensorDesc::GetName(AscendString& name) const {
    name = AscendString(impl->name.c_str());
    return GRAPH_SUCCESS;
}
void TensorDesc::SetName(const std::string& name) {
    impl->name = name;
}
void TensorDesc::SetName(const char_t* name) {
    impl->name = name == nullptr ? "" : name;
}
void TensorDesc::SetSize(int64_t size) {
    impl->size = size;
}
int64_t TensorDesc::GetSize() const {
    return impl->size;
}
int64_t TensorDesc::GetRealDimCnt() const {
    return impl->real_dim_cnt;
}
void TensorDesc::SetRealDimCnt(const int64_t real_dim_cnt) {
    impl->real_dim_cnt = real_dim_cnt;
}
void TensorDesc::SetPlacement(Placement placement) {
    impl->placement = placement;
}
Placement TensorDesc::GetPlacement() const {
    return impl->placement;
}

class TensorImpl {
public:
    TensorDesc desc;
    std::vector<uint8_t> data;
};

Tensor::Tensor() : impl(std::make_shared<TensorImpl>()) {}
Tensor::Tensor(const TensorDesc& tensor_desc) : Tensor() {
    impl->desc = tensor_desc;
}
Tensor::Tensor(const TensorDesc& tensor_desc, const std::vector<uint8_t>& data)
    : Tensor(tensor_desc) {
    impl->data = data;
}
Tensor::Tensor(const TensorDesc& tensor_desc, const uint8_t* data, size_t size)
    : Tensor(tensor_desc) {
    (void)SetData(data, size);
}
Tensor::Tensor(TensorDesc&& tensor_desc, std::vector<uint8_t>&& data) : Tensor(tensor_desc) {
    impl->data = std::move(data);
}
TensorDesc Tensor::GetTensorDesc() const {
    return impl->desc;
}
graphStatus Tensor::SetTensorDesc(const TensorDesc& tensor_desc) {
    impl->desc = tensor_desc;
    return GRAPH_SUCCESS;
}
const uint8_t* Tensor::GetData() const {
    return impl->data.data();
}
uint8_t* Tensor::GetData() {
    return impl->data.data();
}
size_t Tensor::GetSize() const {
    return impl->data.size();
}
graphStatus Tensor::SetData(std::vector<uint8_t>&& data) {
    impl->data = std::move(data);
    return GRAPH_SUCCESS;
}
graphStatus Tensor::SetData(const std::vector<uint8_t>& data) {
    impl->data = data;
    return GRAPH_SUCCESS;
}
graphStatus Tensor::SetData(const uint8_t* data, size_t size) {
    if (data == nullptr && size != 0) {
        return GRAPH_FAILED;
    }
    impl->data.assign(data, data + size);
    return GRAPH_SUCCESS;
}
graphStatus Tensor::SetData(const std::string& data) {
    return SetData(reinterpret_cast<const uint8_t*>(data.data()), data.size());
}
graphStatus Tensor::SetData(const char_t* data) {
    return data == nullptr ? GRAPH_FAILED : SetData(std::string(data));
}
graphStatus Tensor::IsValid() {
    const Shape shape = impl->desc.GetShape();
    const int64_t count = shape.GetDimNum() == 0 ? 1 : shape.GetShapeSize();
    const int64_t bytes = GetSizeInBytes(count, impl->desc.GetDataType());
    return bytes >= 0 && static_cast<size_t>(bytes) == impl->data.size() ? GRAPH_SUCCESS
                                                                         : GRAPH_FAILED;
}
Format Tensor::GetFormat() const {
    return impl->desc.GetFormat();
}
graphStatus Tensor::SetFormat(const ge::Format& format) {
    impl->desc.SetFormat(format);
    return GRAPH_SUCCESS;
}
DataType Tensor::GetDataType() const {
    return impl->desc.GetDataType();
}
graphStatus Tensor::SetDataType(const ge::DataType& dtype) {
    impl->desc.SetDataType(dtype);
    return GRAPH_SUCCESS;
}
Tensor Tensor::Clone() const {
    return Tensor(impl->desc, impl->data);
}

}  // namespace ge
