#include "nnopbase/package.h"

#include <dirent.h>
#include <sys/utsname.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>

#include "exe_graph/tiling_context_builder.h"
#include "nnopbase/builtin_shapes.h"
#include "platform/soc_table.h"
#include "runtime/lifecycle.h"
#include "support/checksum.h"
#include "support/file_system.h"
#include "support/strings.h"

using support::Environment;
using support::IsDirectory;
using support::IsFile;
using support::Json;
using support::Trimmed;

namespace nnopbase {

std::string OppDirectory() {
    const std::string opp = Environment("ASCEND_OPP_PATH");
    return opp.empty() ? runtime::HomeDirectory() + "/opp" : opp;
}

namespace {

// Relative to a package's root.
constexpr char kKernelFolder[] = "/op_impl/ai_core/tbe/kernel/";
constexpr char kTilingFolder[] = "/op_impl/ai_core/tbe/op_tiling/lib/";
constexpr char kPrototypeFolder[] = "/op_proto/lib/";
// More than any device takes; larger numbers come from damaged files.
constexpr uint64_t kMaxTilingSize = uint64_t{64} << 20;
// A kernel that says 8 or less has no registered tiling structure: its size is not known.
constexpr size_t kUnknownTilingSize = 8;

/// Names in a directory, hidden ones left out; none if it cannot be read.
std::vector<std::string> NamesIn(const std::string& path) {
    std::vector<std::string> names;
    DIR* const directory = opendir(path.c_str());
    if (directory == nullptr) {
        return names;
    }
    while (const dirent* const entry = readdir(directory)) {
        if (entry->d_name[0] != '.') {
            names.push_back(entry->d_name);
        }
    }
    closedir(directory);
    return names;
}

/// What stands between separators, without blanks; empty parts are left out.
std::vector<std::string> PartsOf(const std::string& text, char separator) {
    std::vector<std::string> parts;
    for (const std::string& part : support::Split(text, separator)) {
        if (!Trimmed(part).empty()) {
            parts.push_back(Trimmed(part));
        }
    }
    return parts;
}

/// Names of the installed vendors in their order: the line with "priority" of vendors/config.ini.
std::vector<std::string> VendorNames(const std::string& vendors) {
    std::ifstream file((vendors + "/config.ini").c_str());
    std::string line;
    while (std::getline(file, line)) {
        line = line.substr(0, line.find('#'));
        const size_t equals = line.find('=');
        if (equals != std::string::npos && line.find("priority") < equals) {
            return PartsOf(line.substr(equals + 1), ',');
        }
    }
    return {};
}

std::vector<std::string> FindRoots(std::vector<std::string>* missing) {
    std::vector<std::string> roots;
    for (const std::string& root : PartsOf(Environment("ASCEND_CUSTOM_OPP_PATH"), ':')) {
        (IsDirectory(root) ? roots : *missing).push_back(root);
    }
    const std::string opp = OppDirectory();
    for (const std::string& vendor : VendorNames(opp + "/vendors")) {
        const std::string root = opp + "/vendors/" + vendor;
        if (IsDirectory(root)) {
            roots.push_back(root);
        }
    }
    const std::string latest = runtime::HomeDirectory() + "/opp_latest";
    roots.push_back(IsDirectory(latest) ? latest + "/built-in" : opp + "/built-in");
    return roots;
}

/// "<os>/<arch>" from scene.info, else of this machine.
std::string SystemFolder() {
    std::string os = "linux";
    struct utsname name;
    std::string arch = uname(&name) == 0 ? name.machine : "x86_64";
    for (const std::string& path : {runtime::HomeDirectory() + "/share/info/opbase/scene.info",
                                    OppDirectory() + "/scene.info"}) {
        std::ifstream file(path.c_str());
        std::string line;
        bool has_kernels = false;
        while (std::getline(file, line)) {
            if (line.compare(0, 3, "os=") == 0) {
                os = Trimmed(line.substr(3));
                has_kernels = true;
            } else if (line.compare(0, 5, "arch=") == 0) {
                arch = Trimmed(line.substr(5));
            }
        }
        if (has_kernels) {
            break;
        }
    }
    return os + "/" + arch;
}

/// Library of the package's tiling functions; "" if it has none.
std::string TilingLibrary(const std::string& root) {
    const std::string folder = root + kTilingFolder + SystemFolder();
    for (const char* name : {"/libcust_opmaster_rt2.0.so", "/libopmaster_rt2.0.so"}) {
        if (IsFile(folder + name)) {
            return folder + name;
        }
    }
    const std::string plain = root + "/op_impl/ai_core/tbe/op_tiling/liboptiling.so";
    return IsFile(plain) ? plain : "";
}

/// Library of the package's prototypes; "" if it has none.
std::string PrototypeLibrary(const std::string& root) {
    const std::string folder = root + kPrototypeFolder + SystemFolder();
    for (const char* name : {"/libcust_opsproto_rt2.0.so", "/libopsproto_rt2.0.so"}) {
        if (IsFile(folder + name)) {
            return folder + name;
        }
    }
    return "";
}

bool InitValueFromJson(size_t parameter, const Json& json, InitValue* value) {
    static const std::map<std::string, ge::DataType>* const kTypes =
        new std::map<std::string, ge::DataType>{
            {"float16", ge::DT_FLOAT16}, {"float32", ge::DT_FLOAT}, {"float", ge::DT_FLOAT},
            {"bfloat16", ge::DT_BF16},   {"int64", ge::DT_INT64},   {"uint64", ge::DT_UINT64},
            {"int32", ge::DT_INT32},     {"uint32", ge::DT_UINT32}, {"int16", ge::DT_INT16},
            {"uint16", ge::DT_UINT16},   {"int8", ge::DT_INT8},     {"uint8", ge::DT_UINT8},
            {"bool", ge::DT_BOOL},       {"double", ge::DT_DOUBLE},
        };
    const auto type = kTypes->find(json["dtype"].AsString());
    if (type == kTypes->end()) {
        return false;
    }
    const Json& number = json["init_value"];
    *value = InitValue{parameter, type->second,
                       type->second == ge::DT_FLOAT || type->second == ge::DT_FLOAT16 ||
                           type->second == ge::DT_BF16 || type->second == ge::DT_DOUBLE,
                       number.AsReal(), number.AsInt()};
    return true;
}

}  // namespace

std::vector<std::string> SimplifiedKeys(const Json& entry) {
    const Json& simplified = entry["simplifiedKey"];
    std::vector<std::string> keys;
    if (simplified.IsString()) {
        keys.push_back(simplified.AsString());
    }
    for (const Json& key : simplified.elements()) {
        keys.push_back(key.AsString());
    }
    return keys;
}

bool Kernel::ReadDescription(Json* description, std::string* error) const {
    return image_.object != nullptr
               ? Json::Parse(image_.description, description, error)
               : Json::ParseFile(path_.substr(0, path_.find_last_of('.')) + ".json", description,
                                 error);
}

std::shared_ptr<runtime::Binary> Kernel::Load(std::string* error, KernelProblem* problem) {
    std::lock_guard<std::mutex> lock(mutex_);
    if (binary_ != nullptr) {
        return binary_;
    }
    KernelProblem ignored = KernelProblem::kObject;
    KernelProblem& cause = problem == nullptr ? ignored : *problem;
    std::shared_ptr<runtime::Binary> binary =
        image_.object == nullptr ? runtime::Binary::FromFile(path_, error)
                                 : runtime::Binary::FromData(image_.object, image_.size,
                                                             image_.description, path_, error);
    if (binary == nullptr) {
        Json description;
        std::string unused;
        cause = ReadDescription(&description, &unused) ? KernelProblem::kObject
                                                       : KernelProblem::kDescription;
        return nullptr;
    }
    const Json& description = binary->description();
    if (!description.IsObject()) {
        cause = KernelProblem::kDescription;
        *error = path_ + ": its description (.json) is missing or is no object";
        return nullptr;
    }
    const uint64_t para_size = description["opParaSize"].AsUint();
    if (para_size > kMaxTilingSize) {
        cause = KernelProblem::kField;
        *error = path_ + ": its description (.json) states tiling data of " +
                 std::to_string(para_size) + " bytes (opParaSize)";
        return nullptr;
    }
    const size_t stated = (para_size + 7) / 8 * 8;
    tiling_capacity_ = stated > kUnknownTilingSize ? stated : gert::kDefaultTilingCapacity;
    const std::vector<Json>& parameters = description["parameters"].elements();
    for (size_t i = 0; i < parameters.size(); ++i) {
        InitValue value;
        if (parameters[i].IsObject() && InitValueFromJson(i, parameters[i], &value)) {
            init_values_.push_back(value);
        }
    }
    for (const Json& entry : description["kernelList"].elements()) {
        if (entry["deterministic"].IsString()) {
            deterministic_keys_[entry["tilingKey"].AsUint()] =
                entry["deterministic"].AsString() == "true";
        }
    }
    binary_ = binary;
    return binary;
}

std::string Kernel::StatedHash() {
    std::lock_guard<std::mutex> lock(mutex_);
    if (binary_ != nullptr) {
        return binary_->description()["sha256"].AsString();
    }
    Json description;
    std::string error;
    return ReadDescription(&description, &error) ? description["sha256"].AsString() : "";
}

std::shared_ptr<runtime::Function> Kernel::FunctionOfKey(uint64_t tiling_key) {
    std::lock_guard<std::mutex> lock(mutex_);
    std::shared_ptr<runtime::Function>& function = functions_[tiling_key];
    if (function == nullptr) {
        function = binary_->FunctionByKey(tiling_key);
    }
    return function;
}

const gert::OpImplFunctions* Package::FindFunctions(const std::string& op_type,
                                                    std::string* error) const {
    {
        std::lock_guard<std::mutex> lock(mutex_);
        if (!loaded_) {
            loaded_ = true;
            const std::string library =
                tiling_library_.empty() ? TilingLibrary(root_) : tiling_library_;
            if (library.empty()) {
                load_error_ = root_ + " has no tiling library for " + SystemFolder();
            } else {
                space_.LoadLibrary(library, &load_error_);
            }
        }
    }
    if (!load_error_.empty() && error != nullptr) {
        *error += (error->empty() ? "" : "; ") + load_error_;
    }
    return space_.Find(op_type);
}

std::string Package::TilingIdentity() const {
    std::lock_guard<std::mutex> lock(mutex_);
    std::string content;
    if (!identified_ && support::ReadFile(TilingLibrary(root_), &content)) {
        char text[32];
        std::snprintf(text, sizeof(text), "%zx-%08x", content.size(), support::Crc32(content));
        tiling_identity_ = text;
    }
    identified_ = true;
    return tiling_identity_;
}

const gert::OpImplFunctions* Package::FindShapeInference(const std::string& op_type) const {
    const gert::OpImplFunctions* functions = FindFunctions(op_type, nullptr);
    if (functions != nullptr && functions->infer_shape != nullptr) {
        return functions;
    }
    std::lock_guard<std::mutex> lock(mutex_);
    if (!prototypes_loaded_) {
        prototypes_loaded_ = true;
        const std::string library = PrototypeLibrary(root_);
        std::string ignored;  // a package without inference has none
        if (!library.empty()) {
            prototypes_.LoadLibrary(library, &ignored);
        }
    }
    functions = prototypes_.Find(op_type);
    return functions != nullptr && functions->infer_shape != nullptr ? functions : nullptr;
}

PackageSet& PackageSet::Get() {
    struct Current {
        std::mutex mutex;
        std::string path;
        PackageSet* packages = nullptr;
    };
    static Current* const current = new Current();
    const char* const path = getenv("ASCEND_CUSTOM_OPP_PATH");
    std::lock_guard<std::mutex> lock(current->mutex);
    if (current->packages == nullptr || current->path != (path == nullptr ? "" : path)) {
        // Executors hold kernels of the former set: it stays.
        current->path = path == nullptr ? "" : path;
        current->packages = new PackageSet();
    }
    return *current->packages;
}

PackageSet::PackageSet() {
    for (const std::string& root : FindRoots(&missing_roots_)) {
        packages_.push_back(std::make_unique<Package>(root));
        ReadKernelTable(packages_.back().get());
        ReadAicpuTable(*packages_.back());
    }
}

void PackageSet::AddProblem(const std::string& text) {
    problems_ += (problems_.empty() ? "" : "; ") + text;
}

void PackageSet::ReadKernelTable(Package* package) {
    const std::string folder = package->root() + kKernelFolder;
    const std::string path =
        folder + "config/" + platform::CurrentSoc().short_soc_version + "/binary_info_config.json";
    if (!IsFile(path)) {
        return;
    }
    Json table;
    std::string error;
    if (!Json::ParseFile(path, &table, &error)) {
        AddProblem(error);
        return;
    }
    for (const auto& op : table.members()) {
        for (const Json& entry : op.second["binaryList"].elements()) {
            const std::string object = folder + entry["binPath"].AsString();
            if (!IsFile(object)) {
                AddProblem(object + ": no such file");
                continue;
            }
            for (const std::string& key : SimplifiedKeys(entry)) {
                std::unique_ptr<Kernel>& kernel = kernels_[key];
                if (kernel == nullptr) {
                    kernel = std::make_unique<Kernel>(package, object);
                    keys_by_type_[op.first].push_back(key);
                }
            }
        }
    }
}

void PackageSet::ReadAicpuTable(const Package& package) {
    const std::string path = package.root() + kAicpuTable;
    if (!IsFile(path)) {
        return;
    }
    Json table;
    std::string error;
    if (!Json::ParseFile(path, &table, &error)) {
        AddProblem(error);
        return;
    }
    for (const auto& op : table.members()) {
        const Json& info = op.second["opInfo"];
        const std::string library = info["kernelSo"].AsString();
        const std::string function = info["functionName"].AsString();
        if (library.empty() || function.empty()) {
            AddProblem(path + ": " + op.first + " has no kernelSo or no functionName");
            continue;
        }
        std::unique_ptr<AicpuKernel>& kernel = aicpu_kernels_[op.first];
        if (kernel == nullptr) {
            kernel = std::make_unique<AicpuKernel>(package.root() + kAicpuLibraryFolder + library,
                                                   function);
        }
    }
}

AicpuKernel* PackageSet::FindAicpuKernel(const std::string& op_type) const {
    const auto entry = aicpu_kernels_.find(op_type);
    return entry == aicpu_kernels_.end() ? nullptr : entry->second.get();
}

Kernel* PackageSet::FindKernel(const std::string& key) const {
    const auto entry = kernels_.find(key);
    return entry == kernels_.end() ? nullptr : entry->second.get();
}

const gert::OpImplFunctions* PackageSet::FindFunctions(const std::string& op_type,
                                                       const Package& preferred,
                                                       std::string* error) const {
    const gert::OpImplFunctions* functions = preferred.FindFunctions(op_type, error);
    for (size_t i = 0;
         i < packages_.size() && (functions == nullptr || functions->tiling == nullptr); ++i) {
        if (packages_[i].get() == &preferred) {
            continue;
        }
        const gert::OpImplFunctions* others = packages_[i]->FindFunctions(op_type, nullptr);
        functions = others != nullptr ? others : functions;
    }
    return functions;
}

const gert::OpImplFunctions* PackageSet::FindShapeInference(const std::string& op_type) const {
    for (const auto& package : packages_) {
        const gert::OpImplFunctions* functions = package->FindShapeInference(op_type);
        if (functions != nullptr) {
            return functions;
        }
    }
    return FindBuiltInShapeInference(op_type);
}

std::vector<std::string> PackageSet::Roots() const {
    std::vector<std::string> roots;
    for (const auto& package : packages_) {
        roots.push_back(package->root());
    }
    return roots;
}

std::string PackageSet::KeysOf(const std::string& op_type) const {
    const auto keys = keys_by_type_.find(op_type);
    if (keys == keys_by_type_.end()) {
        return "none";
    }
    constexpr size_t kMostShown = 12;
    std::string text;
    for (size_t i = 0; i < keys->second.size() && i < kMostShown; ++i) {
        text += (i == 0 ? "" : ", ") + keys->second[i];
    }
    const size_t hidden = keys->second.size() - std::min(keys->second.size(), kMostShown);
    return text + (hidden > 0 ? " and " + std::to_string(hidden) + " more" : "");
}

std::string PackageSet::SearchedRoots() const {
    return Searched("kernel/config/" + platform::CurrentSoc().short_soc_version +
                    "/binary_info_config.json");
}

std::string PackageSet::SearchedAicpuTables() const {
    return Searched(kAicpuTable + 1);
}

std::string PackageSet::Searched(const std::string& table) const {
    std::string text = support::Join(Roots(), ", ") + " (" + table + ")";
    for (const std::string& root : missing_roots_) {
        text += "; no directory: " + root;
    }
    return text + (problems_.empty() ? "" : "; unreadable: " + problems_);
}

std::vector<std::string> PackageSet::UnitsOf(const std::string& op_type) const {
    std::set<std::string> units;
    for (const auto& package : packages_) {
        const std::string folder = package->root() + kKernelFolder + "config/";
        for (const std::string& unit : NamesIn(folder)) {
            const std::string path = folder + unit + "/binary_info_config.json";
            Json table;
            std::string error;
            if (IsFile(path) && Json::ParseFile(path, &table, &error) &&
                table[op_type].IsObject()) {
                units.insert(unit);
            }
        }
    }
    return std::vector<std::string>(units.begin(), units.end());
}

}  // namespace nnopbase
