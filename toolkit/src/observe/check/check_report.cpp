#include "observe/check/check_report.h"

#include <unistd.h>

#include <algorithm>

#include "observe/check/source_text.h"
#include "observe/line_fields.h"
#include "observe/output.h"
#include "observe/plain_api.h"
#include "platform/soc_table.h"
#include "support/strings.h"

namespace observe {
namespace {

constexpr char kFile[] = "findings.jsonl";

std::string FramesOf(const std::vector<Frame>& frames) {
    const bool has_user = std::any_of(frames.begin(), frames.end(), [](const Frame& frame) {
        return !frame.toolkit && frame.line != 0;
    });
    std::string text;
    for (const Frame& frame : frames) {
        if (frame.line == 0 || (has_user && frame.toolkit)) {
            continue;
        }
        text += text.empty() ? "" : ",";
        text += JsonObject()
                    .Text(fields::frame::kFunction, ShortFunction(frame.function))
                    .Text(fields::frame::kFile, frame.file)
                    .Unsigned(fields::frame::kLine, frame.line)
                    .Number(fields::frame::kColumn, 0)
                    .Close();
    }
    return "[" + text + "]";
}

/// The function of the kernel language that the user called there; empty if there is none.
std::string CalledApi(const std::vector<Frame>& frames) {
    const Frame* called = nullptr;
    for (const Frame& frame : frames) {
        if (!frame.toolkit && frame.line != 0) {
            return called == nullptr ? "" : LastName(ShortFunction(called->function));
        }
        called = &frame;
    }
    return "";
}

std::string ApiOf(const Doing& doing, const Places& places) {
    const std::string called = CalledApi(places.FramesOf(doing.place));
    return called.empty() ? doing.api : called;
}

/// The text of a fault, without kernel and location, for which an error has fields.
std::string PlainFault(const std::string& kernel, std::string message) {
    const std::string subject = "kernel " + kernel + " ";
    if (message.compare(0, subject.size(), subject) == 0) {
        message.erase(0, subject.size());
    }
    return message.substr(0, message.rfind("; at "));
}

std::string CoreType(const CoreName& core) {
    static const char* const kTypes[] = {"MIX", "AIC", "AIV"};
    return kTypes[core.type];
}

}  // namespace

CheckReport::CheckReport(const AscendcObservedLaunch& launch, Severity lowest)
    : kernel_(launch.kernel),
      op_type_(launch.op_type),
      soc_(launch.soc == nullptr ? "" : launch.soc->soc_version),
      block_dim_(launch.block_dim),
      task_type_(launch.task_type),
      tiling_key_(launch.tiling_key),
      device_(launch.device),
      index_(launch.index),
      lowest_(lowest),
      tiling_overflows_(launch.tiling_overflows,
                        launch.tiling_overflows + launch.tiling_overflow_count) {
    const std::string object = launch.object_path;
    const size_t slash = object.rfind('/');
    object_folder_ = slash == std::string::npos ? "" : object.substr(0, slash);
}

void CheckReport::Begin() const {
    AppendLine(kFile, JsonObject()
                          .Text(fields::checked::kEvent, "launch")
                          .Text(fields::checked::kKernel, kernel_)
                          .Text(fields::checked::kOpType, op_type_)
                          .Unsigned(fields::checked::kLaunch, index_)
                          .Text(fields::checked::kSoc, soc_)
                          .Unsigned(fields::checked::kBlockDim, block_dim_)
                          .Unsigned(fields::checked::kTaskType, task_type_)
                          .Unsigned(fields::checked::kTilingKey, tiling_key_)
                          .Unsigned(fields::checked::kDevice, device_)
                          .Number(fields::checked::kPid, getpid())
                          .Close());
}

void CheckReport::AddRefusal(Checker* checker, const Moment& moment,
                             const AscendC::isa::RefusalAct& act) const {
    if (!checker->tools.memcheck) {
        return;
    }
    checker->findings.Add(
        {Fault::kIllegalParameter, moment.place, act.parameter, kNoPlace}, moment.state->name, [&] {
            Finding finding = {};
            finding.fault = Fault::kIllegalParameter;
            finding.severity = Severity::kError;
            finding.message = PlainApi(act.api) + ": " + act.parameter + " is " +
                              std::to_string(act.value) + "; it " + act.rule;
            finding.help = "see the documentation of " + PlainApi(act.api) + " for this SoC";
            finding.doing = DoingOf(moment, act.parameter, "");
            finding.doing.api = PlainApi(act.api);
            finding.doing.pipe = "";
            return finding;
        });
}

void CheckReport::AddFault(Checker* checker, const AscendcObservedFault& fault) const {
    // What has just been found is why the kernel ended there.
    if (checker->findings.LastRecordIsAtFault() &&
        (fault.kind == ASCENDC_FAULT_TRAP || fault.kind == ASCENDC_FAULT_MEMORY)) {
        return;
    }
    const PlaceId place = checker->places.OfCalls(fault.calls);
    const CoreName core = {static_cast<int32_t>(fault.core_type), fault.block};
    Fault kind = Fault::kTrap;
    const char* help = "";
    switch (fault.kind) {
        case ASCENDC_FAULT_MEMORY:
            kind = Fault::kMemoryFault;
            break;
        case ASCENDC_FAULT_DEADLOCK:
            kind = Fault::kDeadlock;
            help = "all cores that wait for each other must come to the same barriers and flags";
            break;
        case ASCENDC_FAULT_TIMEOUT:
            kind = Fault::kTimeout;
            break;
        case ASCENDC_FAULT_TRAP:
            break;
        default:
            return;
    }
    checker->findings.Add({kind, place, "", kNoPlace}, core, [&] {
        Finding finding = {};
        finding.fault = kind;
        finding.severity = Severity::kError;
        finding.message = PlainFault(kernel_, fault.message);
        finding.help = help;
        finding.doing.place = place;
        return finding;
    });
}

void CheckReport::AddTilingOverflows(Checker* checker) const {
    if (!checker->tools.memcheck || checker->core_names.empty()) {
        return;
    }
    for (const std::string& sentence : tiling_overflows_) {
        checker->findings.Add({Fault::kTilingOverflow, kNoPlace, sentence, kNoPlace},
                              checker->core_names.begin()->second, [&] {
                                  Finding finding = {};
                                  finding.fault = Fault::kTilingOverflow;
                                  finding.severity = Severity::kError;
                                  finding.message = sentence;
                                  finding.help =
                                      "give the field a type that holds the number, in the "
                                      "tiling structure and where the kernel reads it";
                                  return finding;
                              });
    }
}

void CheckReport::End(Checker* checker, const AscendcObservedFault* fault) const {
    if (fault != nullptr) {
        AddFault(checker, *fault);
    }
    AddTilingOverflows(checker);
    uint64_t written = 0;
    bool resolved = false;
    for (const Finding& finding : checker->findings.all()) {
        if (finding.severity < lowest_) {
            continue;
        }
        if (!resolved) {
            checker->places.Resolve();
            resolved = true;
        }
        written += AppendLine(kFile, LineOf(finding, checker->places)) ? 1 : 0;
    }
    JsonObject end;
    end.Text(fields::end::kEvent, "end")
        .Text(fields::end::kKernel, kernel_)
        .Unsigned(fields::end::kLaunch, index_)
        .Unsigned(fields::end::kFindings, written)
        .Unsigned(fields::end::kTotal, checker->findings.total())
        .Unsigned(fields::end::kRecords, checker->findings.records())
        .Text(fields::end::kLimits,
              checker->global_cells.full()
                  ? "races in global memory were looked for in its first 128 MiB only"
                  : "")
        .Raw(fields::end::kFault, fault == nullptr ? "null" : support::JsonText(fault->message));
    AppendLine(kFile, end.Close());
}

std::string CheckReport::LineOf(const Finding& finding, const Places& places) const {
    std::string range_name = finding.range.name;
    if (finding.has_range && range_name.empty()) {
        const Frame& init = places.LineOf(finding.range.init);
        range_name = NameInInitBuffer(object_folder_, init.file, init.line);
        if (finding.range.number_of > 1) {
            range_name += "[" + std::to_string(finding.range.number) + "]";
        }
    }
    std::string message = finding.message;
    const std::string hole = "{range}";
    for (size_t at; (at = message.find(hole)) != std::string::npos;) {
        message.replace(at, hole.size(), range_name);
    }
    std::string cores;
    for (const CoreName& core : finding.cores) {
        cores += (cores.empty() ? "" : ",") + support::JsonText(TextOf(core));
    }
    JsonObject line;
    line.Text(fields::report::kEvent, "finding")
        .Text(fields::report::kTool, ToolOf(finding.fault))
        .Text(fields::report::kKind, NameOf(finding.fault))
        .Text(fields::report::kSeverity, NameOf(finding.severity))
        .Text(fields::report::kMessage, message)
        .Text(fields::report::kHelp, finding.help)
        .Text(fields::report::kKernel, kernel_)
        .Unsigned(fields::report::kLaunch, index_)
        .Raw(fields::report::kBlocks, "[" + cores + "]")
        .Text(fields::report::kCoreType, CoreType(finding.doing.core))
        .Text(fields::report::kPipe, finding.doing.pipe)
        .Text(fields::report::kApi, ApiOf(finding.doing, places))
        .Text(fields::report::kOperand, finding.doing.operand)
        .Text(fields::report::kAccess, finding.doing.access)
        .Text(fields::report::kMemory, finding.memory)
        .Unsigned(fields::report::kAddress, finding.address)
        .Unsigned(fields::report::kSize, finding.size);
    line.Raw(fields::report::kAllocation,
             !finding.has_range ? "null"
                                : JsonObject()
                                      .Text(fields::allocation::kName, range_name)
                                      .Unsigned(fields::allocation::kAddress, finding.range.address)
                                      .Unsigned(fields::allocation::kSize, finding.range.bytes)
                                      .Close());
    line.Raw(fields::report::kFrames, FramesOf(places.FramesOf(finding.doing.place)));
    line.Raw(fields::report::kOther,
             !finding.has_other
                 ? "null"
                 : JsonObject()
                       .Text(fields::other::kPipe, finding.other.pipe)
                       .Text(fields::other::kApi, ApiOf(finding.other, places))
                       .Text(fields::other::kOperand, finding.other.operand)
                       .Text(fields::other::kAccess, finding.other.access)
                       .Text(fields::other::kBlock, TextOf(finding.other.core))
                       .Raw(fields::other::kFrames, FramesOf(places.FramesOf(finding.other.place)))
                       .Close());
    return line.Unsigned(fields::report::kCount, finding.count).Close();
}

}  // namespace observe
