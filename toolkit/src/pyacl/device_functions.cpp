// acl.rt: devices and contexts.
#include "pyacl/table.h"

namespace pyacl {

PyMethodDef* DeviceFunctions() {
    static PyMethodDef rows[] = {
        CALL(set_device, "(device_id, /)", "ret", aclrtSetDevice),
        WAIT(reset_device, "(device_id, /)", "ret", aclrtResetDevice),
        WAIT(reset_device_force, "(device_id, /)", "ret", aclrtResetDeviceForce),
        CALL(get_device, "()", "(device_id, ret)", aclrtGetDevice, 0),
        CALL(get_device_count, "()", "(count, ret)", aclrtGetDeviceCount, 0),
        CALL(get_run_mode, "()", "(run_mode, ret)", aclrtGetRunMode, 0),
        CALL(get_device_info, "(device_id, attr, /)", "(value, ret)", aclrtGetDeviceInfo, 2),
        CALL(query_device_status, "(device_id, /)", "(status, ret)", aclrtQueryDeviceStatus, 1),
        CALL(set_ts_device, "(ts_id, /)", "ret", aclrtSetTsDevice),
        CALL(set_device_sat_mode, "(mode, /)", "ret", aclrtSetDeviceSatMode),
        CALL(get_device_sat_mode, "()", "(mode, ret)", aclrtGetDeviceSatMode, 0),
        WAIT(synchronize_device, "()", "ret", aclrtSynchronizeDevice),
        WAIT(synchronize_device_with_timeout, "(timeout, /)", "ret",
             aclrtSynchronizeDeviceWithTimeout),
        WAIT(device_task_abort, "(device_id, timeout, /)", "ret", aclrtDeviceTaskAbort),
        CALL(device_can_access_peer, "(device_id, peer_device_id, /)", "(can_access, ret)",
             aclrtDeviceCanAccessPeer, 0),
        CALL(device_enable_peer_access, "(peer_device_id, flags, /)", "ret",
             aclrtDeviceEnablePeerAccess),
        CALL(device_disable_peer_access, "(peer_device_id, /)", "ret",
             aclrtDeviceDisablePeerAccess),
        CALL(peek_at_last_error, "(level, /)", "error", aclrtPeekAtLastError),
        CALL(get_last_error, "(level, /)", "error", aclrtGetLastError),
        CALL(create_context, "(device_id, /)", "(context, ret)", aclrtCreateContext, 0),
        WAIT(destroy_context, "(context, /)", "ret", aclrtDestroyContext),
        CALL(set_context, "(context, /)", "ret", aclrtSetCurrentContext),
        CALL(get_context, "()", "(context, ret)", aclrtGetCurrentContext, 0),
        CALL(ctx_get_current_default_stream, "()", "(stream, ret)", aclrtCtxGetCurrentDefaultStream,
             0),
        CALL(get_primary_ctx_state, "(device_id, /)", "(active, flags, ret)",
             aclrtGetPrimaryCtxState, 2, 1),
        CALL(ctx_set_sys_param_opt, "(opt, value, /)", "ret", aclrtCtxSetSysParamOpt),
        CALL(ctx_get_sys_param_opt, "(opt, /)", "(value, ret)", aclrtCtxGetSysParamOpt, 1),
        CALL(set_sys_param_opt, "(opt, value, /)", "ret", aclrtSetSysParamOpt),
        CALL(get_sys_param_opt, "(opt, /)", "(value, ret)", aclrtGetSysParamOpt, 1),
        {},
    };
    return rows;
}

}  // namespace pyacl
