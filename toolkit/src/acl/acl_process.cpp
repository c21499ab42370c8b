// acl.h: life cycle, versions, error texts; the log and CANN attributes of acl_base.h.
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

#include "acl/acl.h"
#include "acl/check.h"
#include "platform/soc_table.h"
#include "runtime/context.h"
#include "runtime/init_callbacks.h"
#include "runtime/lifecycle.h"

namespace {

/// Path of the version file of a package below the toolkit's root.
std::string VersionFile(aclCANNPackageName name) {
    const std::string home = runtime::HomeDirectory();
    return home + (name == ACL_PKG_NAME_OPP ? "/opp/version.info" : "/compiler/version.info");
}

/// The value of the line `Version=`; "" if the file cannot be read or has none.
std::string ReadVersion(const std::string& path) {
    std::ifstream file(path.c_str());
    std::string line;
    while (std::getline(file, line)) {
        if (line.compare(0, 8, "Version=") == 0) {
            return line.substr(8);
        }
    }
    return "";
}

/// The number of "9.0.0" or "9.0.0-beta.2": what comes before a release has a smaller one. False
/// for a text of another form.
bool NumberOfVersion(const std::string& version, int32_t* number) {
    struct Stage {
        const char* format;
        int32_t before_release;
    };
    static const Stage kStages[] = {{"%d.%d.%d%n", 0},
                                    {"%d.%d.%d-alpha.%d%n", 300},
                                    {"%d.%d.%d-beta.%d%n", 200},
                                    {"%d.%d.%d-rc.%d%n", 100}};
    for (const Stage& stage : kStages) {
        int major = 0;
        int minor = 0;
        int patch = 0;
        int build = 0;
        int end = 0;
        if (stage.before_release == 0) {
            sscanf(version.c_str(), stage.format, &major, &minor, &patch, &end);
        } else {
            sscanf(version.c_str(), stage.format, &major, &minor, &patch, &build, &end);
        }
        if (end > 0 && static_cast<size_t>(end) == version.size()) {
            *number =
                major * 10000000 + minor * 100000 + patch * 1000 - stage.before_release + build;
            return true;
        }
    }
    return false;
}

/// Text of the version of a package, by its directory; empty without a version file.
std::string VersionOfDirectory(const std::string& package, std::string* path) {
    *path = runtime::HomeDirectory() + "/" + package + "/version.info";
    const bool is_name = !package.empty() && package.find_first_of("./") == std::string::npos;
    return is_name ? ReadVersion(*path) : "";
}

int FailWithoutVersion(const std::string& path) {
    return runtime::Answer(runtime::Fail(
        ACL_ERROR_INVALID_FILE, "%s: cannot be read or has no line Version=", path.c_str()));
}

void CopyText(const std::string& text, char* out, size_t size) {
    snprintf(out, size, "%s", text.c_str());
}

/// Splits "8.1.RC1.2" into its up to four parts.
void SplitVersion(const std::string& version, aclCANNPackageVersion* out) {
    char* const parts[] = {out->majorVersion, out->minorVersion, out->releaseVersion,
                           out->patchVersion};
    size_t begin = 0;
    for (char* part : parts) {
        const size_t dot = version.find('.', begin);
        CopyText(version.substr(begin, dot == std::string::npos ? dot : dot - begin), part,
                 ACL_PKG_VERSION_PARTS_MAX_SIZE);
        if (dot == std::string::npos) {
            return;
        }
        begin = dot + 1;
    }
}

}  // namespace

