#include "runtime/binary.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cctype>
#include <cstdlib>
#include <cstring>

#include "aicore/kernel_type.h"
#include "observe/observe.h"
#include "platform/soc_table.h"
#include "runtime/kernel_integrity.h"
#include "runtime/loadable_image.h"
#include "runtime/observed_binary.h"
#include "support/file_system.h"
#include "support/strings.h"

namespace runtime {
namespace {

/// Makes a file of the bytes that the dynamic loader can open; `*remove` says whether to unlink it
/// afterwards.
int MakeLoadableFile(const void* data, size_t size, std::string* path, bool* remove) {
    int fd = -1;
#ifdef SYS_memfd_create
    fd = static_cast<int>(syscall(SYS_memfd_create, "ascendc_kernel", 1U /* MFD_CLOEXEC */));
#endif
    *remove = fd < 0;
    if (fd >= 0) {
        *path = "/proc/self/fd/" + std::to_string(fd);
    } else {
        const char* folder = getenv("TMPDIR");
        *path = std::string(folder != nullptr && *folder != '\0' ? folder : "/tmp") +
                "/ascendc_kernel_XXXXXX";
        fd = mkstemp(&(*path)[0]);
    }
    if (fd >= 0 && !support::WriteAll(fd, data, size)) {
        close(fd);
        if (*remove) {
            unlink(path->c_str());
        }
        return -1;
    }
    return fd;
}

/// The type that an entry of a description's kernelList means.
uint32_t TaskTypeOfEntry(const support::Json& entry) {
    const std::string& kernel_type = entry["kernelType"].AsString();
    const std::string& ratio = entry["taskRation"].AsString();
    if (kernel_type == "VectorCore") {
        return KERNEL_TYPE_VECTORCORE;
    }
    if (kernel_type == "MIX_AICORE") {
        return KERNEL_TYPE_MIX_AICORE;
    }
    if (kernel_type == "MIX_VECTOR_CORE") {
        return KERNEL_TYPE_MIX_VECTOR_CORE;
    }
    if (kernel_type != "MIX_AIC") {
        return KERNEL_TYPE_AICORE;
    }
    const bool sync = entry["crossCoreSync"].AsInt() != 0;
    if (ratio == "0:1") {
        return sync ? KERNEL_TYPE_MIX_AIV_1_0 : KERNEL_TYPE_AIV_ONLY;
    }
    if (ratio == "1:0") {
        return sync ? KERNEL_TYPE_MIX_AIC_1_0 : KERNEL_TYPE_AIC_ONLY;
    }
    return ratio == "1:1" ? KERNEL_TYPE_MIX_AIC_1_1 : KERNEL_TYPE_MIX_AIC_1_2;
}

/// What the words of --op_debug_config in a kernel's description ask for.
uint32_t GuardsIn(const support::Json& description) {
    uint32_t guards = 0;
    for (const std::string& word :
         support::Split(description["supportInfo"]["op_debug_config"].AsString(), ',')) {
        guards |= word == "oom"          ? ASCENDC_GUARD_MEMORY
                  : word == "check_flag" ? ASCENDC_GUARD_FLAGS
                                         : 0U;
    }
    return guards;
}

/// The operator that a description has in front of its simplified key; empty if it has none.
std::string OpTypeIn(const support::Json& description) {
    const std::string& key = description["supportInfo"]["simplifiedKey"][0].AsString();
    return key.substr(0, key.find('/'));
}

}  // namespace

void* LoadAicoreLibrary(std::string* error) {
    static std::mutex* const mutex = new std::mutex();
    static void* library = nullptr;
    std::lock_guard<std::mutex> lock(*mutex);
    if (library == nullptr) {
        // Global, so that kernel objects find it by its SONAME whatever the search path is.
        library = dlopen((support::DirectoryOfLibrary(reinterpret_cast<void*>(&MakeLoadableFile)) +
                          "/libascendc_aicore.so")
                             .c_str(),
                         RTLD_NOW | RTLD_GLOBAL);
    }
    if (library == nullptr) {
        const std::string first = dlerror();
        library = dlopen("libascendc_aicore.so", RTLD_NOW | RTLD_GLOBAL);
        if (library == nullptr) {
            *error = "the simulated AI cores cannot be loaded: " + first;
        }
    }
    return library;
}

std::shared_ptr<Binary> Binary::FromFile(const std::string& path, std::string* error) {
    KernelFile file;
    if (!file.Read(path, error)) {
        return nullptr;
    }
    std::shared_ptr<Binary> binary(new Binary());
    binary->origin_ = path;
    binary->file_size_ = file.content.size();
    if (support::EndsWith(path, ".o")) {
        const std::string description = path.substr(0, path.size() - 1) + "json";
        std::string text;
        if (support::ReadFile(description, &text) &&
            !support::Json::Parse(text, &binary->description_, error)) {
            *error = description + ": " + *error;
            return nullptr;
        }
    }
    if (!CheckIntegrity(file, binary->description_["sha256"].AsString(), error)) {
        return nullptr;
    }
    const std::string& content = file.content;
    if (!ReadKernelMeta(content.data(), content.size(), &binary->meta_, error) ||
        !CheckLoadable(content.data(), content.size(), error)) {
        *error = path + ": " + *error;
        return nullptr;
    }
    if (!file.IsUnchanged()) {
        *error = path + " was written while it was loaded; try again";
        return nullptr;
    }
    // A name with a slash: the loader must not search for it.
    const std::string name = path.find('/') == std::string::npos ? "./" + path : path;
    return binary->Open(name, error) ? binary : nullptr;
}

std::shared_ptr<Binary> Binary::FromData(const void* data, size_t size, std::string* error) {
    return FromData(data, size, "", "<data>", error);
}

std::shared_ptr<Binary> Binary::FromData(const void* data, size_t size,
                                         const std::string& description, const std::string& origin,
                                         std::string* error) {
    constexpr size_t kMostBytes = size_t{1} << 32;
    if (size > kMostBytes) {
        *error = origin + ": no kernel object has " + std::to_string(size) + " bytes";
        return nullptr;
    }
    std::shared_ptr<Binary> binary(new Binary());
    binary->origin_ = origin;
    binary->file_size_ = size;
    if (!description.empty() && !support::Json::Parse(description, &binary->description_, error)) {
        *error = origin + ": " + *error;
        return nullptr;
    }
    const char* const bytes = static_cast<const char*>(data);
    if (!CheckIntegrity(origin, bytes, size, binary->description_["sha256"].AsString(), error)) {
        return nullptr;
    }
    if (!ReadKernelMeta(data, size, &binary->meta_, error) || !CheckLoadable(bytes, size, error)) {
        *error = origin + ": " + *error;
        return nullptr;
    }
    std::string path;
    bool remove = false;
    const int fd = MakeLoadableFile(data, size, &path, &remove);
    if (fd < 0) {
        *error = std::string("no file can be made for the kernel: ") + strerror(errno);
        return nullptr;
    }
    // Open as long as the library is loaded: the loader tells libraries apart by name, and a reused
    // number would lead to the wrong one.
    binary->image_fd_ = fd;
    const bool opened = binary->Open(path, error);
    if (remove) {
        unlink(path.c_str());
    }
    return opened ? binary : nullptr;
}

Binary::~Binary() {
    if (library_ != nullptr) {
        dlclose(library_);
    }
    if (image_fd_ >= 0) {
        close(image_fd_);
    }
}

bool Binary::Open(const std::string& path, std::string* error) {
    if (LoadAicoreLibrary(error) == nullptr) {
        return false;
    }
    library_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library_ == nullptr) {
        *error = origin_ + ": " + dlerror();
        return false;
    }
    info_ = static_cast<const AscendcKernelInfo*>(dlsym(library_, "ascendc_kernel_info"));
    if (info_ == nullptr) {
        *error = origin_ + ": not a kernel object of this toolkit (no symbol ascendc_kernel_info)";
        return false;
    }
    if (info_->abi_version != ASCENDC_KERNEL_ABI_VERSION) {
        *error = origin_ + ": compiled for kernel ABI " + std::to_string(info_->abi_version) +
                 ", this toolkit has " + std::to_string(ASCENDC_KERNEL_ABI_VERSION) +
                 ": compile the operator again";
        return false;
    }
    guards_ = IsObserved(*info_) ? GuardsIn(description_) : 0;
    op_type_ = OpTypeIn(description_);
    if (op_type_.empty() && info_->name != nullptr) {
        op_type_ = info_->name;
    }
    return true;
}

