#include "runtime/program_symbols.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>

namespace runtime {
namespace {

/// A file in memory; empty if it cannot be read.
class MappedFile {
public:
    explicit MappedFile(const char* path) {
        const int file = open(path, O_RDONLY | O_CLOEXEC);
        struct stat status;
        if (file >= 0 && fstat(file, &status) == 0 && status.st_size > 0) {
            size_ = static_cast<size_t>(status.st_size);
            data_ = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
        }
        if (file >= 0) {
            close(file);
        }
        if (data_ == MAP_FAILED) {
            size_ = 0;
        }
    }
    ~MappedFile() {
        if (size_ != 0) {
            munmap(data_, size_);
        }
    }
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    template <typename T>
    bool Read(uint64_t offset, T* value) const {
        if (offset > size_ || sizeof(T) > size_ - offset) {
            return false;
        }
        memcpy(value, static_cast<const char*>(data_) + offset, sizeof(T));
        return true;
    }

private:
    void* data_ = MAP_FAILED;
    size_t size_ = 0;
};

/// Bytes of the variable at `address` of the file's own addresses, by one of its symbol tables.
size_t FindInTable(const MappedFile& file, const Elf64_Shdr& table, uint64_t address) {
    for (uint64_t offset = 0; offset + sizeof(Elf64_Sym) <= table.sh_size;
         offset += sizeof(Elf64_Sym)) {
        Elf64_Sym symbol;
        if (!file.Read(table.sh_offset + offset, &symbol)) {
            return 0;
        }
        if (symbol.st_value == address && symbol.st_shndx != SHN_UNDEF &&
            ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT && symbol.st_size != 0) {
            return symbol.st_size;
        }
    }
    return 0;
}

}  // namespace

size_t SizeOfVariable(const void* address) {
    Dl_info info;
    if (dladdr(address, &info) == 0 || info.dli_fname == nullptr) {
        return 0;
    }
    // A program is named as it was started, which need not be a path from here.
    const bool is_readable = access(info.dli_fname, R_OK) == 0;
    const MappedFile file(is_readable ? info.dli_fname : "/proc/self/exe");
    Elf64_Ehdr header;
    if (!file.Read(0, &header) || memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
        header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_shentsize != sizeof(Elf64_Shdr)) {
        return 0;
    }
    const uint64_t base =
        header.e_type == ET_DYN ? reinterpret_cast<uint64_t>(info.dli_fbase) : uint64_t{0};
    for (uint32_t i = 0; i < header.e_shnum; ++i) {
        Elf64_Shdr section;
        if (!file.Read(header.e_shoff + uint64_t{i} * sizeof(section), &section)) {
            return 0;
        }
        if (section.sh_type == SHT_SYMTAB || section.sh_type == SHT_DYNSYM) {
            const size_t size =
                FindInTable(file, section, reinterpret_cast<uint64_t>(address) - base);
            if (size != 0) {
                return size;
            }
        }
    }
    return 0;
}

}  // namespace runtime
