// What the checker found in one launch.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "observe/locations.h"

namespace observe {

/// The location of what has none: the first that a Checker asks for.
constexpr LocationId kNoLocation = 0;

/// The kind of an error. NameOf() gives its name in reports.
enum class Fault : uint8_t {
    kOutOfBounds,
    kMisaligned,
    kOverlap,
    kUninitialized,
    kUseAfterFree,
    kDoubleFree,
    kLeak,
    kWrongQueue,
    kTooManyAlloc,
    kQueueOrder,
    kMemoryExceeded,
    kIllegalParameter,
    kRace,
    kMissingDcci,
    kFalseSharing,
    kStomp,
    kUnpairedFlag,
    kRedundantFlag,
    kEventExhausted,
    kBarrierCount,
    kDeadlock,
    kTimeout,
    kTrap,
    kMemoryFault,
    kTilingOverflow,
    kScratchTooSmall,
    kAccuracy,
    kNotFinite,
    kInexactSum,
};

enum class Severity : uint8_t { kInfo, kWarning, kError };

const char* ToolOf(Fault fault);
const char* NameOf(Fault fault);
const char* NameOf(Severity severity);
/// The one of that name; the least if there is none.
Severity SeverityOf(const std::string& name);

/// A core, as reports name it.
struct CoreName {
    int32_t type;  ///< AscendC::MIX, AIC, AIV
    uint32_t block;
    bool operator<(const CoreName& other) const {
        return std::tie(type, block) < std::tie(other.type, other.block);
    }
};
/// "aiv(3)".
std::string TextOf(const CoreName& core);

/// A range of memory that has a name: a buffer, an argument.
struct NamedRange {
    std::string name;        ///< empty: that of the queue or buffer at `init`
    LocationId init = 0;     ///< where InitBuffer made it
    uint32_t number = 0;     ///< among the buffers of its queue
    uint32_t number_of = 0;  ///< buffers of the queue; 0: not a buffer
    uint64_t address = 0;
    uint64_t bytes = 0;
};

/// One side of an error: what was done, and where.
struct FaultSide {
    LocationId location = 0;
    std::string pipe;
    std::string api;
    std::string operand;
    std::string access;  ///< "read", "write", "update" or ""
    CoreName core = {};
};

struct FaultReport {
    Fault fault;
    Severity severity;
    std::string message;  ///< "{range}" stands for the name of `range`
    std::string help;
    FaultSide side;
    std::string memory;
    uint64_t address = 0;
    uint64_t size = 0;
    bool has_range = false;
    NamedRange range;
    bool has_other = false;
    FaultSide other;
    std::set<CoreName> cores;
    uint64_t count = 0;
};

/// The errors of a launch, once per location.
class FaultReports {
public:
    /// Distinct errors that are described; others are only counted.
    static constexpr size_t kMost = 1000;

    /// Errors with equal keys are one.
    struct Key {
        Fault fault;
        LocationId location;
        std::string operand;
        LocationId other;
        bool operator<(const Key& more) const {
            return std::tie(fault, location, operand, other) <
                   std::tie(more.fault, more.location, more.operand, more.other);
        }
    };

    /// Counts an error; make() describes it if it is the first of its kind.
    template <typename Make>
    void Add(const Key& key, const CoreName& core, const Make& make) {
        ++total_;
        last_record_ = record_;
        auto number = numbers_.find(key);
        if (number == numbers_.end()) {
            if (reports_.size() >= kMost) {
                return;
            }
            number = numbers_.emplace(key, reports_.size()).first;
            reports_.push_back(make());
            reports_.back().side.core = core;
        }
        FaultReport& report = reports_[number->second];
        ++report.count;
        report.cores.insert(core);
    }

    const std::vector<FaultReport>& all() const { return reports_; }
    uint64_t total() const { return total_; }

    /// The next record of the launch.
    void NextRecord() { ++record_; }
    uint64_t records() const { return record_; }
    /// Whether the last record of the launch has an error.
    bool LastRecordIsAtFault() const { return total_ != 0 && last_record_ == record_; }

private:
    std::map<Key, size_t> numbers_;
    std::vector<FaultReport> reports_;
    uint64_t total_ = 0;
    uint64_t record_ = 0;
    uint64_t last_record_ = 0;
};

}  // namespace observe
