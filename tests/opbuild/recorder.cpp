// A libnnopbase that prints every call, one line each, and answers with success: shows what
// generated aclnn functions really do. A pointer argument is printed as the text of NAMES[pointer]
// where the test gave it one.
#include <cstdio>
#include <cstring>
#include <string>

#include "aclnn/acl_meta.h"
#include "graph/types.h"

namespace {

enum Kind { kBool, kFloat, kInt, kString };

void Print(const char* name, const std::string& arguments) {
    std::printf("%s%s%s\n", name, arguments.empty() ? "" : " ", arguments.c_str());
}

// Tests pass small numbers for handles, which identify them in the output.
std::string Handle(const void* handle) {
    return std::to_string(reinterpret_cast<uintptr_t>(handle));
}

std::string Element(const void* values, size_t i, int kind) {
    char text[64];
    switch (kind) {
        case kBool:
            return static_cast<const bool*>(values)[i] ? "true" : "false";
        case kFloat:
            std::snprintf(text, sizeof(text), "%.9g", static_cast<const float*>(values)[i]);
            return text;
        case kInt:
            return std::to_string(static_cast<const int64_t*>(values)[i]);
        default:
            return static_cast<const char*>(values);
    }
}

int g_executor = 0;
uint64_t g_contiguous_bytes = 0;

}  // namespace

extern void NnopbaseOpLogE(const aclnnStatus code, const char* const text) {
    Print("log", std::to_string(code) + " " + text);
}

