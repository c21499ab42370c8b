// acl.rt: memory.
#include "pyacl/table.h"

namespace pyacl {
namespace {

/// {"attrs": [{"attr": int, "value": {"moduleId": int}}], "numAttrs": int}; {} stands for NULL.
struct MallocConfig {
    std::vector<aclrtMallocAttribute> attributes;
    bool has_config = false;
};

template <typename Function, typename... Arguments>
aclError WithConfig(Function function, MallocConfig config, Arguments... arguments) {
    aclrtMallocConfig plain{config.attributes.data(), config.attributes.size()};
    return function(arguments..., config.has_config ? &plain : nullptr);
}

aclError MallocWithCfg(void** pointer, size_t size, aclrtMemMallocPolicy policy,
                       const MallocConfig& config) {
    return WithConfig(aclrtMallocWithCfg, config, pointer, size, policy);
}

aclError MallocForTaskScheduler(void** pointer, size_t size, aclrtMemMallocPolicy policy,
                                const MallocConfig& config) {
    return WithConfig(aclrtMallocForTaskScheduler, config, pointer, size, policy);
}

aclError MallocHostWithCfg(void** pointer, uint64_t size, const MallocConfig& config) {
    return WithConfig(aclrtMallocHostWithCfg, config, pointer, size);
}

bool ReadValue(PyObject* dict, aclrtMallocAttrValue* value) {
    if (dict == nullptr || !Is(dict, Py_TPFLAGS_DICT_SUBCLASS)) {
        PyErr_SetString(PyExc_TypeError, "the aclrtMallocAttrValue argument is not dict");
        return false;
    }
    if (PyDict_GetItemString(dict, "moduleId") != nullptr) {
        return FromKey(dict, "moduleId", &value->moduleId);
    }
    if (PyDict_GetItemString(dict, "deviceId") != nullptr) {
        return FromKey(dict, "deviceId", &value->deviceId);
    }
    if (PyDict_GetItemString(dict, "rsv") != nullptr) {
        return true;
    }
    PyErr_SetString(PyExc_KeyError, "No valid key found in aclrtMallocAttrValue");
    return false;
}

bool ReadAttribute(PyObject* dict, aclrtMallocAttribute* attribute) {
    if (!Is(dict, Py_TPFLAGS_DICT_SUBCLASS)) {
        PyErr_SetString(PyExc_TypeError, "the aclrtMallocAttribute argument is not dict");
        return false;
    }
    return FromKey(dict, "attr", &attribute->attr) &&
           ReadValue(PyDict_GetItemString(dict, "value"), &attribute->value);
}

PyObject* SetMemcpyDesc(void* desc, aclrtMemcpyKind kind, void* src, void* dst, size_t count,
                        void* config) {
    const aclError ret = aclrtSetMemcpyDesc(desc, kind, src, dst, count, config);
    return Pair(Ref(To(desc)), ret);
}

PyObject* PointerAttributes(const void* pointer) {
    aclrtPtrAttributes attributes{};
    const aclError ret = aclrtPointerGetAttributes(pointer, &attributes);
    Ref location(PyDict_New());
    Ref dict(PyDict_New());
    List<uint32_t> reserved{{std::begin(attributes.rsv), std::end(attributes.rsv)}};
    if (!location || !dict || !Put(location, "id", attributes.location.id) ||
        !Put(location, "type", attributes.location.type) || !Put(dict, "location", location) ||
        !Put(dict, "page_size", attributes.pageSize) || !Put(dict, "rsv", reserved)) {
        return nullptr;
    }
    return Pair(std::move(dict), ret);
}

}  // namespace

template <>
struct Converter<MallocConfig> {
    static constexpr const char* kExpected = "dict";

