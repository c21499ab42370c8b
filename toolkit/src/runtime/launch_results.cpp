#include "runtime/launch_results.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/argument_table.h"
#include "runtime/launch.h"
#include "runtime/memory.h"
#include "support/file_system.h"

namespace runtime {
namespace {

struct Result {
    std::string name;
    std::vector<uint8_t> bytes;
};

struct Results {
    std::string path;  ///< as long as the process lives, whatever becomes of the variable
    std::mutex mutex;
    std::map<uint64_t, Result> by_address;  ///< by address

    /// Null if nobody asks for them.
    static Results* Get() {
        static Results* const results = [] {
            const std::string path = support::Environment("ASCENDC_CHANGED_RESULTS");
            return path.empty() ? nullptr : new Results{path, {}, {}};
        }();
        return results;
    }
    void Report(const Result& result, size_t byte) const {
        const std::string line = result.name + ": byte " + std::to_string(byte) + " of " +
                                 std::to_string(result.bytes.size()) + "\n";
        const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
        if (file >= 0) {
            support::WriteAll(file, line.data(), line.size());
            close(file);
        }
    }
};

}  // namespace

void KeepResults(const LaunchArguments& arguments, const AscendcKernelInfo& kernel,
                 const support::Json& description) {
    Results* const results = Results::Get();
    if (results == nullptr) {
        return;
    }
    const ArgumentTable table(arguments, kernel, description);
    const std::lock_guard<std::mutex> lock(results->mutex);
    for (const AscendcArgument& argument : table.entries()) {
        // What a kernel writes is its outputs, and whatever nothing is known of.
        results->by_address.erase(argument.address);
        const auto* const data = reinterpret_cast<const uint8_t*>(argument.address);
        if (argument.role == ASCENDC_ARGUMENT_OUTPUT && IsUsable(data, argument.bytes)) {
            results->by_address[argument.address] = {argument.name, {data, data + argument.bytes}};
        }
    }
}

void ForgetResults() {
    Results* const results = Results::Get();
    if (results != nullptr) {
        const std::lock_guard<std::mutex> lock(results->mutex);
        results->by_address.clear();
    }
}

void CompareResults(const void* address, uint64_t bytes) {
    Results* const results = Results::Get();
    if (results == nullptr) {
        return;
    }
    const std::lock_guard<std::mutex> lock(results->mutex);
    const auto result = results->by_address.find(reinterpret_cast<uint64_t>(address));
    if (result == results->by_address.end()) {
        return;
    }
    const std::vector<uint8_t>& written = result->second.bytes;
    const auto* const data = static_cast<const uint8_t*>(address);
    const auto end =
        written.begin() + static_cast<ptrdiff_t>(std::min<uint64_t>(bytes, written.size()));
    const auto changed = std::mismatch(written.begin(), end, data).first;
    if (changed != end) {
        results->Report(result->second, static_cast<size_t>(changed - written.begin()));
    }
}

}  // namespace runtime
