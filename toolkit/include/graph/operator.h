// One operator of a graph: name, type, port descriptions, attributes.
#ifndef INC_EXTERNAL_GRAPH_OPERATOR_H_
#define INC_EXTERNAL_GRAPH_OPERATOR_H_

#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/ge_error_codes.h"
#include "graph/inference_context.h"
#include "graph/tensor.h"
#include "graph/types.h"

// Programs that log through these define them before.
#ifndef USER_GE_LOGI
#define USER_GE_LOGI(...)
#endif
#ifndef USER_GE_LOGW
#define USER_GE_LOGW(...)
#endif
#ifndef USER_GE_LOGE
#define USER_GE_LOGE(...)
#endif

/// Names of the attributes that say how many instances a dynamic port has.
#define DYNAMIC_OUTPUT_TD_NUM(name) ("__dynamic_output_" + (name) + "_cnt")
#define DYNAMIC_INPUT_TD_NUM(name) ("__dynamic_input_" + (name) + "_cnt")

namespace ge {
class AttrValue;
class Graph;
class NamedAttrs;
class Operator;
class OperatorAttr;
class OperatorImpl;
using OperatorImplPtr = std::shared_ptr<OperatorImpl>;
using OperatorPtr = std::shared_ptr<Operator>;
using SubgraphBuilder = std::function<Graph()>;
using std::function;
using std::shared_ptr;
using std::string;

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
    using OpNamedAttrs = ge::NamedAttrs;
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
    using OpListNamedAttrs = std::vector<ge::NamedAttrs>;

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
    graphStatus UpdateInputDesc(const uint32_t index, const TensorDesc& tensor_desc);
    TensorDesc GetOutputDesc(uint32_t index) const;
    TensorDesc GetOutputDesc(const std::string& name) const;
    TensorDesc GetOutputDescByName(const char_t* name) const;
    graphStatus UpdateOutputDesc(const std::string& name, const TensorDesc& tensor_desc);
    graphStatus UpdateOutputDesc(const char_t* name, const TensorDesc& tensor_desc);
    graphStatus UpdateOutputDesc(const uint32_t index, const TensorDesc& tensor_desc);
    /// Dynamic ports: instance i of port "x" has the name "x<i>".
    int32_t GetDynamicInputNum(const std::string& name) const;
    int32_t GetDynamicOutputNum(const std::string& name) const;
    int32_t GetDynamicInputNum(const char_t* name) const;
    int32_t GetDynamicOutputNum(const char_t* name) const;
    TensorDesc GetDynamicInputDesc(const std::string& name, uint32_t index) const;
    TensorDesc GetDynamicInputDesc(const char_t* name, uint32_t index) const;
    TensorDesc GetDynamicOutputDesc(const std::string& name, uint32_t index) const;
    TensorDesc GetDynamicOutputDesc(const char_t* name, uint32_t index) const;
    graphStatus UpdateDynamicInputDesc(const std::string& name, uint32_t index,
                                       const TensorDesc& tensor_desc);
    graphStatus UpdateDynamicInputDesc(const char_t* name, uint32_t index,
                                       const TensorDesc& tensor_desc);
    graphStatus UpdateDynamicOutputDesc(const std::string& name, uint32_t index,
                                        const TensorDesc& tensor_desc);
    graphStatus UpdateDynamicOutputDesc(const char_t* name, uint32_t index,
                                        const TensorDesc& tensor_desc);
    /// Adds `num` instances to a dynamic port, after all ports or, without `is_push_back`, before
    /// them. The form with an index puts them after the port at `index` - 1.
    void DynamicInputRegister(const char_t* name, const uint32_t num);
    void DynamicInputRegister(const char_t* name, const uint32_t num, bool is_push_back);
    void DynamicInputRegister(const char_t* name, const uint32_t num, const char_t* datatype_symbol,
                              bool is_push_back = true);
    void DynamicInputRegisterByIndex(const char_t* name, const uint32_t num, size_t index);
    void DynamicOutputRegister(const char_t* name, const uint32_t num);
    void DynamicOutputRegister(const char_t* name, const uint32_t num, bool is_push_back);
    void DynamicOutputRegister(const char_t* name, const uint32_t num,
                               const char_t* datatype_symbol, bool is_push_back = true);
    graphStatus GetInputConstData(const std::string& dst_name, Tensor& data) const;
    graphStatus GetInputConstData(const char_t* dst_name, Tensor& data) const;

    /// Connects an input to an output of another operator by name or index.
    Operator& SetInput(const std::string& dst_name, const Operator& src_oprt);
    Operator& SetInput(const char_t* dst_name, const Operator& src_oprt);
    Operator& SetInput(const char_t* dst_name, const Operator& src_oprt, const char_t* name);
    Operator& SetInput(const char_t* dst_name, const Operator& src_oprt, uint32_t index);
    Operator& SetInput(const std::string& dst_name, const Operator& src_oprt,
                       const std::string& name);
    Operator& SetInput(const std::string& dst_name, const Operator& src_oprt, uint32_t index);
    Operator& SetInput(uint32_t dst_index, const Operator& src_oprt, uint32_t src_index);
    /// Of a dynamic input: instance `dst_index`.
    Operator& SetInput(const char_t* dst_name, uint32_t dst_index, const Operator& src_oprt);
    Operator& SetInput(const char_t* dst_name, uint32_t dst_index, const Operator& src_oprt,
                       const char_t* name);
    /// `src_oprt` is to run before.
    Operator& AddControlInput(const Operator& src_oprt);
    /// Takes the operator out of all connections.
    void BreakConnect() const;

