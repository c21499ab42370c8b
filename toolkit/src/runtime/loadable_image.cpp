#include "runtime/loadable_image.h"

#include <elf.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <set>
#include <vector>

namespace runtime {
namespace {

#if defined(__x86_64__)
constexpr Elf64_Half kMachine = EM_X86_64;
constexpr uint32_t kRelative = R_X86_64_RELATIVE;
const std::set<uint32_t>& RelocationKinds() {
    static const std::set<uint32_t>* const kinds = new std::set<uint32_t>{
        R_X86_64_64,       R_X86_64_GLOB_DAT, R_X86_64_JUMP_SLOT, R_X86_64_RELATIVE,
        R_X86_64_DTPMOD64, R_X86_64_DTPOFF64, R_X86_64_TPOFF64};
    return *kinds;
}
#elif defined(__aarch64__)
constexpr Elf64_Half kMachine = EM_AARCH64;
constexpr uint32_t kRelative = R_AARCH64_RELATIVE;
const std::set<uint32_t>& RelocationKinds() {
    static const std::set<uint32_t>* const kinds = new std::set<uint32_t>{
        R_AARCH64_ABS64,      R_AARCH64_GLOB_DAT,   R_AARCH64_JUMP_SLOT, R_AARCH64_RELATIVE,
        R_AARCH64_TLS_DTPMOD, R_AARCH64_TLS_DTPREL, R_AARCH64_TLS_TPREL, R_AARCH64_TLSDESC};
    return *kinds;
}
#endif

constexpr size_t kMostSegments = 64;
constexpr uint64_t kMostBytes = uint64_t{1} << 32;
constexpr uint64_t kWord = 8;

/// The segments of an object, and what lies at its addresses.
class Image {
public:
    Image(const char* data, size_t size) : data_(data), size_(size) {}

    template <typename T>
    bool ReadFile(uint64_t offset, T* value) const {
        if (offset > size_ || sizeof(T) > size_ - offset) {
            return false;
        }
        memcpy(value, data_ + offset, sizeof(T));
        return true;
    }
    bool ReadSegments();
    const std::vector<Elf64_Phdr>& segments() const { return segments_; }

    /// The loaded segment with all of these bytes; null if there is none. `in_file`: they are in
    /// the file, too.
    const Elf64_Phdr* SegmentOf(uint64_t address, uint64_t size, bool in_file) const {
        for (const Elf64_Phdr& segment : segments_) {
            const uint64_t length = in_file ? segment.p_filesz : segment.p_memsz;
            if (segment.p_type == PT_LOAD && address >= segment.p_vaddr &&
                address - segment.p_vaddr <= length &&
                size <= length - (address - segment.p_vaddr)) {
                return &segment;
            }
        }
        return nullptr;
    }
    bool Holds(uint64_t address, uint64_t size) const {
        return SegmentOf(address, size, true) != nullptr;
    }
    bool IsWritable(uint64_t address, uint64_t size) const {
        const Elf64_Phdr* const segment = SegmentOf(address, size, false);
        return segment != nullptr && (segment->p_flags & PF_W) != 0;
    }
    bool IsCode(uint64_t address) const {
        const Elf64_Phdr* const segment = SegmentOf(address, 1, true);
        return segment != nullptr && (segment->p_flags & PF_X) != 0;
    }
    template <typename T>
    bool Read(uint64_t address, T* value) const {
        const Elf64_Phdr* const segment = SegmentOf(address, sizeof(T), true);
        return segment != nullptr &&
               ReadFile(segment->p_offset + (address - segment->p_vaddr), value);
    }

private:
    bool IsSound(const Elf64_Phdr& segment, uint64_t* end) const;

