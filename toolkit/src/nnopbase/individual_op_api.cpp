// The C interface that generated aclnn functions call (CANN's names and prototypes).
#include <cstring>
#include <optional>
#include <utility>

#include "aclnn/acl_meta.h"
#include "aclnn/aclnn_base.h"
#include "nnopbase/api_check.h"
#include "nnopbase/api_library.h"
#include "nnopbase/embedded_kernels.h"
#include "nnopbase/kernel_executor.h"
#include "platform/soc_table.h"
#include "runtime/error.h"
#include "runtime/lifecycle.h"

using nnopbase::Attr;
using nnopbase::CheckLiveOrNull;
using nnopbase::CheckNotNull;
using nnopbase::EmptyOutputs;
using nnopbase::FindOp;
using nnopbase::FormatMatch;
using nnopbase::KernelExecutor;
using nnopbase::Port;
using runtime::Fail;
using runtime::ObjectKind;

extern "C" {
enum NnopbaseAttrDtype {
    kNnopbaseBool = 0U,
    kNnopbaseFloat,
    kNnopbaseInt,
    kNnopbaseString,
    kNnopbaseAttrEnd
};
}

namespace {

int SetAttr(void* executor, const void* data, size_t size, size_t index, NnopbaseAttrDtype dtype,
            size_t element_size) {
    int code = OK;
    KernelExecutor* op = FindOp(executor, &code);
    if (op == nullptr) {
        return code;
    }
    if (data == nullptr && size > 0) {
        return Fail(ACLNN_ERR_PARAM_NULLPTR, "%s: attribute %zu is NULL", op->op_type().c_str(),
                    index);
    }
    if (index >= op->attrs().size()) {
        return Fail(ACLNN_ERR_PARAM_INVALID, "%s has no attribute %zu", op->op_type().c_str(),
                    index);
    }
    Attr& attr = op->attrs()[index];
    const uint8_t* bytes = static_cast<const uint8_t*>(data);
    attr.bytes.assign(bytes, bytes + size);
    attr.is_list = element_size > 0;
    attr.type = static_cast<Attr::Type>(dtype);
    if (dtype == kNnopbaseAttrEnd) {
        // Calls without a type: the size of an element tells.
        const size_t unit = element_size > 0 ? element_size : size;
        attr.type = unit == sizeof(int64_t) ? Attr::Type::kInt
                    : unit == sizeof(float) ? Attr::Type::kFloat
                    : unit == sizeof(bool)  ? Attr::Type::kBool
                                            : Attr::Type::kString;
    }
    return OK;
}

int SetScalars(void* executor, const aclScalar* const* scalars, size_t count, bool list,
               uint32_t index, int32_t source, ge::DataType dtype) {
    int code = OK;
    KernelExecutor* op = FindOp(executor, &code);
    if (op == nullptr) {
        return code;
    }
    if (index >= op->inputs().size()) {
        return Fail(ACLNN_ERR_PARAM_INVALID, "%s has no input %u", op->op_type().c_str(), index);
    }
    Port& port = op->inputs()[index];
    port.scalar.reset();
    port.instances.clear();
    const auto type_source =
        source >= 0 ? std::optional<size_t>(static_cast<size_t>(source)) : std::nullopt;
    nnopbase::ScalarOperand operand = {{}, list, type_source, dtype};
    for (size_t i = 0; i < count; ++i) {
        code = nnopbase::CheckLive(ObjectKind::kScalar, scalars[i], op->op_type().c_str());
        if (code != OK) {
            return code;
        }
        operand.scalars.push_back(*scalars[i]);
    }
    if (count > 0) {
        port.scalar = std::move(operand);
    }
    return OK;
}

template <typename Array>
int AddArray(void* executor, ObjectKind kind, const Array* array, ge::DataType dtype,
             uint32_t index) {
    int code = OK;
    KernelExecutor* op = FindOp(executor, &code);
    if (op == nullptr || (code = CheckLiveOrNull(kind, array, op->op_type().c_str())) != OK) {
        return code;
    }
    return array == nullptr ? op->AddTensor(true, index, nullptr, false)
                            : op->AddHostArray(index, array->GetData(), array->Size(), dtype);
}

template <typename Array>
int SetArrayAttr(void* executor, ObjectKind kind, const Array* array, size_t index,
                 NnopbaseAttrDtype dtype) {
    const int code = nnopbase::CheckLive(kind, array, "an array attribute");
    if (code != OK) {
        return code;
    }
    const size_t element = sizeof((*array)[0]);
    return SetAttr(executor, array->GetData(), array->Size() * element, index, dtype, element);
}

int AddTensor(void* executor, bool input, uint32_t index, const aclTensor* tensor,
              bool check_contiguous) {
    int code = OK;
    KernelExecutor* op = FindOp(executor, &code);
    return op == nullptr ? code : op->AddTensor(input, index, tensor, check_contiguous);
}

int AddList(void* executor, bool input, uint32_t index, const aclTensorList* list,
            bool check_contiguous) {
    int code = OK;
    KernelExecutor* op = FindOp(executor, &code);
    return op == nullptr ? code : op->AddTensorList(input, index, list, check_contiguous);
}

}  // namespace

