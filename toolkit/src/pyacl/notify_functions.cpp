// acl.rt: notifies, attributes of streams.
#include "pyacl/table.h"

namespace pyacl {
namespace {

/// Name and member of the value that a stream's attribute has; NULL for attributes without one.
const char* AttributeName(aclrtStreamAttr attribute) {
    switch (attribute) {
        case ACL_STREAM_ATTR_FAILURE_MODE:
            return "failureMode";
        case ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK:
            return "overflowSwitch";
        case ACL_STREAM_ATTR_USER_CUSTOM_TAG:
            return "userCustomTag";
        default:
            return nullptr;
    }
}

PyObject* SetStreamAttribute(aclrtStream stream, aclrtStreamAttr attribute, Any dict) {
    if (!Is(dict.value, Py_TPFLAGS_DICT_SUBCLASS)) {
        return PyErr_Format(PyExc_TypeError, "the aclrtStreamAttrValue argument is not dict");
    }
    const char* const name = AttributeName(attribute);
    aclrtStreamAttrValue value{};
    if (name != nullptr && !FromKey(dict.value, name, &value.overflowSwitch)) {
        return nullptr;
    }
    return To(aclrtSetStreamAttribute(stream, attribute, &value));
}

PyObject* GetStreamAttribute(aclrtStream stream, aclrtStreamAttr attribute) {
    aclrtStreamAttrValue value{};
    const aclError ret = aclrtGetStreamAttribute(stream, attribute, &value);
    const char* const name = AttributeName(attribute);
    Ref dict(PyDict_New());
    const List<uint32_t> reserved{{std::begin(value.reserve), std::end(value.reserve)}};
    const bool done = dict && (name != nullptr ? Put(dict, name, value.overflowSwitch)
                                               : Put(dict, "reserved", reserved));
    return done ? Pair(std::move(dict), ret) : nullptr;
}

aclError BatchReset(List<aclrtNotify> notifies) {
    return aclrtNotifyBatchReset(notifies.values.data(), notifies.values.size());
}

PyObject* ExportKey(aclrtNotify notify, size_t length, uint64_t flags) {
    if (length >= kMostKeyLength) {
        return PyErr_Format(PyExc_ValueError, "key len should be less than 1024");
    }
    std::string key(length + 1, '\0');
    const aclError ret = aclrtNotifyGetExportKey(notify, key.data(), length, flags);
    return Pair(Ref(To(key)), ret);
}

aclError SetImportPid(aclrtNotify notify, List<int32_t> pids) {
    return aclrtNotifySetImportPid(notify, pids.values.data(), pids.values.size());
}

}  // namespace

PyMethodDef* NotifyFunctions() {
    static PyMethodDef rows[] = {
        CALL(create_notify, "(flag, /)", "(notify, ret)", aclrtCreateNotify, 0),
        CALL(destroy_notify, "(notify, /)", "ret", aclrtDestroyNotify),
        CALL(record_notify, "(notify, stream, /)", "ret", aclrtRecordNotify),
        CALL(wait_and_reset_notify, "(notify, stream, timeout, /)", "ret", aclrtWaitAndResetNotify),
        CALL(get_notify_id, "(notify, /)", "(notify_id, ret)", aclrtGetNotifyId, 1),
        CALL(notify_batch_reset, "(notifies, /)", "ret", BatchReset),
        CALL(notify_get_export_key, "(notify, key_length, flags, /)", "(key, ret)", ExportKey),
        CALL(notify_set_import_pid, "(notify, pids, /)", "ret", SetImportPid),
        CALL(notify_import_by_key, "(key, flags, /)", "(notify, ret)", aclrtNotifyImportByKey, 0),
        CALL(set_stream_attribute, "(stream, type, value, /)", "ret", SetStreamAttribute),
        CALL(get_stream_attribute, "(stream, type, /)", "(value, ret)", GetStreamAttribute),
        CALL(get_stream_available_num, "()", "(count, ret)", aclrtGetStreamAvailableNum, 0),
        CALL(get_event_id, "(event, /)", "(event_id, ret)", aclrtGetEventId, 1),
        CALL(get_event_avail_num, "()", "(count, ret)", aclrtGetEventAvailNum, 0),
        {},
    };
    return rows;
}

}  // namespace pyacl
