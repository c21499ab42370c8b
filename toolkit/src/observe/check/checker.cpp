#include "observe/check/checker.h"

#include "observe/record_names.h"
#include "support/strings.h"

namespace observe {

Tools Tools::Parse(const std::string& text) {
    Tools tools;
    if (text.empty()) {
        return tools;
    }
    tools = {false, false, false, false};
    for (const std::string& word : support::Split(text, ',')) {
        tools.memcheck |= word == "memcheck";
        tools.racecheck |= word == "racecheck";
        tools.initcheck |= word == "initcheck";
        tools.synccheck |= word == "synccheck";
    }
    return tools;
}

FaultSide SideOf(const Moment& moment, const std::string& operand, const char* access) {
    const bool is_instruction = moment.kind < AscendC::isa::kFirstEvent;
    return {moment.location,
            NameOf(moment.pipe),
            is_instruction ? ApiName(moment.kind, moment.record) : "",
            operand,
            access,
            moment.state->name};
}

FaultSide SideOf(uint32_t site, uint32_t pipe, const char* access, const CoreName& core) {
    return {LocationOfSite(site), NameOf(static_cast<Pipe>(pipe)), "", "", access, core};
}

}  // namespace observe
