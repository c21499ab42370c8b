// acl.rt: addresses, and physical memory that is mapped to them; memory of other processes.
#include "pyacl/table.h"

namespace pyacl {
namespace {

aclError MallocPhysical(aclrtDrvMemHandle* handle, size_t size, const aclrtPhysicalMemProp& prop,
                        uint64_t flags) {
    return aclrtMallocPhysical(handle, size, &prop, flags);
}

aclError AllocationGranularity(aclrtPhysicalMemProp prop, aclrtMemGranularityOptions option,
                               size_t* granularity) {
    return aclrtMemGetAllocationGranularity(&prop, option, granularity);
}

aclError SetPidToShareableHandle(uint64_t handle, List<int32_t> pids) {
    return aclrtMemSetPidToShareableHandle(handle, pids.values.data(), pids.values.size());
}

PyObject* IpcExportKey(void* pointer, size_t size, size_t length, uint64_t flag) {
    if (length >= kMostKeyLength) {
        return PyErr_Format(PyExc_ValueError, "key len should be less than 1024");
    }
    std::string key(length + 1, '\0');
    const aclError ret = aclrtIpcMemGetExportKey(pointer, size, key.data(), length, flag);
    return Pair(Ref(To(key)), ret);
}

aclError IpcSetImportPid(const char* key, List<int32_t> pids) {
    return aclrtIpcMemSetImportPid(key, pids.values.data(), pids.values.size());
}

}  // namespace

template <>
struct Converter<aclrtPhysicalMemProp> {
    static constexpr const char* kExpected = "dict with a dict \"location\"";

    static bool From(PyObject* object, aclrtPhysicalMemProp* prop) {
        if (!Is(object, Py_TPFLAGS_DICT_SUBCLASS)) {
            return false;
        }
        PyObject* const location = PyDict_GetItemString(object, "location");
        uint32_t reserve = 0;
        if (location == nullptr || !Is(location, Py_TPFLAGS_DICT_SUBCLASS) ||
            !FromKey(object, "handleType", &prop->handleType) ||
            !FromKey(object, "allocationType", &prop->allocationType) ||
            !FromKey(object, "memAttr", &prop->memAttr) ||
            !FromKey(location, "id", &prop->location.id) ||
            !FromKey(location, "type", &prop->location.type) ||
            !FromKey(object, "reserve", &reserve)) {
            return false;
        }
        prop->reserve = reserve;
        return true;
    }
};

PyMethodDef* VirtualMemoryFunctions() {
    static PyMethodDef rows[] = {
        CALL(reserve_mem_address, "(size, alignment, expect_ptr, flags, /)", "(ptr, ret)",
             aclrtReserveMemAddress, 0),
        CALL(release_mem_address, "(ptr, /)", "ret", aclrtReleaseMemAddress),
        CALL(malloc_physical, "(size, prop, flags, /)", "(handle, ret)", MallocPhysical, 0),
        CALL(free_physical, "(handle, /)", "ret", aclrtFreePhysical),
        CALL(map_mem, "(ptr, size, offset, handle, flags, /)", "ret", aclrtMapMem),
        CALL(unmap_mem, "(ptr, /)", "ret", aclrtUnmapMem),
        CALL(mem_get_allocation_granularity, "(prop, option, /)", "(granularity, ret)",
             AllocationGranularity, 2),
        CALL(mem_export_to_shareable_handle, "(handle, handle_type, flags, /)",
             "(shareable_handle, ret)", aclrtMemExportToShareableHandle, 3),
        CALL(mem_set_pid_to_shareable_handle, "(shareable_handle, pids, /)", "ret",
             SetPidToShareableHandle),
        CALL(mem_import_from_shareable_handle, "(shareable_handle, device_id, /)", "(handle, ret)",
             aclrtMemImportFromShareableHandle, 2),
        CALL(device_get_bare_tgid, "()", "(pid, ret)", aclrtDeviceGetBareTgid, 0),
        CALL(ipc_mem_get_export_key, "(ptr, size, key_length, flags, /)", "(key, ret)",
             IpcExportKey),
        CALL(ipc_mem_set_import_pid, "(key, pids, /)", "ret", IpcSetImportPid),
        CALL(ipc_mem_import_by_key, "(key, flags, /)", "(ptr, ret)", aclrtIpcMemImportByKey, 0),
        CALL(ipc_mem_close, "(key, /)", "ret", aclrtIpcMemClose),
        {},
    };
    return rows;
}

}  // namespace pyacl