    const char* const data_;
    const size_t size_;
    std::vector<Elf64_Phdr> segments_;
};

bool Image::IsSound(const Elf64_Phdr& segment, uint64_t* end) const {
    const bool in_file = segment.p_offset <= size_ &&
                         segment.p_filesz <= size_ - segment.p_offset &&
                         segment.p_vaddr < kMostBytes && segment.p_memsz < kMostBytes;
    if (segment.p_type != PT_LOAD) {
        return true;
    }
    constexpr uint64_t kPage = 4096;
    const bool in_order = segment.p_vaddr >= *end && segment.p_filesz <= segment.p_memsz &&
                          segment.p_align >= kPage &&
                          (segment.p_align & (segment.p_align - 1)) == 0 &&
                          segment.p_align < kMostBytes &&
                          (segment.p_vaddr - segment.p_offset) % segment.p_align == 0 &&
                          (segment.p_flags & PF_R) != 0;
    *end = segment.p_vaddr + segment.p_memsz;
    return in_file && in_order;
}

bool Image::ReadSegments() {
    Elf64_Ehdr header;
    if (!ReadFile(0, &header) || memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
        header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB ||
        header.e_type != ET_DYN || header.e_machine != kMachine ||
        header.e_phentsize != sizeof(Elf64_Phdr) || header.e_phnum == 0 ||
        header.e_phnum > kMostSegments) {
        return false;
    }
    uint64_t end = 0;
    for (size_t i = 0; i < header.e_phnum; ++i) {
        Elf64_Phdr segment;
        if (!ReadFile(header.e_phoff + i * sizeof(segment), &segment) || !IsSound(segment, &end)) {
            return false;
        }
        segments_.push_back(segment);
    }
    for (const Elf64_Phdr& segment : segments_) {
        const bool is_read = segment.p_type == PT_NOTE || segment.p_type == PT_GNU_PROPERTY ||
                             segment.p_type == PT_TLS;
        const bool is_protected = segment.p_type == PT_GNU_RELRO;
        if (segment.p_type == PT_INTERP || (is_read && segment.p_filesz > segment.p_memsz) ||
            (is_read && !Holds(segment.p_vaddr, segment.p_filesz)) ||
            (is_protected && !IsWritable(segment.p_vaddr, segment.p_memsz))) {
            return false;
        }
    }
    return true;
}

/// The dynamic section and what it leads to.
class DynamicSection {
public:
    explicit DynamicSection(const Image& image) : image_(image) {}

    bool ReadEntries();
    bool CheckSymbols();
    bool CheckVersions();
    bool CheckRelocations();
    bool CheckFunctions() const;

private:
    struct Table {
        uint64_t address;
        uint64_t size;
    };

    bool Has(int64_t tag) const { return entries_.count(tag) != 0; }
    uint64_t Value(int64_t tag) const {
        const auto entry = entries_.find(tag);
        return entry == entries_.end() ? 0 : entry->second;
    }
    Table TableOf(int64_t address, int64_t size) const { return {Value(address), Value(size)}; }
    bool IsName(uint64_t offset) const { return offset < Value(DT_STRSZ); }
    bool CountByGnuHash();
    bool CountByHash();
    bool CheckRelocation(const Elf64_Rela& relocation);
    bool CheckTable(const Table& table);
    bool CheckNeededVersions(std::set<uint16_t>* versions) const;
    bool CheckDefinedVersions(std::set<uint16_t>* versions) const;