/// C++ linkage, as in CANN.
NNOPBASE_EXPORT void NnopbaseOpLogE(const aclnnStatus code, const char* const expr) {
    // Whoever failed first has said why; only checks that generated code makes itself have no text
    // yet.
    if (runtime::PeekLastError() != code) {
        Fail(code, "check failed: %s", expr == nullptr ? "" : expr);
    }
}

extern "C" {

NNOPBASE_EXPORT aclnnStatus NnopbaseCreateExecutorSpace(void** space) {
    const int code = CheckNotNull(space, "executor space");
    if (code == OK && *space == nullptr) {
        // Executors are made one by one; a space only has to be something other than NULL.
        static char token;
        *space = &token;
    }
    return code;
}

NNOPBASE_EXPORT void* NnopbaseGetExecutor(void* space, const char* opType, char* inputsDesc,
                                          uint32_t inputNum, char* outputsDesc, uint32_t outputNum,
                                          char*, uint32_t attrsNum) {
    if (space == nullptr || opType == nullptr) {
        Fail(ACLNN_ERR_PARAM_NULLPTR, "executor space or operator type is NULL");
        return nullptr;
    }
    aclOpExecutor* const executor =
        new KernelExecutor(nnopbase::Interface::kGenerated, opType, inputsDesc, inputNum,
                           outputsDesc, outputNum, attrsNum);
    return executor;
}

NNOPBASE_EXPORT aclnnStatus NnopbaseAddInput(void* executor, const aclTensor* tensor,
                                             const uint32_t index) {
    return AddTensor(executor, true, index, tensor, true);
}

NNOPBASE_EXPORT aclnnStatus NnopbaseAddIgnoreContinuesInput(void* executor, const aclTensor* tensor,
                                                            const uint32_t index) {
    return AddTensor(executor, true, index, tensor, false);
}

NNOPBASE_EXPORT aclnnStatus NnopbaseAddOutput(void* executor, const aclTensor* tensor,
                                              const uint32_t index) {
    return AddTensor(executor, false, index, tensor, false);
}

NNOPBASE_EXPORT aclnnStatus NnopbaseAddOutputShapeDependTensor(void* executor, aclTensor* tensor,
                                                               const uint32_t index) {
    const int code = AddTensor(executor, false, index, tensor, false);
    if (code == OK) {
        int ignored = OK;
        FindOp(executor, &ignored)->outputs()[index].computed_shape =
            nnopbase::ComputedShape{tensor, runtime::SerialOf(ObjectKind::kTensor, tensor)};
    }
    return code;
}

NNOPBASE_EXPORT aclnnStatus NnopbaseAddDynamicInput(void* executor, const aclTensorList* tensorList,
                                                    const uint32_t index) {
    return AddList(executor, true, index, tensorList, true);
}

NNOPBASE_EXPORT aclnnStatus NnopbaseAddIgnoreContiguousDynamicInput(void* executor,
                                                                    const aclTensorList* tensorList,
                                                                    const uint32_t index) {
    return AddList(executor, true, index, tensorList, false);
}

NNOPBASE_EXPORT aclnnStatus NnopbaseAddDynamicOutput(void* executor,
                                                     const aclTensorList* tensorList,
                                                     const uint32_t index) {
    return AddList(executor, false, index, tensorList, false);
}

NNOPBASE_EXPORT aclnnStatus NnopbaseAddIntArrayInput(void* executor, const aclIntArray* array,
                                                     const uint32_t index) {
    return AddArray(executor, ObjectKind::kIntArray, array, ge::DT_INT64, index);
}

NNOPBASE_EXPORT aclnnStatus NnopbaseAddBoolArrayInput(void* executor, const aclBoolArray* array,
                                                      const uint32_t index) {
    return AddArray(executor, ObjectKind::kBoolArray, array, ge::DT_BOOL, index);
}

NNOPBASE_EXPORT aclnnStatus NnopbaseAddFloatArrayInput(void* executor, const aclFloatArray* array,
                                                       const uint32_t index) {
    return AddArray(executor, ObjectKind::kFloatArray, array, ge::DT_FLOAT, index);
}

NNOPBASE_EXPORT aclnnStatus NnopbaseAddScalarInput(void* executor, const aclScalar* scalar,
                                                   const uint32_t index, const int32_t srcIndex,
                                                   const ge::DataType dtype) {
    return SetScalars(executor, &scalar, scalar == nullptr ? 0 : 1, false, index, srcIndex, dtype);
}

NNOPBASE_EXPORT aclnnStatus NnopbaseAddScalarListInput(void* executor,
                                                       const aclScalarList* scalarList,
                                                       const uint32_t index, const int32_t srcIndex,
                                                       const ge::DataType dtype) {
    const int code = CheckLiveOrNull(ObjectKind::kScalarList, scalarList, __func__);
    return code != OK              ? code
           : scalarList == nullptr ? SetScalars(executor, nullptr, 0, true, index, srcIndex, dtype)
                                   : SetScalars(executor, scalarList->GetData(), scalarList->Size(),
                                                true, index, srcIndex, dtype);
}

NNOPBASE_EXPORT aclnnStatus NnopbaseAddAttr(void* executor, void* attrAddr, const size_t attrLen,
                                            const size_t index) {
    return SetAttr(executor, attrAddr, attrLen, index, kNnopbaseAttrEnd, 0);
}

NNOPBASE_EXPORT aclnnStatus NnopbaseAddAttrWithDtype(void* executor, void* attrAddr,
                                                     const size_t attrLen, const size_t index,
                                                     const NnopbaseAttrDtype dtype) {
    return SetAttr(executor, attrAddr, attrLen, index, dtype, 0);
}

NNOPBASE_EXPORT aclnnStatus NnopbaseAddIntArrayAttr(void* executor, const aclIntArray* array,
                                                    const size_t index) {
    return SetArrayAttr(executor, ObjectKind::kIntArray, array, index, kNnopbaseInt);
}

NNOPBASE_EXPORT aclnnStatus NnopbaseAddBoolArrayAttr(void* executor, const aclBoolArray* array,
                                                     const size_t index) {
    return SetArrayAttr(executor, ObjectKind::kBoolArray, array, index, kNnopbaseBool);
}

NNOPBASE_EXPORT aclnnStatus NnopbaseAddFloatArrayAttr(void* executor, const aclFloatArray* array,
                                                      const size_t index) {
    return SetArrayAttr(executor, ObjectKind::kFloatArray, array, index, kNnopbaseFloat);
}

NNOPBASE_EXPORT aclnnStatus NnopbaseAddArrayAttr(void* executor, void* array, const size_t len,
                                                 const size_t elementSize, const size_t index) {
    return SetAttr(executor, array, len * elementSize, index, kNnopbaseAttrEnd, elementSize);
}

NNOPBASE_EXPORT aclnnStatus NnopbaseAddArrayAttrWithDtype(void* executor, void* array,
                                                          const size_t len,
                                                          const size_t elementSize,
                                                          const size_t index,
                                                          const NnopbaseAttrDtype dtype) {
    return SetAttr(executor, array, len * elementSize, index, dtype, elementSize);
}

NNOPBASE_EXPORT aclnnStatus NnopbaseGetAttrAddr(void* executor, const size_t index, void** attrAddr,
                                                size_t* attrLen) {
    int code = OK;
    KernelExecutor* op = FindOp(executor, &code);
    if (op == nullptr || attrAddr == nullptr || attrLen == nullptr) {
        return op == nullptr ? code : CheckNotNull(nullptr, "a result of NnopbaseGetAttrAddr");
    }
    if (index >= op->attrs().size()) {
        return Fail(ACLNN_ERR_PARAM_INVALID, "%s has no attribute %zu", op->op_type().c_str(),
                    index);
    }
    *attrAddr = op->attrs()[index].bytes.data();
    *attrLen = op->attrs()[index].bytes.size();
    return OK;
}

NNOPBASE_EXPORT aclnnStatus NnopbaseAddParamName(void* executor, const uint32_t index,
                                                 const char* name, const bool isInput) {
    int code = OK;
    KernelExecutor* op = FindOp(executor, &code);
    if (op == nullptr || (code = CheckNotNull(name, "a parameter name")) != OK) {
        return code;
    }
    std::vector<Port>& ports = isInput ? op->inputs() : op->outputs();
    if (index >= ports.size()) {
        return Fail(ACLNN_ERR_PARAM_INVALID, "%s has no parameter %u", op->op_type().c_str(),
                    index);
    }
    ports[index].name = name;
    return OK;
}

NNOPBASE_EXPORT aclnnStatus NnopbaseAddSupportList(void* executor, OpSupportList* list,
                                                   uint32_t* socSupportList,
                                                   size_t socSupportListLen) {
    int code = OK;
    KernelExecutor* op = FindOp(executor, &code);
    if (op == nullptr || (code = CheckNotNull(list, "the support list")) != OK) {
        return code;
    }
    op->settings().support_list.SetBySocType(list, socSupportList, socSupportListLen);
    return OK;
}

NNOPBASE_EXPORT aclnnStatus NnopbaseAddSocNameList(void* executor, OpSupportList* list,
                                                   const char* const* socNameList,
                                                   size_t socNameListLen) {
    int code = OK;
    KernelExecutor* op = FindOp(executor, &code);
    if (op == nullptr || (code = CheckNotNull(list, "the support list")) != OK) {
        return code;
    }
    if (socNameList == nullptr || socNameListLen == 0) {
        return Fail(ACLNN_ERR_PARAM_INVALID, "%s: the list of SoC names is empty",
                    op->op_type().c_str());
    }
    op->settings().support_list.SetBySocName(list, socNameList, socNameListLen);
    return OK;
}

NNOPBASE_EXPORT aclnnStatus NnopbaseSetRef(void* executor, const size_t inputIrIdx,
                                           const size_t outputIrIdx) {
    int code = OK;
    KernelExecutor* op = FindOp(executor, &code);
    if (op == nullptr) {
        return code;
    }
    if (inputIrIdx >= op->inputs().size() || outputIrIdx >= op->outputs().size()) {
        return Fail(ACLNN_ERR_PARAM_INVALID, "%s: no input %zu or no output %zu",
                    op->op_type().c_str(), inputIrIdx, outputIrIdx);
    }
    op->inputs()[inputIrIdx].ref_output = outputIrIdx;
    return OK;
}

NNOPBASE_EXPORT aclnnStatus NnopbaseDisableOptionalInput(void* executor, const size_t irIndex) {
    int code = OK;
    KernelExecutor* op = FindOp(executor, &code);
    if (op == nullptr) {
        return code;
    }
    if (irIndex >= op->inputs().size()) {
        return Fail(ACLNN_ERR_PARAM_INVALID, "%s has no input %zu", op->op_type().c_str(), irIndex);
    }
    op->inputs()[irIndex].disabled = true;
    return OK;
}

NNOPBASE_EXPORT aclnnStatus NnopbaseSetFormatMatchMode(void* executor, const uint32_t mode) {
    int code = OK;
    KernelExecutor* op = FindOp(executor, &code);
    if (op != nullptr) {
        op->settings().format_match = mode == 1 ? FormatMatch::kExact : FormatMatch::kLikeNd;
    }
    return code;
}

NNOPBASE_EXPORT void NnopbaseSetZeroEleOutputLaunchFlag(void* executor) {
    int code = OK;
    KernelExecutor* op = FindOp(executor, &code);
    if (op != nullptr) {
        op->settings().empty_outputs = EmptyOutputs::kLaunch;
    }
}

NNOPBASE_EXPORT aclnnStatus NnopbaseRunForWorkspace(void* executor, uint64_t* workspaceLen) {
    int code = OK;
    KernelExecutor* op = FindOp(executor, &code);
    if (op == nullptr || (code = CheckNotNull(workspaceLen, "workspaceSize")) != OK) {
        return code;
    }
    return op->Prepare(workspaceLen);
}

NNOPBASE_EXPORT aclnnStatus NnopbaseRunWithWorkspace(void* executor, aclrtStream stream,
                                                     void* workspace, uint64_t workspaceLen) {
    int code = OK;
    KernelExecutor* op = FindOp(executor, &code);
    if (op == nullptr) {
        return code;
    }
    if (workspaceLen > 0 && workspace == nullptr) {
        code = Fail(ACLNN_ERR_PARAM_NULLPTR, "%s: workspace is NULL, its size is %llu",
                    op->op_type().c_str(), static_cast<unsigned long long>(workspaceLen));
    } else {
        code = op->Run({workspace, workspaceLen}, stream);
    }
    if (!op->repeatable()) {
        delete op;
    }
    return code;
}

NNOPBASE_EXPORT void NnopbaseGetTilingData(void* executor, void** tilingData, uint64_t* dataLen) {
    int code = OK;
    KernelExecutor* op = FindOp(executor, &code);
    if (op == nullptr || tilingData == nullptr || dataLen == nullptr) {
        return;
    }
    const gert::TilingResult* const tiling = op->tiling();
    *tilingData = tiling != nullptr ? const_cast<uint8_t*>(tiling->tiling_data.data()) : nullptr;
    *dataLen = tiling != nullptr ? tiling->tiling_data.size() : 0;
}

NNOPBASE_EXPORT void NnopbaseSetUserHandle(void* executor, void* handle) {
    int code = OK;
    KernelExecutor* op = FindOp(executor, &code);
    if (op != nullptr) {
        op->set_user_handle(handle);
    }
}

NNOPBASE_EXPORT void* NnopbaseGetUserHandle(void* executor) {
    int code = OK;
    KernelExecutor* op = FindOp(executor, &code);
    return op == nullptr ? nullptr : op->user_handle();
}

NNOPBASE_EXPORT void* NnopbaseGetApiFunc(const char* funcName) {
    return nnopbase::FindApiFunction(funcName);
}

NNOPBASE_EXPORT void* NnopbaseGetOpApiFunc(const char* funcName) {
    return nnopbase::FindApiFunction(funcName);
}

NNOPBASE_EXPORT const char* NnopbaseGetSocName() {
    return platform::CurrentSoc().short_soc_version.c_str();
}

NNOPBASE_EXPORT bool NnopbaseSupportTensorV2() {
    return true;
}

// Arguments are matched inside NnopbaseRunForWorkspace, whose tiling cache covers all that phase 1
// computes.
NNOPBASE_EXPORT void NnopbaseSetMatchArgsFlag(void*) {}

NNOPBASE_EXPORT bool NnopbaseMatchArgs(void*, uint64_t*) {
    return false;
}

// Only required and dynamic parameters choose a kernel, so there is nothing more to check in
// another mode.
NNOPBASE_EXPORT void NnopbaseSetParamCheckMode(void*, const uint32_t) {}

NNOPBASE_EXPORT void NnopbaseAddOpTypeId(void* executor, const uint32_t opTypeId) {
    int code = OK;
    KernelExecutor* op = FindOp(executor, &code);
    if (op != nullptr) {
        op->settings().embedded_kernels = nnopbase::EmbeddedKernels::Find(opTypeId);
    }
}
}
