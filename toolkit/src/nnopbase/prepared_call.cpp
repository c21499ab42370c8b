#include "nnopbase/prepared_call.h"

#include <map>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

#include "aclnn/aclnn_base.h"
#include "exe_graph/call_hash.h"
#include "nnopbase/call_log.h"
#include "nnopbase/call_options.h"
#include "nnopbase/call_signature.h"
#include "nnopbase/core_limits.h"
#include "nnopbase/operator_information.h"
#include "nnopbase/tiling_bank.h"
#include "platform/soc_table.h"
#include "runtime/args_dump.h"
#include "runtime/error.h"

using runtime::Fail;

namespace nnopbase {
namespace {

using Origin = KernelChoice::Origin;
using Tiling = std::shared_ptr<const gert::TilingResult>;

constexpr size_t kMaxCachedTilings = 4096;
constexpr uint64_t kWorkspaceAlignment = 512;

/// Results of tiling functions by their arguments. Thread safe.
class TilingCache {
public:
    static TilingCache& Get() {
        static TilingCache* const cache = new TilingCache();
        return *cache;
    }

    /// Null on a cache miss.
    Tiling Find(const std::string& key) {
        std::lock_guard<std::mutex> lock(mutex_);
        const auto entry = results_.find(key);
        return entry == results_.end() ? nullptr : entry->second;
    }

