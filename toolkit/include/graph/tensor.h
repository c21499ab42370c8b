// Shapes, descriptions and data of tensors in a graph (not the gert ones that tiling sees).
#ifndef INC_EXTERNAL_GRAPH_TENSOR_H_
#define INC_EXTERNAL_GRAPH_TENSOR_H_

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/ge_error_codes.h"
#include "graph/types.h"
// clang-format off: behind all others
#include "graph/kernel_names_off.h"
// clang-format on

namespace ge {
class ShapeImpl;

/// A list of dimensions; copies are independent.
class GE_FUNC_HOST_VISIBILITY Shape {
public:
    Shape();
    ~Shape() = default;
    explicit Shape(const std::vector<int64_t>& dims);
    Shape(const Shape& other);
    Shape& operator=(const Shape& other);

    size_t GetDimNum() const;
    /// 0 for an index out of range.
    int64_t GetDim(size_t idx) const;
    graphStatus SetDim(size_t idx, int64_t value);
    std::vector<int64_t> GetDims() const;
    /// Product of the dimensions; 0 for a scalar, -1 if a dimension is unknown or on overflow.
    int64_t GetShapeSize() const;

private:
    std::shared_ptr<ShapeImpl> impl_;
};

class TensorDescImpl;

class GE_FUNC_HOST_VISIBILITY TensorDesc {
public:
    TensorDesc();
    ~TensorDesc() = default;
    explicit TensorDesc(Shape shape, Format format = FORMAT_ND, DataType dt = DT_FLOAT);
    TensorDesc(const TensorDesc& desc);
    TensorDesc(TensorDesc&& desc);
    TensorDesc& operator=(const TensorDesc& desc);
    TensorDesc& operator=(TensorDesc&& desc);

    void Update(const Shape& shape, Format format = FORMAT_ND, DataType dt = DT_FLOAT);
    Shape GetShape() const;
    void SetShape(const Shape& shape);
    /// Makes the rank unknown.
    graphStatus SetUnknownDimNumShape();
    graphStatus SetShapeRange(const std::vector<std::pair<int64_t, int64_t>>& range);
    graphStatus GetShapeRange(std::vector<std::pair<int64_t, int64_t>>& range) const;
    Format GetFormat() const;
    void SetFormat(Format format);
    Shape GetOriginShape() const;
    void SetOriginShape(const Shape& origin_shape);
    Format GetOriginFormat() const;
    void SetOriginFormat(Format origin_format);
    DataType GetDataType() const;
    void SetDataType(DataType dt);
    std::string GetName() const;
    graphStatus GetName(AscendString& name) const;
    void SetName(const std::string& name);
    void SetName(const char_t* name);
    /// Bytes of the data; 0 if not set.
    void SetSize(int64_t size);
    int64_t GetSize() const;
    int64_t GetRealDimCnt() const;
    void SetRealDimCnt(const int64_t real_dim_cnt);
    void SetPlacement(Placement placement);
    Placement GetPlacement() const;

private:
    std::shared_ptr<TensorDescImpl> impl;
};

class TensorImpl;

/// A description and bytes; copies share them, Clone() does not.
class GE_FUNC_HOST_VISIBILITY Tensor {
public:
    Tensor();
    ~Tensor() = default;
    explicit Tensor(const TensorDesc& tensor_desc);
    Tensor(const TensorDesc& tensor_desc, const std::vector<uint8_t>& data);
    Tensor(const TensorDesc& tensor_desc, const uint8_t* data, size_t size);
    Tensor(TensorDesc&& tensor_desc, std::vector<uint8_t>&& data);

    TensorDesc GetTensorDesc() const;
    graphStatus SetTensorDesc(const TensorDesc& tensor_desc);
    const uint8_t* GetData() const;
    uint8_t* GetData();
    size_t GetSize() const;
    graphStatus SetData(std::vector<uint8_t>&& data);
    graphStatus SetData(const std::vector<uint8_t>& data);
    graphStatus SetData(const uint8_t* data, size_t size);
    graphStatus SetData(const std::string& data);
    graphStatus SetData(const char_t* data);
    /// GRAPH_SUCCESS if the bytes are as many as shape and type say.
    graphStatus IsValid();
    Format GetFormat() const;
    graphStatus SetFormat(const ge::Format& format);
    DataType GetDataType() const;
    graphStatus SetDataType(const ge::DataType& dtype);
    Tensor Clone() const;

private:
    std::shared_ptr<TensorImpl> impl;
};
}  // namespace ge

#include "graph/kernel_names_on.h"

#endif  // INC_EXTERNAL_GRAPH_TENSOR_H_
