#include "observe/locations.h"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "observe/line_table.h"

namespace observe {
namespace {

struct Code {
    uintptr_t inside;
    uintptr_t begin = 0;
    uintptr_t end = 0;
};

int FindCode(dl_phdr_info* info, size_t, void* data) {
    auto* code = static_cast<Code*>(data);
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        const ElfW(Phdr) & header = info->dlpi_phdr[i];
        const uintptr_t begin = info->dlpi_addr + header.p_vaddr;
        if (header.p_type == PT_LOAD && code->inside >= begin &&
            code->inside < begin + header.p_memsz) {
            code->begin = begin;
            code->end = begin + header.p_memsz;
            return 1;
        }
    }
    return 0;
}

bool EndsWith(const std::string& text, const char* end) {
    const size_t length = std::strlen(end);
    return text.size() >= length && text.compare(text.size() - length, length, end) == 0;
}

/// Headers of the kernel language, of the C++ library, and the source that opc writes around the
/// kernel's, which addr2line also names for lines of other files: nothing there is the user's.
bool IsToolkitFile(const std::string& file) {
    return file.find("tikcpp/tikcfw/") != std::string::npos || file.rfind("/usr/", 0) == 0 ||
           EndsWith(file, "<built-in>") || EndsWith(file, "ascendc.wrapper.cpp");
}

}  // namespace

bool Locations::Chain::operator==(const Chain& other) const {
    return count == other.count && std::equal(offsets, offsets + count, other.offsets);
}

size_t Locations::Hash::operator()(const Chain& chain) const {
    uint64_t hash = 0x9e3779b97f4a7c15u;
    for (int i = 0; i < chain.count; ++i) {
        hash = (hash ^ chain.offsets[i]) * 0xff51afd7ed558ccdu;
        hash ^= hash >> 32;
    }
    return hash;
}

Locations::Locations(const AscendcObservedLaunch& launch) {
    Code code = {reinterpret_cast<uintptr_t>(launch.entry)};
    dl_iterate_phdr(FindCode, &code);
    code_begin_ = code.begin;
    code_end_ = code.end;
    object_ = launch.object_path;
    Dl_info info;
    if (dladdr(launch.entry, &info) != 0) {
        base_ = reinterpret_cast<uintptr_t>(info.dli_fbase);
        if (object_.empty() && info.dli_fname != nullptr) {
            object_ = info.dli_fname;
        }
    }
    // The programs that read it are other processes.
    constexpr char kSelf[] = "/proc/self/";
    if (object_.rfind(kSelf, 0) == 0) {
        object_ = "/proc/" + std::to_string(getpid()) + "/" + object_.substr(sizeof(kSelf) - 1);
    }
}

LocationId Locations::At(const AscendcBlock& block, const void* const* frame) {
    Chain chain;
    const auto* at = reinterpret_cast<const uint8_t*>(frame);
    while (chain.count < kMost && at >= block.stack_begin &&
           at + 2 * sizeof(void*) <= block.stack_end) {
        const auto* words = reinterpret_cast<const uintptr_t*>(at);
        if (words[1] < code_begin_ || words[1] >= code_end_) {
            break;
        }
        // The call, not what follows it.
        chain.offsets[chain.count++] = static_cast<uint32_t>(words[1] - base_ - 1);
        const auto* next = reinterpret_cast<const uint8_t*>(words[0]);
        if (next <= at) {
            break;
        }
        at = next;
    }
    return Intern(chain);
}

uint64_t Locations::KeyOf(LocationId location) const {
    return Hash()(chains_[location]) ^ base_;
}

LocationId Locations::OfCalls(const uint64_t* calls) {
    Chain chain;
    for (; *calls != 0 && chain.count < kMost; ++calls) {
        if (*calls >= code_begin_ && *calls < code_end_) {
            chain.offsets[chain.count++] = static_cast<uint32_t>(*calls - base_);
        }
    }
    return Intern(chain);
}

LocationId Locations::Intern(const Chain& chain) {
    LocationId& recent = recent_[chain.count == 0 ? 0 : chain.offsets[0] % kRecent];
    if (recent < chains_.size() && chains_[recent] == chain) {
        return recent;
    }
    const auto entry = locations_.emplace(chain, static_cast<LocationId>(chains_.size()));
    if (entry.second) {
        chains_.push_back(chain);
    }
    recent = entry.first->second;
    return recent;
}

void Locations::Resolve() {
    std::vector<uint64_t> offsets;
    for (const Chain& chain : chains_) {
        offsets.insert(offsets.end(), chain.offsets, chain.offsets + chain.count);
    }
    std::sort(offsets.begin(), offsets.end());
    offsets.erase(std::unique(offsets.begin(), offsets.end()), offsets.end());
    const LineTable lines = ReadLines(object_, offsets);
    frames_.assign(chains_.size(), {});
    for (size_t i = 0; i < chains_.size(); ++i) {
        for (int call = 0; call < chains_[i].count; ++call) {
            const auto line = lines.find(chains_[i].offsets[call]);
            if (line == lines.end()) {
                continue;
            }
            for (Frame frame : line->second) {
                frame.toolkit = IsToolkitFile(frame.file);
                frames_[i].push_back(std::move(frame));
            }
        }
        if (frames_[i].empty()) {
            frames_[i].push_back({"", "", 0, true});
        }
    }
}

const Frame& Locations::LineOf(LocationId location) const {
    const std::vector<Frame>& frames = frames_[location];
    for (const Frame& frame : frames) {
        if (!frame.toolkit && frame.line != 0) {
            return frame;
        }
    }
    return frames.front();
}

}  // namespace observe