std::shared_ptr<Binary> Binary::Observed(std::string* reason) {
    std::call_once(observed_once_, [this] {
        if (image_fd_ < 0) {
            observed_ = MakeObservedBinary(origin_, &not_observed_);
        } else {
            not_observed_ = "it was loaded from memory, " + origin_ +
                            ", without its sources: build its project with "
                            "add_ops_compile_options(ALL OPTIONS -sanitizer)";
        }
    });
    *reason = not_observed_;
    return observed_;
}

void* Binary::image(size_t* size) const {
    *size = file_size_;
    const link_map* map = nullptr;
    return dlinfo(library_, RTLD_DI_LINKMAP, &map) == 0 ? reinterpret_cast<void*>(map->l_addr)
                                                        : nullptr;
}

void* Binary::Symbol(const std::string& name, size_t* size) const {
    void* const address = dlsym(library_, name.c_str());
    Dl_info info;
    const ElfW(Sym)* symbol = nullptr;
    *size = 0;
    if (address != nullptr &&
        dladdr1(address, &info, reinterpret_cast<void**>(const_cast<ElfW(Sym)**>(&symbol)),
                RTLD_DL_SYMENT) != 0 &&
        symbol != nullptr) {
        *size = symbol->st_size;
    }
    return address;
}

uint32_t Binary::TaskType(uint64_t tiling_key) const {
    const bool split_cores = platform::CurrentSoc().split_cores;
    // The description was written for one SoC and has the last word; the object itself may serve
    // several.
    for (const support::Json& entry : description_["kernelList"].elements()) {
        if (entry["tilingKey"].AsUint(0) == tiling_key && entry["kernelType"].IsString()) {
            return aicore::KernelTypeOn(split_cores, TaskTypeOfEntry(entry));
        }
    }
    const auto stated = meta_.task_types.find(tiling_key);
    if (stated != meta_.task_types.end()) {
        return aicore::KernelTypeOn(split_cores, stated->second);
    }
    const uint32_t inferred =
        aicore::InferredKernelType(meta_.cube, meta_.vector, meta_.cross_core_sync);
    return aicore::KernelTypeOn(split_cores,
                                meta_.has_default_task_type ? meta_.default_task_type : inferred);
}

