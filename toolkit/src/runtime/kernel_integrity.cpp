#include "runtime/kernel_integrity.h"

#include <elf.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <functional>
#include <iterator>
#include <map>
#include <mutex>
#include <tuple>

#include "isa/kernel_abi.h"
#include "support/sha256.h"

namespace runtime {
namespace {

/// Where the ELF file ends by its own account: after its section table. 0 if it has none.
size_t EndOfElf(const char* data, size_t size) {
    Elf64_Ehdr header;
    if (size < sizeof(header)) {
        return 0;
    }
    memcpy(&header, data, sizeof(header));
    const size_t table = size_t{header.e_shnum} * header.e_shentsize;
    return header.e_shoff > size || table > size - header.e_shoff ? 0 : header.e_shoff + table;
}

/// e_flags of an object that has a seal: the end of a file may be lost with all that is there.
constexpr Elf64_Word kSealedFlags = 0x5EA1ED;

bool IsMarkedSealed(const char* data) {
    Elf64_Ehdr header;
    memcpy(&header, data, sizeof(header));
    return header.e_flags == kSealedFlags;
}

/// Reads the seal of an object. False if it has none; a damaged or a lost seal is one.
bool FindSeal(const char* data, size_t size, AscendcKernelSeal* seal) {
    if (size < sizeof(*seal)) {
        return false;
    }
    const size_t before = size - sizeof(*seal);
    memcpy(seal, data + before, sizeof(*seal));
    return memcmp(seal->magic, ASCENDC_KERNEL_SEAL_MAGIC, sizeof(seal->magic)) == 0 ||
           EndOfElf(data, size) == before || IsMarkedSealed(data);
}

/// Returns the SHA-256 of that many bytes at the start of an object.
using DigestOfFirst = std::function<std::string(size_t)>;

/// Digests of files by their state.
class DigestCache {
public:
    static DigestCache& Get() {
        static DigestCache* const digests = new DigestCache();
        return *digests;
    }
    std::string DigestOf(const KernelFile& file, size_t count) {
        const struct stat& status = file.status;
        const Key key{status.st_dev,          status.st_ino,
                      status.st_size,         status.st_mtim.tv_sec,
                      status.st_mtim.tv_nsec, status.st_ctim.tv_sec,
                      status.st_ctim.tv_nsec, count};
        {
            std::lock_guard<std::mutex> lock(mutex_);
            const auto digest = digests_.find(key);
            if (digest != digests_.end()) {
                return digest->second;
            }
        }
        const std::string digest = support::HexText(support::Sha256(file.content.data(), count));
        if (!IsNew(status)) {
            std::lock_guard<std::mutex> lock(mutex_);
            if (digests_.size() >= kMost) {
                digests_.clear();
            }
            digests_[key] = digest;
        }
        return digest;
    }

private:
    using Key = std::tuple<dev_t, ino_t, off_t, time_t, long, time_t, long, size_t>;
    static constexpr size_t kMost = 4096;

    /// Whether the file may change once more without another time: clocks of files tick slowly.
    static bool IsNew(const struct stat& status) {
        constexpr time_t kSeconds = 2;
        return time(nullptr) - status.st_ctim.tv_sec < kSeconds;
    }

    std::mutex mutex_;
    std::map<Key, std::string> digests_;
};

bool Check(const std::string& origin, const char* data, size_t size, const std::string& stated,
           const DigestOfFirst& digest_of_first, std::string* error) {
    if (!stated.empty()) {
        const std::string digest = digest_of_first(size);
        if (digest == stated) {
            return true;
        }
        *error = origin + " is damaged: its SHA-256 is " + digest +
                 ", its description (.json) states " + stated + "; install it again";
        return false;
    }
    AscendcKernelSeal seal;
    if (!FindSeal(data, size, &seal)) {
        return true;
    }
    support::Sha256Digest sealed;
    std::copy(std::begin(seal.sha256), std::end(seal.sha256), sealed.begin());
    const size_t before = size - sizeof(seal);
    if (memcmp(seal.magic, ASCENDC_KERNEL_SEAL_MAGIC, sizeof(seal.magic)) == 0 &&
        digest_of_first(before) == support::HexText(sealed)) {
        return true;
    }
    *error =
        origin + " is damaged: its contents do not match the checksum at its end; compile it again";
    return false;
}

}  // namespace

bool KernelFile::Read(const std::string& file_path, std::string* error) {
    path = file_path;
    const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const auto fail = [&](int number) {
        *error = path + ": cannot be read: " + strerror(number);
        if (descriptor >= 0) {
            close(descriptor);
        }
        return false;
    };
    if (descriptor < 0 || fstat(descriptor, &status) != 0) {
        return fail(errno);
    }
    if (!S_ISREG(status.st_mode)) {
        return fail(S_ISDIR(status.st_mode) ? EISDIR : EINVAL);
    }
    content.resize(static_cast<size_t>(status.st_size));
    size_t done = 0;
    while (done < content.size()) {
        const ssize_t count = read(descriptor, &content[done], content.size() - done);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return fail(count < 0 ? errno : EIO);
        }
        done += static_cast<size_t>(count);
    }
    close(descriptor);
    return true;
}

bool KernelFile::IsUnchanged() const {
    struct stat now = {};
    return stat(path.c_str(), &now) == 0 && now.st_dev == status.st_dev &&
           now.st_ino == status.st_ino && now.st_size == status.st_size &&
           now.st_mtim.tv_sec == status.st_mtim.tv_sec &&
           now.st_mtim.tv_nsec == status.st_mtim.tv_nsec;
}

bool CheckIntegrity(const std::string& origin, const char* data, size_t size,
                    const std::string& stated, std::string* error) {
    const auto digest_of_first = [data](size_t count) {
        return support::HexText(support::Sha256(data, count));
    };
    return Check(origin, data, size, stated, digest_of_first, error);
}

bool CheckIntegrity(const KernelFile& file, const std::string& stated, std::string* error) {
    const auto digest_of_first = [&file](size_t count) {
        return DigestCache::Get().DigestOf(file, count);
    };
    return Check(file.path, file.content.data(), file.content.size(), stated, digest_of_first,
                 error);
}

}  // namespace runtime