    /// Calls what INFER_FUNC_REG registered for the type; GRAPH_PARAM_INVALID if nothing did.
    graphStatus InferShapeAndType();
    void SetInferenceContext(const InferenceContextPtr& inference_context);
    InferenceContextPtr GetInferenceContext() const;
    /// Whether required attributes are set (unless switched off), and what VERIFY_FUNC_REG
    /// registered for the type agrees.
    graphStatus VerifyAllAttr(bool disable_common_verifier = false);

    /// Attributes that are set, with their types as VT_INT, VT_LIST_STRING, ...
    const std::map<std::string, std::string> GetAllAttrNamesAndTypes() const;
    graphStatus GetAllAttrNamesAndTypes(std::map<AscendString, AscendString>& names_types) const;
    /// Likewise, those of the prototype only; required ones without a value have their type, too.
    graphStatus GetAllIrAttrNamesAndTypes(std::map<AscendString, AscendString>& names_types) const;

    /// The graphs that belong to an operator (branches, bodies of loops); a graph is made by its
    /// builder, once.
    size_t GetSubgraphNamesCount() const;
    std::vector<std::string> GetSubgraphNames() const;
    graphStatus GetSubgraphNames(std::vector<AscendString>& names) const;
    SubgraphBuilder GetSubgraphBuilder(const std::string& name) const;
    SubgraphBuilder GetSubgraphBuilder(const char_t* name) const;
    Graph GetSubgraph(const std::string& name) const;
    Graph GetSubgraph(const char_t* name) const;
    SubgraphBuilder GetDynamicSubgraphBuilder(const std::string& name, uint32_t index) const;
    SubgraphBuilder GetDynamicSubgraphBuilder(const char_t* name, uint32_t index) const;
    Graph GetDynamicSubgraph(const std::string& name, uint32_t index) const;
    Graph GetDynamicSubgraph(const char_t* name, uint32_t index) const;

    /// Attributes of a port, by its index or name, of the types of SetAttr. Of a port that does not
    /// exist they cannot be set or read.
    template <typename Port, typename T>
    Operator& SetInputAttr(const Port port, const char_t* name, const T& attr_value) {
        PortAttrs(true, port).SetAttr(name, attr_value);
        return *this;
    }
    template <typename Port, typename T>
    graphStatus GetInputAttr(const Port port, const char_t* name, T& attr_value) const {
        return PortAttrs(true, port).GetAttr(name, attr_value);
    }
    template <typename Port, typename T>
    Operator& SetOutputAttr(const Port port, const char_t* name, const T& attr_value) {
        PortAttrs(false, port).SetAttr(name, attr_value);
        return *this;
    }
    template <typename Port, typename T>
    graphStatus GetOutputAttr(const Port port, const char_t* name, T& attr_value) const {
        return PortAttrs(false, port).GetAttr(name, attr_value);
    }

    /// Sets an attribute; the types are int64_t, int32_t, uint32_t, float, bool, text, DataType,
    /// Tensor and lists of them, list of list of int64_t, bytes, and AttrValue.
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
    Operator& SetAttr(const char_t* name, std::initializer_list<int64_t>&& attr_value);
    Operator& SetAttr(const char_t* name, AttrValue&& attr_value);
    Operator& SetAttr(const std::string& name, std::initializer_list<int64_t>&& attr_value);
    Operator& SetAttr(const std::string& name, AttrValue&& attr_value);
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
    graphStatus GetAttr(const char_t* name, AttrValue& attr_value) const;
    template <typename T>
    graphStatus GetAttr(const std::string& name, T& attr_value) const {
        return GetAttr(name.c_str(), attr_value);
    }

protected:
    // What the macros of operator_reg.h call.
    void InputRegister(const char_t* name, const char_t* datatype_symbol = nullptr);
    void OptionalInputRegister(const char_t* name, const char_t* datatype_symbol = nullptr);
    void OutputRegister(const char_t* name, const char_t* datatype_symbol = nullptr);
    void DataTypeRegister(const char_t* datatype_symbol, const TensorType& type_range);
    void DataTypeRegister(const char_t* datatype_symbol, const ListTensorType& list_type_range);
    void DataTypeRegister(const char_t* datatype_symbol, const Promote& promote_rule);
    void RequiredAttrRegister(const char_t* name, const char_t* type);
    void SubgraphRegister(const char_t* ir_name, bool dynamic);
    void SubgraphCountRegister(const char_t* ir_name, uint32_t count);
    void SetSubgraphBuilder(const char_t* ir_name, uint32_t index, const SubgraphBuilder& builder);
    template <typename T>
    void AttrRegister(const char_t* name, const T& attr_value) {
        SetAttr(name, attr_value);
        NoteIrAttr(name);
    }

private:
    friend class OperatorImpl;

    explicit Operator(OperatorImplPtr impl);
    void NoteIrAttr(const char_t* name);
    Operator PortAttrs(bool is_input, int32_t index) const;
    Operator PortAttrs(bool is_input, const char_t* name) const;
    const OperatorAttr* FindAttr(const char_t* name) const;
    Operator& StoreAttr(const char_t* name, OperatorAttr attr);

    std::shared_ptr<OperatorImpl> impl_;
};
}  // namespace ge

#endif  // INC_EXTERNAL_GRAPH_OPERATOR_H_
