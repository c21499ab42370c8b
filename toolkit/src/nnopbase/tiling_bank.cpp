#include "nnopbase/tiling_bank.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <sstream>
#include <vector>

#include "platform/soc_table.h"
#include "support/file_system.h"
#include "support/json.h"
#include "support/strings.h"

using support::Environment;
using support::Json;
using support::JsonText;

namespace nnopbase {
namespace {

constexpr uint64_t kMostBlocks = 65535;

std::string FolderOfBank() {
    const std::string& soc = platform::CurrentSoc().soc_version;
    const std::string bank = Environment("TUNE_BANK_PATH");
    if (!bank.empty()) {
        return bank + "/" + soc;
    }
    const std::string cache = Environment("ASCEND_CACHE_PATH");
    if (!cache.empty()) {
        return cache + "/aoe_data/" + soc;
    }
    return Environment("HOME") + "/Ascend/latest/data/aoe/custom/op/" + soc;
}

std::string FileOfBank(const std::string& op_type) {
    const platform::SocSpec& soc = platform::CurrentSoc();
    return FolderOfBank() + "/" + soc.soc_version + "_" + std::to_string(soc.ai_core_cnt) +
           "_AiCore_" + op_type + "_runtime_kb.json";
}

void Warn(const std::string& text) {
    std::fprintf(stderr, "[WARN] %s\n", text.c_str());
}

/// The entries of one operator, by key; a line that cannot be read is left out, the first one with
/// a warning.
using Entries = std::map<std::string, Json>;

Entries ReadEntries(const std::string& path) {
    Entries entries;
    std::string text;
    if (!support::IsFile(path) || !support::ReadFile(path, &text)) {
        return entries;
    }
    std::istringstream lines(text);
    std::string line, problem;
    for (size_t number = 1; std::getline(lines, line); ++number) {
        Json entry;
        std::string error;
        if (!Json::Parse(line, &entry, &error) || !entry["key"].IsString()) {
            if (problem.empty()) {
                problem = path + ":" + std::to_string(number) +
                          ": no entry of a knowledge bank; lines like it are ignored";
                Warn(problem);
            }
            continue;
        }
        entries[entry["key"].AsString()] = entry;
    }
    return entries;
}

/// The banks that this process has read; they live as long as it.
class Banks {
public:
    static Banks& Get() {
        static Banks* const banks = new Banks();
        return *banks;
    }

    /// The entry for a call; null if there is none. It stays valid.
    const Json* Find(const TiledCall& call) {
        const std::string path = FileOfBank(call.op_type);
        std::lock_guard<std::mutex> lock(mutex_);
        auto file = files_.find(path);
        if (file == files_.end()) {
            file = files_.emplace(path, ReadEntries(path)).first;
        }
        const auto entry = file->second.find(call.key);
        return entry == file->second.end() ? nullptr : &entry->second;
    }

