// Makes operators by type name.
#ifndef INC_EXTERNAL_GRAPH_OPERATOR_FACTORY_H_
#define INC_EXTERNAL_GRAPH_OPERATOR_FACTORY_H_

#include <functional>
#include <string>
#include <vector>

#include "graph/operator.h"

namespace ge {
using OpCreator = std::function<Operator(const std::string&)>;
using OpCreatorV2 = std::function<Operator(const AscendString&)>;

class GE_FUNC_HOST_VISIBILITY OperatorFactory {
public:
    /// An empty operator for a type that is not registered.
    static Operator CreateOperator(const std::string& operator_name,
                                   const std::string& operator_type);
    static Operator CreateOperator(const char_t* operator_name, const char_t* operator_type);
    static graphStatus GetOpsTypeList(std::vector<std::string>& all_ops);
    static graphStatus GetOpsTypeList(std::vector<AscendString>& all_ops);
    static bool IsExistOp(const std::string& operator_type);
    static bool IsExistOp(const char_t* operator_type);
};

/// Registers a type for OperatorFactory; a later registration of one type replaces the earlier.
class GE_FUNC_HOST_VISIBILITY OperatorCreatorRegister {
public:
    OperatorCreatorRegister(const std::string& operator_type, const OpCreator& op_creator);
    OperatorCreatorRegister(const char_t* operator_type, const OpCreatorV2& op_creator);
};

using InferShapeFunc = std::function<graphStatus(Operator&)>;
using InferFormatFunc = std::function<graphStatus(Operator&)>;
using InferValueRangeFunc = std::function<graphStatus(Operator&)>;
using VerifyFunc = std::function<graphStatus(Operator&)>;

enum WHEN_CALL { INPUT_IS_DYNAMIC = 0, INPUT_HAS_VALUE_RANGE = 1 };

// Functions of a type, by the macros of operator_reg.h. The first that is registered stays. Shape
// inference and verifiers are called by InferShapeAndType and VerifyAllAttr of Operator; formats
// and ranges of values are for the graph engine, which this toolkit does not have.
class GE_FUNC_HOST_VISIBILITY InferShapeFuncRegister {
public:
    InferShapeFuncRegister(const std::string& operator_type, const InferShapeFunc& function);
    InferShapeFuncRegister(const char_t* operator_type, const InferShapeFunc& function);
};
class GE_FUNC_HOST_VISIBILITY InferFormatFuncRegister {
public:
    InferFormatFuncRegister(const std::string& operator_type, const InferFormatFunc& function);
    InferFormatFuncRegister(const char_t* operator_type, const InferFormatFunc& function);
};
class GE_FUNC_HOST_VISIBILITY InferValueRangeFuncRegister {
public:
    InferValueRangeFuncRegister(const char_t* operator_type, WHEN_CALL when_call,
                                const InferValueRangeFunc& function);
    explicit InferValueRangeFuncRegister(const char_t* operator_type);
};
class GE_FUNC_HOST_VISIBILITY VerifyFuncRegister {
public:
    VerifyFuncRegister(const std::string& operator_type, const VerifyFunc& function);
    VerifyFuncRegister(const char_t* operator_type, const VerifyFunc& function);
};
}  // namespace ge

#endif  // INC_EXTERNAL_GRAPH_OPERATOR_FACTORY_H_