    void Add(const std::string& key, const Tiling& result) {
        std::lock_guard<std::mutex> lock(mutex_);
        if (results_.size() >= kMaxCachedTilings) {
            results_.clear();
        }
        results_[key] = result;
    }

private:
    std::mutex mutex_;
    std::unordered_map<std::string, Tiling> results_;
};

/// Compile infos by the functions that made them and their platform; they live as long as the
/// process.
void* CompileInfoOf(const gert::OpImplFunctions& functions, const gert::OpArgs& arguments,
                    fe::PlatFormInfos* platform) {
    struct Infos {
        std::mutex mutex;
        std::map<std::pair<const gert::OpImplFunctions*, const fe::PlatFormInfos*>, void*> infos;
    };
    static Infos* const infos = new Infos();
    std::lock_guard<std::mutex> lock(infos->mutex);
    const auto cached = infos->infos.find({&functions, platform});
    if (cached != infos->infos.end()) {
        return cached->second;
    }
    void* info = gert::ParseCompileInfo(functions, arguments, platform);
    infos->infos[{&functions, platform}] = info;
    return info;
}

int CodeOf(KernelProblem problem, Interface interface) {
    const bool generated = interface == Interface::kGenerated;
    switch (problem) {
        case KernelProblem::kDescription:
            return generated ? ACLNN_ERR_PARAM_INVALID : ACLNN_ERR_INNER_LOAD_JSON_FAILED;
        case KernelProblem::kField:
            return generated ? ACLNN_ERR_PARAM_INVALID : ACLNN_ERR_INNER_OP_FILE_INVALID;
        default:
            return ACLNN_ERR_RUNTIME_ERROR;
    }
}

int ReportTilingProblem(gert::TilingProblem problem, const gert::TilingResult& result,
                        const Operands& operands) {
    const bool failed = problem == gert::TilingProblem::kFailed;
    return Fail(problem == gert::TilingProblem::kTooManyWorkspaces ? ACLNN_ERR_PARAM_INVALID
                                                                   : ACLNN_ERR_INNER_TILING_ERROR,
                "%s%s%s", gert::DescribeProblem(problem, operands.op_type, result).c_str(),
                failed ? " for " : "", failed ? operands.Describe().c_str() : "");
}

/// The result of the tiling function for the call; null with the error reported and in `*code`.
Tiling TilingOf(const KernelChoice& choice, const Operands& operands, int* code) {
    const CoreLimits limits = CoreLimits::OfThread();
    // The kernel's path tells packages apart that define the same operator.
    std::string key = choice.kernel->path() + '\0' + operands.TilingKey();
    for (const uint32_t cores : {limits.cube, limits.vector}) {
        key.append(reinterpret_cast<const char*>(&cores), sizeof(cores));
    }
    Tiling cached = TilingCache::Get().Find(key);
    if (cached != nullptr) {
        return cached;
    }
    std::string error;
    const gert::OpImplFunctions* const functions = choice.Functions(operands.op_type, &error);
    if (functions == nullptr || functions->tiling == nullptr) {
        *code = Fail(ACLNN_ERR_INNER_TILING_ERROR, "%s has no tiling function%s%s",
                     operands.op_type.c_str(), error.empty() ? "" : ": ", error.c_str());
        return nullptr;
    }
    const gert::OpArgs arguments = operands.HostArguments();
    fe::PlatFormInfos* const platform = limits.Platform();
    void* const compile_info = CompileInfoOf(*functions, arguments, platform);
    auto result = std::make_shared<gert::TilingResult>(
        gert::RunTiling(*functions, arguments, platform, compile_info,
                        choice.kernel->tiling_capacity(), Deterministic()));
    const gert::TilingProblem problem = gert::ProblemOf(*result);
    if (problem != gert::TilingProblem::kNone) {
        *code = ReportTilingProblem(problem, *result, operands);
        return nullptr;
    }
    const std::string bank_key =
        operands.KernelKey() + "#" + gert::CallHash(arguments, Deterministic());
    const TiledCall call = {operands.op_type, bank_key, operands.Describe(), choice.kernel};
    ApplyTilingBank(call, result.get());
    LogTiling(call, *result);
    TilingCache::Get().Add(key, result);
    return result;
}

/// The function of the tiling key; null with the error reported and in `*code` if the kernel has
/// none for this call.
std::shared_ptr<runtime::Function> FunctionOf(const KernelChoice& choice,
                                              const runtime::Binary& binary, uint64_t tiling_key,
                                              const std::string& op_type, int* code) {
    const std::map<uint64_t, bool>& kinds = choice.kernel->deterministic_keys();
    const auto kind = kinds.find(tiling_key);
    if (kind != kinds.end() && kind->second != (Deterministic() != 0)) {
        *code = Fail(ACLNN_ERR_INNER_TILING_ERROR,
                     "the tiling function of %s chose tiling key %llu, which is for %s calls only "
                     "(ASCENDC_TPL_DETERMINISTIC_SEL); choose by GetDeterministic() of the context",
                     op_type.c_str(), static_cast<unsigned long long>(tiling_key),
                     kind->second ? "deterministic" : "other than deterministic");
        return nullptr;
    }
    std::shared_ptr<runtime::Function> function = choice.kernel->FunctionOfKey(tiling_key);
    if (function == nullptr) {
        std::string keys;
        for (const uint64_t key : binary.TilingKeys()) {
            keys += (keys.empty() ? "" : ", ") + std::to_string(key);
        }
        *code = Fail(ACLNN_ERR_INNER_TILING_ERROR,
                     "the tiling function of %s chose tiling key %llu; the kernel %s has %s",
                     op_type.c_str(), static_cast<unsigned long long>(tiling_key),
                     choice.kernel->path().c_str(), keys.c_str());
    }
    return function;
}

PreparedCall Prepared(KernelChoice choice, std::shared_ptr<runtime::Binary> binary,
                      std::shared_ptr<runtime::Function> function, Tiling tiling,
                      const Operands& operands) {
    uint64_t bytes = 0;
    for (const size_t workspace : tiling->workspaces) {
        bytes = (bytes + kWorkspaceAlignment - 1) / kWorkspaceAlignment * kWorkspaceAlignment +
                workspace;
    }
    return {std::move(choice),
            std::move(binary),
            std::move(function),
            std::move(tiling),
            bytes,
            (bytes + 7) / 8 * 8 + operands.ShapeBufferBytes()};
}

void LogChoice(const KernelChoice& choice, const Operands& operands) {
    static const char* const kNames[] = {"dynamic", "embedded", "static", "debug"};
    const StaticSignature signature =
        SignatureOf(operands, choice.Functions(operands.op_type, nullptr));
    LoggedCall call;
    call.op_type = operands.op_type;
    call.key = signature.Text(signature.HasViews());
    call.kernel_kind = kNames[static_cast<int>(choice.origin)];
    call.kernel = choice.kernel->path();
    if (choice.origin == Origin::kDynamic || choice.origin == Origin::kEmbedded) {
        const StaticKernels::Indexes indexes = StaticKernels::Get();
        call.why = !choice.why_not_static.empty() ? choice.why_not_static
                   : indexes.fixed != nullptr
                       ? indexes.fixed->WhyNot(signature)
                       : "no static kernels for " + platform::CurrentSoc().short_soc_version +
                             " in " + indexes.fixed_folder;
    }
    LogCall(call);
}

}  // namespace

std::optional<PreparedCall> PrepareCall(Interface interface, KernelChoice choice,
                                        const Operands& operands, int* code) {
    *code = OK;
    if (choice.fixed != nullptr) {
        const StaticKernel& fixed = *choice.fixed;
        return Prepared(std::move(choice), fixed.binary(), fixed.function(), fixed.tiling(),
                        operands);
    }
    std::string error;
    KernelProblem problem = KernelProblem::kObject;
    std::shared_ptr<runtime::Binary> binary = choice.kernel->Load(&error, &problem);
    if (binary == nullptr) {
        *code = runtime::FailText(CodeOf(problem, interface), error);
        return std::nullopt;
    }
    Tiling tiling = TilingOf(choice, operands, code);
    if (tiling == nullptr) {
        return std::nullopt;
    }
    std::shared_ptr<runtime::Function> function =
        FunctionOf(choice, *binary, tiling->tiling_key, operands.op_type, code);
    if (function == nullptr) {
        return std::nullopt;
    }
    return Prepared(std::move(choice), std::move(binary), std::move(function), std::move(tiling),
                    operands);
}

void RecordPrepared(const PreparedCall& call, const Operands& operands) {
    if (CallsAreLogged()) {
        LogChoice(call.choice, operands);
    }
    if (runtime::ArgsAreDumped()) {
        RecordCall({operands, call.choice.Functions(operands.op_type, nullptr),
                    call.binary->description()["supportInfo"], call.choice.kernel->path(),
                    call.choice.fixed != nullptr});
    }
}

}  // namespace nnopbase
