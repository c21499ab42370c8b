// Frames, errors and operator types of hand-written interfaces.
#include <cstdarg>
#include <cstdio>
#include <mutex>
#include <unordered_map>

#include "aclnn/opdev/op_dfx.h"
#include "base/log_types.h"
#include "runtime/error.h"

namespace {

thread_local const op::internal::CallFrame* current_frame = nullptr;

/// Operator types by number, from 1 on.
struct OpTypes {
    std::mutex mutex;
    std::unordered_map<std::string, uint32_t> numbers;
    std::vector<std::string> names;

    static OpTypes& Get() {
        static OpTypes* const types = new OpTypes();
        return *types;
    }
};

std::string Formatted(const char* format, va_list arguments) {
    char text[MSG_LENGTH];
    std::vsnprintf(text, sizeof(text), format, arguments);
    return text;
}

}  // namespace

namespace op {

uint32_t GenOpTypeId(const char* opName) {
    OpTypes& types = OpTypes::Get();
    std::lock_guard<std::mutex> lock(types.mutex);
    const auto added = types.numbers.emplace(opName, static_cast<uint32_t>(types.names.size() + 1));
    if (added.second) {
        types.names.push_back(opName);
    }
    return added.first->second;
}

uint32_t OpTypeDict::ToOpType(const std::string& opName) {
    OpTypes& types = OpTypes::Get();
    std::lock_guard<std::mutex> lock(types.mutex);
    const auto entry = types.numbers.find(opName);
    return entry == types.numbers.end() ? INVALID_OP_TYPE_ID : entry->second;
}

const ge::AscendString OpTypeDict::ToString(uint32_t opType) {
    OpTypes& types = OpTypes::Get();
    std::lock_guard<std::mutex> lock(types.mutex);
    return opType == 0 || opType > types.names.size()
               ? ge::AscendString("")
               : ge::AscendString(types.names[opType - 1].c_str());
}

size_t OpTypeDict::GetAllOpTypeSize() {
    OpTypes& types = OpTypes::Get();
    std::lock_guard<std::mutex> lock(types.mutex);
    return types.names.size();
}

aclnnStatus CheckPhase1Params(aclOpExecutor** executor, uint64_t* workspaceSize) {
    if (executor != nullptr && workspaceSize != nullptr) {
        return ACLNN_SUCCESS;
    }
    return runtime::Fail(ACLNN_ERR_PARAM_NULLPTR, "workspaceSize or executor is NULL");
}

namespace internal {

void ReportError(int32_t code, const char* fmt, ...) {
    va_list arguments;
    va_start(arguments, fmt);
    std::string text = Formatted(fmt, arguments);
    va_end(arguments);
    const std::string name = GetLogApiInfo();
    runtime::FailText(code, name.empty() ? text : name + ": " + text);
}

std::string GetLogApiInfo() {
    std::string names;
    for (const CallFrame* frame = current_frame; frame != nullptr; frame = frame->outer()) {
        names = frame->name() + (names.empty() ? "" : "/" + names);
    }
    return names;
}

CallFrame::CallFrame(const char* name) : name_(name), outer_(current_frame) {
    current_frame = this;
}

CallFrame::CallFrame(const char* name, std::vector<const aclTensor*> inputs,
                     std::vector<const aclTensor*> outputs)
    : CallFrame(name) {
    inputs_ = std::move(inputs);
    outputs_ = std::move(outputs);
}

CallFrame::~CallFrame() {
    current_frame = outer_;
}

const CallFrame* CallFrame::Current() {
    return current_frame;
}

}  // namespace internal
}  // namespace op
