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
    const bool unknown = impl_->dims.size() == 1 && impl_->dims[0] == UNKNOWN_DIM_NUM;
    return unknown ? 0 : impl_->dims.size();
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
        if (dim == UNKNOWN_DIM || dim == UNKNOWN_DIM_NUM) {
            return -1;
        }
        if (__builtin_mul_overflow(size, dim, &size)) {
            return 0;
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
    std::string expand_dims_rule;
    std::shared_ptr<const std::unique_ptr<uint8_t[]>> constant;
    size_t constant_size = 0;
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

void TensorDesc::SetConstData(std::unique_ptr<uint8_t[]> const_data_buffer,
                              const size_t& const_data_len) {
    impl->constant =
        std::make_shared<const std::unique_ptr<uint8_t[]>>(std::move(const_data_buffer));
    impl->constant_size = const_data_len;
}
bool TensorDesc::GetConstData(uint8_t** const_data_buffer, size_t& const_data_len) const {
    if (impl->constant == nullptr || *impl->constant == nullptr) {
        return false;
    }
    *const_data_buffer = impl->constant->get();
    const_data_len = impl->constant_size;
    return true;
}
void TensorDesc::SetExpandDimsRule(const AscendString& expand_dims_rule) {
    impl->expand_dims_rule = expand_dims_rule.GetString();
}
graphStatus TensorDesc::GetExpandDimsRule(AscendString& expand_dims_rule) const {
    expand_dims_rule = AscendString(impl->expand_dims_rule.c_str());
    return GRAPH_SUCCESS;
}
void TensorDesc::SetReuseInputIndex(const uint32_t) {}

class TensorImpl {
public:
    void Take(uint8_t* bytes, size_t count, const Tensor::DeleteFunc& free) {
        data = std::unique_ptr<uint8_t[], Tensor::DeleteFunc>(bytes, free);
        size = count;
    }
    void Copy(const void* bytes, size_t count) {
        uint8_t* const copy = new uint8_t[count];
        if (count != 0) {
            std::memcpy(copy, bytes, count);
        }
        Take(copy, count, [](uint8_t* own) { delete[] own; });
    }

    TensorDesc desc;
    std::unique_ptr<uint8_t[], Tensor::DeleteFunc> data{nullptr, [](uint8_t*) {}};
    size_t size = 0;
};

Tensor::Tensor() : impl(std::make_shared<TensorImpl>()) {}
Tensor::Tensor(const TensorDesc& tensor_desc) : Tensor() {
    impl->desc = tensor_desc;
}
Tensor::Tensor(const TensorDesc& tensor_desc, const std::vector<uint8_t>& data)
    : Tensor(tensor_desc) {
    (void)SetData(data);
}
Tensor::Tensor(const TensorDesc& tensor_desc, const uint8_t* data, size_t size)
    : Tensor(tensor_desc) {
    (void)SetData(data, size);
}
Tensor::Tensor(TensorDesc&& tensor_desc, std::vector<uint8_t>&& data) : Tensor(tensor_desc) {
    (void)SetData(data);
}
TensorDesc Tensor::GetTensorDesc() const {
    return impl->desc;
}
graphStatus Tensor::SetTensorDesc(const TensorDesc& tensor_desc) {
    impl->desc = tensor_desc;
    return GRAPH_SUCCESS;
}
const uint8_t* Tensor::GetData() const {
    return impl->data.get();
}
uint8_t* Tensor::GetData() {
    return impl->data.get();
}
size_t Tensor::GetSize() const {
    return impl->size;
}
graphStatus Tensor::SetData(std::vector<uint8_t>&& data) {
    return SetData(static_cast<const std::vector<uint8_t>&>(data));
}
graphStatus Tensor::SetData(const std::vector<uint8_t>& data) {
    impl->Copy(data.data(), data.size());
    return GRAPH_SUCCESS;
}
graphStatus Tensor::SetData(const uint8_t* data, size_t size) {
    if (data == nullptr && size != 0) {
        return GRAPH_FAILED;
    }
    impl->Copy(data, size);
    return GRAPH_SUCCESS;
}
graphStatus Tensor::SetData(const std::string& data) {
    return data.empty() ? GRAPH_FAILED : SetData(std::vector<std::string>{data});
}
graphStatus Tensor::SetData(const char_t* data) {
    return data == nullptr ? GRAPH_FAILED : SetData(std::string(data));
}
graphStatus Tensor::SetData(const std::vector<std::string>& data) {
    if (data.empty()) {
        return GRAPH_FAILED;
    }
    std::vector<StringHead> heads;
    std::string characters;
    for (const std::string& text : data) {
        const size_t offset = data.size() * sizeof(StringHead) + characters.size();
        heads.push_back({static_cast<int64_t>(offset), static_cast<int64_t>(text.size())});
        characters.append(text.c_str(), text.size() + 1);
    }
    const std::string bytes = std::string(reinterpret_cast<const char*>(heads.data()),
                                          heads.size() * sizeof(StringHead)) +
                              characters;
    impl->Copy(bytes.data(), bytes.size());
    return GRAPH_SUCCESS;
}
graphStatus Tensor::SetData(const std::vector<AscendString>& datas) {
    std::vector<std::string> texts;
    for (const AscendString& data : datas) {
        texts.emplace_back(data.GetString());
    }
    return SetData(texts);
}
graphStatus Tensor::SetData(uint8_t* data, size_t size, const DeleteFunc& deleter_func) {
    impl->Take(data, size, deleter_func);
    return GRAPH_SUCCESS;
}
graphStatus Tensor::ResetData(uint8_t* data, size_t size, const DeleteFunc& deleter_func) {
    return SetData(data, size, deleter_func);
}
std::unique_ptr<uint8_t[], Tensor::DeleteFunc> Tensor::ResetData() {
    impl->size = 0;
    std::unique_ptr<uint8_t[], DeleteFunc> released(impl->data.release(), impl->data.get_deleter());
    return released;
}
graphStatus Tensor::IsValid() {
    const int64_t count =
        impl->desc.GetShape().GetShapeSize();  // 0 of a scalar, as of an empty one
    const int64_t element = GetSizeInBytes(1, impl->desc.GetDataType());
    if (element < 0 || impl->desc.GetDataType() == DT_STRING ||
        (count == 0 && impl->size == static_cast<size_t>(element))) {
        return GRAPH_SUCCESS;
    }
    const int64_t bytes = GetSizeInBytes(count, impl->desc.GetDataType());
    return bytes >= 0 && static_cast<size_t>(bytes) == impl->size ? GRAPH_SUCCESS : GRAPH_FAILED;
}

graphStatus Tensor::SetOriginShapeDimNum(const size_t dim_num) {
    std::vector<int64_t> dims = impl->desc.GetOriginShape().GetDims();
    dims.resize(dim_num);
    impl->desc.SetOriginShape(Shape(dims));
    return GRAPH_SUCCESS;
}
size_t Tensor::GetOriginShapeDimNum() const {
    return impl->desc.GetOriginShape().GetDimNum();
}
graphStatus Tensor::SetOriginShapeDim(const size_t idx, const int64_t dim_value) {
    Shape shape = impl->desc.GetOriginShape();
    const graphStatus status = shape.SetDim(idx, dim_value);
    impl->desc.SetOriginShape(shape);
    return status;
}
int64_t Tensor::GetOriginShapeDim(const size_t idx) const {
    return impl->desc.GetOriginShape().GetDim(idx);
}
graphStatus Tensor::SetOriginFormat(const ge::Format& format) {
    impl->desc.SetOriginFormat(format);
    return GRAPH_SUCCESS;
}
ge::Format Tensor::GetOriginFormat() const {
    return impl->desc.GetOriginFormat();
}
graphStatus Tensor::SetShapeDimNum(const size_t dim_num) {
    std::vector<int64_t> dims = impl->desc.GetShape().GetDims();
    dims.resize(dim_num);
    impl->desc.SetShape(Shape(dims));
    return GRAPH_SUCCESS;
}
size_t Tensor::GetShapeDimNum() const {
    return impl->desc.GetShape().GetDimNum();
}
graphStatus Tensor::SetShapeDim(const size_t idx, const int64_t dim_value) {
    Shape shape = impl->desc.GetShape();
    const graphStatus status = shape.SetDim(idx, dim_value);
    impl->desc.SetShape(shape);
    return status;
}
int64_t Tensor::GetShapeDim(const size_t idx) const {
    return impl->desc.GetShape().GetDim(idx);
}
graphStatus Tensor::SetPlacement(const ge::Placement& placement) {
    impl->desc.SetPlacement(placement);
    return GRAPH_SUCCESS;
}
ge::Placement Tensor::GetPlacement() const {
    return impl->desc.GetPlacement();
}
graphStatus Tensor::SetExpandDimsRule(const AscendString& expand_dims_rule) {
    impl->desc.SetExpandDimsRule(expand_dims_rule);
    return GRAPH_SUCCESS;
}
graphStatus Tensor::GetExpandDimsRule(AscendString& expand_dims_rule) const {
    return impl->desc.GetExpandDimsRule(expand_dims_rule);
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
    return Tensor(impl->desc, impl->data.get(), impl->size);
}

}  // namespace ge
