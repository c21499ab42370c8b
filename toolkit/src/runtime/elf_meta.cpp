#include "runtime/elf_meta.h"

#include <elf.h>

#include <cstring>

#include "isa/kernel_abi.h"

namespace runtime {
namespace {

constexpr char kSectionName[] = ".ascendc.meta";

struct MetaRecord {
    uint32_t kind;
    uint32_t zero;
    uint64_t a;
    uint64_t b;
};
static_assert(sizeof(MetaRecord) == 24, "the record layout is part of the kernel ABI");

/// Bounds-checked view of the file.
struct FileView {
    const char* data;
    size_t size;

    template <typename T>
    bool Read(uint64_t offset, T* value) const {
        if (offset > size || sizeof(T) > size - offset) {
            return false;
        }
        memcpy(value, data + offset, sizeof(T));
        return true;
    }
};

void Apply(const MetaRecord& record, KernelMeta* meta) {
    switch (record.kind) {
        case ASCENDC_META_TILING_KEY:
            meta->tiling_keys.insert(record.a);
            break;
        case ASCENDC_META_TASK_TYPE:
            meta->task_types[record.a] = static_cast<uint32_t>(record.b);
            break;
        case ASCENDC_META_TASK_TYPE_DEFAULT:
            meta->has_default_task_type = true;
            meta->default_task_type = static_cast<uint32_t>(record.a);
            break;
        case ASCENDC_META_CROSS_CORE_SYNC:
            meta->cross_core_sync = true;
            break;
        case ASCENDC_META_CUBE:
            meta->cube = true;
            break;
        case ASCENDC_META_PRINT:
            meta->prints = true;
            break;
        case ASCENDC_META_VECTOR:
            meta->vector = true;
            break;
        default:
            break;  // a later kind that this runtime does not need
    }
}

bool SectionIsNamed(const FileView& image, const Elf64_Shdr& names, const Elf64_Shdr& section) {
    if (section.sh_name > names.sh_size || names.sh_offset > image.size) {
        return false;
    }
    const uint64_t offset = names.sh_offset + section.sh_name;
    return offset <= image.size && sizeof(kSectionName) <= image.size - offset &&
           memcmp(image.data + offset, kSectionName, sizeof(kSectionName)) == 0;
}

}  // namespace

bool ReadKernelMeta(const void* data, size_t size, KernelMeta* meta, std::string* error) {
    const FileView image{static_cast<const char*>(data), size};
    Elf64_Ehdr header;
    if (!image.Read(0, &header) || memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
        header.e_ident[EI_CLASS] != ELFCLASS64) {
        *error = "not a 64-bit ELF file";
        return false;
    }
    if (header.e_type != ET_DYN) {
        *error = "not an ELF shared object (was it compiled for a real device?)";
        return false;
    }
    Elf64_Shdr names;
    if (header.e_shnum == 0) {
        return true;
    }
    if (header.e_shentsize != sizeof(Elf64_Shdr) ||
        !image.Read(header.e_shoff + uint64_t{header.e_shstrndx} * sizeof(Elf64_Shdr), &names)) {
        *error = "damaged ELF section table";
        return false;
    }
    for (uint32_t i = 0; i < header.e_shnum; ++i) {
        Elf64_Shdr section;
        if (!image.Read(header.e_shoff + uint64_t{i} * sizeof(Elf64_Shdr), &section)) {
            *error = "damaged ELF section table";
            return false;
        }
        if (!SectionIsNamed(image, names, section)) {
            continue;
        }
        for (uint64_t offset = 0; offset + sizeof(MetaRecord) <= section.sh_size;
             offset += sizeof(MetaRecord)) {
            MetaRecord record;
            if (!image.Read(section.sh_offset + offset, &record)) {
                *error = "damaged section .ascendc.meta";
                return false;
            }
            Apply(record, meta);
        }
    }
    return true;
}

}  // namespace runtime
