// acl.rt: streams and events.
#include "pyacl/table.h"

namespace pyacl {

PyMethodDef* StreamFunctions() {
    static PyMethodDef rows[] = {
        CALL(create_stream, "()", "(stream, ret)", aclrtCreateStream, 0),
        CALL(create_stream_with_config, "(priority, flag, /)", "(stream, ret)",
             aclrtCreateStreamWithConfig, 0),
        WAIT(destroy_stream, "(stream, /)", "ret", aclrtDestroyStream),
        WAIT(destroy_stream_force, "(stream, /)", "ret", aclrtDestroyStreamForce),
        WAIT(stream_abort, "(stream, /)", "ret", aclrtStreamAbort),
        WAIT(synchronize_stream, "(stream, /)", "ret", aclrtSynchronizeStream),
        WAIT(synchronize_stream_with_timeout, "(stream, timeout, /)", "ret",
             aclrtSynchronizeStreamWithTimeout),
        CALL(stream_query, "(stream, /)", "(status, ret)", aclrtStreamQuery, 1),
        CALL(stream_get_id, "(stream, /)", "(stream_id, ret)", aclrtStreamGetId, 1),
        CALL(set_stream_failure_mode, "(stream, mode, /)", "ret", aclrtSetStreamFailureMode),
        CALL(get_thread_last_task_id, "()", "(task_id, ret)", aclrtGetThreadLastTaskId, 0),
        WAIT(stream_wait_event, "(stream, event, /)", "ret", aclrtStreamWaitEvent),
        {},
    };
    return rows;
}

PyMethodDef* EventFunctions() {
    static PyMethodDef rows[] = {
        CALL(create_event, "()", "(event, ret)", aclrtCreateEvent, 0),
        CALL(create_event_with_flag, "(flag, /)", "(event, ret)", aclrtCreateEventWithFlag, 0),
        CALL(create_event_ex_with_flag, "(flag, /)", "(event, ret)", aclrtCreateEventExWithFlag, 0),
        CALL(destroy_event, "(event, /)", "ret", aclrtDestroyEvent),
        CALL(record_event, "(event, stream, /)", "ret", aclrtRecordEvent),
        CALL(reset_event, "(event, stream, /)", "ret", aclrtResetEvent),
        CALL(query_event, "(event, /)", "(status, ret)", aclrtQueryEvent, 1),
        CALL(query_event_status, "(event, /)", "(status, ret)", aclrtQueryEventStatus, 1),
        CALL(query_event_wait_status, "(event, /)", "(status, ret)", aclrtQueryEventWaitStatus, 1),
        WAIT(synchronize_event, "(event, /)", "ret", aclrtSynchronizeEvent),
        WAIT(synchronize_event_with_timeout, "(event, timeout, /)", "ret",
             aclrtSynchronizeEventWithTimeout),
        CALL(event_elapsed_time, "(start_event, end_event, /)", "(ms, ret)", aclrtEventElapsedTime,
             0),
        CALL(event_get_timestamp, "(event, /)", "(timestamp, ret)", aclrtEventGetTimestamp, 1),
        {},
    };
    return rows;
}

}  // namespace pyacl
