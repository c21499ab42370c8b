#include "observe/check/cache_checks.h"

#include <algorithm>
#include <cstring>

namespace observe {
namespace {

using AscendC::Hardware;
using AscendC::isa::CacheEvent;
using AscendC::isa::CacheOp;
using AscendC::isa::ScalarEvent;

NamedRange RangeOf(const Checker& checker, uint64_t address) {
    const Argument* const argument = checker.global.Find(address);
    if (argument == nullptr) {
        return {"global memory", kNoLocation, 0, 0, address, 0};
    }
    return {argument->name, kNoLocation, 0, 0, argument->begin, argument->end - argument->begin};
}

uint64_t MaskOf(uint64_t begin, uint64_t end, uint64_t line_begin, uint64_t line_bytes) {
    const uint64_t from = std::max(begin, line_begin) - line_begin;
    const uint64_t to = std::min(end, line_begin + line_bytes) - line_begin;
    const uint64_t upper = to == 64 ? ~uint64_t{0} : (uint64_t{1} << to) - 1;
    return upper & ~((uint64_t{1} << from) - 1);
}

}  // namespace

void CacheChecks::Scalar(const Moment& moment, const ScalarEvent& event) {
    if (event.memory != Hardware::GM || event.uncached) {
        return;
    }
    const uint64_t begin = reinterpret_cast<uint64_t>(event.address);
    if (checker_.tools.racecheck) {
        Access(moment, begin, begin + event.bytes, event.write);
    }
    if (event.write) {
        Write(moment, begin, begin + event.bytes);
    } else if (!lines_.empty() && checker_.tools.racecheck) {
        CheckRead(moment, begin, begin + event.bytes, "");
    }
}

void CacheChecks::Write(const Moment& moment, uint64_t begin, uint64_t end) {
    const CoreState& state = *moment.state;
    for (uint64_t number = begin / kLine; number * kLine < end; ++number) {
        const uint64_t mask = MaskOf(begin, end, number * kLine, kLine);
        const auto [entry, is_new] = lines_.try_emplace(
            number, CachedLine{state.unit, moment.stamp, moment.site(), 0, true, {}});
        CachedLine& line = entry->second;
        if (line.unit != state.unit) {
            const bool ordered = state.other_cores.Covers(line.unit, line.stamp);
            if (!ordered && (line.mask & mask) == 0) {
                ReportSharing(moment, begin, end - begin, line);
            } else if (!ordered) {
                const auto* const bytes = reinterpret_cast<const uint8_t*>(begin);
                stomps_.push_back({moment, line, begin, {bytes, bytes + (end - begin)}});
            }
            line.unit = state.unit;
            line.mask = 0;
        }
        line.stamp = moment.stamp;
        line.site = moment.site();
        line.mask |= mask;
        line.cached[state.unit] |= mask;
        line.dirty = true;
    }
}

void CacheChecks::Settle() {
    for (const Stomp& stomp : stomps_) {
        const auto* const now = reinterpret_cast<const uint8_t*>(stomp.address);
        if (!std::equal(stomp.values.begin(), stomp.values.end(), now)) {
            ReportStomp(stomp);
        }
    }
    stomps_.clear();
    for (const Pending& pending : pending_) {
        LineCache& cache = caches_.at(pending.unit);
        for (uint64_t at = pending.begin; at < pending.end; at = (at / kLine + 1) * kLine) {
            LineCache::Line* const line = cache.Use(at);
            if (line == nullptr) {
                continue;
            }
            const uint64_t from = std::max(at, line->begin);
            const uint64_t to = std::min(pending.end, line->end);
            if (from < to) {
                std::memcpy(line->bytes + (from - line->begin), reinterpret_cast<void*>(from),
                            to - from);
            }
        }
    }
    pending_.clear();
}

LineCache& CacheChecks::CacheOf(const CoreState& state) {
    // Ascend C guide, cache coherence: 32 KB, of cube cores of 220 16 KB.
    constexpr int32_t kCube = 1;  // AscendC::AIC
    const bool is_small = state.name.type == kCube && state.core->arch == 220;
    return caches_.try_emplace(state.unit, is_small ? 16384 : 32768).first->second;
}

void CacheChecks::Access(const Moment& moment, uint64_t begin, uint64_t end, bool write) {
    const Argument* const argument = checker_.global.Find(begin);
    if (argument == nullptr) {
        return;
    }
    end = std::min(end, argument->end);
    LineCache& cache = CacheOf(*moment.state);
    for (uint64_t at = begin; at < end; at = (at / kLine + 1) * kLine) {
        LineCache::Line* line = cache.Use(at);
        if (line == nullptr) {
            line = Fill(moment, *argument, at);
        } else if (!write) {
            CheckStale(moment, *line, at, std::min(end, line->end));
        }
        if (write) {
            line->dirty = true;
            line->site = moment.site();
        }
    }
    if (write) {
        pending_.push_back({moment.state->unit, begin, end});
    }
}

LineCache::Line* CacheChecks::Fill(const Moment& moment, const Argument& argument,
                                   uint64_t address) {
    const uint64_t start = address / kLine * kLine;
    LineCache::Line line = {};
    line.begin = std::max(start, argument.begin);
    line.end = std::min(start + kLine, argument.end);
    line.site = moment.site();
    std::memcpy(line.bytes, reinterpret_cast<const void*>(line.begin), line.end - line.begin);
    return CacheOf(*moment.state).Add(line, [&](const LineCache::Line& old) {
        CheckLost(*moment.state, old);
    });
}

bool CacheChecks::IsInOtherCache(uint32_t unit, uint64_t address) const {
    const auto entry = lines_.find(address / kLine);
    if (entry == lines_.end()) {
        return false;
    }
    const auto& cached = entry->second.cached;
    return std::any_of(cached.begin(), cached.end(), [&](const auto& core) {
        return core.first != unit && (core.second >> address % kLine & 1) != 0;
    });
}

uint64_t CacheChecks::FirstChanged(uint32_t unit, const LineCache::Line& line, uint64_t begin,
                                   uint64_t end) const {
    uint64_t at = begin;
    while (at < end && (*reinterpret_cast<const uint8_t*>(at) == line.bytes[at - line.begin] ||
                        IsInOtherCache(unit, at))) {
        ++at;
    }
    return at;
}

bool CacheChecks::FindWriter(uint64_t address, uint32_t not_by, FaultSide* writer) const {
    bool has_writer = false;
    const auto entry = lines_.find(address / kLine);
    if (entry != lines_.end() && entry->second.unit != not_by &&
        (entry->second.mask >> address % kLine & 1) != 0) {
        const CachedLine& line = entry->second;
        *writer = SideOf(line.site, static_cast<uint32_t>(Pipe::kS), "write",
                         checker_.core_names.at(line.unit));
        has_writer = true;
    }
    checker_.global_cells.ForEachWrite(address, address + 1, [&](const GlobalMark& mark) {
        *writer =
            SideOf(mark.site, PipeOfStamp(mark.stamp), "write", checker_.core_names.at(mark.unit));
        has_writer = true;
    });
    return has_writer;
}

void CacheChecks::CheckStale(const Moment& moment, const LineCache::Line& line, uint64_t begin,
                             uint64_t end) {
    const uint32_t unit = moment.state->unit;
    const uint64_t at = FirstChanged(unit, line, std::max(begin, line.begin), end);
    if (at >= end) {
        return;
    }
    checker_.reports.Add(
        {Fault::kMissingDcci, moment.location, "", LocationOfSite(line.site)}, moment.state->name,
        [&] {
            FaultReport report = {};
            report.fault = Fault::kMissingDcci;
            report.severity = Severity::kError;
            report.message =
                "the core's cache still has the old bytes of {range}: this read gets them, not "
                "what was written since";
            report.help = "call DataCacheCleanAndInvalid for the line before the read";
            report.side = SideOf(moment, "", "read");
            report.memory = "GM";
            report.address = begin;
            report.size = end - begin;
            report.has_range = true;
            report.range = RangeOf(checker_, begin);
            report.has_other = FindWriter(at, unit, &report.other);
            return report;
        });
}

void CacheChecks::CheckLost(const CoreState& state, const LineCache::Line& line) {
    if (!line.dirty) {
        return;
    }
    const uint64_t at = FirstChanged(state.unit, line, line.begin, line.end);
    if (at == line.end) {
        return;
    }
    FaultSide writer = {};
    const bool has_writer = FindWriter(at, state.unit, &writer);
    checker_.reports.Add(
        {Fault::kFalseSharing, LocationOfSite(line.site), "lost", 0}, state.name, [&] {
            FaultReport report = {};
            report.fault = Fault::kFalseSharing;
            report.severity = Severity::kError;
            report.message =
                "a scalar is written to {range}: with it the core writes back the line of 64 bytes "
                "as it read it, and undoes what was written into the line since";
            report.help = "leave 64 bytes to what scalars write, or write by DataCopyPad";
            report.side = SideOf(line.site, static_cast<uint32_t>(Pipe::kS), "write", state.name);
            report.memory = "GM";
            report.address = at;
            report.size = 1;
            report.has_range = true;
            report.range = RangeOf(checker_, at);
            report.has_other = has_writer;
            report.other = writer;
            return report;
        });
}

void CacheChecks::EndBlock(const CoreState& state) {
    Settle();
    const auto entry = caches_.find(state.unit);
    if (entry != caches_.end()) {
        entry->second.DropAll([&](const LineCache::Line& line) { CheckLost(state, line); });
    }
}

void CacheChecks::ReportStomp(const Stomp& stomp) {
    if (!checker_.tools.memcheck) {
        return;
    }
    const Moment& moment = stomp.moment;
    checker_.reports.Add(
        {Fault::kStomp, moment.location, "", LocationOfSite(stomp.other.site)}, moment.state->name,
        [&] {
            const CoreName& other = checker_.core_names.at(stomp.other.unit);
            FaultReport report = {};
            report.fault = Fault::kStomp;
            report.severity = Severity::kWarning;
            report.message = "a scalar is written to {range} over another that " + TextOf(other) +
                             " wrote there: nothing says which one stays";
            report.help = "give each core a separate location, or let one of them write";
            report.side = SideOf(moment, "", "write");
            report.memory = "GM";
            report.address = stomp.address;
            report.size = stomp.values.size();
            report.has_range = true;
            report.range = RangeOf(checker_, stomp.address);
            report.has_other = true;
            report.other =
                SideOf(stomp.other.site, static_cast<uint32_t>(Pipe::kS), "write", other);
            return report;
        });
}

void CacheChecks::ReportSharing(const Moment& moment, uint64_t address, uint64_t bytes,
                                const CachedLine& line) {
    if (!checker_.tools.racecheck) {
        return;
    }
    checker_.reports.Add(
        {Fault::kFalseSharing, moment.location, "", LocationOfSite(line.site)}, moment.state->name,
        [&] {
            const CoreName& other = checker_.core_names.at(line.unit);
            FaultReport report = {};
            report.fault = Fault::kFalseSharing;
            report.severity = Severity::kWarning;
            report.message = "a scalar is written to {range} into a line of 64 bytes that " +
                             TextOf(other) +
                             " writes too: the core that writes its line back last undoes the "
                             "other's";
            report.help = "leave 64 bytes to each core, or write by DataCopyPad";
            report.side = SideOf(moment, "", "write");
            report.memory = "GM";
            report.address = address;
            report.size = bytes;
            report.has_range = true;
            report.range = RangeOf(checker_, address);
            report.has_other = true;
            report.other = SideOf(line.site, static_cast<uint32_t>(Pipe::kS), "write", other);
            return report;
        });
}

void CacheChecks::Cache(const Moment& moment, const CacheEvent& event) {
    if (event.op != CacheOp::kCleanAndInvalidate) {
        return;
    }
    const CoreState& state = *moment.state;
    const auto leave = [&](const LineCache::Line& line) {
        CheckLost(state, line);
        if (line.dirty) {
            checker_.polled_words.Publish(state, line.begin, state.order.Before(kScalarPipe));
        }
    };
    const uint64_t address = reinterpret_cast<uint64_t>(event.address);
    if (event.whole) {
        CacheOf(state).DropAll(leave);
    } else {
        CacheOf(state).Drop(address, leave);
    }
    if (!event.whole) {
        const auto entry = lines_.find(address / kLine);
        if (entry != lines_.end()) {
            entry->second.Drop(state.unit);
        }
        return;
    }
    for (auto& [number, line] : lines_) {
        line.Drop(state.unit);
    }
}

void CacheChecks::Read(const Moment& moment, const Region& region) {
    if (lines_.empty() || region.memory != Hardware::GM || region.kind == AccessKind::kWrite ||
        !checker_.tools.racecheck) {
        return;
    }
    ForEachRun(region, [&](uint64_t begin) {
        CheckRead(moment, begin, begin + region.run, region.operand);
    });
}

void CacheChecks::CheckRead(const Moment& moment, uint64_t begin, uint64_t end,
                            const char* operand) {
    const bool scalar = moment.pipe == Pipe::kS;
    for (auto entry = lines_.lower_bound(begin / kLine);
         entry != lines_.end() && entry->first * kLine < end; ++entry) {
        const CachedLine& line = entry->second;
        const bool own = line.unit == moment.state->unit;
        uint64_t read = line.mask & MaskOf(begin, end, entry->first * kLine, kLine);
        const auto cached = line.cached.find(moment.state->unit);
        if (scalar && cached != line.cached.end()) {
            read &= ~cached->second;  // it reads what it wrote itself
        }
        if (!line.dirty || read == 0) {
            continue;
        }
        const CoreName writer = checker_.core_names.at(line.unit);
        checker_.reports.Add(
            {Fault::kMissingDcci, LocationOfSite(line.site), "", moment.location}, writer, [&] {
                FaultReport report = {};
                report.fault = Fault::kMissingDcci;
                report.severity = Severity::kError;
                report.message = "a scalar that is written to {range} stays in the core's cache: " +
                                 (own ? std::string("its own ") + NameOf(moment.pipe)
                                      : TextOf(moment.state->name)) +
                                 " reads old bytes";
                report.help = "call DataCacheCleanAndInvalid for the line after the last SetValue";
                report.side = SideOf(line.site, static_cast<uint32_t>(Pipe::kS), "write", writer);
                report.memory = "GM";
                report.address = entry->first * kLine;
                report.size = kLine;
                report.has_range = true;
                report.range = RangeOf(checker_, begin);
                report.has_other = true;
                report.other = SideOf(moment, operand, "read");
                return report;
            });
    }
}

}  // namespace observe
