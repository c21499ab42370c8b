// acl: life cycle, versions, messages, numbers.
#include "pyacl/table.h"

namespace pyacl {
namespace {

aclError Init(OptionalText config) {
    return aclInit(config.value);
}

void AppLog(aclLogLevel level, const char* message) {
    ACL_APP_LOG(level, "%s", message);
}

PyObject* CannVersion(aclCANNPackageName name) {
    aclCANNPackageVersion version{};
    const aclError ret = aclsysGetCANNVersion(name, &version);
    Ref dict(PyDict_New());
    const std::pair<const char*, const char*> parts[] = {
        {"version", version.version},
        {"major_version", version.majorVersion},
        {"minor_version", version.minorVersion},
        {"release_version", version.releaseVersion},
        {"patch_version", version.patchVersion},
        {"reserved", version.reserved},
    };
    for (const auto& [key, text] : parts) {
        if (!dict || !Put(dict, key, text)) {
            return nullptr;
        }
    }
    return Pair(std::move(dict), ret);
}

PyObject* VersionText(const char* package) {
    std::string name(package);
    std::string text(ACL_PKG_VERSION_MAX_SIZE, '\0');
    const aclError ret = aclsysGetVersionStr(name.data(), text.data());
    return Pair(Ref(To(text)), ret);
}

aclError CannAttributes(List<aclCannAttr>* list, size_t* count) {
    const aclCannAttr* attributes = nullptr;
    const aclError ret = aclGetCannAttributeList(&attributes, count);
    list->values.assign(attributes, attributes + (ret == ACL_SUCCESS ? *count : 0));
    return ret;
}

}  // namespace

PyMethodDef* ProcessFunctions() {
    static PyMethodDef rows[] = {
        CALL(init, "(config_path='', /)", "ret", Init),
        WAIT(finalize, "()", "ret", aclFinalize),
        WAIT(finalize_reference, "()", "(ref_count, ret)", aclFinalizeReference, 0),
        CALL(get_version, "()", "(major, minor, patch, ret)", aclrtGetVersion, 0, 1, 2),
        CALL(get_soc_name, "()", "name", aclrtGetSocName),
        CALL(get_recent_err_msg, "()", "message", aclGetRecentErrMsg),
        CALL(app_log, "(level, message, /)", "None", AppLog),
        CALL(get_cann_version, "(name, /)", "(dict, ret)", CannVersion),
        CALL(get_version_str, "(package, /)", "(version, ret)", VersionText),
        CALL(get_cann_attribute_list, "()", "(list, num, ret)", CannAttributes, 0, 1),
        CALL(get_cann_attribute, "(attr, /)", "(value, ret)", aclGetCannAttribute, 1),
        CALL(get_device_capability, "(device_id, info, /)", "(value, ret)", aclGetDeviceCapability,
             2),
        CALL(float16_to_float, "(value, /)", "float", aclFloat16ToFloat),
        CALL(float_to_float16, "(value, /)", "bits", aclFloatToFloat16),
        CALL(data_type_size, "(data_type, /)", "bytes", aclDataTypeSize),
        {},
    };
    return rows;
}

}  // namespace pyacl
