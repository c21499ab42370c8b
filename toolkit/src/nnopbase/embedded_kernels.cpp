#include "nnopbase/embedded_kernels.h"

#include <dlfcn.h>

#include <mutex>

#include "aclnn/opdev/op_dfx.h"
#include "platform/soc_table.h"

namespace nnopbase {
namespace {

struct Operators {
    std::mutex mutex;
    std::map<uint32_t, std::unique_ptr<EmbeddedKernels>> kernels;

    static Operators& Get() {
        static Operators* const operators = new Operators();
        return *operators;
    }
};

std::string Text(const EmbeddedFile& file) {
    return std::string(reinterpret_cast<const char*>(std::get<0>(file)),
                       reinterpret_cast<const char*>(std::get<1>(file)));
}

/// Path of the library that the bytes are part of; "" if they are of none.
std::string LibraryOf(const EmbeddedFiles& files) {
    Dl_info info;
    return files.empty() || dladdr(std::get<0>(files[0]), &info) == 0 || info.dli_fname == nullptr
               ? ""
               : info.dli_fname;
}

}  // namespace

EmbeddedKernels::EmbeddedKernels(const std::string& library, const std::string& op_type,
                                 const EmbeddedFiles& files)
    : package_(library, library) {
    ReadList(op_type, files);
}

void EmbeddedKernels::ReadList(const std::string& op_type, const EmbeddedFiles& files) {
    support::Json list;
    if (files.empty() || !support::Json::Parse(Text(files[0]), &list, &problem_)) {
        return;
    }
    // Operators may share a kernel source and so a list; these files are one operator's.
    size_t next = 1;
    for (const support::Json& entry : list["binList"].elements()) {
        const std::string& path = entry["binInfo"]["jsonFilePath"].AsString();
        const std::string name = path.substr(path.rfind('/') + 1);
        if (name.compare(0, op_type.size() + 1, op_type + "_") != 0) {
            continue;
        }
        if (next + 1 >= files.size()) {
            problem_ = "its kernel list names more kernels than it holds";
            return;
        }
        const EmbeddedFile& object = files[next + 1];
        KernelImage image;
        image.object = std::get<0>(object);
        image.size = static_cast<size_t>(std::get<1>(object) - std::get<0>(object));
        image.description = Text(files[next]);
        next += 2;
        const std::string shown = package_.root() + "(" + name + ")";
        for (const std::string& key : SimplifiedKeys(entry)) {
            kernels_.emplace(key, std::make_unique<Kernel>(&package_, shown, image));
        }
    }
}

void EmbeddedKernels::Add(uint32_t op_type_id, const std::string& op_type,
                          const EmbeddedFiles& files) {
    Operators& operators = Operators::Get();
    std::lock_guard<std::mutex> lock(operators.mutex);
    std::unique_ptr<EmbeddedKernels>& kernels = operators.kernels[op_type_id];
    if (kernels == nullptr) {
        kernels.reset(new EmbeddedKernels(LibraryOf(files), op_type, files));
    }
}

EmbeddedKernels* EmbeddedKernels::Find(uint32_t op_type_id) {
    Operators& operators = Operators::Get();
    std::lock_guard<std::mutex> lock(operators.mutex);
    const auto entry = operators.kernels.find(op_type_id);
    return entry == operators.kernels.end() ? nullptr : entry->second.get();
}

Kernel* EmbeddedKernels::FindKernel(const std::string& key) const {
    const auto entry = kernels_.find(key);
    return entry == kernels_.end() ? nullptr : entry->second.get();
}

std::string EmbeddedKernels::Describe() const {
    std::string keys;
    for (const auto& kernel : kernels_) {
        keys += (keys.empty() ? "" : ", ") + kernel.first;
    }
    return package_.root() + " (holds " + (keys.empty() ? "no kernels" : keys) +
           (problem_.empty() ? "" : "; " + problem_) + ")";
}

}  // namespace nnopbase

namespace op {

uint32_t GenOpTypeId(const char* opName, const OP_RESOURCES& opResources) {
    const uint32_t id = GenOpTypeId(opName);
    const auto resource = opResources.find(opName);
    if (resource != opResources.end()) {
        nnopbase::EmbeddedKernels::Add(id, opName, std::get<1>(resource->second));
    }
    return id;
}

uint32_t GenOpTypeId(const char* opName, const OP_SOC_RESOURCES& opResources) {
    const uint32_t id = GenOpTypeId(opName);
    const auto resource = opResources.find(opName);
    if (resource != opResources.end()) {
        const auto& units = std::get<1>(resource->second);
        const auto files = units.find(platform::CurrentSoc().short_soc_version.c_str());
        if (files != units.end()) {
            nnopbase::EmbeddedKernels::Add(id, opName, files->second);
        }
    }
    return id;
}

}  // namespace op
