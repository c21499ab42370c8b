// One operator of a graph: name, type, port descriptions, attributes.
#ifndef INC_EXTERNAL_GRAPH_OPERATOR_H_
#define INC_EXTERNAL_GRAPH_OPERATOR_H_

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/ge_error_codes.h"
#include "graph/tensor.h"
#include "graph/types.h"

namespace ge {
class OperatorImpl;
class OperatorAttr;

/// Copies share everything. Functions that look up a port or attribute answer GRAPH_FAILED (an
/// empty description) if it does not exist; attributes of another type than asked for count as
/// missing.
class GE_FUNC_HOST_VISIBILITY Operator {
public:
    using OpInt = int64_t;
    using OpFloat = float32_t;
    using OpString = std::string;
    using OpAscendString = AscendString;
    using OpBool = bool;
    using OpTensor = Tensor;
    using OpType = ge::DataType;
    using OpListInt = std::vector<int64_t>;
    using OpListFloat = std::vector<float32_t>;
    using OpListString = std::vector<std::string>;
    using OpListAscendString = std::vector<AscendString>;
    using OpListAcendString = OpListAscendString;
    using OpListBool = std::vector<bool>;
    using OpListTensor = std::vector<Tensor>;
    using OpBytes = std::vector<uint8_t>;
    using OpListListInt = std::vector<std::vector<int64_t>>;
    using OpListType = std::vector<ge::DataType>;

    Operator() = default;
    explicit Operator(const std::string& type);
    explicit Operator(const char_t* type);
    Operator(const std::string& name, const std::string& type);
    Operator(const AscendString& name, const AscendString& type);
    Operator(const char_t* name, const char_t* type);
    virtual ~Operator() = default;

    bool IsEmpty() const;
    std::string GetName() const;
    graphStatus GetName(AscendString& name) const;
    std::string GetOpType() const;
    graphStatus GetOpType(AscendString& type) const;

    size_t GetInputsSize() const;
    size_t GetOutputsSize() const;
    TensorDesc GetInputDesc(uint32_t index) const;
    TensorDesc GetInputDesc(const std::string& name) const;
    TensorDesc GetInputDescByName(const char_t* name) const;
    graphStatus TryGetInputDesc(const std::string& name, TensorDesc& tensor_desc) const;
    graphStatus TryGetInputDesc(const char_t* name, TensorDesc& tensor_desc) const;
    graphStatus UpdateInputDesc(const std::string& name, const TensorDesc& tensor_desc);
    graphStatus UpdateInputDesc(const char_t* name, const TensorDesc& tensor_desc);
    TensorDesc GetOutputDesc(uint32_t index) const;
    TensorDesc GetOutputDesc(const std::string& name) const;
    TensorDesc GetOutputDescByName(const char_t* name) const;
    graphStatus UpdateOutputDesc(const std::string& name, const TensorDesc& tensor_desc);
    graphStatus UpdateOutputDesc(const char_t* name, const TensorDesc& tensor_desc);
    /// Dynamic ports: instance i of port "x" has the name "x<i>".
    int32_t GetDynamicInputNum(const std::string& name) const;
    int32_t GetDynamicOutputNum(const std::string& name) const;
    TensorDesc GetDynamicInputDesc(const std::string& name, uint32_t index) const;
    TensorDesc GetDynamicOutputDesc(const std::string& name, uint32_t index) const;
    graphStatus GetInputConstData(const std::string& dst_name, Tensor& data) const;
    graphStatus GetInputConstData(const char_t* dst_name, Tensor& data) const;

    /// Connects an input to an output of another operator by name or index.
    Operator& SetInput(const std::string& dst_name, const Operator& src_oprt);
    Operator& SetInput(const char_t* dst_name, const Operator& src_oprt);
    Operator& SetInput(const char_t* dst_name, const Operator& src_oprt, const char_t* name);
    Operator& SetInput(const char_t* dst_name, const Operator& src_oprt, uint32_t index);

