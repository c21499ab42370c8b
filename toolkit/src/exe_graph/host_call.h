// Calls of the host functions in packages: those are the user's, and crash.
#pragma once

#include <setjmp.h>

#include <string>

namespace gert {

/// While it lives, the calling thread runs a function of an operator's package. If that crashes,
/// lets an exception out, or takes longer than the user's limit (support::UserTimeLimit), a line on
/// standard error says so with the function, file and line, and the process ends: nobody knows what
/// state the function left. Handlers of signals that were there before come next. Only an integer
/// divided by zero, which hosts of NPUs (aarch64) do not even notice, leaves the function: it
/// fails, and `Failure` says why.
class HostCall {
public:
    /// `purpose` and `op_type` for people; `function` lies in the package's library.
    HostCall(const char* purpose, const char* op_type, const void* function);
    ~HostCall();
    HostCall(const HostCall&) = delete;
    HostCall& operator=(const HostCall&) = delete;

    template <typename Result, typename Context>
    static Result Run(const char* purpose, const char* op_type, Result (*function)(Context*),
                      Context* context) {
        HostCall call(purpose, op_type, reinterpret_cast<const void*>(function));
        constexpr Result kFailed = static_cast<Result>(-1);
        return sigsetjmp(call.landing_, 0) == 0 ? function(context) : kFailed;
    }
    /// Why the thread's last call failed, in one line; empty if the function itself said so.
    static const std::string& Failure();

    /// Leaves the function of the call, which failed by `failure`.
    [[noreturn]] void Leave(const char* failure);

    const char* purpose() const { return purpose_; }
    const char* op_type() const { return op_type_; }
    const void* function() const { return function_; }

private:
    void StartClock();

    const char* const purpose_;
    const char* const op_type_;
    const void* const function_;
    HostCall* const outer_;
    void* timer_ = nullptr;
    bool has_timer_ = false;
    bool has_stack_ = false;
    sigjmp_buf landing_;
};

}  // namespace gert
