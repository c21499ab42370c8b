// acl.rt: functions of Python that the runtime calls.
#include <memory>
#include <mutex>

#include "pyacl/table.h"

namespace pyacl {
namespace {

/// One call to come: a function and its argument.
struct PendingCall {
    Ref function;
    Ref argument;
};

/// Runs in aclrtProcessReport of the subscribed thread, which does not hold the lock.
void RunPendingCall(void* data) {
    if (Py_IsInitialized() == 0) {
        return;
    }
    const Locked locked;
    const std::unique_ptr<PendingCall> call(static_cast<PendingCall*>(data));
    const Ref result(
        PyObject_CallFunctionObjArgs(call->function.get(), call->argument.get(), nullptr));
    if (!result) {
        PyErr_WriteUnraisable(call->function.get());
    }
}

aclError LaunchCallback(Callable function, Any argument, aclrtCallbackBlockType block_type,
                        aclrtStream stream) {
    auto call = std::make_unique<PendingCall>(
        PendingCall{Ref::Share(function.value), Ref::Share(argument.value)});
    const aclError ret = aclrtLaunchCallback(RunPendingCall, call.get(), block_type, stream);
    if (ret == ACL_SUCCESS) {
        call.release();  // RunPendingCall frees it
    }
    return ret;
}

/// What acl.rt.set_exception_info_callback was given; protected by the interpreter's lock.
Ref& ExceptionCallback() {
    static Ref* const callback = new Ref();  // outlives the interpreter
    return *callback;
}

/// Runs on a thread of the runtime.
void ReportException(aclrtExceptionInfo* info) {
    if (Py_IsInitialized() == 0) {
        return;
    }
    const Locked locked;
    if (!ExceptionCallback()) {
        return;
    }
    const Ref function = Ref::Share(ExceptionCallback().get());
    const Ref argument(To(info));
    const Ref result(PyObject_CallFunctionObjArgs(function.get(), argument.get(), nullptr));
    if (!result) {
        PyErr_WriteUnraisable(function.get());
    }
}

PyObject* SetExceptionCallback(OptionalAny function) {
    const bool is_none = function.value == nullptr || IsNone(function.value);
    if (!is_none && PyCallable_Check(function.value) == 0) {
        return PyErr_Format(PyExc_TypeError,
                            "acl.rt.set_exception_info_callback args parse failed: argument 1 must "
                            "be callable or None");
    }
    ExceptionCallback() = is_none ? Ref() : Ref::Share(function.value);
    return To(aclrtSetExceptionInfoCallback(is_none ? nullptr : ReportException));
}

}  // namespace

PyMethodDef* CallbackFunctions() {
    static PyMethodDef rows[] = {
        CALL(subscribe_report, "(thread_id, stream, /)", "ret", aclrtSubscribeReport),
        CALL(unsubscribe_report, "(thread_id, stream, /)", "ret", aclrtUnSubscribeReport),
        WAIT(process_report, "(timeout, /)", "ret", aclrtProcessReport),
        CALL(launch_callback, "(function, user_data, block_type, stream, /)", "ret",
             LaunchCallback),
        CALL(set_exception_info_callback, "(function=None, /)", "ret", SetExceptionCallback),
        CALL(get_task_id_from_exception_info, "(info, /)", "task_id",
             aclrtGetTaskIdFromExceptionInfo),
        CALL(get_stream_id_from_exception_info, "(info, /)", "stream_id",
             aclrtGetStreamIdFromExceptionInfo),
        CALL(get_thread_id_from_exception_info, "(info, /)", "thread_id",
             aclrtGetThreadIdFromExceptionInfo),
        CALL(get_device_id_from_exception_info, "(info, /)", "device_id",
             aclrtGetDeviceIdFromExceptionInfo),
        CALL(get_error_code_from_exception_info, "(info, /)", "error_code",
             aclrtGetErrorCodeFromExceptionInfo),
        {},
    };
    return rows;
}

}  // namespace pyacl
