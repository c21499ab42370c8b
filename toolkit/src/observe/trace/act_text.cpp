#include "observe/trace/act_text.h"

#include <cstdio>

#include "isa/acts.h"
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

void Write(const isa::FlagAct& act, Fields* fields) {
    static const char* const kOps[] = {"set", "wait", "barrier"};
    fields->Name("op", kOps, static_cast<size_t>(act.op)).Name("pipe", kPipes, act.pipe);
    if (act.op != isa::FlagOp::kBarrier) {
        fields->Name("to", kPipes, act.other_pipe).Number("id", act.id);
    }
}

void Write(const isa::QueueAct& act, Fields* fields) {
    static const char* const kOps[] = {"alloc", "enque", "deque", "free", "free_all_event"};
    static const char* const kStates[] = {"free", "occupied", "enque", "deque"};
    fields->Name("op", kOps, static_cast<size_t>(act.op)).Handle("queue", act.queue);
    fields->Name("position", kPositions, act.position);
    if (act.buffer != nullptr) {
        fields->Number("index", act.index).Name("state", kStates, act.state);
        fields->Name("memory", kMemories, static_cast<size_t>(act.memory));
        fields->Number("address", act.address).Number("bytes", act.bytes);
    } else {
        fields->Word("buffer", "none");
    }
    if (act.is_buf) {
        fields->Word("kind", "TBuf");
        return;
    }
    fields->Name("src", kPositions, act.src).Name("dst", kPositions, act.dst);
    fields->Number("depth", act.depth).Number("in_queue", act.in_queue);
    fields->Number("buffers", act.buffer_count);
}

void Write(const isa::BufferAct& act, Fields* fields) {
    static const char* const kOps[] = {"init", "pool", "reset", "destroy", "place", "more"};
    fields->Name("op", kOps, static_cast<size_t>(act.op)).Handle("owner", act.owner);
    if (act.count != 0) {
        fields->Name("position", kPositions, act.position);
        fields->Name("memory", kMemories, static_cast<size_t>(act.memory));
        fields->Number("address", act.address).Number("bytes", act.bytes);
        fields->Number("asked", act.requested_bytes)
            .Number("count", act.count)
            .Handle("from", act.from);
    }
}

void Write(const isa::ScalarAct& act, Fields* fields) {
    fields->Word("op", act.write ? "write" : "read").Address("address", act.address);
    fields->Name("memory", kMemories, static_cast<size_t>(act.memory)).Number("bytes", act.bytes);
    if (act.tensor != nullptr) {
        fields->Address("tensor", act.tensor).Number("tensor_bytes", act.tensor_bytes);
    }
    if (act.uncached) {
        fields->Word("cache", "none");
    }
}

void Write(const isa::TilingAct& act, Fields* fields) {
    fields->Handle("address", act.address).Number("bytes", act.bytes);
}

void Write(const isa::CacheAct& act, Fields* fields) {
    static const char* const kOps[] = {"dcci", "dsb", "preload"};
    fields->Name("op", kOps, static_cast<size_t>(act.op));
    if (act.op != isa::CacheOp::kBarrier) {
        fields->Word("lines", act.whole ? "all" : "one").Address("address", act.address);
    }
}

void Write(const isa::HandshakeAct& act, Fields* fields) {
    static const char* const kOps[] = {"signal", "wait", "add"};
    fields->Name("op", kOps, static_cast<size_t>(act.op)).Handle("address", act.address);
    fields->Number("value", act.value);
}

void Write(const isa::ScratchAct& act, Fields* fields) {
    fields->Word("api", act.api).Name("memory", kMemories, static_cast<size_t>(act.memory));
    fields->Address("address", act.address).Number("bytes", act.bytes);
    fields->Number("needed", act.needed);
}

void Write(const isa::EventAct& act, Fields* fields) {
    static const char* const kOps[] = {"alloc", "release", "fetch"};
    fields->Name("op", kOps, static_cast<size_t>(act.op)).Name("pipe", kPipes, act.pipe);
    fields->Name("to", kPipes, act.other_pipe).Number("id", act.id).Number("taken", act.taken_ids);
}

void Write(const isa::RegisterAct& act, Fields* fields) {
    fields->Word("name", act.name);
}

void Write(const isa::CubeSideAct& act, Fields* fields) {
    static const char* const kOps[] = {"begin", "end", "wait"};
    fields->Name("op", kOps, static_cast<size_t>(act.op));
}

void Write(const isa::GlobalAct& act, Fields* fields) {
    fields->Handle("address", act.address).Number("bytes", act.bytes);
}

void Write(const isa::RefusalAct& act, Fields* fields) {
    fields->Word("api", PlainApi(act.api))
        .Word("parameter", act.parameter)
        .Number("value", act.value);
    fields->Word("rule", "\"" + std::string(act.rule) + "\"");
}

void Write(const isa::CacheHintAct& act, Fields* fields) {
    fields->Word("l2", act.bypass ? "bypass" : "use").Handle("address", act.address);
}

void Write(const isa::StepAct& act, Fields* fields) {
    static const char* const kOps[] = {"matmul", "matmul_large", "matmul_constant"};
    fields->Name("op", kOps, static_cast<size_t>(act.op));
}

}  // namespace

std::string ActText(const isa::Core& core, RecordKind kind, const void* act) {
    Fields fields(core);
    switch (kind) {
#define OBSERVE_WRITE_ACT(Act)                              \
    case RecordKind::k##Act:                                \
        Write(*static_cast<const isa::Act*>(act), &fields); \
        break;
        ASCENDC_ACTS(OBSERVE_WRITE_ACT)
#undef OBSERVE_WRITE_ACT
        default:
            break;
    }
    return fields.text();
}

}  // namespace observe
