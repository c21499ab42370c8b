#include "aicore/kernel_object.h"

#include <link.h>

#include <mutex>
#include <unordered_map>

extern "C" void* __tls_get_addr(void*);

namespace aicore {
namespace {

struct Search {
    uintptr_t address;
    KernelObject object;
};

int Visit(dl_phdr_info* info, size_t, void* data) {
    auto* search = static_cast<Search*>(data);
    bool contains = false;
    const ElfW(Phdr)* tls = nullptr;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        const ElfW(Phdr) & header = info->dlpi_phdr[i];
        const uintptr_t begin = info->dlpi_addr + header.p_vaddr;
        if (header.p_type == PT_LOAD && search->address >= begin &&
            search->address < begin + header.p_memsz) {
            contains = true;
            search->object.code_begin = begin;
            search->object.code_end = begin + header.p_memsz;
        }
        tls = header.p_type == PT_TLS ? &header : tls;
    }
    if (!contains) {
        return 0;
    }
    if (tls != nullptr) {
        search->object.locals.initial =
            reinterpret_cast<const uint8_t*>(info->dlpi_addr + tls->p_vaddr);
        search->object.locals.initial_size = tls->p_filesz;
        search->object.locals.size = tls->p_memsz;
        search->object.locals.module = info->dlpi_tls_modid;
    }
    return 1;
}

}  // namespace

uint8_t* BlockLocals::Address() const {
    struct {
        size_t module;
        size_t offset;
    } index = {module, 0};
    return static_cast<uint8_t*>(__tls_get_addr(&index));
}

namespace {

int ReadUnloads(dl_phdr_info* info, size_t, void* data) {
    *static_cast<unsigned long long*>(data) = info->dlpi_subs;
    return 1;
}

}  // namespace

KernelObject FindKernelObject(const void* address) {
    static std::mutex mutex;
    static std::unordered_map<const void*, KernelObject> cache;
    static unsigned long long cache_unloads = 0;

    // An address may belong to another object only after something was unloaded.
    unsigned long long unloads = 0;
    dl_iterate_phdr(ReadUnloads, &unloads);
    std::lock_guard<std::mutex> lock(mutex);
    if (unloads != cache_unloads) {
        cache.clear();
        cache_unloads = unloads;
    }
    const auto entry = cache.find(address);
    if (entry != cache.end()) {
        return entry->second;
    }
    Search search = {reinterpret_cast<uintptr_t>(address), {}};
    dl_iterate_phdr(Visit, &search);
    cache.emplace(address, search.object);
    return search.object;
}

}  // namespace aicore
