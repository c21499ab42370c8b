#include "observe/verify/watched_memory.h"

#include <algorithm>
#include <cstring>

namespace observe {

void WatchedMemory::Watch(AscendC::Hardware memory, uint8_t* begin, uint64_t bytes,
                          uint64_t front) {
    std::fill(marks_.begin() + static_cast<std::ptrdiff_t>(marked_begin_),
              marks_.begin() + static_cast<std::ptrdiff_t>(marked_end_), uint8_t{0});
    marked_begin_ = marked_end_ = 0;
    memory_ = memory;
    begin_ = begin;
    bytes_ = bytes;
    front_ = front;
    if (marks_.size() < bytes) {
        marks_.resize(bytes);
    }
}

void WatchedMemory::Mark(const Region& region) {
    const Extent extent = ExtentOf(region);
    const uint64_t start = reinterpret_cast<uint64_t>(begin_);
    const bool first = marked_begin_ == marked_end_;
    marked_begin_ = first ? extent.begin - start : std::min(marked_begin_, extent.begin - start);
    marked_end_ = std::max(marked_end_, extent.end - start);
    const uint8_t mark = region.kind == AccessKind::kRead    ? kRead
                         : region.kind == AccessKind::kWrite ? kWritten
                                                             : kRead | kWritten;
    ForEachRun(region, [&](uint64_t address) {
        for (uint64_t i = 0; i < region.run; ++i) {
            marks_[address - start + i] |= mark;
        }
    });
}

void WatchedMemory::Begin() {
    before_.assign(begin_, begin_ + bytes_);
}

bool WatchedMemory::Fails(uint64_t at, const char* problem, Violation* violation) const {
    *violation = {memory_, at - front_, problem};
    return false;
}

bool WatchedMemory::IsUnchanged(const uint8_t* expected, uint64_t begin, uint64_t end,
                                uint64_t* at) const {
    if (begin == end || std::memcmp(begin_ + begin, expected + begin, end - begin) == 0) {
        return true;
    }
    *at = static_cast<uint64_t>(
        std::mismatch(begin_ + begin, begin_ + end, expected + begin).first - begin_);
    return false;
}

bool WatchedMemory::OnlyWritesChanged(Violation* violation) const {
    uint64_t at;
    static constexpr char kProblem[] = "it changes a byte that is not among its writes";
    if (!IsUnchanged(before_.data(), 0, marked_begin_, &at) ||
        !IsUnchanged(before_.data(), marked_end_, bytes_, &at)) {
        return Fails(at, kProblem, violation);
    }
    for (at = marked_begin_; at < marked_end_; ++at) {
        if (begin_[at] != before_[at] && (marks_[at] & kWritten) == 0) {
            return Fails(at, kProblem, violation);
        }
    }
    return true;
}

void WatchedMemory::Disturb() {
    after_.assign(begin_, begin_ + bytes_);
    for (uint64_t i = 0; i < bytes_; ++i) {
        begin_[i] = static_cast<uint8_t>(~before_[i]);
    }
    for (uint64_t i = marked_begin_; i < marked_end_; ++i) {
        begin_[i] = (marks_[i] & kRead) != 0 ? before_[i] : begin_[i];
    }
    disturbed_.assign(begin_, begin_ + bytes_);
}

bool WatchedMemory::HasSameResults(Violation* violation) const {
    uint64_t at;
    static constexpr char kElsewhere[] =
        "with other bytes inverted it changes one that is not among its writes";
    if (!IsUnchanged(disturbed_.data(), 0, marked_begin_, &at) ||
        !IsUnchanged(disturbed_.data(), marked_end_, bytes_, &at)) {
        return Fails(at, kElsewhere, violation);
    }
    for (at = marked_begin_; at < marked_end_; ++at) {
        const bool written = (marks_[at] & kWritten) != 0;
        if (written && begin_[at] != after_[at]) {
            return Fails(at,
                         "a written byte depends on bytes that are not among its reads, or is not "
                         "written at all",
                         violation);
        }
        if (!written && begin_[at] != disturbed_[at]) {
            return Fails(at, kElsewhere, violation);
        }
    }
    return true;
}

void WatchedMemory::Finish() {
    std::copy(after_.begin(), after_.end(), begin_);
}

}  // namespace observe