    const Image& image_;
    std::map<int64_t, uint64_t> entries_;
    std::vector<uint64_t> needed_;
    uint64_t symbol_count_ = 0;
    std::map<uint64_t, uint64_t> relative_;  ///< by address: what it is made to point to
};

bool DynamicSection::ReadEntries() {
    const Elf64_Phdr* dynamic = nullptr;
    for (const Elf64_Phdr& segment : image_.segments()) {
        dynamic = segment.p_type == PT_DYNAMIC ? &segment : dynamic;
    }
    if (dynamic == nullptr || !image_.Holds(dynamic->p_vaddr, dynamic->p_memsz) ||
        !image_.IsWritable(dynamic->p_vaddr, dynamic->p_memsz)) {
        return false;
    }
    Elf64_Dyn entry = {};
    bool has_end = false;
    for (uint64_t at = 0; !has_end && at + sizeof(entry) <= dynamic->p_memsz; at += sizeof(entry)) {
        if (!image_.Read(dynamic->p_vaddr + at, &entry)) {
            return false;
        }
        has_end = entry.d_tag == DT_NULL;
        if (entry.d_tag == DT_NEEDED) {
            needed_.push_back(entry.d_un.d_val);
        } else if (!has_end && !entries_.emplace(entry.d_tag, entry.d_un.d_val).second) {
            return false;
        }
    }
    char last = 1;
    const Table names = TableOf(DT_STRTAB, DT_STRSZ);
    const bool has_names = names.size > 0 && image_.Holds(names.address, names.size) &&
                           image_.Read(names.address + names.size - 1, &last) && last == '\0';
    const auto is_name = [this](uint64_t offset) { return IsName(offset); };
    const bool are_named = std::all_of(needed_.begin(), needed_.end(), is_name) &&
                           IsName(Value(DT_SONAME)) && IsName(Value(DT_RPATH)) &&
                           IsName(Value(DT_RUNPATH));
    return has_end && has_names && are_named && !Has(DT_TEXTREL) &&
           (Value(DT_FLAGS) & DF_TEXTREL) == 0 && !Has(DT_REL) && !Has(DT_PREINIT_ARRAY) &&
           !Has(DT_RELR);
}

bool DynamicSection::CountByGnuHash() {
    uint32_t words[4];  // buckets, first symbol, words of the filter, shift
    const uint64_t table = Value(DT_GNU_HASH);
    if (!image_.Read(table, &words) || words[0] == 0 || words[2] == 0 ||
        (words[2] & (words[2] - 1)) != 0 || words[3] >= 64) {
        return false;
    }
    const uint64_t buckets = table + sizeof(words) + uint64_t{words[2]} * kWord;
    const uint64_t chains = buckets + uint64_t{words[0]} * 4;
    if (!image_.Holds(table, chains - table)) {
        return false;
    }
    symbol_count_ = words[1];
    for (uint64_t i = 0; i < words[0]; ++i) {
        uint32_t symbol = 0;
        if (!image_.Read(buckets + 4 * i, &symbol) || (symbol != 0 && symbol < words[1])) {
            return false;
        }
        uint32_t hash = symbol == 0 ? 1 : 0;
        while ((hash & 1) == 0) {
            if (!image_.Read(chains + 4 * (uint64_t{symbol} - words[1]), &hash)) {
                return false;
            }
            symbol_count_ = std::max<uint64_t>(symbol_count_, ++symbol);
        }
    }
    return true;
}

bool DynamicSection::CountByHash() {
    uint32_t words[2];  // buckets, symbols
    const uint64_t table = Value(DT_HASH);
    if (!image_.Read(table, &words) || words[0] == 0) {
        return false;
    }
    const uint64_t links = uint64_t{words[0]} + words[1];
    if (!image_.Holds(table + sizeof(words), 4 * links)) {
        return false;
    }
    // A chain that led back to itself would be followed for ever: numbers only go down or up in
    // what linkers write, so each symbol may be met once.
    std::set<uint32_t> visited;
    for (uint64_t i = 0; i < words[0]; ++i) {
        uint32_t symbol = 0;
        image_.Read(table + sizeof(words) + 4 * i, &symbol);
        while (symbol != 0) {
            if (symbol >= words[1] || !visited.insert(symbol).second) {
                return false;
            }
            image_.Read(table + sizeof(words) + 4 * (words[0] + uint64_t{symbol}), &symbol);
        }
    }
    symbol_count_ = words[1];
    return true;
}

bool DynamicSection::CheckSymbols() {
    const bool is_counted = Has(DT_GNU_HASH) ? CountByGnuHash() && (!Has(DT_HASH) || CountByHash())
                                             : Has(DT_HASH) && CountByHash();
    const uint64_t table = Value(DT_SYMTAB);
    if (!is_counted || Value(DT_SYMENT) != sizeof(Elf64_Sym) || symbol_count_ > kMostBytes ||
        !image_.Holds(table, symbol_count_ * sizeof(Elf64_Sym))) {
        return false;
    }
    for (uint64_t i = 0; i < symbol_count_; ++i) {
        Elf64_Sym symbol;
        image_.Read(table + i * sizeof(symbol), &symbol);
        const auto type = ELF64_ST_TYPE(symbol.st_info);
        const bool is_placed = symbol.st_shndx == SHN_UNDEF || symbol.st_shndx == SHN_ABS ||
                               type == STT_TLS ||
                               image_.SegmentOf(symbol.st_value, 0, false) != nullptr;
        const bool is_code =
            type != STT_FUNC || symbol.st_shndx == SHN_UNDEF || image_.IsCode(symbol.st_value);
        if (!IsName(symbol.st_name) || !is_placed || !is_code || type == STT_GNU_IFUNC) {
            return false;
        }
    }
    return true;
}

bool DynamicSection::CheckNeededVersions(std::set<uint16_t>* versions) const {
    uint64_t at = Value(DT_VERNEED);
    for (uint64_t i = 0; i < Value(DT_VERNEEDNUM); ++i) {
        Elf64_Verneed file;
        if (!image_.Read(at, &file) || !IsName(file.vn_file)) {
            return false;
        }
        uint64_t each = at + file.vn_aux;
        for (uint32_t k = 0; k < file.vn_cnt; ++k) {
            Elf64_Vernaux version;
            if (!image_.Read(each, &version) || !IsName(version.vna_name) ||
                (version.vna_next == 0) != (k + 1 == file.vn_cnt)) {
                return false;
            }
            versions->insert(version.vna_other & 0x7fff);
            each += version.vna_next;
        }
        if (file.vn_cnt == 0 || (file.vn_next == 0) != (i + 1 == Value(DT_VERNEEDNUM))) {
            return false;
        }
        at += file.vn_next;
    }
    return true;
}

bool DynamicSection::CheckDefinedVersions(std::set<uint16_t>* versions) const {
    uint64_t at = Value(DT_VERDEF);
    for (uint64_t i = 0; i < Value(DT_VERDEFNUM); ++i) {
        Elf64_Verdef version;
        Elf64_Verdaux name;
        if (!image_.Read(at, &version) || !image_.Read(at + version.vd_aux, &name) ||
            !IsName(name.vda_name) || (version.vd_next == 0) != (i + 1 == Value(DT_VERDEFNUM))) {
            return false;
        }
        versions->insert(version.vd_ndx & 0x7fff);
        at += version.vd_next;
    }
    return true;
}

bool DynamicSection::CheckVersions() {
    std::set<uint16_t> versions = {VER_NDX_LOCAL, VER_NDX_GLOBAL};
    if ((Has(DT_VERNEED) && !CheckNeededVersions(&versions)) ||
        (Has(DT_VERDEF) && !CheckDefinedVersions(&versions))) {
        return false;
    }
    if (!Has(DT_VERSYM)) {
        return true;
    }
    const uint64_t table = Value(DT_VERSYM);
    for (uint64_t i = 0; i < symbol_count_; ++i) {
        uint16_t index = 0;
        if (!image_.Read(table + 2 * i, &index) || versions.count(index & 0x7fff) == 0) {
            return false;
        }
    }
    return true;
}

bool DynamicSection::CheckRelocation(const Elf64_Rela& relocation) {
    const uint32_t kind = ELF64_R_TYPE(relocation.r_info);
    const uint64_t target = static_cast<uint64_t>(relocation.r_addend);
    if (RelocationKinds().count(kind) == 0 || ELF64_R_SYM(relocation.r_info) >= symbol_count_ ||
        !image_.IsWritable(relocation.r_offset, kWord)) {
        return false;
    }
    if (kind == kRelative) {
        relative_[relocation.r_offset] = target;
        return image_.SegmentOf(target, 0, false) != nullptr;
    }
    return target < kMostBytes;
}

bool DynamicSection::CheckTable(const Table& table) {
    if (table.size % sizeof(Elf64_Rela) != 0 || !image_.Holds(table.address, table.size)) {
        return table.size == 0;
    }
    for (uint64_t at = 0; at < table.size; at += sizeof(Elf64_Rela)) {
        Elf64_Rela relocation;
        image_.Read(table.address + at, &relocation);
        if (!CheckRelocation(relocation)) {
            return false;
        }
    }
    return true;
}

bool DynamicSection::CheckRelocations() {
    const bool is_known = (!Has(DT_RELA) || Value(DT_RELAENT) == sizeof(Elf64_Rela)) &&
                          (!Has(DT_JMPREL) || Value(DT_PLTREL) == DT_RELA) &&
                          Value(DT_RELACOUNT) * sizeof(Elf64_Rela) <= Value(DT_RELASZ) &&
                          (!Has(DT_PLTGOT) || image_.IsWritable(Value(DT_PLTGOT), 3 * kWord));
    return is_known && CheckTable(TableOf(DT_RELA, DT_RELASZ)) &&
           CheckTable(TableOf(DT_JMPREL, DT_PLTRELSZ));
}

bool DynamicSection::CheckFunctions() const {
    for (const int64_t tag : {DT_INIT, DT_FINI}) {
        if (Has(tag) && !image_.IsCode(Value(tag))) {
            return false;
        }
    }
    for (const Table& table :
         {TableOf(DT_INIT_ARRAY, DT_INIT_ARRAYSZ), TableOf(DT_FINI_ARRAY, DT_FINI_ARRAYSZ)}) {
        if (table.size > 0 && !image_.Holds(table.address, table.size)) {
            return false;
        }
        for (uint64_t at = table.address; at < table.address + table.size; at += kWord) {
            const auto function = relative_.find(at);
            if (function == relative_.end() || !image_.IsCode(function->second)) {
                return false;
            }
        }
    }
    return true;
}

}  // namespace

bool CheckLoadable(const char* data, size_t size, std::string* error) {
    Image image(data, size);
    if (!image.ReadSegments()) {
        *error = "damaged ELF segments";
        return false;
    }
    DynamicSection dynamic(image);
    const char* const problem = !dynamic.ReadEntries()        ? "dynamic section"
                                : !dynamic.CheckSymbols()     ? "symbols"
                                : !dynamic.CheckVersions()    ? "symbol versions"
                                : !dynamic.CheckRelocations() ? "relocations"
                                : !dynamic.CheckFunctions()   ? "functions that run at loading"
                                                              : nullptr;
    if (problem != nullptr) {
        *error = std::string("damaged ELF file: ") + problem;
    }
    return problem == nullptr;
}

}  // namespace runtime
