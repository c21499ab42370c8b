#include "observe/access/access.h"

#include "isa/executed.h"
#include "observe/access/all_records.h"
#include "observe/access/describe.h"

namespace observe {

using namespace AscendC::isa;
using AscendC::Hardware;

namespace {

template <typename Record>
const Record& As(const void* record) {
    return *static_cast<const Record*>(record);
}

/// Scalar accesses, and reads of the tiling data, go past the executors.
void DescribeEvent(RecordKind kind, const void* record, Regions* regions) {
    if (kind == RecordKind::kScalarEvent) {
        const auto& event = As<ScalarEvent>(record);
        regions->Bytes({event.write ? AccessKind::kWrite : AccessKind::kRead, event.memory,
                        "tensor", event.address, 1},
                       event.bytes);
    }
}

}  // namespace

bool Accesses(RecordKind kind, const void* record, const Core& core, RegionVisitor* visitor) {
    Regions regions(core, visitor);
    switch (kind) {
#define OBSERVE_CASE(Record, executor)                \
    case RecordKind::k##Record:                       \
        if (IsExecutedBy(As<Record>(record), core)) { \
            Describe(As<Record>(record), &regions);   \
        }                                             \
        return true;
        ASCENDC_INSTRUCTIONS(OBSERVE_CASE)
#undef OBSERVE_CASE
        default:
            DescribeEvent(kind, record, &regions);
            return true;
    }
}

bool IsExecutedBy(RecordKind kind, const void* record, const Core& core) {
    switch (kind) {
#define OBSERVE_CASE(Record, executor) \
    case RecordKind::k##Record:        \
        return IsExecutedBy(As<Record>(record), core);
        ASCENDC_INSTRUCTIONS(OBSERVE_CASE)
#undef OBSERVE_CASE
        default:
            return true;
    }
}

const char* NameOf(Hardware memory) {
    static const char* const kNames[] = {"GM",  "UB",   "L1",     "L0A",    "L0B",
                                         "L0C", "BIAS", "FIXBUF", "unknown"};
    return kNames[static_cast<int>(memory)];
}

}  // namespace observe