extern "C" {

aclError aclInit(const char* configPath) {
    return runtime::Initialize(configPath);
}

aclError aclFinalize(void) {
    return runtime::Finalize();
}

aclError aclFinalizeReference(uint64_t* refCount) {
    return runtime::FinalizeReference(refCount);
}

aclError aclrtGetVersion(int32_t* majorVersion, int32_t* minorVersion, int32_t* patchVersion) {
    ACL_REQUIRE_NOT_NULL(majorVersion);
    ACL_REQUIRE_NOT_NULL(minorVersion);
    ACL_REQUIRE_NOT_NULL(patchVersion);
    *majorVersion = ACL_MAJOR_VERSION;
    *minorVersion = ACL_MINOR_VERSION;
    *patchVersion = ACL_PATCH_VERSION;
    return ACL_SUCCESS;
}

const char* aclGetRecentErrMsg(void) {
    return runtime::TakeErrorText();
}

aclError aclrtPeekAtLastError(aclrtLastErrLevel level) {
    return level == ACL_RT_THREAD_LEVEL ? runtime::PeekLastError() : ACL_ERROR_INVALID_PARAM;
}

aclError aclrtGetLastError(aclrtLastErrLevel level) {
    return level == ACL_RT_THREAD_LEVEL ? runtime::TakeLastError() : ACL_ERROR_INVALID_PARAM;
}

aclError aclsysGetCANNVersion(aclCANNPackageName name, aclCANNPackageVersion* version) {
    ACL_REQUIRE_NOT_NULL(version);
    if (name < ACL_PKG_NAME_CANN || name > ACL_PKG_NAME_DRIVER) {
        return runtime::Fail(ACL_ERROR_INVALID_PARAM, "aclsysGetCANNVersion: unknown package %d",
                             name);
    }
    const std::string path = VersionFile(name);
    const std::string text = ReadVersion(path);
    if (text.empty()) {
        return FailWithoutVersion(path);
    }
    memset(version, 0, sizeof(*version));
    CopyText(text, version->version, sizeof(version->version));
    SplitVersion(text, version);
    return ACL_SUCCESS;
}

aclError aclsysGetVersionStr(char* pkgName, char* versionStr) {
    ACL_REQUIRE_NOT_NULL(pkgName);
    ACL_REQUIRE_NOT_NULL(versionStr);
    std::string path;
    const std::string text = VersionOfDirectory(pkgName, &path);
    if (text.empty()) {
        return FailWithoutVersion(path);
    }
    CopyText(text, versionStr, ACL_PKG_VERSION_MAX_SIZE);
    return ACL_SUCCESS;
}

aclError aclsysGetVersionNum(char* pkgName, int32_t* versionNum) {
    ACL_REQUIRE_NOT_NULL(pkgName);
    ACL_REQUIRE_NOT_NULL(versionNum);
    std::string path;
    const std::string text = VersionOfDirectory(pkgName, &path);
    if (text.empty()) {
        return FailWithoutVersion(path);
    }
    return NumberOfVersion(text, versionNum)
               ? ACL_SUCCESS
               : runtime::Answer(runtime::Fail(ACL_ERROR_INVALID_FILE,
                                               "%s: the version \"%s\" has no number", path.c_str(),
                                               text.c_str()));
}

aclError aclInitCallbackRegister(aclRegisterCallbackType type, aclInitCallbackFunc cbFunc,
                                 void* userData) {
    return runtime::AddInitCallback(type, cbFunc, userData);
}

aclError aclInitCallbackUnRegister(aclRegisterCallbackType type, aclInitCallbackFunc cbFunc) {
    return runtime::RemoveInitCallback(type, cbFunc);
}

aclError aclFinalizeCallbackRegister(aclRegisterCallbackType type, aclFinalizeCallbackFunc cbFunc,
                                     void* userData) {
    return runtime::AddFinalizeCallback(type, cbFunc, userData);
}

aclError aclFinalizeCallbackUnRegister(aclRegisterCallbackType type,
                                       aclFinalizeCallbackFunc cbFunc) {
    return runtime::RemoveFinalizeCallback(type, cbFunc);
}

void aclAppLog(aclLogLevel logLevel, const char* func, const char* file, uint32_t line,
               const char* fmt, ...) {
    static const char* const kNames[] = {"DEBUG", "INFO", "WARNING", "ERROR"};
    const char* threshold = getenv("ASCEND_GLOBAL_LOG_LEVEL");
    const int least =
        threshold != nullptr && *threshold != '\0' ? atoi(threshold) : static_cast<int>(ACL_ERROR);
    if (fmt == nullptr || logLevel < ACL_DEBUG || logLevel > ACL_ERROR || logLevel < least) {
        return;
    }
    char text[1024];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof(text), fmt, args);
    va_end(args);
    fprintf(stderr, "[%s] APP %s:%u %s: %s\n", kNames[logLevel], file == nullptr ? "" : file, line,
            func == nullptr ? "" : func, text);
}

const char* aclrtGetSocName(void) {
    return platform::CurrentSoc().soc_version.c_str();
}

aclError aclGetCannAttributeList(const aclCannAttr** cannAttrList, size_t* num) {
    static const aclCannAttr kAttributes[] = {ACL_CANN_ATTR_INF_NAN, ACL_CANN_ATTR_BF16};
    ACL_REQUIRE_NOT_NULL(cannAttrList);
    ACL_REQUIRE_NOT_NULL(num);
    const bool modern = platform::CurrentSoc().arch >= 220;
    *cannAttrList = modern ? kAttributes : nullptr;
    *num = modern ? sizeof(kAttributes) / sizeof(kAttributes[0]) : 0;
    return ACL_SUCCESS;
}

aclError aclGetCannAttribute(aclCannAttr cannAttr, int32_t* value) {
    ACL_REQUIRE_NOT_NULL(value);
    switch (cannAttr) {
        case ACL_CANN_ATTR_INF_NAN:
        case ACL_CANN_ATTR_BF16:
            // Cores from the 220 generation on have bfloat16 and keep infinities.
            *value = platform::CurrentSoc().arch >= 220 ? 1 : 0;
            return ACL_SUCCESS;
        case ACL_CANN_ATTR_JIT_COMPILE:
            *value = 0;
            return ACL_SUCCESS;
        default:
            return runtime::Fail(ACL_ERROR_INVALID_PARAM,
                                 "aclGetCannAttribute: unknown attribute %d", cannAttr);
    }
}

aclError aclGetDeviceCapability(uint32_t deviceId, aclDeviceInfo deviceInfo, int64_t* value) {
    ACL_REQUIRE_NOT_NULL(value);
    if (runtime::Process::Get().device(static_cast<int32_t>(deviceId)) == nullptr) {
        return runtime::Fail(ACL_ERROR_RT_INVALID_DEVICEID, "device %u does not exist", deviceId);
    }
    const platform::SocSpec& soc = platform::CurrentSoc();
    switch (deviceInfo) {
        case ACL_DEVICE_INFO_AI_CORE_NUM:
            *value = soc.ai_core_cnt;
            return ACL_SUCCESS;
        case ACL_DEVICE_INFO_VECTOR_CORE_NUM:
            *value = soc.vector_core_cnt;
            return ACL_SUCCESS;
        case ACL_DEVICE_INFO_L2_SIZE:
            *value = static_cast<int64_t>(soc.l2_size);
            return ACL_SUCCESS;
        default:
            return runtime::Fail(ACL_ERROR_INVALID_PARAM,
                                 "aclGetDeviceCapability: unknown information %d", deviceInfo);
    }
}
}
