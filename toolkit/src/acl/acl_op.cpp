// acl_op.h: attributes of operators that are called by their type.
#include "acl/acl_op.h"

#include <new>
#include <string>
#include <vector>

#include "acl/check.h"
#include "acl/op_attr.h"

using runtime::Fail;
using Value = aclopAttr::Value;

namespace {

int Set(aclopAttr* attr, const char* name, Value value) {
    ACL_REQUIRE_LIVE(kOpAttr, attr);
    ACL_REQUIRE_NOT_NULL(name);
    attr->values[name] = std::move(value);
    return ACL_SUCCESS;
}

constexpr int kMaxValues = 1 << 28;

/// 0, or 100000 for so many values without an array, or more than an array has.
template <typename T>
int CheckList(const char* name, int count, const T* values) {
    ACL_REQUIRE_NOT_NULL(name);
    return count < 0 || count > kMaxValues || (count > 0 && values == nullptr)
               ? Fail(ACL_ERROR_INVALID_PARAM, "attribute %s: %d values%s", name, count,
                      count > 0 && values == nullptr ? " without an array" : "")
               : ACL_SUCCESS;
}

template <typename T>
int SetIntegers(aclopAttr* attr, const char* name, Value::Kind kind, int count, const T* values) {
    ACL_REQUIRE_LIVE(kOpAttr, attr);
    const int code = CheckList(name, count, values);
    return code != ACL_SUCCESS
               ? code
               : Set(attr, name, {kind, std::vector<int64_t>(values, values + count), {}, ""});
}

}  // namespace

extern "C" {

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
    return Set(attr, attrName, {Value::Kind::kBool, {attrValue != 0 ? 1 : 0}, {}, ""});
}

aclError aclopSetAttrInt(aclopAttr* attr, const char* attrName, int64_t attrValue) {
    return Set(attr, attrName, {Value::Kind::kInt, {attrValue}, {}, ""});
}

aclError aclopSetAttrFloat(aclopAttr* attr, const char* attrName, float attrValue) {
    return Set(attr, attrName, {Value::Kind::kFloat, {}, {attrValue}, ""});
}

aclError aclopSetAttrString(aclopAttr* attr, const char* attrName, const char* attrValue) {
    ACL_REQUIRE_NOT_NULL(attrValue);
    return Set(attr, attrName, {Value::Kind::kString, {}, {}, attrValue});
}

aclError aclopSetAttrDataType(aclopAttr* attr, const char* attrName, aclDataType attrValue) {
    return aclopSetAttrInt(attr, attrName, attrValue);
}

aclError aclopSetAttrListDataType(aclopAttr* attr, const char* attrName, int numValues,
                                  const aclDataType values[]) {
    return SetIntegers(attr, attrName, Value::Kind::kInts, numValues, values);
}

aclError aclopSetAttrListBool(aclopAttr* attr, const char* attrName, int numValues,
                              const uint8_t* values) {
    return SetIntegers(attr, attrName, Value::Kind::kBools, numValues, values);
}

aclError aclopSetAttrListInt(aclopAttr* attr, const char* attrName, int numValues,
                             const int64_t* values) {
    return SetIntegers(attr, attrName, Value::Kind::kInts, numValues, values);
}

aclError aclopSetAttrListFloat(aclopAttr* attr, const char* attrName, int numValues,
                               const float* values) {
    ACL_REQUIRE_LIVE(kOpAttr, attr);
    const int code = CheckList(attrName, numValues, values);
    return code != ACL_SUCCESS ? code
                               : Set(attr, attrName,
                                     {Value::Kind::kFloats,
                                      {},
                                      std::vector<float>(values, values + numValues),
                                      ""});
}

aclError aclopSetAttrListString(aclopAttr* attr, const char* attrName, int numValues,
                                const char** values) {
    ACL_REQUIRE_LIVE(kOpAttr, attr);
    const int code = CheckList(attrName, numValues, values);
    return code != ACL_SUCCESS ? code : Set(attr, attrName, Value());
}

aclError aclopSetAttrListListInt(aclopAttr* attr, const char* attrName, int numLists,
                                 const int* numValues, const int64_t* const values[]) {
    ACL_REQUIRE_LIVE(kOpAttr, attr);
    int code = CheckList(attrName, numLists, values);
    if (code == ACL_SUCCESS) {
        code = CheckList(attrName, numLists, numValues);
    }
    for (int i = 0; i < numLists && code == ACL_SUCCESS; ++i) {
        code = CheckList(attrName, numValues[i], values[i]);
    }
    return code != ACL_SUCCESS ? code : Set(attr, attrName, Value());
}
}
