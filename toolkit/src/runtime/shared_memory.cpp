#include "runtime/shared_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>

#include "runtime/round_up.h"

namespace runtime {
namespace {

constexpr uint64_t kMagic = 0x4D454D444E435341;  // "ASCNDMEM"
constexpr size_t kHeaderBytes = 64 << 10;        // a multiple of every page size
constexpr size_t kMaxPids = 4096;

enum Published : uint32_t { kPrivate, kToNamed, kToAll };

int MakeFile(size_t bytes) {
    const int fd =
        static_cast<int>(syscall(SYS_memfd_create, "ascendc_memory", 1U /* MFD_CLOEXEC */));
    if (fd >= 0 && ftruncate(fd, static_cast<off_t>(bytes)) != 0) {
        close(fd);
        return -1;
    }
    return fd;
}

}  // namespace

struct SharedMemory::Header {
    uint64_t magic;
    uint64_t size;
    Note note;
    std::atomic<uint32_t> published;
    std::atomic<uint32_t> pid_count;
    std::atomic<int32_t> pids[kMaxPids];
};

SharedMemory::Header* SharedMemory::MapHeader(int fd, size_t size) {
    static_assert(sizeof(Header) <= kHeaderBytes, "the header follows the memory");
    void* header = mmap(nullptr, kHeaderBytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
                        static_cast<off_t>(RoundUp(size, kHeaderBytes)));
    return header == MAP_FAILED ? nullptr : static_cast<Header*>(header);
}

std::shared_ptr<SharedMemory> SharedMemory::Create(size_t size, const Note& note,
                                                   std::string* error) {
    const int fd = size > SIZE_MAX / 4 ? -1 : MakeFile(RoundUp(size, kHeaderBytes) + kHeaderBytes);
    Header* const header = fd < 0 ? nullptr : MapHeader(fd, size);
    if (header == nullptr) {
        *error = std::string("no memory that can be shared: ") + strerror(errno);
        if (fd >= 0) {
            close(fd);
        }
        return nullptr;
    }
    header->magic = kMagic;
    header->size = size;
    header->note = note;
    return std::shared_ptr<SharedMemory>(new SharedMemory(fd, size, header));
}

std::shared_ptr<SharedMemory> SharedMemory::Open(uint64_t token, std::string* error) {
    const std::string path =
        "/proc/" + std::to_string(token >> 32) + "/fd/" + std::to_string(token & 0xFFFFFFFFU);
    const int fd = open(path.c_str(), O_RDWR | O_CLOEXEC);
    struct stat status;
    if (fd < 0 || fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) ||
        status.st_size < static_cast<off_t>(kHeaderBytes)) {
        *error = "the exporting process " + std::to_string(token >> 32) +
                 " has ended, has freed the memory, or belongs to another user";
        if (fd >= 0) {
            close(fd);
        }
        return nullptr;
    }
    const size_t room = static_cast<size_t>(status.st_size) - kHeaderBytes;
    Header* const header = MapHeader(fd, room);
    std::shared_ptr<SharedMemory> memory(
        new SharedMemory(fd, header == nullptr ? 0 : static_cast<size_t>(header->size), header));
    if (header == nullptr || header->magic != kMagic ||
        RoundUp(header->size, kHeaderBytes) != room) {
        *error = "this is no memory that a process of this toolkit exported";
        return nullptr;
    }
    const uint32_t published = header->published;
    bool allowed = published == kToAll;
    const uint32_t count = header->pid_count;
    for (uint32_t i = 0; published == kToNamed && i < count && i < kMaxPids; ++i) {
        allowed = allowed || header->pids[i] == static_cast<int32_t>(getpid());
    }
    if (!allowed) {
        *error = "process " + std::to_string(getpid()) +
                 " is not among those that the exporting process allowed "
                 "(aclrtMemSetPidToShareableHandle, aclrtIpcMemSetImportPid)";
        return nullptr;
    }
    return memory;
}

SharedMemory::~SharedMemory() {
    if (header_ != nullptr) {
        munmap(header_, kHeaderBytes);
    }
    close(fd_);
}

const SharedMemory::Note& SharedMemory::note() const {
    return header_->note;
}

uint64_t SharedMemory::token() const {
    return (static_cast<uint64_t>(getpid()) << 32) | static_cast<uint64_t>(fd_);
}

void SharedMemory::Publish(bool any_process) {
    header_->published = any_process ? kToAll : kToNamed;
}

bool SharedMemory::NamesProcesses() const {
    return header_->pid_count != 0;
}

bool SharedMemory::Allow(const int32_t* pids, size_t count) {
    const uint32_t first = header_->pid_count;
    if (first > kMaxPids || count > kMaxPids - first) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        header_->pids[first + i] = pids[i];
    }
    header_->pid_count = static_cast<uint32_t>(first + count);
    return true;
}

}  // namespace runtime