    static bool From(PyObject* object, MallocConfig* config) {
        if (!Is(object, Py_TPFLAGS_DICT_SUBCLASS)) {
            return false;
        }
        config->has_config = PyDict_Size(object) > 0;
        if (!config->has_config) {
            return true;
        }
        PyObject* const list = PyDict_GetItemString(object, "attrs");
        if (list == nullptr || !Is(list, Py_TPFLAGS_LIST_SUBCLASS)) {
            PyErr_SetString(PyExc_TypeError, "the value of \"attrs\" is not list");
            return false;
        }
        uint32_t count = 0;
        if (!FromKey(object, "numAttrs", &count)) {
            return false;
        }
        if (count != static_cast<uint32_t>(PyList_Size(list))) {
            PyErr_SetString(PyExc_KeyError,
                            "The numAttrs inputed does not match the expected numAttrs");
            return false;
        }
        config->attributes.resize(count);
        for (uint32_t i = 0; i < count; ++i) {
            if (!ReadAttribute(PyList_GetItem(list, i), &config->attributes[i])) {
                return false;
            }
        }
        return true;
    }
};

PyMethodDef* MemoryFunctions() {
    static PyMethodDef rows[] = {
        CALL(malloc, "(size, policy, /)", "(ptr, ret)", aclrtMalloc, 0),
        CALL(malloc_align32, "(size, policy, /)", "(ptr, ret)", aclrtMallocAlign32, 0),
        CALL(malloc_cached, "(size, policy, /)", "(ptr, ret)", aclrtMallocCached, 0),
        CALL(malloc_with_cfg, "(size, policy, cfg, /)", "(ptr, ret)", MallocWithCfg, 0),
        CALL(malloc_for_task_scheduler, "(size, policy, cfg, /)", "(ptr, ret)",
             MallocForTaskScheduler, 0),
        CALL(malloc_host, "(size, /)", "(ptr, ret)", aclrtMallocHost, 0),
        CALL(malloc_host_with_cfg, "(size, cfg, /)", "(ptr, ret)", MallocHostWithCfg, 0),
        CALL(free, "(ptr, /)", "ret", aclrtFree),
        CALL(free_host, "(ptr, /)", "ret", aclrtFreeHost),
        CALL(memset, "(ptr, max_count, value, count, /)", "ret", aclrtMemset),
        CALL(memset_async, "(ptr, max_count, value, count, stream, /)", "ret", aclrtMemsetAsync),
        CALL(memcpy, "(dst, dest_max, src, count, kind, /)", "ret", aclrtMemcpy),
        CALL(memcpy_async, "(dst, dest_max, src, count, kind, stream, /)", "ret", aclrtMemcpyAsync),
        CALL(memcpy_async_with_condition, "(dst, dest_max, src, count, kind, stream, /)", "ret",
             aclrtMemcpyAsyncWithCondition),
        CALL(memcpy2d, "(dst, dpitch, src, spitch, width, height, kind, /)", "ret", aclrtMemcpy2d),
        CALL(memcpy2d_async, "(dst, dpitch, src, spitch, width, height, kind, stream, /)", "ret",
             aclrtMemcpy2dAsync),
        CALL(get_memcpy_desc_size, "(kind, /)", "(size, ret)", aclrtGetMemcpyDescSize, 1),
        CALL(set_memcpy_desc, "(desc, kind, src, dst, count, config, /)", "(desc, ret)",
             SetMemcpyDesc),
        CALL(memcpy_async_with_desc, "(desc, kind, stream, /)", "ret", aclrtMemcpyAsyncWithDesc),
        CALL(reduce_async, "(dst, src, count, kind, data_type, stream, reserve, /)", "ret",
             aclrtReduceAsync),
        CALL(value_write, "(ptr, value, flag, stream, /)", "ret", aclrtValueWrite),
        CALL(value_wait, "(ptr, value, flag, stream, /)", "ret", aclrtValueWait),
        CALL(cmo_async, "(src, size, type, stream, /)", "ret", aclrtCmoAsync),
        CALL(mem_flush, "(ptr, size, /)", "ret", aclrtMemFlush),
        CALL(mem_invalidate, "(ptr, size, /)", "ret", aclrtMemInvalidate),
        CALL(get_mem_info, "(attr, /)", "(free, total, ret)", aclrtGetMemInfo, 1, 2),
        CALL(pointer_get_attributes, "(ptr, /)", "(attributes, ret)", PointerAttributes),
        CALL(host_register, "(ptr, size, type, /)", "(device_ptr, ret)", aclrtHostRegister, 3),
        CALL(host_register_v2, "(ptr, size, flag, /)", "ret", aclrtHostRegisterV2),
        CALL(host_get_device_pointer, "(ptr, flag, /)", "(device_ptr, ret)",
             aclrtHostGetDevicePointer, 1),
        CALL(host_unregister, "(ptr, /)", "ret", aclrtHostUnregister),
        {},
    };
    return rows;
}

}  // namespace pyacl
