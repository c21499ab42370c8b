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

/// Shape inference for the graph engine, which this toolkit does not have: accepted, never called.
class GE_FUNC_HOST_VISIBILITY InferShapeFuncRegister {
public:
    InferShapeFuncRegister(const std::string& operator_type, const InferShapeFunc& function);
};
}  // namespace ge

#endif  // INC_EXTERNAL_GRAPH_OPERATOR_FACTORY_H_
