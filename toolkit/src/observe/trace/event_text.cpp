#include "observe/trace/event_text.h"

#include <cstdio>

#include "isa/events.h"
#include "observe/plain_api.h"

namespace observe {
namespace {

using namespace AscendC;
using isa::RecordKind;

const char* const kMemories[] = {"GM", "UB", "L1", "L0A", "L0B", "L0C", "BIAS", "FIXBUF", "none"};
const char* const kPositions[] = {"GM",  "A1",   "A2",        "B1",           "B2",     "C1",
                                  "C2",  "CO1",  "CO2",       "VECIN",        "VECOUT", "VECCALC",
                                  "SPM", "TSCM", "C2PIPE2GM", "C2PIPE2LOCAL", "none"};
const char* const kPipes[] = {"S",   "V",    "M",    "MTE1", "MTE2", "MTE3",
                              "ALL", "MTE4", "MTE5", "V2",   "FIX"};

/// Builds "name=value name=value".
class Fields {
public:
    explicit Fields(const isa::Core& core) : core_(core) {}

    Fields& Word(const char* name, const std::string& value) {
        text_ += (text_.empty() ? "" : " ") + std::string(name) + "=" + value;
        return *this;
    }
    template <typename Value>
    Fields& Number(const char* name, Value value) {
        return Word(name, std::to_string(value));
    }
    template <size_t N>
    Fields& Name(const char* name, const char* const (&names)[N], size_t value) {
        return value < N ? Word(name, names[value]) : Number(name, value);
    }
    Fields& Handle(const char* name, const void* value) {
        char text[24];
        std::snprintf(text, sizeof(text), "%#zx", reinterpret_cast<size_t>(value));
        return Word(name, text);
    }
    /// An address of any memory.
    Fields& Address(const char* name, const void* value) {
        const uint8_t* const address = static_cast<const uint8_t*>(value);
        for (size_t i = 1; i < static_cast<size_t>(Hardware::MAX); ++i) {
            const isa::Arena& arena = core_.arenas[i];
            if (address >= arena.base && address < arena.base + arena.size) {
                return Word(name,
                            std::string(kMemories[i]) + "+" + std::to_string(address - arena.base));
            }
        }
        return Handle(name, value);
    }
    const std::string& text() const { return text_; }

private:
    const isa::Core& core_;
    std::string text_;
};

void Write(const isa::FlagEvent& event, Fields* fields) {
    static const char* const kOps[] = {"set", "wait", "barrier"};
    fields->Name("op", kOps, static_cast<size_t>(event.op)).Name("pipe", kPipes, event.pipe);
    if (event.op != isa::FlagOp::kBarrier) {
        fields->Name("to", kPipes, event.other_pipe).Number("id", event.id);
    }
}

void Write(const isa::QueueEvent& event, Fields* fields) {
    static const char* const kOps[] = {"alloc", "enque", "deque", "free", "free_all_event"};
    static const char* const kStates[] = {"free", "occupied", "enque", "deque"};
    fields->Name("op", kOps, static_cast<size_t>(event.op)).Handle("queue", event.queue);
    fields->Name("position", kPositions, event.position);
    if (event.buffer != nullptr) {
        fields->Number("index", event.index).Name("state", kStates, event.state);
        fields->Name("memory", kMemories, static_cast<size_t>(event.memory));
        fields->Number("address", event.address).Number("bytes", event.bytes);
    } else {
        fields->Word("buffer", "none");
    }
    if (event.is_buf) {
        fields->Word("kind", "TBuf");
        return;
    }
    fields->Name("src", kPositions, event.src).Name("dst", kPositions, event.dst);
    fields->Number("depth", event.depth).Number("in_queue", event.in_queue);
    fields->Number("buffers", event.buffer_count);
}

void Write(const isa::BufferEvent& event, Fields* fields) {
    static const char* const kOps[] = {"init", "pool", "reset", "destroy", "place", "more"};
    fields->Name("op", kOps, static_cast<size_t>(event.op)).Handle("owner", event.owner);
    if (event.count != 0) {
        fields->Name("position", kPositions, event.position);
        fields->Name("memory", kMemories, static_cast<size_t>(event.memory));
        fields->Number("address", event.address).Number("bytes", event.bytes);
        fields->Number("asked", event.requested_bytes)
            .Number("count", event.count)
            .Handle("from", event.from);
    }
}

void Write(const isa::ScalarEvent& event, Fields* fields) {
    fields->Word("op", event.write ? "write" : "read").Address("address", event.address);
    fields->Name("memory", kMemories, static_cast<size_t>(event.memory))
        .Number("bytes", event.bytes);
    if (event.tensor != nullptr) {
        fields->Address("tensor", event.tensor).Number("tensor_bytes", event.tensor_bytes);
    }
    if (event.uncached) {
        fields->Word("cache", "none");
    }
}

void Write(const isa::TilingEvent& event, Fields* fields) {
    fields->Handle("address", event.address).Number("bytes", event.bytes);
}

void Write(const isa::CacheEvent& event, Fields* fields) {
    static const char* const kOps[] = {"dcci", "dsb", "preload"};
    fields->Name("op", kOps, static_cast<size_t>(event.op));
    if (event.op != isa::CacheOp::kBarrier) {
        fields->Word("lines", event.whole ? "all" : "one").Address("address", event.address);
    }
}

void Write(const isa::HandshakeEvent& event, Fields* fields) {
    static const char* const kOps[] = {"signal", "wait", "add"};
    fields->Name("op", kOps, static_cast<size_t>(event.op)).Handle("address", event.address);
    fields->Number("value", event.value);
}

void Write(const isa::ScratchEvent& event, Fields* fields) {
    fields->Word("api", event.api).Name("memory", kMemories, static_cast<size_t>(event.memory));
    fields->Address("address", event.address).Number("bytes", event.bytes);
    fields->Number("needed", event.needed);
}

void Write(const isa::EventIdEvent& event, Fields* fields) {
    static const char* const kOps[] = {"alloc", "release", "fetch"};
    fields->Name("op", kOps, static_cast<size_t>(event.op)).Name("pipe", kPipes, event.pipe);
    fields->Name("to", kPipes, event.other_pipe)
        .Number("id", event.id)
        .Number("taken", event.taken_ids);
}

void Write(const isa::RegisterEvent& event, Fields* fields) {
    fields->Word("name", event.name);
}

void Write(const isa::CubeSideEvent& event, Fields* fields) {
    static const char* const kOps[] = {"begin", "end", "wait"};
    fields->Name("op", kOps, static_cast<size_t>(event.op));
}

void Write(const isa::GlobalTensorEvent& event, Fields* fields) {
    fields->Handle("address", event.address).Number("bytes", event.bytes);
}

void Write(const isa::RejectionEvent& event, Fields* fields) {
    fields->Word("api", PlainApi(event.api))
        .Word("parameter", event.parameter)
        .Number("value", event.value);
    fields->Word("rule", "\"" + std::string(event.rule) + "\"");
}

void Write(const isa::CacheHintEvent& event, Fields* fields) {
    fields->Word("l2", event.bypass ? "bypass" : "use").Handle("address", event.address);
}

void Write(const isa::StepEvent& event, Fields* fields) {
    static const char* const kOps[] = {"matmul", "matmul_large", "matmul_constant"};
    fields->Name("op", kOps, static_cast<size_t>(event.op));
}

}  // namespace

std::string EventText(const isa::Core& core, RecordKind kind, const void* event) {
    Fields fields(core);
    switch (kind) {
#define OBSERVE_WRITE_EVENT(Event, printed)                     \
    case RecordKind::k##Event:                                  \
        Write(*static_cast<const isa::Event*>(event), &fields); \
        break;
        ASCENDC_EVENTS(OBSERVE_WRITE_EVENT)
#undef OBSERVE_WRITE_EVENT
        default:
            break;
    }
    return fields.text();
}

}  // namespace observe
