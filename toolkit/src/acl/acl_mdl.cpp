// acl_mdl.h: data sets; everything that needs an offline model says that it is not supported.
#include "acl/acl_mdl.h"

#include <new>
#include <vector>

#include "acl/check.h"

struct aclmdlDataset {
    std::vector<aclDataBuffer*> buffers;
};

struct aclmdlDesc {};

using runtime::ObjectKind;

namespace {

bool IsDataset(const aclmdlDataset* dataset) {
    return runtime::IsLive(ObjectKind::kDataset, dataset);
}

int Unsupported(const char* function) {
    return runtime::Fail(ACL_ERROR_API_NOT_SUPPORT,
                         "%s: offline models (.om) are a closed format and are not supported; "
                         "build the operator as a "
                         "package and call its aclnn function",
                         function);
}

int UnsupportedDump(const char* function) {
    return runtime::Fail(ACL_ERROR_API_NOT_SUPPORT,
                         "%s: inputs and outputs of operators are not dumped; read them with "
                         "aclrtMemcpy, or use DumpTensor in the kernel",
                         function);
}

}  // namespace

extern "C" {

aclmdlDataset* aclmdlCreateDataset(void) {
    return runtime::Remembered(ObjectKind::kDataset, new (std::nothrow) aclmdlDataset());
}

aclError aclmdlDestroyDataset(const aclmdlDataset* dataset) {
    ACL_DESTROY(kDataset, dataset);
    return ACL_SUCCESS;
}

aclError aclmdlAddDatasetBuffer(aclmdlDataset* dataset, aclDataBuffer* dataBuffer) {
    ACL_REQUIRE_LIVE(kDataset, dataset);
    ACL_REQUIRE_LIVE(kDataBuffer, dataBuffer);
    dataset->buffers.push_back(dataBuffer);
    return ACL_SUCCESS;
}

size_t aclmdlGetDatasetNumBuffers(const aclmdlDataset* dataset) {
    return !IsDataset(dataset) ? 0 : dataset->buffers.size();
}

aclDataBuffer* aclmdlGetDatasetBuffer(const aclmdlDataset* dataset, size_t index) {
    return !IsDataset(dataset) || index >= dataset->buffers.size() ? nullptr
                                                                   : dataset->buffers[index];
}

aclError aclmdlLoadFromFile(const char* modelPath, uint32_t* modelId) {
    ACL_REQUIRE_NOT_NULL(modelPath);
    ACL_REQUIRE_NOT_NULL(modelId);
    return Unsupported(__func__);
}

aclError aclmdlLoadFromMem(const void* model, size_t, uint32_t* modelId) {
    ACL_REQUIRE_NOT_NULL(model);
    ACL_REQUIRE_NOT_NULL(modelId);
    return Unsupported(__func__);
}

// No model can have been loaded, so no id is valid.
aclError aclmdlUnload(uint32_t modelId) {
    return runtime::Fail(ACL_ERROR_INVALID_MODEL_ID, "model %u is not loaded", modelId);
}

aclError aclmdlExecute(uint32_t modelId, const aclmdlDataset* input, aclmdlDataset* output) {
    ACL_REQUIRE_NOT_NULL(input);
    ACL_REQUIRE_NOT_NULL(output);
    return runtime::Fail(ACL_ERROR_INVALID_MODEL_ID, "model %u is not loaded", modelId);
}

aclmdlDesc* aclmdlCreateDesc(void) {
    return runtime::Remembered(ObjectKind::kModelDesc, new (std::nothrow) aclmdlDesc());
}

aclError aclmdlDestroyDesc(aclmdlDesc* modelDesc) {
    ACL_DESTROY(kModelDesc, modelDesc);
    return ACL_SUCCESS;
}

aclError aclmdlGetDesc(aclmdlDesc* modelDesc, uint32_t modelId) {
    ACL_REQUIRE_LIVE(kModelDesc, modelDesc);
    return runtime::Fail(ACL_ERROR_INVALID_MODEL_ID, "model %u is not loaded", modelId);
}

size_t aclmdlGetNumInputs(aclmdlDesc*) {
    return 0;
}

size_t aclmdlGetNumOutputs(aclmdlDesc*) {
    return 0;
}

size_t aclmdlGetInputSizeByIndex(aclmdlDesc*, size_t) {
    return 0;
}

size_t aclmdlGetOutputSizeByIndex(aclmdlDesc*, size_t) {
    return 0;
}

aclError aclmdlInitDump(void) {
    return UnsupportedDump(__func__);
}

aclError aclmdlSetDump(const char*) {
    return UnsupportedDump(__func__);
}

aclError aclmdlFinalizeDump(void) {
    return UnsupportedDump(__func__);
}
}
