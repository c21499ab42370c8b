// The locations of an object's calls, as opc wrote them next to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace observe {

struct Frame;

/// `<kernel>.lines` next to `<kernel>.o` (custom_compiler/kernel/opc/call_lines.py), mapped. Knows
/// nothing where there is no such file, or a damaged one.
class LineFile {
public:
    explicit LineFile(const std::string& object);
    LineFile(const LineFile&) = delete;
    LineFile& operator=(const LineFile&) = delete;
    ~LineFile();

    /// The functions at an offset in the object, innermost first; none if it is not known.
    std::vector<Frame> FramesAt(uint64_t offset) const;

private:
    struct Header {
        char magic[4];
        uint32_t version, calls, frames, text_bytes;
    };
    struct Call {
        uint32_t offset, frame;
    };
    struct PackedFrame {
        uint32_t function, file, line, outer;
    };

    void Map(const std::string& path);
    bool IsWhole() const;
    std::string TextAt(uint32_t offset) const;
    const Header& header() const { return *static_cast<const Header*>(data_); }

    void* data_ = nullptr;
    size_t size_ = 0;
    const Call* calls_ = nullptr;  ///< null: nothing is known
    const PackedFrame* frames_ = nullptr;
    const char* texts_ = nullptr;
};

}  // namespace observe