    /// Whether it is the first problem with this operator's bank.
    bool IsFirstProblem(const std::string& op_type) {
        std::lock_guard<std::mutex> lock(mutex_);
        return reported_.insert(op_type).second;
    }

private:
    std::mutex mutex_;
    std::map<std::string, Entries> files_;
    std::set<std::string> reported_;
};

int ValueOf(char digit) {
    if (digit >= '0' && digit <= '9') {
        return digit - '0';
    }
    return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

/// False if it is no text of lower-case hexadecimal bytes.
bool BytesFromHex(const std::string& text, std::vector<uint8_t>* bytes) {
    if (text.size() % 2 != 0) {
        return false;
    }
    for (size_t i = 0; i < text.size(); i += 2) {
        const int high = ValueOf(text[i]);
        const int low = ValueOf(text[i + 1]);
        if (high < 0 || low < 0) {
            return false;
        }
        bytes->push_back(static_cast<uint8_t>(high * 16 + low));
    }
    return true;
}

std::string HexOf(const std::vector<uint8_t>& bytes) {
    std::string text;
    for (const uint8_t byte : bytes) {
        text += "0123456789abcdef"[byte >> 4];
        text += "0123456789abcdef"[byte & 15];
    }
    return text;
}

/// Takes an entry over; what keeps it from that, "" if nothing does.
std::string Take(const Json& entry, Kernel* kernel, gert::TilingResult* result) {
    std::vector<uint8_t> data;
    const uint64_t blocks = entry["block_dim"].AsUint();
    if (!BytesFromHex(entry["tiling_data"].AsString(), &data) || blocks == 0 ||
        blocks > kMostBlocks) {
        return "it is damaged";
    }
    if (entry["kernel"].AsString() != kernel->StatedHash()) {
        return "it is for another kernel than " + kernel->path();
    }
    // Entries that tuning tries say nothing of it.
    const std::string& tiling = entry["tiling"].AsString();
    if (!tiling.empty() && tiling != kernel->package().TilingIdentity()) {
        return "it is for other tiling functions than " + kernel->package().root() + " has";
    }
    if (data.size() != result->tiling_data.size()) {
        return "it is for a tiling structure of " + std::to_string(data.size()) +
               " bytes, the operator's has " + std::to_string(result->tiling_data.size());
    }
    const uint64_t key = entry["tiling_key"].AsUint();
    if (kernel->FunctionOfKey(key) == nullptr) {
        return "the kernel has no tiling key " + std::to_string(key);
    }
    result->block_dim = static_cast<uint32_t>(blocks);
    result->tiling_key = key;
    result->tiling_data = std::move(data);
    return "";
}

}  // namespace

void ApplyTilingBank(const TiledCall& call, gert::TilingResult* result) {
    const Json* entry = Banks::Get().Find(call);
    if (entry == nullptr) {
        return;
    }
    const std::string problem = Take(*entry, call.kernel, result);
    if (!problem.empty() && Banks::Get().IsFirstProblem(call.op_type)) {
        Warn(call.op_type + ": the entry of the knowledge bank for " + call.arguments +
             " is ignored, " + problem + "; tune it again (op_compiler -m tune), or remove " +
             FileOfBank(call.op_type));
    }
}

void LogTiling(const TiledCall& call, const gert::TilingResult& result) {
    const std::string path = Environment("ASCENDC_TILING_LOG");
    if (path.empty()) {
        return;
    }
    std::string workspaces;
    for (const size_t bytes : result.workspaces) {
        workspaces += (workspaces.empty() ? "" : ",") + std::to_string(bytes);
    }
    const platform::SocSpec& soc = platform::CurrentSoc();
    const std::string line =
        "{\"op\":" + JsonText(call.op_type) + ",\"key\":" + JsonText(call.key) +
        ",\"arguments\":" + JsonText(call.arguments) +
        ",\"bank\":" + JsonText(FileOfBank(call.op_type)) +
        ",\"path\":" + JsonText(call.kernel->path()) +
        ",\"kernel\":" + JsonText(call.kernel->StatedHash()) +
        ",\"tiling\":" + JsonText(call.kernel->package().TilingIdentity()) +
        ",\"soc\":" + JsonText(soc.soc_version) +
        ",\"cube_cores\":" + std::to_string(soc.cube_core_cnt) +
        ",\"vector_cores\":" + std::to_string(soc.vector_core_cnt) +
        ",\"block_dim\":" + std::to_string(result.block_dim) +
        ",\"tiling_key\":" + std::to_string(result.tiling_key) +
        ",\"schedule_mode\":" + std::to_string(result.schedule_mode) +
        ",\"local_memory_size\":" + std::to_string(result.local_memory_size) +
        ",\"need_atomic\":" + (result.need_atomic ? "true" : "false") +
        ",\"tiling_cond\":" + std::to_string(result.tiling_cond) + ",\"workspaces\":[" +
        workspaces + "],\"tiling_data\":\"" + HexOf(result.tiling_data) + "\"}\n";
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (file < 0 || !support::WriteAll(file, line.data(), line.size())) {
        Warn("ASCENDC_TILING_LOG=" + path + ": " + std::strerror(errno));
    }
    if (file >= 0) {
        close(file);
    }
}

}  // namespace nnopbase
