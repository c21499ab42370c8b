#include "opbuild/aclnn/nnopbase_calls.h"

#include <cassert>

namespace opbuild {
namespace {

struct Function {
    const char* name;
    bool weak;
    const char* result;
    const char* parameters;
};

const Function kFunctions[] = {
    {"NnopbaseMsprofSysTime", false, "uint64_t", ""},
    {"NnopbaseReportApiInfo", false, "void", "const uint64_t beginTime, NnopbaseDfxId &dfxId"},
    {"NnopbaseCreateExecutorSpace", false, "aclnnStatus", "void **space"},
    {"NnopbaseGetExecutor", false, "void *",
     "void *space, const char *opType, char *inputsDesc, uint32_t inputNum, char *outputsDesc, "
     "uint32_t outputNum, char *attrsDesc, uint32_t attrsNum"},
    {"NnopbaseAddTilingId", false, "aclnnStatus", "void *executor, NnopbaseDfxId *tilingId"},
    {"NnopbaseAddOpTypeId", false, "void", "void *executor, const uint32_t opTypeId"},
    {"NnopbaseSetMatchArgsFlag", true, "void", "void *executor"},
    {"NnopbaseMatchArgs", true, "bool", "void *executor, uint64_t *workspaceLen"},
    {"NnopbaseSetParamCheckMode", true, "void", "void *executor, const uint32_t mode"},
    {"NnopbaseSetFormatMatchMode", true, "aclnnStatus", "void *executor, const uint32_t mode"},
    {"NnopbaseSetZeroEleOutputLaunchFlag", true, "void", "void *executor"},
    {"NnopbaseSetRef", false, "aclnnStatus",
     "void *executor, const size_t inputIrIdx, const size_t outputIrIdx"},
    {"NnopbaseAddInput", false, "aclnnStatus",
     "void *executor, const aclTensor *tensor, const uint32_t index"},
    {"NnopbaseAddIgnoreContinuesInput", false, "aclnnStatus",
     "void *executor, const aclTensor *tensor, const uint32_t index"},
    {"NnopbaseAddDynamicInput", false, "aclnnStatus",
     "void *executor, const aclTensorList *tensorList, const uint32_t index"},
    {"NnopbaseAddIgnoreContiguousDynamicInput", true, "aclnnStatus",
     "void *executor, const aclTensorList *tensorList, const uint32_t index"},
    {"NnopbaseAddIntArrayInput", false, "aclnnStatus",
     "void *executor, const aclIntArray *array, const uint32_t index"},
    {"NnopbaseAddFloatArrayInput", false, "aclnnStatus",
     "void *executor, const aclFloatArray *array, const uint32_t index"},
    {"NnopbaseAddBoolArrayInput", false, "aclnnStatus",
     "void *executor, const aclBoolArray *array, const uint32_t index"},
    {"NnopbaseAddScalarInput", false, "aclnnStatus",
     "void *executor, const aclScalar *scalar, const uint32_t index, const int32_t srcIndex, "
     "const ge::DataType dtype"},
    {"NnopbaseAddScalarListInput", false, "aclnnStatus",
     "void *executor, const aclScalarList *scalarList, const uint32_t index, const int32_t "
     "srcIndex, "
     "const ge::DataType dtype"},
    {"NnopbaseAddAttrWithDtype", false, "aclnnStatus",
     "void *executor, void *attrAddr, const size_t attrLen, const size_t index, "
     "const NnopbaseAttrDtype dtype"},
    {"NnopbaseAddIntArrayAttr", false, "aclnnStatus",
     "void *executor, const aclIntArray *array, const size_t index"},
    {"NnopbaseAddFloatArrayAttr", false, "aclnnStatus",
     "void *executor, const aclFloatArray *array, const size_t index"},
    {"NnopbaseAddBoolArrayAttr", false, "aclnnStatus",
     "void *executor, const aclBoolArray *array, const size_t index"},
    {"NnopbaseAddArrayAttrWithDtype", false, "aclnnStatus",
     "void *executor, void *array, const size_t len, const size_t elementSize, const size_t index, "
     "const NnopbaseAttrDtype dtype"},
    {"NnopbaseAddOutput", false, "aclnnStatus",
     "void *executor, const aclTensor *tensor, const uint32_t index"},
    {"NnopbaseAddDynamicOutput", false, "aclnnStatus",
     "void *executor, const aclTensorList *tensorList, const uint32_t index"},
    {"NnopbaseAddOutputShapeDependTensor", true, "aclnnStatus",
     "void *executor, aclTensor *tensor, const uint32_t index"},
    {"NnopbaseSetMc2", false, "aclnnStatus", "void *const executor"},
    {"NnopbaseSetHcomGroup", false, "aclnnStatus", "void *const executor, char *const group"},
    {"NnopbaseAddParamName", true, "aclnnStatus",
     "void *executor, const uint32_t index, const char *name, const bool isInput"},
    {"NnopbaseAddSupportList", false, "aclnnStatus",
     "void *executor, OpSupportList *list, uint32_t *socSupportList, size_t socSupportListLen"},
    {"NnopbaseAddSocNameList", true, "aclnnStatus",
     "void *executor, OpSupportList *list, const char *const *socNameList, size_t socNameListLen"},
    {"NnopbaseGetSocName", true, "const char *", ""},
    {"NnopbaseGetApiFunc", false, "void *", "const char *funcName"},
    {"NnopbaseGetUnContiguousTensors", false, "aclnnStatus",
     "void *executor, const aclTensorList **inTensors"},
    {"NnopbaseSetUnContExecutor", false, "aclnnStatus",
     "void *executor, aclOpExecutor *inExe, const size_t inWsSize"},
    {"NnopbaseGetUnContExecutor", false, "aclnnStatus",
     "void *executor, aclOpExecutor **inExe, size_t *inWsSize"},
    {"NnopbaseGetRefUnContiguousTensors", false, "aclnnStatus",
     "void *executor, const aclTensorList **unContTensors, const aclTensorList **contTensors"},
    {"NnopbaseSetViewCopyExecutor", false, "aclnnStatus", "void *executor, aclOpExecutor *exe"},
    {"NnopbaseGetViewCopyExecutor", false, "aclnnStatus", "void *executor, aclOpExecutor **exe"},
    {"NnopbaseReleaseRefContiguousTensors", false, "aclnnStatus",
     "void *executor, const aclTensorList **tensors"},
    {"NnopbaseRunForWorkspace", false, "aclnnStatus", "void *executor, uint64_t *workspaceLen"},
    {"NnopbaseRunWithWorkspace", false, "aclnnStatus",
     "void *executor, aclrtStream stream, void *workspace, uint64_t workspaceSize"},
    {"NnopbaseDisableOptionalInput", true, "aclnnStatus", "void *executor, const size_t irIndex"},
};

}  // namespace

const std::string& NnopbaseCalls::Use(const std::string& name) {
#ifndef NDEBUG
    bool is_declared = false;
    for (const Function& function : kFunctions) {
        is_declared = is_declared || name == function.name;
    }
    assert(is_declared);
#endif
    return *used_.insert(name).first;
}

std::string NnopbaseCalls::Declarations() const {
    std::string text =
        "extern void NnopbaseOpLogE(const aclnnStatus code, const char *const expr);\n\n"
        "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
    for (const Function& function : kFunctions) {
        if (used_.count(function.name) == 0) {
            continue;
        }
        const std::string result = function.result;
        text += "extern " + result + (result.back() == '*' ? "" : " ") +
                (function.weak ? "__attribute__((weak)) " : "") + function.name + "(" +
                function.parameters + ");\n";
    }
    return text + "\n";
}

const char* const kNnopbaseTypes = R"(typedef struct {
    uint32_t id;
    const char *funcName;
    bool hasReg;
} NnopbaseDfxId;
typedef struct {
    ge::DataType dtype;
    ge::Format format;
} TensorDesc;
typedef struct {
    TensorDesc *inputsDesc;
    size_t inputsNum;
    TensorDesc *outputsDesc;
    size_t outputsNum;
} SupportInfo;
typedef struct {
    SupportInfo *supportInfo;
    size_t num;
} OpSocSupportInfo;
typedef struct {
    OpSocSupportInfo *socSupportInfo;
    size_t num;
} OpSupportList;
enum NnopbaseAttrDtype {
    kNnopbaseBool = 0,
    kNnopbaseFloat = 1,
    kNnopbaseInt = 2,
    kNnopbaseString = 3,
    kNnopbaseAttrEnd
};
)";

const char* const kNnopbaseMacros = R"(#define ACLNN_SUCCESS 0
#define ACLNN_ERR_PARAM_NULLPTR 161001
#define ACLNN_ERR_PARAM_INVALID 161002
#define ACLNN_ERR_RUNTIME_ERROR 361001

#define NNOPBASE_ASSERT_OK_RETVAL(call)          \
    do {                                         \
        const aclnnStatus status_ = (call);      \
        if (status_ != ACLNN_SUCCESS) {          \
            NnopbaseOpLogE(status_, #call);      \
            return status_;                      \
        }                                        \
    } while (false)

#define NNOPBASE_ASSERT_NOTNULL_RETVAL(pointer)                              \
    do {                                                                     \
        if ((pointer) == nullptr) {                                          \
            NnopbaseOpLogE(ACLNN_ERR_PARAM_NULLPTR, #pointer " != nullptr"); \
            return ACLNN_ERR_PARAM_NULLPTR;                                  \
        }                                                                    \
    } while (false)

)";

}  // namespace opbuild
