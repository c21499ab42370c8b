#include "runtime/args_dump.h"

#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>
#include <vector>

#include "acl/acl_op.h"
#include "runtime/error.h"
#include "support/file_system.h"

namespace runtime {
namespace {

constexpr const char* kSuffixes[] = {"", "_debug", "_opcompile"};

/// Makes a directory and those above it; false with errno set.
bool MakeDirectories(const std::string& path) {
    for (size_t slash = path.find('/', 1); slash != std::string::npos;
         slash = path.find('/', slash + 1)) {
        mkdir(path.substr(0, slash).c_str(), 0755);
    }
    return mkdir(path.c_str(), 0755) == 0 || (errno == EEXIST && support::IsDirectory(path));
}

/// The path for as long as the process lives, wherever it goes.
std::string Absolute(const std::string& path) {
    char folder[PATH_MAX];
    return path.empty() || path[0] == '/' || getcwd(folder, sizeof(folder)) == nullptr
               ? path
               : std::string(folder) + "/" + path;
}

/// The records of one dump. Not thread safe.
class ArgsDump {
public:
    /// `at_once`: files are written as calls are recorded, so none is lost when a program dies.
    explicit ArgsDump(bool at_once) : at_once_(at_once) {}

    void Open(const std::string& path) {
        path_ = Absolute(path);
        process_ = getpid();
    }
    void Add(ArgsUse use, const std::string& name, const std::string& text) {
        if (process_ != getpid()) {  // a fork: what the parent recorded is the parent's
            *this = ArgsDump(at_once_, path_);
        }
        const size_t index = static_cast<size_t>(use);
        if (written_[index].insert(text).second) {
            waiting_.push_back({use, name, text});
        }
        if (at_once_) {
            Write();
        }
    }
    /// Writes what waits; false if something could not be written, which is said once.
    bool Write() {
        bool written = true;
        for (const Record& record : process_ == getpid() ? waiting_ : std::vector<Record>()) {
            const size_t index = static_cast<size_t>(record.use);
            const std::string folder = path_ + "/" + std::to_string(process_) + kSuffixes[index];
            const std::string name = record.name + std::to_string(numbers_[index]++) + ".json";
            if (!MakeDirectories(folder) ||
                !support::ReplaceFile(folder + "/" + name, record.text, 0644)) {
                if (!has_warned_) {
                    fprintf(stderr,
                            "[WARN] what operators were called with is not recorded: %s/%s: %s\n",
                            folder.c_str(), name.c_str(), strerror(errno));
                }
                has_warned_ = true;
                written = false;
            }
        }
        waiting_.clear();
        return written;
    }
    /// Ends the dump; numbers of files go on in the next one.
    void Close() {
        for (std::set<std::string>& texts : written_) {
            texts.clear();
        }
    }

private:
    struct Record {
        ArgsUse use;
        std::string name;
        std::string text;
    };

    ArgsDump(bool at_once, const std::string& path) : at_once_(at_once) { Open(path); }

    bool at_once_;
    bool has_warned_ = false;
    pid_t process_ = 0;
    std::string path_;
    std::set<std::string> written_[3];
    size_t numbers_[3] = {0, 0, 0};
    std::vector<Record> waiting_;
};

/// The dumps of this process: the user's and the program's.
struct Dumps {
    std::mutex mutex;
    bool user_on = false;
    bool program_on = false;
    std::atomic<bool> any{false};
    ArgsDump user{true};
    ArgsDump program{false};

    Dumps() {
        const std::string path = support::Environment("ASCENDC_DUMP_OP_ARGS");
        user_on = !path.empty();
        user.Open(path);
        any = user_on;
    }

    static Dumps& Get() {
        static Dumps* const dumps = new Dumps();
        return *dumps;
    }
};

/// Files of a program that ends without stopping its dump.
void WriteAtExit() {
    Dumps& dumps = Dumps::Get();
    const std::unique_lock<std::mutex> lock(dumps.mutex, std::try_to_lock);
    if (lock.owns_lock() && dumps.program_on) {
        dumps.program.Write();
    }
}

int FailStart(const char* text, const std::string& value, const char* parameter) {
    return Fail(
        ACL_ERROR_FAILURE,
        "EP0006: aclopStartDumpArgs failed. Value %s for parameter %s is invalid. Reason: %s",
        value.c_str(), parameter, text);
}

int CheckPath(const std::string& path) {
    if (path.empty()) {
        return FailStart("The path is empty", "\"\"", "path");
    }
    const bool has_folder = MakeDirectories(path);
    const std::string reason = strerror(errno);
    struct stat status;
    if (stat(path.c_str(), &status) == 0 && !S_ISDIR(status.st_mode)) {
        return FailStart("The path is not a directory", path, "path");
    }
    if (!has_folder) {
        return FailStart(("The path fails to be created. Error: " + reason).c_str(), path, "path");
    }
    return access(path.c_str(), R_OK | W_OK | X_OK) == 0
               ? ACL_SUCCESS
               : FailStart("No permission to read and write it", path, "path");
}

}  // namespace

bool ArgsAreDumped() {
    static Dumps& dumps = Dumps::Get();
    return dumps.any.load(std::memory_order_relaxed);
}

void DumpArgs(ArgsUse use, const std::string& name, const std::string& text) {
    Dumps& dumps = Dumps::Get();
    const std::lock_guard<std::mutex> lock(dumps.mutex);
    if (dumps.user_on) {
        dumps.user.Add(use, name, text);
    }
    if (dumps.program_on) {
        dumps.program.Add(use, name, text);
    }
}

int StartArgsDump(uint32_t type, const char* path) {
    if (path == nullptr) {
        return Fail(ACL_ERROR_FAILURE,
                    "EP0007: aclopStartDumpArgs failed because path cannot be a NULL pointer.");
    }
    if ((type & ACL_OP_DUMP_OP_AICORE_ARGS) == 0) {
        return FailStart("It must be 1, ACL_OP_DUMP_OP_AICORE_ARGS", std::to_string(type),
                         "dumpType");
    }
    Dumps& dumps = Dumps::Get();
    const std::lock_guard<std::mutex> lock(dumps.mutex);
    if (dumps.program_on) {
        return Fail(ACL_ERROR_FAILURE,
                    "EP0008: aclopStartDumpArgs failed. Reason: it was called before; call "
                    "aclopStopDumpArgs first.");
    }
    const int code = CheckPath(path);
    if (code != ACL_SUCCESS) {
        return code;
    }
    static const int registered = atexit(WriteAtExit);
    static_cast<void>(registered);
    dumps.program.Open(path);
    dumps.program_on = true;
    dumps.any = true;
    return ACL_SUCCESS;
}

int StopArgsDump(uint32_t type) {
    Dumps& dumps = Dumps::Get();
    const std::lock_guard<std::mutex> lock(dumps.mutex);
    if ((type & ACL_OP_DUMP_OP_AICORE_ARGS) == 0 || !dumps.program_on) {
        return ACL_SUCCESS;
    }
    dumps.program_on = false;
    dumps.any = dumps.user_on;
    const bool written = dumps.program.Write();
    dumps.program.Close();
    return written ? ACL_SUCCESS
                   : Fail(ACL_ERROR_FAILURE,
                          "aclopStopDumpArgs: not all files could be written: is the disk full?");
}

}  // namespace runtime
