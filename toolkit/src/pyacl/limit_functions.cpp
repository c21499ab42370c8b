// acl.rt: limits of time and cores, overflow, identities of devices.
#include "pyacl/table.h"

namespace pyacl {
namespace {

PyObject* UtilizationRate(int32_t device) {
    aclrtUtilizationInfo info{};
    const aclError ret = aclrtGetDeviceUtilizationRate(device, &info);
    Ref dict(PyDict_New());
    const void* const extend = info.utilizationExtend;
    if (!dict || !Put(dict, "cube_utilization", info.cubeUtilization) ||
        !Put(dict, "vector_utilization", info.vectorUtilization) ||
        !Put(dict, "aicpu_utilization", info.aicpuUtilization) ||
        !Put(dict, "memory_utilization", info.memoryUtilization) ||
        !Put(dict, "utilization_extend", extend)) {
        return nullptr;
    }
    return Pair(std::move(dict), ret);
}

PyObject* DeviceUuid(int32_t device) {
    aclrtUuid uuid{};
    const aclError ret = aclrtDeviceGetUuid(device, &uuid);
    Ref dict(PyDict_New());
    const List<int> bytes{{std::begin(uuid.bytes), std::end(uuid.bytes)}};
    return dict && Put(dict, "bytes", bytes) ? Pair(std::move(dict), ret) : nullptr;
}

}  // namespace

PyMethodDef* LimitFunctions() {
    static PyMethodDef rows[] = {
        CALL(set_op_wait_timeout, "(seconds, /)", "ret", aclrtSetOpWaitTimeout),
        CALL(set_op_execute_time_out, "(seconds, /)", "ret", aclrtSetOpExecuteTimeOut),
        CALL(set_op_execute_timeout_v2, "(microseconds, /)", "(actual, ret)",
             aclrtSetOpExecuteTimeOutV2, 1),
        CALL(get_op_timeout_interval, "()", "(microseconds, ret)", aclrtGetOpTimeOutInterval, 0),
        CALL(get_op_execute_timeout, "()", "(ms, ret)", aclrtGetOpExecuteTimeout, 0),
        CALL(get_device_res_limit, "(device_id, type, /)", "(value, ret)", aclrtGetDeviceResLimit,
             2),
        CALL(set_device_res_limit, "(device_id, type, value, /)", "ret", aclrtSetDeviceResLimit),
        CALL(reset_device_res_limit, "(device_id, /)", "ret", aclrtResetDeviceResLimit),
        CALL(get_stream_res_limit, "(stream, type, /)", "(value, ret)", aclrtGetStreamResLimit, 2),
        CALL(set_stream_res_limit, "(stream, type, value, /)", "ret", aclrtSetStreamResLimit),
        CALL(reset_stream_res_limit, "(stream, /)", "ret", aclrtResetStreamResLimit),
        CALL(use_stream_res_in_current_thread, "(stream, /)", "ret",
             aclrtUseStreamResInCurrentThread),
        CALL(unuse_stream_res_in_current_thread, "(stream, /)", "ret",
             aclrtUnuseStreamResInCurrentThread),
        CALL(get_res_in_current_thread, "(type, /)", "(value, ret)", aclrtGetResInCurrentThread, 1),
        CALL(get_overflow_status, "(output, size, stream, /)", "ret", aclrtGetOverflowStatus),
        CALL(reset_overflow_status, "(stream, /)", "ret", aclrtResetOverflowStatus),
        CALL(set_stream_overflow_switch, "(stream, flag, /)", "ret", aclrtSetStreamOverflowSwitch),
        CALL(get_stream_overflow_switch, "(stream, /)", "(flag, ret)", aclrtGetStreamOverflowSwitch,
             1),
        CALL(get_device_capability, "(device_id, feature, /)", "(value, ret)",
             aclrtGetDeviceCapability, 2),
        CALL(get_device_utilization_rate, "(device_id, /)", "(dict, ret)", UtilizationRate),
        CALL(device_get_stream_priority_range, "()", "(least, greatest, ret)",
             aclrtDeviceGetStreamPriorityRange, 0, 1),
        CALL(device_get_uuid, "(device_id, /)", "(dict, ret)", DeviceUuid),
        CALL(device_peer_access_status, "(device_id, peer_device_id, /)", "(status, ret)",
             aclrtDevicePeerAccessStatus, 2),
        CALL(get_logic_dev_id_by_user_dev_id, "(user_id, /)", "(logic_id, ret)",
             aclrtGetLogicDevIdByUserDevId, 1),
        CALL(get_user_dev_id_by_logic_dev_id, "(logic_id, /)", "(user_id, ret)",
             aclrtGetUserDevIdByLogicDevId, 1),
        CALL(get_logic_dev_id_by_phy_dev_id, "(phy_id, /)", "(logic_id, ret)",
             aclrtGetLogicDevIdByPhyDevId, 1),
        CALL(get_phy_dev_id_by_logic_dev_id, "(logic_id, /)", "(phy_id, ret)",
             aclrtGetPhyDevIdByLogicDevId, 1),
        {},
    };
    return rows;
}

}  // namespace pyacl