extern "C" {

uint64_t NnopbaseMsprofSysTime() {
    return 1;
}
void NnopbaseReportApiInfo(uint64_t, void*) {}
aclnnStatus NnopbaseCreateExecutorSpace(void** space) {
    *space = &g_executor;
    Print("space", "");
    return 0;
}
void* NnopbaseGetExecutor(void*, const char* type, char* in, uint32_t ins, char* out, uint32_t outs,
                          char* attr, uint32_t attrs) {
    std::string codes;
    for (uint32_t i = 0; i < ins; ++i)
        codes += static_cast<char>('0' + in[i]);
    codes += "/";
    for (uint32_t i = 0; i < outs; ++i)
        codes += static_cast<char>('0' + out[i]);
    codes += "/";
    for (uint32_t i = 0; i < attrs; ++i)
        codes += static_cast<char>('0' + attr[i]);
    Print("executor", std::string(type) + " " + codes);
    return &g_executor;
}
aclnnStatus NnopbaseAddTilingId(void*, void*) {
    return 0;
}
aclnnStatus NnopbaseSetRef(void*, size_t in, size_t out) {
    Print("ref", std::to_string(in) + " " + std::to_string(out));
    return 0;
}
#define PORT_CALL(name, what)                                      \
    aclnnStatus name(void*, const void* handle, uint32_t index) {  \
        Print(what, Handle(handle) + " " + std::to_string(index)); \
        return 0;                                                  \
    }
PORT_CALL(NnopbaseAddInput, "input")
PORT_CALL(NnopbaseAddIgnoreContinuesInput, "raw_input")
PORT_CALL(NnopbaseAddDynamicInput, "inputs")
PORT_CALL(NnopbaseAddIntArrayInput, "ints")
PORT_CALL(NnopbaseAddFloatArrayInput, "floats")
PORT_CALL(NnopbaseAddBoolArrayInput, "bools")
PORT_CALL(NnopbaseAddOutput, "output")
PORT_CALL(NnopbaseAddDynamicOutput, "outputs")
PORT_CALL(NnopbaseAddOutputShapeDependTensor, "computed_output")
aclnnStatus NnopbaseAddScalarInput(void*, const void* scalar, uint32_t index, int32_t source,
                                   ge::DataType type) {
    Print("scalar", Handle(scalar) + " " + std::to_string(index) + " " + std::to_string(source) +
                        " " + std::to_string(static_cast<int>(type)));
    return 0;
}
aclnnStatus NnopbaseAddScalarListInput(void* e, const void* list, uint32_t index, int32_t source,
                                       ge::DataType type) {
    return NnopbaseAddScalarInput(e, list, index, source, type);
}
aclnnStatus NnopbaseAddAttrWithDtype(void*, void* address, size_t length, size_t index, int kind) {
    Print("attr",
          std::to_string(index) + " " + std::to_string(length) + " " + Element(address, 0, kind));
    return 0;
}
aclnnStatus NnopbaseAddArrayAttrWithDtype(void*, void* array, size_t length, size_t, size_t index,
                                          int kind) {
    std::string text = std::to_string(index) + " " + std::to_string(length);
    for (size_t i = 0; i < length; ++i)
        text += " " + Element(array, i, kind);
    Print("default", text);
    return 0;
}
#define ARRAY_ATTR(name)                                                  \
    aclnnStatus name(void*, const void* array, size_t index) {            \
        Print("array_attr", Handle(array) + " " + std::to_string(index)); \
        return 0;                                                         \
    }
ARRAY_ATTR(NnopbaseAddIntArrayAttr)
ARRAY_ATTR(NnopbaseAddFloatArrayAttr)
ARRAY_ATTR(NnopbaseAddBoolArrayAttr)
aclnnStatus NnopbaseAddSupportList(void*, void* list, uint32_t* units, size_t count) {
    std::string text = std::to_string(static_cast<size_t*>(list)[1]);
    for (size_t i = 0; i < count; ++i)
        text += " " + std::to_string(units[i]);
    Print("support", text);
    return 0;
}
aclnnStatus NnopbaseSetMc2(void*) {
    return 0;
}
aclnnStatus NnopbaseSetHcomGroup(void*, char* group) {
    Print("group", group);
    return 0;
}
aclnnStatus NnopbaseDisableOptionalInput(void*, size_t index) {
    Print("disable", std::to_string(index));
    return 0;
}
aclnnStatus NnopbaseGetUnContiguousTensors(void*, const aclTensorList** tensors) {
    *tensors = reinterpret_cast<const aclTensorList*>(7);
    return 0;
}
aclnnStatus NnopbaseSetUnContExecutor(void*, aclOpExecutor* executor, size_t bytes) {
    g_contiguous_bytes = bytes;
    Print("set_contiguous", Handle(executor) + " " + std::to_string(bytes));
    return 0;
}
aclnnStatus NnopbaseGetUnContExecutor(void*, aclOpExecutor** executor, size_t* bytes) {
    *executor = reinterpret_cast<aclOpExecutor*>(70);
    *bytes = g_contiguous_bytes;
    return 0;
}
aclnnStatus NnopbaseGetRefUnContiguousTensors(void*, const aclTensorList** from,
                                              const aclTensorList** to) {
    *from = reinterpret_cast<const aclTensorList*>(8);
    *to = reinterpret_cast<const aclTensorList*>(9);
    return 0;
}
aclnnStatus NnopbaseSetViewCopyExecutor(void*, aclOpExecutor* executor) {
    Print("set_view_copy", Handle(executor));
    return 0;
}
aclnnStatus NnopbaseGetViewCopyExecutor(void*, aclOpExecutor** executor) {
    *executor = reinterpret_cast<aclOpExecutor*>(80);
    return 0;
}
aclnnStatus NnopbaseReleaseRefContiguousTensors(void*, const aclTensorList** tensors) {
    *tensors = reinterpret_cast<const aclTensorList*>(9);
    return 0;
}
aclnnStatus aclDestroyTensorList(const aclTensorList* list) {
    Print("destroy", Handle(list));
    return 0;
}
static aclnnStatus Contiguous(const aclTensorList* list, uint64_t* bytes,
                              aclOpExecutor** executor) {
    Print("contiguous_size", Handle(list));
    *bytes = 256;
    *executor = reinterpret_cast<aclOpExecutor*>(70);
    return 0;
}
static aclnnStatus ViewCopy(const aclTensorList* from, const aclTensorList* to, uint64_t* bytes,
                            aclOpExecutor** executor) {
    Print("view_copy_size", Handle(from) + " " + Handle(to));
    *bytes = 0;
    *executor = reinterpret_cast<aclOpExecutor*>(80);
    return 0;
}
static aclnnStatus RunContiguous(void* workspace, uint64_t bytes, aclOpExecutor* executor,
                                 aclrtStream) {
    Print("contiguous", Handle(workspace) + " " + std::to_string(bytes) + " " + Handle(executor));
    return 0;
}
static aclnnStatus RunViewCopy(void* workspace, uint64_t bytes, aclOpExecutor* executor,
                               aclrtStream) {
    Print("view_copy", Handle(workspace) + " " + std::to_string(bytes) + " " + Handle(executor));
    return 0;
}
void* NnopbaseGetApiFunc(const char* name) {
    const std::string text = name;
    if (text == "aclnnContiguousGetWorkspaceSize")
        return reinterpret_cast<void*>(&Contiguous);
    if (text == "aclnnViewCopyGetWorkspaceSize")
        return reinterpret_cast<void*>(&ViewCopy);
    if (text == "aclnnContiguous")
        return reinterpret_cast<void*>(&RunContiguous);
    return text == "aclnnViewCopy" ? reinterpret_cast<void*>(&RunViewCopy) : nullptr;
}
aclnnStatus NnopbaseRunForWorkspace(void*, uint64_t* bytes) {
    *bytes = 1000;
    return 0;
}
aclnnStatus NnopbaseRunWithWorkspace(void*, aclrtStream stream, void* workspace, uint64_t bytes) {
    Print("run", Handle(stream) + " " + Handle(workspace) + " " + std::to_string(bytes));
    return 0;
}

}  // extern "C"
