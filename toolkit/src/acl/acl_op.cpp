// acl_op.h: attributes of single operators; running them that way is not supported.
#include "acl/acl_op.h"

#include <sys/stat.h>

#include <atomic>
#include <cctype>
#include <map>
#include <new>
#include <string>
#include <vector>

#include "acl/check.h"

using runtime::Fail;

/// Attribute values as text by name: what a caller could check, since nothing here runs them.
struct aclopAttr {
    std::map<std::string, std::string> values;
};

namespace {

template <typename T>
std::string Text(const T& value) {
    return std::to_string(value);
}

std::string Text(const std::string& value) {
    return "\"" + value + "\"";
}

template <typename T>
int SetList(aclopAttr* attr, const char* name, int count, const T* values) {
    ACL_REQUIRE_LIVE(kOpAttr, attr);
    ACL_REQUIRE_NOT_NULL(name);
    if (count < 0 || (count > 0 && values == nullptr)) {
        return Fail(ACL_ERROR_INVALID_PARAM, "attribute %s: %d values without an array", name,
                    count);
    }
    std::string text = "[";
    for (int i = 0; i < count; ++i) {
        text += (i == 0 ? "" : ",") + Text(values[i]);
    }
    attr->values[name] = text + "]";
    return ACL_SUCCESS;
}

template <typename T>
int SetOne(aclopAttr* attr, const char* name, const T& value) {
    ACL_REQUIRE_LIVE(kOpAttr, attr);
    ACL_REQUIRE_NOT_NULL(name);
    attr->values[name] = Text(value);
    return ACL_SUCCESS;
}

int Unsupported(const char* function, const char* op_type) {
    ACL_REQUIRE_NOT_NULL(op_type);
    return Fail(ACL_ERROR_API_NOT_SUPPORT,
                "%s: single operators from offline models are not supported; call "
                "aclnn%sGetWorkspaceSize and aclnn%s of "
                "the package that has the operator",
                function, op_type, op_type);
}

}  // namespace

extern "C" {

aclError aclopSetModelDir(const char* modelDir) {
    static std::atomic<bool> named{false};
    ACL_REQUIRE_NOT_NULL(modelDir);
    struct stat status;
    if (stat(modelDir, &status) != 0 || !S_ISDIR(status.st_mode)) {
        return Fail(ACL_ERROR_READ_MODEL_FAILURE, "%s is not a directory", modelDir);
    }
    if (named.exchange(true)) {
        return Fail(ACL_ERROR_REPEAT_INITIALIZE, "the model directory was set already");
    }
    return ACL_SUCCESS;
}

aclError aclopLoad(const void* model, size_t modelSize) {
    ACL_REQUIRE_NOT_NULL(model);
    ACL_REQUIRE_NOT_ZERO(modelSize);
    return Fail(ACL_ERROR_API_NOT_SUPPORT,
                "aclopLoad: offline models (.om) are a closed format and are not supported");
}

aclopAttr* aclopCreateAttr(void) {
    return runtime::Remembered(runtime::ObjectKind::kOpAttr, new (std::nothrow) aclopAttr());
}

void aclopDestroyAttr(const aclopAttr* attr) {
    if (attr != nullptr && !runtime::DestroyLive(runtime::ObjectKind::kOpAttr, attr)) {
        Fail(ACL_ERROR_INVALID_PARAM, "aclopDestroyAttr: %p was destroyed, or never made",
             static_cast<const void*>(attr));
    }
}

aclError aclopSetAttrBool(aclopAttr* attr, const char* attrName, uint8_t attrValue) {
    return SetOne(attr, attrName, attrValue != 0 ? 1 : 0);
}

aclError aclopSetAttrInt(aclopAttr* attr, const char* attrName, int64_t attrValue) {
    return SetOne(attr, attrName, attrValue);
}

aclError aclopSetAttrFloat(aclopAttr* attr, const char* attrName, float attrValue) {
    return SetOne(attr, attrName, attrValue);
}

aclError aclopSetAttrString(aclopAttr* attr, const char* attrName, const char* attrValue) {
    ACL_REQUIRE_NOT_NULL(attrValue);
    return SetOne(attr, attrName, std::string(attrValue));
}

aclError aclopSetAttrDataType(aclopAttr* attr, const char* attrName, aclDataType attrValue) {
    return SetOne(attr, attrName, static_cast<int>(attrValue));
}

aclError aclopSetAttrListDataType(aclopAttr* attr, const char* attrName, int numValues,
                                  const aclDataType values[]) {
    return SetList(attr, attrName, numValues, reinterpret_cast<const int*>(values));
}

aclError aclopSetAttrListBool(aclopAttr* attr, const char* attrName, int numValues,
                              const uint8_t* values) {
    return SetList(attr, attrName, numValues, values);
}

aclError aclopSetAttrListInt(aclopAttr* attr, const char* attrName, int numValues,
                             const int64_t* values) {
    return SetList(attr, attrName, numValues, values);
}

aclError aclopSetAttrListFloat(aclopAttr* attr, const char* attrName, int numValues,
                               const float* values) {
    return SetList(attr, attrName, numValues, values);
}

aclError aclopSetAttrListString(aclopAttr* attr, const char* attrName, int numValues,
                                const char** values) {
    std::vector<std::string> texts;
    for (int i = 0; values != nullptr && i < numValues; ++i) {
        texts.push_back(values[i] == nullptr ? "" : values[i]);
    }
    return SetList(attr, attrName, numValues, values == nullptr ? nullptr : texts.data());
}

aclError aclopSetAttrListListInt(aclopAttr* attr, const char* attrName, int numLists,
                                 const int* numValues, const int64_t* const values[]) {
    ACL_REQUIRE_LIVE(kOpAttr, attr);
    ACL_REQUIRE_NOT_NULL(attrName);
    if (numLists < 0 || (numLists > 0 && (numValues == nullptr || values == nullptr))) {
        return Fail(ACL_ERROR_INVALID_PARAM, "attribute %s: %d lists without arrays", attrName,
                    numLists);
    }
    std::string text = "[";
    for (int i = 0; i < numLists; ++i) {
        const int code = SetList(attr, attrName, numValues[i], values[i]);
        if (code != ACL_SUCCESS) {
            return code;
        }
        text += (i == 0 ? "" : ",") + attr->values[attrName];
    }
    attr->values[attrName] = text + "]";
    return ACL_SUCCESS;
}

aclError aclopExecuteV2(const char* opType, int, aclTensorDesc*[], aclDataBuffer*[], int,
                        aclTensorDesc*[], aclDataBuffer*[], aclopAttr*, aclrtStream) {
    return Unsupported(__func__, opType);
}

aclError aclopExecute(const char* opType, int, const aclTensorDesc* const[],
                      const aclDataBuffer* const[], int, const aclTensorDesc* const[],
                      aclDataBuffer* const[], const aclopAttr*, aclrtStream) {
    return Unsupported(__func__, opType);
}
}
