#include "aicore/printed.h"

#include <cstdio>

#include "aicore/launch_state.h"
#include "cann_version.h"

namespace aicore {
namespace {

constexpr char kIncomplete[] =
    "Remain block space is not enough, printing information may be incomplete!\n";
constexpr uint32_t kMixRatio = 3;  // cores of a group

/// Texts of launches that end at the same time do not mix.
void Write(const AicoreLaunch& request, const std::string& text) {
    static auto* const mutex = new std::mutex();  // outlives exit handlers
    std::lock_guard<std::mutex> lock(*mutex);
    if (request.print != nullptr) {
        request.print(text.data(), text.size(), request.print_user);
    } else {
        std::fwrite(text.data(), 1, text.size(), stdout);
        std::fflush(stdout);
    }
}

}  // namespace

void Output::Add(const Launch& launch, const Unit& unit, const char* text, size_t size,
                 size_t record_bytes) {
    std::lock_guard<std::mutex> lock(mutex_);
    CoreOutput& core = cores_[{unit.core_type == kAic, launch.BlockOf(unit)}];
    if (record_bytes > core.free_bytes) {
        core.incomplete = true;
        return;
    }
    core.free_bytes -= static_cast<uint32_t>(record_bytes);
    core.text.append(text, size);
}

std::string Output::HeadOf(const Launch& launch, int32_t core_type, uint32_t block,
                           const CoreOutput& core) {
    const char* const name = core_type == kAic ? "AIC" : "AIV";
    const bool mixed = launch.coupled || (launch.has_aic && launch.has_aiv);
    char head[512];
    std::snprintf(head, sizeof(head),
                  "opType=%s, %sDumpHead: %s-%u, CoreType=%s, block dim=%u, total_block_num=%u, "
                  "block_remain_len=%u, block_initial_space=%u, rsv=0, magic=5aa5bccd\n"
                  "CANN Version: %s, TimeStamp: %llu\n",
                  launch.request.op_type, core.incomplete ? kIncomplete : "", name, block,
                  mixed ? "MIX" : name, launch.request.block_dim,
                  launch.request.block_dim * (mixed ? kMixRatio : 1), core.free_bytes, kCoreBytes,
                  CANN_VERSION_STR, static_cast<unsigned long long>(CANN_TIMESTAMP));
    return head;
}

void Output::Deliver(const Launch& launch) {
    std::string text;
    for (const auto& entry : cores_) {
        const int32_t core_type = entry.first.first ? kAic : kAiv;
        if (launch.request.op_type != nullptr) {
            text += HeadOf(launch, core_type, entry.first.second, entry.second);
        } else if (entry.second.incomplete) {
            text += kIncomplete;
        }
        text += entry.second.text;
    }
    if (!text.empty()) {
        Write(launch.request, text);
    }
}

}  // namespace aicore
