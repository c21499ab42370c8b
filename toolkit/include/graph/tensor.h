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
// clang-format off: after all others
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

    /// 0 for an unknown rank ({-2}), too.
    size_t GetDimNum() const;
    /// 0 for an index out of range.
    int64_t GetDim(size_t idx) const;
    graphStatus SetDim(size_t idx, int64_t value);
    std::vector<int64_t> GetDims() const;
    /// Product of the dimensions; 0 for a scalar and on overflow, -1 if a dimension is unknown.
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
    /// The bytes of a constant; copies of the description share them.
    void SetConstData(std::unique_ptr<uint8_t[]> const_data_buffer, const size_t& const_data_len);
    /// False if there are none.
    bool GetConstData(uint8_t** const_data_buffer, size_t& const_data_len) const;
    /// Which axes of the storage shape the original shape lacks: "0110" makes [2,1,1,2] of [2,2].
    void SetExpandDimsRule(const AscendString& expand_dims_rule);
    graphStatus GetExpandDimsRule(AscendString& expand_dims_rule) const;
    /// For the graph engine: the input in whose memory this output is to be.
    void SetReuseInputIndex(const uint32_t idx);

private:
    std::shared_ptr<TensorDescImpl> impl;
};

class TensorImpl;

/// A description and bytes; copies share them, Clone() does not.
class GE_FUNC_HOST_VISIBILITY Tensor {
public:
    using DeleteFunc = std::function<void(uint8_t*)>;

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
    /// Texts are stored as DT_STRING has them: a StringHead for each, whose address counts from the
    /// first byte, then the characters, each text with its end. GRAPH_FAILED for none.
    graphStatus SetData(const std::string& data);
    graphStatus SetData(const char_t* data);
    graphStatus SetData(const std::vector<std::string>& data);
    graphStatus SetData(const std::vector<AscendString>& datas);
    /// Takes the bytes over; `deleter_func` frees them.
    graphStatus SetData(uint8_t* data, size_t size, const DeleteFunc& deleter_func);
    graphStatus ResetData(uint8_t* data, size_t size, const DeleteFunc& deleter_func);
    /// Gives the bytes away: the tensor has none afterwards.
    std::unique_ptr<uint8_t[], DeleteFunc> ResetData();
    /// GRAPH_SUCCESS if the bytes are as many as shape and type say, or none for a scalar; texts
    /// and types without a size are not looked at.
    graphStatus IsValid();
    graphStatus SetOriginShapeDimNum(const size_t dim_num);
    size_t GetOriginShapeDimNum() const;
    graphStatus SetOriginShapeDim(const size_t idx, const int64_t dim_value);
    int64_t GetOriginShapeDim(const size_t idx) const;
    graphStatus SetOriginFormat(const ge::Format& format);
    ge::Format GetOriginFormat() const;
    graphStatus SetShapeDimNum(const size_t dim_num);
    size_t GetShapeDimNum() const;
    graphStatus SetShapeDim(const size_t idx, const int64_t dim_value);
    int64_t GetShapeDim(const size_t idx) const;
    graphStatus SetPlacement(const ge::Placement& placement);
    ge::Placement GetPlacement() const;
    graphStatus SetExpandDimsRule(const AscendString& expand_dims_rule);
    graphStatus GetExpandDimsRule(AscendString& expand_dims_rule) const;
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
