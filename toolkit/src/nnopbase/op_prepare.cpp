// Phase 1: which kernel, which tiling, how much workspace.
#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "aclnn/aclnn_base.h"
#include "exe_graph/call_hash.h"
#include "exe_graph/host_call.h"
#include "nnopbase/call_log.h"
#include "nnopbase/call_options.h"
#include "nnopbase/core_limits.h"
#include "nnopbase/embedded_kernels.h"
#include "nnopbase/kernel_executor.h"
#include "nnopbase/static_kernels.h"
#include "nnopbase/tiling_bank.h"
#include "platform/soc_table.h"
#include "runtime/args_dump.h"
#include "runtime/error.h"
#include "support/strings.h"

using runtime::Fail;

namespace nnopbase {
namespace {

constexpr size_t kMaxCachedTilings = 4096;
constexpr uint64_t kWorkspaceAlignment = 512;

/// Results of tiling functions by their arguments.
struct TilingCache {
    std::mutex mutex;
    std::unordered_map<std::string, std::shared_ptr<const gert::TilingResult>> results;

    static TilingCache& Get() {
        static TilingCache* const cache = new TilingCache();
        return *cache;
    }
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
    const auto known = infos->infos.find({&functions, platform});
    if (known != infos->infos.end()) {
        return known->second;
    }
    void* info = gert::ParseCompileInfo(functions, arguments, platform);
    infos->infos[{&functions, platform}] = info;
    return info;
}

template <typename T>
void AppendPod(const T& value, std::string* key) {
    key->append(reinterpret_cast<const char*>(&value), sizeof(value));
}

template <typename T>
std::vector<T> ElementsOf(const Attr& attr) {
    std::vector<T> values(attr.bytes.size() / sizeof(T));
    if (!values.empty()) {
        memcpy(values.data(), attr.bytes.data(), values.size() * sizeof(T));
    }
    return values;
}

template <typename T>
T ValueOf(const Attr& attr) {
    T value = T();
    memcpy(&value, attr.bytes.data(),
           attr.bytes.size() < sizeof(T) ? attr.bytes.size() : sizeof(T));
    return value;
}

gert::AttrValue ToAttrValue(const Attr& attr) {
    switch (attr.type) {
        case Attr::Type::kBool: {
            if (!attr.is_list) {
                return gert::AttrValue::Bool(ValueOf<uint8_t>(attr) != 0);
            }
            std::vector<bool> values;
            for (const uint8_t value : attr.bytes) {
                values.push_back(value != 0);
            }
            return gert::AttrValue::ListBool(std::move(values));
        }
        case Attr::Type::kFloat:
            return attr.is_list ? gert::AttrValue::ListFloat(ElementsOf<float>(attr))
                                : gert::AttrValue::Float(ValueOf<float>(attr));
        case Attr::Type::kString: {
            const char* text = reinterpret_cast<const char*>(attr.bytes.data());
            return gert::AttrValue::Str(std::string(text, strnlen(text, attr.bytes.size())));
        }
        default:
            return attr.is_list ? gert::AttrValue::ListInt(ElementsOf<int64_t>(attr))
                                : gert::AttrValue::Int(ValueOf<int64_t>(attr));
    }
}

gert::TensorArg ToTensorArg(const Instance& instance) {
    gert::TensorArg arg;
    arg.dims = instance.dims.data();
    arg.dim_num = instance.dims.size();
    if (!instance.storage_dims.empty()) {
        arg.storage_dims = instance.storage_dims.data();
        arg.storage_dim_num = instance.storage_dims.size();
    }
    if (!instance.strides.empty()) {
        arg.strides = instance.strides.data();
    }
    arg.dtype = instance.dtype;
    arg.format = instance.format;
    arg.origin_format = instance.origin_format;
    arg.on_host = instance.on_host;
    arg.data =
        instance.on_host ? const_cast<uint8_t*>(instance.host_data.data()) : instance.address;
    arg.present = instance.present;
    return arg;
}

}  // namespace

std::string KernelExecutor::KernelKey() const {
    std::string key = op_type_ + "/d=" + std::to_string(Deterministic()) + ",p=0";
    for (const std::vector<Port>* ports : {&inputs_, &outputs_}) {
        for (const Port& port : *ports) {
            if (port.kind == Port::kOptional || port.instances.empty() ||
                !port.instances[0].present) {
                continue;
            }
            const Instance& first = port.instances[0];
            key += "/" + std::to_string(first.dtype) + "," + std::to_string(first.format);
        }
    }
    return key;
}

/// CANN's library asks first for the operator, by the binary_info_config.json of the SoC, where an
/// interface of op_build then has a null pointer.
int KernelExecutor::ReportUnlisted(const std::string& searched) const {
    const PackageSet& packages = PackageSet::Get();
    const std::string& soc = platform::CurrentSoc().short_soc_version;
    const std::vector<std::string> units = packages.UnitsOf(op_type_);
    const bool listed = packages.HasOperator(op_type_) || embedded_kernels_ != nullptr;
    const int code =
        individual_ && !listed ? ACLNN_ERR_PARAM_NULLPTR : ACLNN_ERR_INNER_FIND_KERNEL_ERROR;
    if (units.empty()) {
        return Fail(code,
                    "no installed package has kernels of %s; searched: %s; set "
                    "ASCEND_CUSTOM_OPP_PATH to its package (<directory>/vendors/<vendor>)",
                    op_type_.c_str(), searched.c_str());
    }
    if (!packages.HasOperator(op_type_) &&
        std::find(units.begin(), units.end(), soc) != units.end()) {
        return Fail(code,
                    "the kernels of %s for %s are missing; searched: %s; install its package "
                    "again",
                    op_type_.c_str(), soc.c_str(), searched.c_str());
    }
    return Fail(code,
                "%s is not built for %s, the unit of this device, but for %s; searched: %s; "
                "build it for %s (AddConfig of its definition, --soc_version) or set "
                "ASCENDC_SOC_VERSION to a SoC of another unit",
                op_type_.c_str(), soc.c_str(), support::Join(units, ", ").c_str(), searched.c_str(),
                soc.c_str());
}

int KernelExecutor::CodeOf(KernelProblem problem) const {
    switch (problem) {
        case KernelProblem::kDescription:
            return individual_ ? ACLNN_ERR_PARAM_INVALID : ACLNN_ERR_INNER_LOAD_JSON_FAILED;
        case KernelProblem::kField:
            return individual_ ? ACLNN_ERR_PARAM_INVALID : ACLNN_ERR_INNER_OP_FILE_INVALID;
        default:
            return ACLNN_ERR_RUNTIME_ERROR;
    }
}

int KernelExecutor::ReportMissingKernel(const std::string& key) const {
    const PackageSet& packages = PackageSet::Get();
    const std::string searched =
        (embedded_kernels_ != nullptr ? embedded_kernels_->Describe() + ", " : "") +
        packages.SearchedRoots();
    const bool covered = !support_list_.given() || support_list_.covers_soc();
    const bool listed = packages.HasOperator(op_type_);
    if (!listed && embedded_kernels_ == nullptr) {
        return ReportUnlisted(searched);
    }
    if (covered && support_list_.given() && !support_list_.Accepts(inputs_, outputs_)) {
        return Fail(ACLNN_ERR_PARAM_INVALID,
                    "%s does not support these types and formats: %s. Supported: %s",
                    op_type_.c_str(), DescribeArguments().c_str(),
                    support_list_.Describe().c_str());
    }
    if (!covered || !listed) {
        return ReportUnlisted(searched);
    }
    return Fail(ACLNN_ERR_INNER_FIND_KERNEL_ERROR,
                "no installed package has a kernel with the key %s; kernels of %s: %s; searched: "
                "%s; check ASCEND_CUSTOM_OPP_PATH",
                key.c_str(), op_type_.c_str(), packages.KeysOf(op_type_).c_str(), searched.c_str());
}

gert::OpArgs KernelExecutor::TilingArguments() const {
    gert::OpArgs arguments;
    arguments.op_type = op_type_;
    for (const bool input : {true, false}) {
        auto& target = input ? arguments.inputs : arguments.outputs;
        for (const Port& port : input ? inputs_ : outputs_) {
            target.emplace_back();
            for (const Instance& instance : port.instances) {
                target.back().push_back(ToTensorArg(instance));
            }
            if (port.instances.empty() && port.kind != Port::kDynamic) {
                target.back().push_back(gert::TensorArg());
            }
        }
    }
    for (const Attr& attr : attrs_) {
        arguments.attrs.push_back(ToAttrValue(attr));
    }
    return arguments;
}

std::string KernelExecutor::TilingCacheKey() const {
    std::string key = op_type_;
    key += '\0';
    AppendPod(Deterministic(), &key);
    for (const std::vector<Port>* ports : {&inputs_, &outputs_}) {
        for (const Port& port : *ports) {
            AppendPod(port.instances.size(), &key);
            for (const Instance& instance : port.instances) {
                AppendPod(instance.present, &key);
                AppendPod(instance.dtype, &key);
                AppendPod(instance.format, &key);
                AppendPod(instance.dims.size(), &key);
                key.append(reinterpret_cast<const char*>(instance.dims.data()),
                           instance.dims.size() * sizeof(int64_t));
                AppendPod(instance.origin_format, &key);
                AppendPod(instance.storage_dims.size(), &key);
                key.append(reinterpret_cast<const char*>(instance.storage_dims.data()),
                           instance.storage_dims.size() * sizeof(int64_t));
                AppendPod(instance.strides.size(), &key);
                key.append(reinterpret_cast<const char*>(instance.strides.data()),
                           instance.strides.size() * sizeof(int64_t));
                AppendPod(instance.host_data.size(), &key);
                key.append(reinterpret_cast<const char*>(instance.host_data.data()),
                           instance.host_data.size());
            }
        }
    }
    for (const Attr& attr : attrs_) {
        AppendPod(attr.type, &key);
        AppendPod(attr.is_list, &key);
        AppendPod(attr.bytes.size(), &key);
        key.append(reinterpret_cast<const char*>(attr.bytes.data()), attr.bytes.size());
    }
    return key;
}

const gert::OpImplFunctions* KernelExecutor::Functions() const {
    const PackageSet& packages = packages_ != nullptr ? *packages_ : PackageSet::Get();
    return kernel_ == nullptr ? nullptr
                              : packages.FindFunctions(op_type_, kernel_->package(), nullptr);
}

int KernelExecutor::RunTiling() {
    // The kernel's path tells packages apart that define the same operator.
    const CoreLimits limits = CoreLimits::OfThread();
    std::string key = kernel_->path() + '\0' + TilingCacheKey();
    AppendPod(limits.cube, &key);
    AppendPod(limits.vector, &key);
    TilingCache& cache = TilingCache::Get();
    {
        std::lock_guard<std::mutex> lock(cache.mutex);
        const auto known = cache.results.find(key);
        if (known != cache.results.end()) {
            tiling_ = known->second;
            return OK;
        }
    }
    std::string error;
    const gert::OpImplFunctions* functions =
        packages_->FindFunctions(op_type_, kernel_->package(), &error);
    if (functions == nullptr || functions->tiling == nullptr) {
        return Fail(ACLNN_ERR_INNER_TILING_ERROR, "%s has no tiling function%s%s", op_type_.c_str(),
                    error.empty() ? "" : ": ", error.c_str());
    }
    const gert::OpArgs arguments = TilingArguments();
    fe::PlatFormInfos* const platform = limits.Platform();
    void* compile_info = CompileInfoOf(*functions, arguments, platform);
    auto result = std::make_shared<gert::TilingResult>(
        gert::RunTiling(*functions, arguments, platform, compile_info, kernel_->tiling_capacity(),
                        Deterministic()));
    const gert::TilingProblem problem = gert::ProblemOf(*result);
    if (problem != gert::TilingProblem::kNone) {
        const bool failed = problem == gert::TilingProblem::kFailed;
        const std::string text = gert::DescribeProblem(problem, op_type_, *result);
        return Fail(problem == gert::TilingProblem::kTooManyWorkspaces
                        ? ACLNN_ERR_PARAM_INVALID
                        : ACLNN_ERR_INNER_TILING_ERROR,
                    "%s%s%s", text.c_str(), failed ? " for " : "",
                    failed ? DescribeArguments().c_str() : "");
    }
    const std::string bank_key = KernelKey() + "#" + gert::CallHash(arguments, Deterministic());
    const TiledCall call = {op_type_, bank_key, DescribeArguments(), kernel_};
    ApplyTilingBank(call, result.get());
    LogTiling(call, *result);
    std::lock_guard<std::mutex> lock(cache.mutex);
    if (cache.results.size() >= kMaxCachedTilings) {
        cache.results.clear();
    }
    cache.results[key] = result;
    tiling_ = result;
    return OK;
}

bool KernelExecutor::FindPackaged() {
    const std::string key = KernelKey();
    kernel_ = embedded_kernels_ != nullptr ? embedded_kernels_->FindKernel(key) : nullptr;
    taken_ = kernel_ != nullptr ? Taken::kEmbedded : Taken::kDynamic;
    packages_ = &PackageSet::Get();
    if (kernel_ == nullptr) {
        kernel_ = packages_->FindKernel(key);
    }
    return kernel_ != nullptr;
}

int KernelExecutor::TakePackaged() {
    std::string error;
    KernelProblem problem = KernelProblem::kObject;
    binary_ = kernel_->Load(&error, &problem);
    if (binary_ == nullptr) {
        return runtime::FailText(CodeOf(problem), error);
    }
    int code = ReadDependedValues();
    if (code != OK || (code = RunTiling()) != OK) {
        return code;
    }
    const std::map<uint64_t, bool>& kinds = kernel_->deterministic_keys();
    const auto kind = kinds.find(tiling_->tiling_key);
    if (kind != kinds.end() && kind->second != (Deterministic() != 0)) {
        return Fail(ACLNN_ERR_INNER_TILING_ERROR,
                    "the tiling function of %s chose tiling key %llu, which is for %s calls only "
                    "(ASCENDC_TPL_DETERMINISTIC_SEL); choose by GetDeterministic() of the context",
                    op_type_.c_str(), static_cast<unsigned long long>(tiling_->tiling_key),
                    kind->second ? "deterministic" : "other than deterministic");
    }
    function_ = kernel_->FunctionOfKey(tiling_->tiling_key);
    if (function_ != nullptr) {
        return OK;
    }
    std::string keys;
    for (const uint64_t known : binary_->TilingKeys()) {
        keys += (keys.empty() ? "" : ", ") + std::to_string(known);
    }
    return Fail(ACLNN_ERR_INNER_TILING_ERROR,
                "the tiling function of %s chose tiling key %llu; the kernel %s has %s",
                op_type_.c_str(), static_cast<unsigned long long>(tiling_->tiling_key),
                kernel_->path().c_str(), keys.c_str());
}

int KernelExecutor::Prepare(uint64_t* workspace_size) {
    *workspace_size = 0;
    int code = MaterializeScalars();
    if (code != OK || (code = CheckContiguity()) != OK) {
        return code;
    }
    skip_ = !launch_empty_ && AllOutputsEmpty();
    if (skip_) {
        prepared_ = true;
        return OK;
    }
    kernel_ = nullptr;
    tiling_is_fixed_ = false;
    if (StaticKernels::Installed() && (code = TakeInstalled()) != OK) {
        return code;
    }
    if (kernel_ == nullptr && !FindPackaged()) {
        return ReportMissingKernel(KernelKey());
    }
    if (!tiling_is_fixed_ && (code = TakePackaged()) != OK) {
        return code;
    }
    if (CallsAreLogged()) {
        Log();
    }
    if (runtime::ArgsAreDumped()) {
        Record();
    }
    uint64_t total = 0;
    for (const size_t bytes : tiling_->workspaces) {
        total =
            (total + kWorkspaceAlignment - 1) / kWorkspaceAlignment * kWorkspaceAlignment + bytes;
    }
    kernel_workspace_ = total;
    workspace_size_ = (total + 7) / 8 * 8 + ShapeBufferBytes();
    *workspace_size = workspace_size_;
    prepared_ = true;
    return OK;
}

int KernelExecutor::InferShapes(std::vector<std::vector<int64_t>>* shapes) const {
    const gert::OpImplFunctions* functions = PackageSet::Get().FindShapeInference(op_type_);
    if (functions == nullptr) {
        return Fail(ACLNN_ERR_INNER_INFERSHAPE_ERROR,
                    "no installed package has a shape inference of %s", op_type_.c_str());
    }
    const ge::graphStatus status = gert::RunInferShape(*functions, TilingArguments(), shapes);
    if (status == ge::GRAPH_SUCCESS) {
        return OK;
    }
    const std::string& failure = gert::HostCall::Failure();
    const std::string text = failure.empty() ? "the shape inference of " + op_type_ + " returned " +
                                                   gert::StatusName(status)
                                             : failure;
    return Fail(ACLNN_ERR_INNER_INFERSHAPE_ERROR, "%s for %s", text.c_str(),
                DescribeArguments().c_str());
}

}  // namespace nnopbase
