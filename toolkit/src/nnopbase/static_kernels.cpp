#include "nnopbase/static_kernels.h"

#include <algorithm>
#include <cstdio>

#include "acl/acl_rt.h"
#include "nnopbase/call_options.h"
#include "nnopbase/kernel_origin.h"
#include "nnopbase/static_difference.h"
#include "platform/soc_table.h"
#include "runtime/lifecycle.h"
#include "support/file_system.h"

using support::Json;

namespace nnopbase {
namespace {

constexpr char kStaticFolder[] = "/static_kernel/ai_core";
constexpr char kDebugFolder[] = "/debug_kernel";
constexpr uint64_t kMaxBlockDim = 65535;
constexpr uint64_t kMaxWorkspaceBytes = uint64_t{1} << 40;

/// Member of `runInfo` if that has it, else of the description.
const Json& Value(const Json& description, const char* run_info_name, const char* name) {
    const Json& run_info = description["runInfo"];
    return run_info.Has(run_info_name) ? run_info[run_info_name] : description[name];
}

std::string Other(const char* property, int64_t actual, int64_t required) {
    return property + (" " + std::to_string(actual)) + ", the kernel has " +
           std::to_string(required);
}

/// The folder of the package of kernels: <package>/<SoC>/<operator>/<kernel>.o.
std::string PackageOf(const Kernel& kernel) {
    std::string path = kernel.path();
    for (int level = 0; level < 3; ++level) {
        path.resize(std::min(path.find_last_of('/'), path.size()));
    }
    return path;
}

struct CurrentIndexes {
    std::mutex mutex;
    bool read = false;
    StaticKernels::Indexes indexes;

