// Calls of the host functions in packages: those are the user's, and crash.
#pragma once

namespace gert {

/// While it lives, the calling thread runs a function of an operator's package. If that crashes,
/// lets an exception out, or takes longer than the user's limit (support::UserTimeLimit), a line on
/// standard error says so with the function, file and line, and the process ends: nobody knows what
/// state the function left. Handlers of signals that were there before come next.
class HostCall {
public:
    /// `what` and `op_type` for people; `function` lies in the package's library.
    HostCall(const char* what, const char* op_type, const void* function);
    ~HostCall();
    HostCall(const HostCall&) = delete;
    HostCall& operator=(const HostCall&) = delete;

    template <typename Result, typename Context>
    static Result Run(const char* what, const char* op_type, Result (*function)(Context*),
                      Context* context) {
        const HostCall call(what, op_type, reinterpret_cast<const void*>(function));
        return function(context);
    }

    const char* what() const { return what_; }
    const char* op_type() const { return op_type_; }
    const void* function() const { return function_; }

private:
    void StartClock();

    const char* const what_;
    const char* const op_type_;
    const void* const function_;
    HostCall* const outer_;
    void* timer_ = nullptr;
    bool has_timer_ = false;
    bool has_stack_ = false;
};

}  // namespace gert
