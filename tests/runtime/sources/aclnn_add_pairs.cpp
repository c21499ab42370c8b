// The two phases of AddPairs, as op_build would generate them.
#include "aclnn_add_pairs.h"

#include <cstring>

#include "aclnn/aclnn_base.h"
#include "graph/types.h"

extern "C" {
struct TensorDesc {
    ge::DataType dtype;
    ge::Format format;
};
struct SupportInfo {
    TensorDesc* inputs;
    size_t inputs_num;
    TensorDesc* outputs;
    size_t outputs_num;
};
struct OpSocSupportInfo {
    SupportInfo* rows;
    size_t num;
};
struct OpSupportList {
    OpSocSupportInfo* socs;
    size_t num;
};
enum NnopbaseAttrDtype {
    kNnopbaseBool = 0U,
    kNnopbaseFloat,
    kNnopbaseInt,
    kNnopbaseString,
    kNnopbaseAttrEnd
};
aclnnStatus NnopbaseCreateExecutorSpace(void** space);
void* NnopbaseGetExecutor(void* space, const char* type, char* in, uint32_t n, char* out,
                          uint32_t m, char* attrs, uint32_t k);
aclnnStatus NnopbaseAddInput(void* executor, const aclTensor* tensor, const uint32_t index);
aclnnStatus NnopbaseAddOutput(void* executor, const aclTensor* tensor, const uint32_t index);
aclnnStatus NnopbaseAddAttrWithDtype(void* executor, void* attr, const size_t size,
                                     const size_t index, const NnopbaseAttrDtype type);
aclnnStatus NnopbaseAddSupportList(void* executor, OpSupportList* list, uint32_t* socs,
                                   size_t count);
aclnnStatus NnopbaseGetUnContiguousTensors(void* executor, const aclTensorList** tensors);
aclnnStatus NnopbaseSetUnContExecutor(void* executor, aclOpExecutor* inner, const size_t size);
aclnnStatus NnopbaseGetUnContExecutor(void* executor, aclOpExecutor** inner, size_t* size);
void* NnopbaseGetApiFunc(const char* name);
aclnnStatus NnopbaseRunForWorkspace(void* executor, uint64_t* size);
aclnnStatus NnopbaseRunWithWorkspace(void* executor, aclrtStream stream, void* workspace,
                                     uint64_t size);

static TensorDesc in_row[] = {{ge::DT_INT32, ge::FORMAT_ND}, {ge::DT_INT32, ge::FORMAT_ND}};
static TensorDesc out_row[] = {{ge::DT_INT32, ge::FORMAT_ND}};
// A second row that the package has no kernel for.
static TensorDesc in_float[] = {{ge::DT_FLOAT, ge::FORMAT_ND}, {ge::DT_FLOAT, ge::FORMAT_ND}};
static TensorDesc out_float[] = {{ge::DT_FLOAT, ge::FORMAT_ND}};
static SupportInfo rows[] = {{in_row, 2, out_row, 1}, {in_float, 2, out_float, 1}};
static OpSocSupportInfo socs[] = {{rows, 2}};
static OpSupportList support = {socs, 1};
static uint32_t soc_types[] = {2};

#define CHECK(call)                    \
    do {                               \
        const aclnnStatus code = call; \
        if (code != 0) {               \
            return code;               \
        }                              \
    } while (0)

aclnnStatus aclnnAddPairsGetWorkspaceSize(const aclTensor* x, const aclTensor* y, int64_t key,
                                          int64_t addend, const aclTensor* out,
                                          uint64_t* workspaceSize, aclOpExecutor** executor) {
    static void* space = nullptr;
    char in[] = {1, 1};
    char result[] = {1};
    char attrs[] = {0, 0};
    if (x == nullptr || y == nullptr || out == nullptr) {
        return ACLNN_ERR_PARAM_NULLPTR;
    }
    CHECK(NnopbaseCreateExecutorSpace(&space));
    *executor = static_cast<aclOpExecutor*>(
        NnopbaseGetExecutor(space, "AddPairs", in, 2, result, 1, attrs, 2));
    CHECK(NnopbaseAddInput(*executor, x, 0));
    CHECK(NnopbaseAddInput(*executor, y, 1));
    CHECK(NnopbaseAddAttrWithDtype(*executor, &key, sizeof(key), 0, kNnopbaseInt));
    CHECK(NnopbaseAddAttrWithDtype(*executor, &addend, sizeof(addend), 1, kNnopbaseInt));
    CHECK(NnopbaseAddOutput(*executor, out, 0));
    CHECK(NnopbaseAddSupportList(*executor, &support, soc_types, 1));
    const aclTensorList* strided = nullptr;
    aclOpExecutor* copies = nullptr;
    uint64_t copies_size = 0;
    CHECK(NnopbaseGetUnContiguousTensors(*executor, &strided));
    if (strided != nullptr) {
        auto prepare =
            reinterpret_cast<aclnnStatus (*)(const aclTensorList*, uint64_t*, aclOpExecutor**)>(
                NnopbaseGetApiFunc("aclnnContiguousGetWorkspaceSize"));
        CHECK(prepare(strided, &copies_size, &copies));
    }
    CHECK(NnopbaseSetUnContExecutor(*executor, copies, copies_size));
    CHECK(NnopbaseRunForWorkspace(*executor, workspaceSize));
    *workspaceSize += copies_size;
    return 0;
}

aclnnStatus aclnnAddPairs(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                          aclrtStream stream) {
    aclOpExecutor* copies = nullptr;
    uint64_t copies_size = 0;
    CHECK(NnopbaseGetUnContExecutor(executor, &copies, &copies_size));
    if (workspaceSize < copies_size) {
        return ACLNN_ERR_PARAM_INVALID;
    }
    workspaceSize -= copies_size;
    if (copies != nullptr) {
        auto run = reinterpret_cast<aclnnStatus (*)(void*, uint64_t, aclOpExecutor*, aclrtStream)>(
            NnopbaseGetApiFunc("aclnnContiguous"));
        CHECK(run(static_cast<char*>(workspace) + workspaceSize, copies_size, copies, stream));
    }
    return NnopbaseRunWithWorkspace(executor, stream, workspace, workspaceSize);
}
}
