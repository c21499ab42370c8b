// acl_op_compiler.h.
#include "acl/acl_op_compiler.h"

#include <cstring>
#include <map>
#include <mutex>
#include <string>

#include "acl/check.h"

using runtime::Fail;

namespace {

struct CompileOptions {
    std::mutex mutex;
    // What programs may read without having set it; others have no default that is a plain text.
    std::map<int, std::string> values = {{ACL_OP_DEBUG_LEVEL, "0"},
                                         {ACL_OP_COMPILER_CACHE_MODE, "disable"},
                                         {ACL_OP_JIT_COMPILE, "disable"},
                                         {ACL_OP_DETERMINISTIC, "0"}};

    static CompileOptions& Get() {
        static CompileOptions* const options = new CompileOptions();
        return *options;
    }
};

bool IsKnown(aclCompileOpt opt) {
    return opt >= ACL_PRECISION_MODE && opt <= ACL_OP_DEBUG_OPTION;
}

}  // namespace

extern "C" {

aclError aclopCompile(const char* opType, int numInputs, const aclTensorDesc* const inputDesc[],
                      int numOutputs, const aclTensorDesc* const outputDesc[],
                      const aclopAttr* attr, aclopEngineType, aclopCompileType, const char*) {
    return aclopUpdateParams(opType, numInputs, inputDesc, numOutputs, outputDesc, attr);
}

aclError aclopCompileAndExecute(const char* opType, int numInputs,
                                const aclTensorDesc* const inputDesc[],
                                const aclDataBuffer* const inputs[], int numOutputs,
                                const aclTensorDesc* const outputDesc[],
                                aclDataBuffer* const outputs[], const aclopAttr* attr,
                                aclopEngineType, aclopCompileType, const char*,
                                aclrtStream stream) {
    return aclopExecute(opType, numInputs, inputDesc, inputs, numOutputs, outputDesc, outputs, attr,
                        stream);
}

aclError aclopCompileAndExecuteV2(const char* opType, int numInputs, aclTensorDesc* inputDesc[],
                                  aclDataBuffer* inputs[], int numOutputs,
                                  aclTensorDesc* outputDesc[], aclDataBuffer* outputs[],
                                  aclopAttr* attr, aclopEngineType, aclopCompileType, const char*,
                                  aclrtStream stream) {
    return aclopExecuteV2(opType, numInputs, inputDesc, inputs, numOutputs, outputDesc, outputs,
                          attr, stream);
}

aclError aclSetCompileopt(aclCompileOpt opt, const char* value) {
    ACL_REQUIRE_NOT_NULL(value);
    if (!IsKnown(opt)) {
        return Fail(ACL_ERROR_INVALID_PARAM, "unknown compile option %d", opt);
    }
    if (opt == ACL_OP_DETERMINISTIC) {
        const bool on = strcmp(value, "1") == 0;
        if (!on && strcmp(value, "0") != 0) {
            return Fail(ACL_ERROR_INVALID_PARAM,
                        "ACL_OP_DETERMINISTIC is \"0\" or \"1\", not \"%s\"", value);
        }
        aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, on ? 1 : 0);
    }
    CompileOptions& options = CompileOptions::Get();
    std::lock_guard<std::mutex> lock(options.mutex);
    options.values[opt] = value;
    return ACL_SUCCESS;
}

size_t aclGetCompileoptSize(aclCompileOpt opt) {
    CompileOptions& options = CompileOptions::Get();
    std::lock_guard<std::mutex> lock(options.mutex);
    const auto value = options.values.find(opt);
    return value == options.values.end() ? 0 : value->second.size() + 1;
}

aclError aclGetCompileopt(aclCompileOpt opt, char* value, size_t length) {
    ACL_REQUIRE_NOT_NULL(value);
    CompileOptions& options = CompileOptions::Get();
    std::lock_guard<std::mutex> lock(options.mutex);
    const auto option = options.values.find(opt);
    if (option == options.values.end() || option->second.size() >= length) {
        return Fail(ACL_ERROR_INVALID_PARAM,
                    "compile option %d is not set or does not fit %zu bytes", opt, length);
    }
    memcpy(value, option->second.c_str(), option->second.size() + 1);
    return ACL_SUCCESS;
}

aclError aclopSetCompileFlag(aclOpCompileFlag flag) {
    return flag == ACL_OP_COMPILE_DEFAULT || flag == ACL_OP_COMPILE_FUZZ
               ? ACL_SUCCESS
               : Fail(ACL_ERROR_INVALID_PARAM, "unknown compile flag %d", flag);
}
}