    static CurrentIndexes& Get() {
        static CurrentIndexes* const current = new CurrentIndexes();
        return *current;
    }
};

std::shared_ptr<KernelIndex> ReadIndex(const std::string& folder) {
    if (!support::IsDirectory(folder + "/config/" + platform::CurrentSoc().short_soc_version)) {
        return nullptr;
    }
    auto index = std::make_shared<KernelIndex>(folder);
    return index->empty() ? nullptr : index;
}

}  // namespace

std::atomic<bool> StaticKernels::installed_{false};

void StaticKernels::Read(const std::string& base) {
    CurrentIndexes& current = CurrentIndexes::Get();
    Indexes indexes;
    const std::string opp = OppDirectory();
    if (runtime::DebugKernelsEnabled()) {
        indexes.debug = ReadIndex(opp + kDebugFolder);
    }
    indexes.fixed_folder = (base.empty() ? opp : base) + kStaticFolder;
    if (support::Environment("ASCENDC_STATIC_KERNELS") != "off") {
        indexes.fixed = ReadIndex(indexes.fixed_folder);
    }
    installed_.store(indexes.debug != nullptr || indexes.fixed != nullptr,
                     std::memory_order_relaxed);
    current.indexes = std::move(indexes);
    current.read = true;
}

void StaticKernels::Reload(const std::string& base) {
    std::lock_guard<std::mutex> lock(CurrentIndexes::Get().mutex);
    Read(base);
}

bool StaticKernels::ReadFirst() {
    std::lock_guard<std::mutex> lock(CurrentIndexes::Get().mutex);
    if (!CurrentIndexes::Get().read) {
        Read("");
    }
    return true;
}

StaticKernels::Indexes StaticKernels::Get() {
    CurrentIndexes& current = CurrentIndexes::Get();
    std::lock_guard<std::mutex> lock(current.mutex);
    return current.indexes;
}

KernelIndex::KernelIndex(const std::string& folder)
    : package_(folder, ""),
      path_(folder + "/config/" + platform::CurrentSoc().short_soc_version +
            "/binary_info_config.json") {
    Json table;
    std::string error;
    if (!support::IsFile(path_)) {
        return;
    }
    if (!Json::ParseFile(path_, &table, &error)) {
        Warn(error);
        return;
    }
    if (!table.IsObject()) {
        Warn(path_ + ": not an object");
    }
    for (const auto& operation : table.members()) {
        AddStatic(operation.first, operation.second);
        AddDynamic(operation.second);
    }
}

void KernelIndex::Warn(const std::string& text) {
    if (!warned_) {
        std::fprintf(stderr,
                     "[WARN] %s; the kernels of packages run instead: install it again, or remove "
                     "it\n",
                     text.c_str());
    }
    warned_ = true;
}

void KernelIndex::AddStatic(const std::string& op_type, const Json& operation) {
    if (operation["staticList"].elements().empty()) {
        return;
    }
    StaticOperator& added = static_[op_type];
    added.reads_values = !operation["valueDependIndex"].elements().empty();
    for (const Json& entry : operation["staticList"].elements()) {
        const std::string& key = entry["simplifiedKey"].AsString();
        const std::string& path = entry["binPath"].AsString();
        std::string bytes;
        std::string exact;
        if (path.empty() || !BytesOfKeyText(key, &bytes) || !ExactOfKeyText(key, &exact)) {
            Warn(path_ + ": an entry of " + op_type + " has no path or no key that can be read");
            continue;
        }
        added.kernels[bytes].push_back(
            std::make_unique<StaticKernel>(&package_, package_.root() + "/" + path, key, exact));
    }
}

void KernelIndex::AddDynamic(const Json& operation) {
    for (const Json& entry : operation["binaryList"].elements()) {
        for (const std::string& key : SimplifiedKeys(entry)) {
            dynamic_[key].path = package_.root() + "/" + entry["binPath"].AsString();
        }
    }
}

bool KernelIndex::ReadsValues(const std::string& op_type) const {
    const auto candidate = static_.find(op_type);
    return candidate != static_.end() && candidate->second.reads_values;
}

StaticKernel* KernelIndex::FindBytes(const StaticOperator& operation,
                                     const StaticSignature& signature, bool views) {
    const auto candidate = operation.kernels.find(signature.Bytes(views));
    if (candidate == operation.kernels.end()) {
        return nullptr;
    }
    const std::string exact = signature.Exact(views);
    for (const auto& kernel : candidate->second) {
        if (kernel->exact_key() == exact) {
            return kernel.get();
        }
    }
    return nullptr;
}

StaticKernel* KernelIndex::Find(const StaticSignature& signature) const {
    const auto operation = static_.find(signature.op_type);
    if (operation == static_.end()) {
        return nullptr;
    }
    StaticKernel* const exact =
        signature.HasViews() ? FindBytes(operation->second, signature, true) : nullptr;
    return exact != nullptr ? exact : FindBytes(operation->second, signature, false);
}

Kernel* KernelIndex::FindDynamic(const std::string& key, const Package* package) {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto candidate = dynamic_.find(key);
    if (candidate == dynamic_.end()) {
        return nullptr;
    }
    DynamicKernel& entry = candidate->second;
    if (entry.kernel == nullptr) {
        entry.kernel =
            std::make_unique<Kernel>(package == nullptr ? &package_ : package, entry.path);
    }
    std::string error;
    if (!entry.damaged && entry.kernel->Load(&error) == nullptr) {
        entry.damaged = true;
        Warn(error);
    }
    return entry.damaged ? nullptr : entry.kernel.get();
}

bool KernelIndex::IsCurrent(const Kernel& kernel, const Json& description,
                            const PackageSet& packages, std::string* why) {
    std::lock_guard<std::mutex> lock(mutex_);
    if (compared_with_ != &packages) {
        compared_with_ = &packages;
        changes_.clear();
    }
    auto entry = changes_.find(&kernel);
    if (entry == changes_.end()) {
        entry = changes_.emplace(&kernel, ChangeSince(description, packages)).first;
    }
    const std::string& change = entry->second;
    if (change.empty()) {
        return true;
    }
    *why = kernel.path() + " is out of date: " + change + ": run op_compiler again";
    if (reported_.insert(PackageOf(kernel)).second) {
        std::fprintf(stderr,
                     "[WARN] kernels of %s are out of date: %s; the kernel of the operator's "
                     "package runs instead: make them again with op_compiler, or uninstall them\n",
                     PackageOf(kernel).c_str(), change.c_str());
    }
    return false;
}

std::string KernelIndex::WhyNot(const StaticSignature& signature) const {
    const auto operation = static_.find(signature.op_type);
    if (operation == static_.end()) {
        return "no static kernel of this operator";
    }
    const std::string text = signature.Text(false);
    const StaticKernel* nearest = nullptr;
    size_t most = 0;
    for (const auto& same_bytes : operation->second.kernels) {
        for (const auto& kernel : same_bytes.second) {
            const size_t equal = EqualParts(text, kernel->key());
            if (nearest == nullptr || equal > most) {
                nearest = kernel.get();
                most = equal;
            }
        }
    }
    return nearest == nullptr ? "no static kernel of this operator"
                              : FirstDifference(signature, nearest->key());
}

std::string StaticKernel::ReadDescription(const Json& description) {
    auto tiling = std::make_shared<gert::TilingResult>();
    const uint64_t blocks = Value(description, "block_dim", "blockDim").AsUint();
    if (blocks == 0 || blocks > kMaxBlockDim) {
        return "its description states " + std::to_string(blocks) + " blocks";
    }
    tiling->status = ge::GRAPH_SUCCESS;
    tiling->block_dim = static_cast<uint32_t>(blocks);
    for (const Json& size : description["workspace"]["size"].elements()) {
        if (size.AsUint() > kMaxWorkspaceBytes) {
            return "its description states a workspace of " + std::to_string(size.AsInt()) +
                   " bytes";
        }
        tiling->workspaces.push_back(size.AsUint());
    }
    tiling->schedule_mode =
        static_cast<uint32_t>(Value(description, "schedule_mode", "schedule_mode").AsUint());
    tiling->local_memory_size =
        static_cast<uint32_t>(Value(description, "local_memory_size", "localMemorySize").AsUint());
    const Json& clear = description["runInfo"]["clear_atomic"];
    tiling->need_atomic =
        clear.IsNull() ? !kernel_.init_values().empty() : clear.AsBool(clear.AsInt() != 0);
    function_ = description["runInfo"].Has("tiling_key")
                    ? binary_->FunctionByKey(description["runInfo"]["tiling_key"].AsUint())
                    : nullptr;
    if (function_ == nullptr) {
        function_ = binary_->FunctionByName(description["kernelName"].AsString());
    }
    if (function_ == nullptr) {
        return "it has no kernel " + description["kernelName"].AsString();
    }
    const uint32_t architecture = platform::CurrentSoc().architecture();
    if (binary_->architecture() != 0 && binary_->architecture() != architecture) {
        return "it is compiled for architecture " + std::to_string(binary_->architecture()) +
               ", the device has " + std::to_string(architecture);
    }
    const Json& platform = description["platformInfo"];
    platform_.cube_cores = platform["cubeCoreCnt"].AsInt(-1);
    platform_.vector_cores = platform["vectorCoreCnt"].AsInt(-1);
    platform_.deterministic_level = platform["deterministicLevel"].AsInt(-1);
    tiling->tiling_key = function_->tiling_key;
    tiling_ = std::move(tiling);
    return "";
}

void StaticKernel::Load() {
    binary_ = kernel_.Load(&damage_);
    if (binary_ != nullptr) {
        const std::string problem = ReadDescription(binary_->description());
        damage_ = problem.empty() ? "" : kernel_.path() + ": " + problem;
    }
    if (!damage_.empty()) {
        std::fprintf(stderr,
                     "[WARN] a kernel made for one signature cannot be used: %s; the kernel of the "
                     "operator's package runs instead: install the static kernels again\n",
                     damage_.c_str());
    }
}

bool StaticKernel::MatchesDevice(std::string* why) const {
    const struct {
        const char* name;
        aclrtDevResLimitType type;
        int64_t required;
    } cores[] = {{"cubeCoreCnt", ACL_RT_DEV_RES_CUBE_CORE, platform_.cube_cores},
                 {"vectorCoreCnt", ACL_RT_DEV_RES_VECTOR_CORE, platform_.vector_cores}};
    for (const auto& kind : cores) {
        uint32_t actual = 0;
        if (kind.required >= 0 && aclrtGetResInCurrentThread(kind.type, &actual) == 0 &&
            actual != kind.required) {
            *why = Other(kind.name, actual, kind.required);
            return false;
        }
    }
    const int64_t required = platform_.deterministic_level;
    if (required >= 0 && DeterministicLevel() != required) {
        *why = Other("deterministicLevel", DeterministicLevel(), required);
        return false;
    }
    return true;
}

bool StaticKernel::Serves(size_t slots, std::string* why) {
    std::call_once(loaded_, [this] { Load(); });
    if (!damage_.empty()) {
        *why = damage_;
        return false;
    }
    if (binary_->info().param_count > slots) {
        *why = kernel_.path() + " takes " + std::to_string(binary_->info().param_count) +
               " arguments, the call has " + std::to_string(slots);
        return false;
    }
    return MatchesDevice(why);
}

}  // namespace nnopbase