std::shared_ptr<Function> Binary::MakeFunction(const std::string& name, uint64_t tiling_key) {
    auto function = std::make_shared<Function>();
    function->binary = shared_from_this();
    function->name = name;
    function->tiling_key = tiling_key;
    function->task_type = TaskType(tiling_key);
    return function;
}

std::shared_ptr<Function> Binary::FunctionByName(const std::string& name) {
    std::string symbol = name;
    if (support::EndsWith(symbol, "_mix_aic") || support::EndsWith(symbol, "_mix_aiv")) {
        symbol.resize(symbol.size() - strlen("_mix_aic"));
    }
    const std::string base = info_->name == nullptr ? "" : info_->name;
    if (symbol != base && (symbol.empty() || dlsym(library_, symbol.c_str()) == nullptr)) {
        return nullptr;
    }
    // An object with several kernels describes each of them.
    const void* const own_info = dlsym(library_, ("ascendc_kernel_info_" + symbol).c_str());
    const void* const own_type = dlsym(library_, ("ascendc_kernel_type_" + symbol).c_str());
    if (own_info != nullptr && own_type != nullptr) {
        const std::shared_ptr<Function> function = MakeFunction(symbol, 0);
        function->info = static_cast<const AscendcKernelInfo*>(own_info);
        function->task_type =
            aicore::KernelTypeOn(platform::CurrentSoc().split_cores,
                                 reinterpret_cast<uint32_t (*)()>(const_cast<void*>(own_type))());
        return function;
    }
    uint64_t tiling_key = 0;
    const size_t underscore = symbol.rfind('_');
    if (symbol != base && underscore != std::string::npos &&
        isdigit(static_cast<unsigned char>(symbol[underscore + 1]))) {
        tiling_key = strtoull(symbol.c_str() + underscore + 1, nullptr, 10);
    } else {
        const std::vector<uint64_t> keys = TilingKeys();
        tiling_key = keys.size() == 1 ? keys[0] : 0;
    }
    return MakeFunction(symbol, tiling_key);
}

std::shared_ptr<Function> Binary::FunctionByKey(uint64_t tiling_key) {
    const std::string symbol =
        std::string(info_->name == nullptr ? "" : info_->name) + "_" + std::to_string(tiling_key);
    if (dlsym(library_, symbol.c_str()) == nullptr) {
        return nullptr;
    }
    return MakeFunction(symbol, tiling_key);
}

std::vector<uint64_t> Binary::TilingKeys() const {
    std::set<uint64_t> keys = meta_.tiling_keys;
    for (const support::Json& kernel : description_["kernelList"].elements()) {
        if (kernel.Has("tilingKey")) {
            keys.insert(kernel["tilingKey"].AsUint());
        }
    }
    return std::vector<uint64_t>(keys.begin(), keys.end());
}

}  // namespace runtime
