#include "graph/operator_factory.h"

#include <atomic>
#include <map>
#include <mutex>

#include "graph/operator_fallback.h"

namespace ge {
namespace {

std::mutex& Mutex() {
    static std::mutex* const mutex = new std::mutex;
    return *mutex;
}

std::map<std::string, OpCreatorV2>& Creators() {
    static auto* const creators = new std::map<std::string, OpCreatorV2>;
    return *creators;
}

std::atomic<bool>& TakesUnregistered() {
    static std::atomic<bool> takes{false};
    return takes;
}

}  // namespace

void TakeUnregisteredOperators() {
    TakesUnregistered() = true;
}

Operator OperatorFactory::CreateOperator(const std::string& operator_name,
                                         const std::string& operator_type) {
    OpCreatorV2 creator;
    {
        const std::lock_guard<std::mutex> lock(Mutex());
        const auto entry = Creators().find(operator_type);
        if (entry == Creators().end()) {
            return TakesUnregistered() ? Operator(operator_name, operator_type) : Operator();
        }
        creator = entry->second;
    }
    return creator(AscendString(operator_name.c_str()));
}

Operator OperatorFactory::CreateOperator(const char_t* operator_name, const char_t* operator_type) {
    if (operator_name == nullptr || operator_type == nullptr) {
        return Operator();
    }
    return CreateOperator(std::string(operator_name), std::string(operator_type));
}

graphStatus OperatorFactory::GetOpsTypeList(std::vector<std::string>& all_ops) {
    const std::lock_guard<std::mutex> lock(Mutex());
    all_ops.clear();
    for (const auto& entry : Creators()) {
        all_ops.push_back(entry.first);
    }
    return GRAPH_SUCCESS;
}

graphStatus OperatorFactory::GetOpsTypeList(std::vector<AscendString>& all_ops) {
    std::vector<std::string> names;
    const graphStatus status = GetOpsTypeList(names);
    all_ops.clear();
    for (const std::string& name : names) {
        all_ops.emplace_back(name.c_str());
    }
    return status;
}

bool OperatorFactory::IsExistOp(const std::string& operator_type) {
    const std::lock_guard<std::mutex> lock(Mutex());
    return Creators().count(operator_type) != 0 || (TakesUnregistered() && !operator_type.empty());
}

bool OperatorFactory::IsExistOp(const char_t* operator_type) {
    return operator_type != nullptr && IsExistOp(std::string(operator_type));
}

OperatorCreatorRegister::OperatorCreatorRegister(const std::string& operator_type,
                                                 const OpCreator& op_creator)
    : OperatorCreatorRegister(operator_type.c_str(), [op_creator](const AscendString& name) {
          return op_creator(std::string(name.GetString()));
      }) {}

OperatorCreatorRegister::OperatorCreatorRegister(const char_t* operator_type,
                                                 const OpCreatorV2& op_creator) {
    const std::lock_guard<std::mutex> lock(Mutex());
    Creators()[operator_type] = op_creator;
}

}  // namespace ge
