// Passes of a user's over graphs of the graph engine. This toolkit has no graph engine: passes
// compile and are stored when they are registered (src/register/parser_registry.h), and none is
// run.
#ifndef INC_EXTERNAL_REGISTER_REGISTER_PASS_H_
#define INC_EXTERNAL_REGISTER_REGISTER_PASS_H_

#include <functional>
#include <memory>
#include <string>

#include "external/ge_common/ge_api_error_codes.h"
#include "graph/graph.h"
#include "register/register_types.h"

namespace ge {
class CustomPassContext;
class CustomPassContextImpl;
class PassRegistrationDataImpl;
class StreamPassContext;
class StreamPassContextImpl;
using ConstGraphPtr = std::shared_ptr<const Graph>;
using CustomPassFunc = std::function<Status(ge::GraphPtr&, CustomPassContext&)>;
using CustomAllocateStreamPassFunc =
    std::function<Status(const ConstGraphPtr&, StreamPassContext&)>;
constexpr int64_t INVALID_STREAM_ID = -1;

/// The last is for CustomAllocateStreamPassFn only.
enum class CustomPassStage : uint32_t {
    kBeforeInferShape = 0,
    kAfterInferShape = 1,
    kAfterAssignLogicStream = 2,
    kInvalid
};

/// A pass; copies share everything. One made without a name has no contents.
class FMK_FUNC_HOST_VISIBILITY PassRegistrationData {
public:
    PassRegistrationData() = default;
    PassRegistrationData(std::string pass_name);
    ~PassRegistrationData() = default;

    PassRegistrationData& CustomPassFn(const CustomPassFunc& custom_pass_fn);
    PassRegistrationData& Stage(const CustomPassStage stage);
    PassRegistrationData& CustomAllocateStreamPassFn(
        const CustomAllocateStreamPassFunc& allocate_stream_pass_fn);
    std::string GetPassName() const;
    CustomPassFunc GetCustomPassFn() const;
    /// kBeforeInferShape if not set.
    CustomPassStage GetStage() const;
    CustomAllocateStreamPassFunc GetCustomAllocateStreamPass() const;

private:
    std::shared_ptr<PassRegistrationDataImpl> impl_;
};

class FMK_FUNC_HOST_VISIBILITY PassReceiver {
public:
    PassReceiver(PassRegistrationData& reg_data);
    ~PassReceiver() = default;
};

class FMK_FUNC_HOST_VISIBILITY CustomPassContext {
public:
    CustomPassContext();
    virtual ~CustomPassContext();
    void SetErrorMessage(const AscendString& error_message);
    AscendString GetErrorMessage() const;

private:
    std::unique_ptr<CustomPassContextImpl> impl_;
};

class FMK_FUNC_HOST_VISIBILITY StreamPassContext : public CustomPassContext {
public:
    explicit StreamPassContext(int64_t current_max_stream_id);
    ~StreamPassContext() override;
    /// GRAPH_PARAM_INVALID for a stream that was not allocated.
    graphStatus SetStreamId(const GNode& node, int64_t stream_id);
    /// INVALID_STREAM_ID for a node without one.
    int64_t GetStreamId(const GNode& node) const;
    int64_t AllocateNextStreamId();
    int64_t GetCurrMaxStreamId() const;

private:
    std::unique_ptr<StreamPassContextImpl> impl_;
};
}  // namespace ge

#define REGISTER_CUSTOM_PASS(name) REGISTER_CUSTOM_PASS_UNIQ_HELPER(__COUNTER__, (name))
#define REGISTER_CUSTOM_PASS_UNIQ_HELPER(ctr, name) REGISTER_CUSTOM_PASS_UNIQ(ctr, (name))
#define REGISTER_CUSTOM_PASS_UNIQ(ctr, name)                               \
    static ::ge::PassReceiver register_pass##ctr __attribute__((unused)) = \
        ::ge::PassRegistrationData((name))

#endif  // INC_EXTERNAL_REGISTER_REGISTER_PASS_H_