    /// Sets an attribute; the types are int64_t, int32_t, uint32_t, float, bool, text, DataType,
    /// Tensor and lists of them, list of list of int64_t, bytes.
    Operator& SetAttr(const char_t* name, int64_t attr_value);
    Operator& SetAttr(const char_t* name, int32_t attr_value);
    Operator& SetAttr(const char_t* name, uint32_t attr_value);
    Operator& SetAttr(const char_t* name, float32_t attr_value);
    Operator& SetAttr(const char_t* name, bool attr_value);
    Operator& SetAttr(const char_t* name, const char_t* attr_value);
    Operator& SetAttr(const char_t* name, const std::string& attr_value);
    Operator& SetAttr(const char_t* name, const AscendString& attr_value);
    Operator& SetAttr(const char_t* name, const ge::DataType& attr_value);
    Operator& SetAttr(const char_t* name, const Tensor& attr_value);
    Operator& SetAttr(const char_t* name, const std::vector<int64_t>& attr_value);
    Operator& SetAttr(const char_t* name, const std::vector<int32_t>& attr_value);
    Operator& SetAttr(const char_t* name, const std::vector<uint32_t>& attr_value);
    Operator& SetAttr(const char_t* name, const std::vector<float32_t>& attr_value);
    Operator& SetAttr(const char_t* name, const std::vector<bool>& attr_value);
    Operator& SetAttr(const char_t* name, const std::vector<std::string>& attr_value);
    Operator& SetAttr(const char_t* name, const std::vector<AscendString>& attr_value);
    Operator& SetAttr(const char_t* name, const std::vector<ge::DataType>& attr_value);
    Operator& SetAttr(const char_t* name, const std::vector<Tensor>& attr_value);
    Operator& SetAttr(const char_t* name, const std::vector<std::vector<int64_t>>& attr_value);
    Operator& SetAttr(const char_t* name, const OpBytes& attr_value);
    template <typename T>
    Operator& SetAttr(const std::string& name, const T& attr_value) {
        return SetAttr(name.c_str(), attr_value);
    }

    graphStatus GetAttr(const char_t* name, int64_t& attr_value) const;
    graphStatus GetAttr(const char_t* name, int32_t& attr_value) const;
    graphStatus GetAttr(const char_t* name, uint32_t& attr_value) const;
    graphStatus GetAttr(const char_t* name, float32_t& attr_value) const;
    graphStatus GetAttr(const char_t* name, bool& attr_value) const;
    graphStatus GetAttr(const char_t* name, std::string& attr_value) const;
    graphStatus GetAttr(const char_t* name, AscendString& attr_value) const;
    graphStatus GetAttr(const char_t* name, ge::DataType& attr_value) const;
    graphStatus GetAttr(const char_t* name, Tensor& attr_value) const;
    graphStatus GetAttr(const char_t* name, std::vector<int64_t>& attr_value) const;
    graphStatus GetAttr(const char_t* name, std::vector<int32_t>& attr_value) const;
    graphStatus GetAttr(const char_t* name, std::vector<uint32_t>& attr_value) const;
    graphStatus GetAttr(const char_t* name, std::vector<float32_t>& attr_value) const;
    graphStatus GetAttr(const char_t* name, std::vector<bool>& attr_value) const;
    graphStatus GetAttr(const char_t* name, std::vector<std::string>& attr_value) const;
    graphStatus GetAttr(const char_t* name, std::vector<AscendString>& attr_value) const;
    graphStatus GetAttr(const char_t* name, std::vector<ge::DataType>& attr_value) const;
    graphStatus GetAttr(const char_t* name, std::vector<Tensor>& attr_value) const;
    graphStatus GetAttr(const char_t* name, std::vector<std::vector<int64_t>>& attr_value) const;
    graphStatus GetAttr(const char_t* name, OpBytes& attr_value) const;
    template <typename T>
    graphStatus GetAttr(const std::string& name, T& attr_value) const {
        return GetAttr(name.c_str(), attr_value);
    }

protected:
    // What the macros of operator_reg.h call.
    void InputRegister(const char_t* name, const char_t* datatype_symbol = nullptr);
    void OptionalInputRegister(const char_t* name, const char_t* datatype_symbol = nullptr);
    void OutputRegister(const char_t* name, const char_t* datatype_symbol = nullptr);
    void DynamicInputRegister(const char_t* name, const unsigned int num);
    void DynamicOutputRegister(const char_t* name, const unsigned int num);
    void DataTypeRegister(const char_t* datatype_symbol, const TensorType& type_range);
    void RequiredAttrRegister(const char_t* name, const char_t* type);

private:
    const OperatorAttr* FindAttr(const char_t* name) const;
    Operator& StoreAttr(const char_t* name, OperatorAttr attr);

    std::shared_ptr<OperatorImpl> impl_;
};
}  // namespace ge

#endif  // INC_EXTERNAL_GRAPH_OPERATOR_H_
