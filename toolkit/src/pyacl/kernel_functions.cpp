// acl.rt: kernel binaries, argument lists, launches.
#include "pyacl/table.h"

namespace pyacl {
namespace {

constexpr uint32_t kMostNameLength = 1024;

/// A list of dicts, each an element of the C array.
template <typename Item>
struct Dicts {
    std::vector<Item> items;
};

bool ReadItem(PyObject* dict, aclrtBinaryLoadOption* option) {
    return FromKey(dict, "type", &option->type) && FromKey(dict, "value", &option->value.magic);
}

bool ReadItem(PyObject* dict, aclrtLaunchKernelAttr* attribute) {
    return FromKey(dict, "id", &attribute->id) &&
           FromKey(dict, "value", &attribute->value.blockDimOffset);
}

bool ReadItem(PyObject* dict, aclrtPlaceHolderInfo* info) {
    return FromKey(dict, "addrOffset", &info->addrOffset) &&
           FromKey(dict, "dataOffset", &info->dataOffset);
}

using LoadOptions = Dicts<aclrtBinaryLoadOption>;
using LaunchAttributes = Dicts<aclrtLaunchKernelAttr>;
using PlaceHolders = Dicts<aclrtPlaceHolderInfo>;

aclError LoadFromFile(const char* path, LoadOptions& list, aclrtBinHandle* binary) {
    aclrtBinaryLoadOptions options{list.items.data(), list.items.size()};
    return aclrtBinaryLoadFromFile(path, list.items.empty() ? nullptr : &options, binary);
}

aclError LoadFromData(const void* data, size_t length, LoadOptions& list, aclrtBinHandle* binary) {
    aclrtBinaryLoadOptions options{list.items.data(), list.items.size()};
    return aclrtBinaryLoadFromData(data, length, list.items.empty() ? nullptr : &options, binary);
}

aclError LaunchWithConfig(aclrtFuncHandle function, uint32_t blocks, aclrtStream stream,
                          LaunchAttributes& list, aclrtArgsHandle arguments, void* reserve) {
    aclrtLaunchKernelCfg config{list.items.data(), list.items.size()};
    return aclrtLaunchKernelWithConfig(function, blocks, stream,
                                       list.items.empty() ? nullptr : &config, arguments, reserve);
}

aclError LaunchWithHostArgs(aclrtFuncHandle function, uint32_t blocks, aclrtStream stream,
                            LaunchAttributes& list, void* arguments, size_t size,
                            PlaceHolders& place_holders, size_t count) {
    if (count > place_holders.items.size()) {
        return ACL_ERROR_INVALID_PARAM;
    }
    aclrtLaunchKernelCfg config{list.items.data(), list.items.size()};
    return aclrtLaunchKernelWithHostArgs(function, blocks, stream,
                                         list.items.empty() ? nullptr : &config, arguments, size,
                                         place_holders.items.data(), count);
}

PyObject* FunctionName(aclrtFuncHandle function, uint32_t max_length) {
    if (max_length >= kMostNameLength) {
        return PyErr_Format(PyExc_ValueError, "max_len must be less than 1024");
    }
    std::string name(max_length + 1, '\0');
    const aclError ret = aclrtGetFunctionName(function, max_length, name.data());
    return Pair(Ref(To(name)), ret);
}

}  // namespace

template <typename Item>
struct Converter<Dicts<Item>> {
    static constexpr const char* kExpected = "list of dict";

    static bool From(PyObject* object, Dicts<Item>* dicts) {
        if (!Is(object, Py_TPFLAGS_LIST_SUBCLASS)) {
            PyErr_Format(PyExc_ValueError, "a list of dict is needed; [] for none");
            return false;
        }
        const Py_ssize_t count = PyList_Size(object);
        dicts->items.resize(static_cast<size_t>(count));
        for (Py_ssize_t i = 0; i < count; ++i) {
            PyObject* const dict = PyList_GetItem(object, i);
            if (!Is(dict, Py_TPFLAGS_DICT_SUBCLASS) ||
                !ReadItem(dict, &dicts->items[static_cast<size_t>(i)])) {
                return false;
            }
        }
        return true;
    }
};

PyMethodDef* KernelFunctions() {
    static PyMethodDef rows[] = {
        CALL(create_binary, "(data, length, /)", "binary", aclrtCreateBinary),
        CALL(destroy_binary, "(binary, /)", "ret", aclrtDestroyBinary),
        CALL(binary_load, "(binary, /)", "(bin_handle, ret)", aclrtBinaryLoad, 1),
        CALL(binary_load_from_file, "(path, options, /)", "(bin_handle, ret)", LoadFromFile, 2),
        CALL(binary_load_from_data, "(data, length, options, /)", "(bin_handle, ret)", LoadFromData,
             3),
        CALL(binary_unload, "(bin_handle, /)", "ret", aclrtBinaryUnLoad),
        CALL(binary_get_function, "(bin_handle, name, /)", "(function, ret)",
             aclrtBinaryGetFunction, 2),
        CALL(get_function_name, "(function, max_len, /)", "(name, ret)", FunctionName),
        CALL(get_function_addr, "(function, /)", "(aic, aiv, ret)", aclrtGetFunctionAddr, 1, 2),
        CALL(kernel_args_init, "(function, /)", "(args, ret)", aclrtKernelArgsInit, 1),
        CALL(kernel_args_get_handle_mem_size, "(function, /)", "(size, ret)",
             aclrtKernelArgsGetHandleMemSize, 1),
        CALL(kernel_args_get_mem_size, "(function, user_args_size, /)", "(size, ret)",
             aclrtKernelArgsGetMemSize, 2),
        CALL(kernel_args_init_by_user_mem, "(function, args, user_host_mem, actual_args_size, /)",
             "ret", aclrtKernelArgsInitByUserMem),
        CALL(kernel_args_append, "(args, param, size, /)", "(param_handle, ret)",
             aclrtKernelArgsAppend, 3),
        CALL(kernel_args_append_place_holder, "(args, /)", "(param_handle, ret)",
             aclrtKernelArgsAppendPlaceHolder, 1),
        CALL(kernel_args_get_place_holder_buffer, "(args, param_handle, size, /)", "(buffer, ret)",
             aclrtKernelArgsGetPlaceHolderBuffer, 3),
        CALL(kernel_args_para_update, "(args, param_handle, param, size, /)", "ret",
             aclrtKernelArgsParaUpdate),
        CALL(kernel_args_finalize, "(args, /)", "ret", aclrtKernelArgsFinalize),
        CALL(launch_kernel, "(function, num_blocks, args_data, args_size, stream, /)", "ret",
             aclrtLaunchKernel),
        CALL(launch_kernel_with_config, "(function, num_blocks, stream, cfg, args, reserve, /)",
             "ret", LaunchWithConfig),
        CALL(launch_kernel_with_host_args,
             "(function, num_blocks, stream, cfg, host_args, args_size, place_holders, num, /)",
             "ret", LaunchWithHostArgs),
        {},
    };
    return rows;
}

}  // namespace pyacl
