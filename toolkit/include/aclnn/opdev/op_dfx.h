// Frames of hand-written interfaces: L2_DFX_PHASE_1, L2_DFX_PHASE_2 and L0_DFX begin a function.
#ifndef OP_DFX_H__
#define OP_DFX_H__

#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "format_utils.h"
#include "graph/ascend_string.h"
#include "op_arg_def.h"
#include "op_log.h"

namespace op {

ACL_FUNC_VISIBILITY ge::AscendString ToString(const std::string& str);

/// Number of an operator type; the same for the same name.
ACL_FUNC_VISIBILITY uint32_t GenOpTypeId(const char* opName);

constexpr bool ValidDfxName(const char* a, const char* b) {
    return std::string_view(a) == b;
}

ACL_FUNC_VISIBILITY aclnnStatus CheckPhase1Params(aclOpExecutor** executor,
                                                  uint64_t* workspaceSize);

namespace internal {

/// Tensors among an interface's parameters, lists one by one.
inline void AppendTensors(std::vector<const aclTensor*>* tensors, const aclTensor* tensor) {
    tensors->push_back(tensor);
}
inline void AppendTensors(std::vector<const aclTensor*>* tensors, const aclTensorList* list) {
    for (uint64_t i = 0; list != nullptr && i < list->Size(); ++i) {
        tensors->push_back((*list)[i]);
    }
}
template <typename T>
typename std::enable_if<!std::is_convertible<T, const aclTensor*>::value &&
                        !std::is_convertible<T, const aclTensorList*>::value>::type
AppendTensors(std::vector<const aclTensor*>*, const T&) {}

template <typename... Args>
std::vector<const aclTensor*> TensorsOf(const std::tuple<Args...>& parameters) {
    std::vector<const aclTensor*> tensors;
    std::apply([&](const auto&... each) { (AppendTensors(&tensors, each), ...); }, parameters);
    return tensors;
}

/// The function that the thread is in, for logs and errors; executors made inside know its tensors.
class ACL_FUNC_VISIBILITY CallFrame {
public:
    explicit CallFrame(const char* name);
    CallFrame(const char* name, std::vector<const aclTensor*> inputs,
              std::vector<const aclTensor*> outputs);
    ~CallFrame();
    CallFrame(const CallFrame&) = delete;
    CallFrame& operator=(const CallFrame&) = delete;

    /// The thread's innermost frame; null outside.
    static const CallFrame* Current();
    const char* name() const { return name_; }
    const CallFrame* outer() const { return outer_; }
    const std::vector<const aclTensor*>& inputs() const { return inputs_; }
    const std::vector<const aclTensor*>& outputs() const { return outputs_; }

private:
    const char* const name_;
    const CallFrame* const outer_;
    std::vector<const aclTensor*> inputs_;
    std::vector<const aclTensor*> outputs_;
};

}  // namespace internal
}  // namespace op

#define OP_TYPE_REGISTER(kernelName)                                     \
    [[maybe_unused]] inline uint32_t kernelName##OpTypeId() {            \
        static const uint32_t registered = op::GenOpTypeId(#kernelName); \
        return registered;                                               \
    }

#define DFX_IN(...) std::make_tuple(__VA_ARGS__)
#define DFX_OUT(...) std::make_tuple(__VA_ARGS__)

// As in CANN all but this one end with a semicolon, which sources may then leave out.
#define L2_DFX_PHASE_1(APIName, IN, OUT)                                                     \
    static_assert(op::ValidDfxName(#APIName "GetWorkspaceSize", __func__),                   \
                  "L2_DFX_PHASE_1(" #APIName ") belongs into " #APIName "GetWorkspaceSize"); \
    if (op::CheckPhase1Params(executor, workspaceSize) != ACLNN_SUCCESS) {                   \
        return ACLNN_ERR_PARAM_NULLPTR;                                                      \
    }                                                                                        \
    const op::internal::CallFrame op_call_frame(#APIName, op::internal::TensorsOf(IN),       \
                                                op::internal::TensorsOf(OUT))

#define L2_DFX_PHASE_1_WITHOUT_CACHE(APIName, IN, OUT) L2_DFX_PHASE_1(APIName, IN, OUT);

#define L2_DFX_PHASE_2(APIName)                                           \
    static_assert(op::ValidDfxName(#APIName, __func__),                   \
                  "L2_DFX_PHASE_2(" #APIName ") belongs into " #APIName); \
    const op::internal::CallFrame op_call_frame(#APIName);

#define L0_DFX(profilingName, ...)                                                   \
    static_assert(op::ValidDfxName(#profilingName, __func__),                        \
                  "L0_DFX(" #profilingName ") belongs into " #profilingName);        \
    (void)std::forward_as_tuple(__VA_ARGS__); /* parameters may have no other use */ \
    const op::internal::CallFrame op_call_frame(#profilingName);

#endif  // OP_DFX_H__
