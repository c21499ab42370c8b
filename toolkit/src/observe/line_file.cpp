#include "observe/line_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "observe/locations.h"
#include "support/strings.h"

namespace observe {
namespace {

constexpr char kMagic[] = "ASCL";
constexpr uint32_t kVersion = 1;
/// More than compilers inline into each other: the file may be damaged.
constexpr size_t kMostFrames = 1000;

}  // namespace

LineFile::LineFile(const std::string& object) {
    constexpr char kSuffix[] = ".o";
    if (!support::EndsWith(object, kSuffix)) {
        return;
    }
    Map(object.substr(0, object.size() - std::strlen(kSuffix)) + ".lines");
    if (data_ != nullptr && IsWhole()) {
        calls_ = reinterpret_cast<const Call*>(&header() + 1);
        frames_ = reinterpret_cast<const PackedFrame*>(calls_ + header().calls);
        texts_ = reinterpret_cast<const char*>(frames_ + header().frames);
    }
}

LineFile::~LineFile() {
    if (data_ != nullptr) {
        munmap(data_, size_);
    }
}

void LineFile::Map(const std::string& path) {
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0) {
        return;
    }
    if (fstat(file, &status) == 0 && static_cast<size_t>(status.st_size) >= sizeof(Header)) {
        size_ = static_cast<size_t>(status.st_size);
        void* const mapped = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
        data_ = mapped == MAP_FAILED ? nullptr : mapped;
    }
    close(file);
}

bool LineFile::IsWhole() const {
    const uint64_t bytes = sizeof(Header) + uint64_t{header().calls} * sizeof(Call) +
                           uint64_t{header().frames} * sizeof(PackedFrame) + header().text_bytes;
    return std::memcmp(header().magic, kMagic, sizeof(header().magic)) == 0 &&
           header().version == kVersion && bytes == size_ &&
           (header().text_bytes == 0 || static_cast<const char*>(data_)[size_ - 1] == '\0');
}

std::string LineFile::TextAt(uint32_t offset) const {
    return offset < header().text_bytes ? texts_ + offset : "";
}

std::vector<Frame> LineFile::FramesAt(uint64_t offset) const {
    std::vector<Frame> frames;
    if (calls_ == nullptr) {
        return frames;
    }
    const Call* const end = calls_ + header().calls;
    const Call* const call =
        std::lower_bound(calls_, end, offset,
                         [](const Call& other, uint64_t value) { return other.offset < value; });
    if (call == end || call->offset != offset) {
        return frames;
    }
    for (uint32_t at = call->frame; at < header().frames && frames.size() < kMostFrames;) {
        const PackedFrame& frame = frames_[at];
        frames.push_back({TextAt(frame.function), TextAt(frame.file), frame.line});
        at = frame.outer;
    }
    return frames;
}

}  // namespace observe
