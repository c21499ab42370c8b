// Tilings that tuning found, in place of those that tiling functions choose.
#pragma once

#include <string>

#include "exe_graph/tiling_context_builder.h"
#include "nnopbase/package.h"

namespace nnopbase {

/// A call whose tiling function has run.
struct TiledCall {
    std::string op_type;
    std::string key;        ///< of all that the tiling function saw
    std::string arguments;  ///< for people
    Kernel* kernel;         ///< loaded
};

/// Puts the knowledge bank's block dim, tiling key and tiling data for this call into `result`. An
/// entry that was made for another kernel, or for a tiling structure of another size, is ignored,
/// with one warning for each operator. The bank of a SoC is
/// `$TUNE_BANK_PATH/<SoC>`, `$ASCEND_CACHE_PATH/aoe_data/<SoC>` or
/// `$HOME/Ascend/latest/data/aoe/custom/op/<SoC>`, whichever variable is set first; an operator's
/// file in it, `<SoC>_<cores>_AiCore_<op type>_runtime_kb.json`, has a JSON object per line.
void ApplyTilingBank(const TiledCall& call, gert::TilingResult* result);

/// Appends the call and its tiling as a line of JSON to the file that ASCENDC_TILING_LOG names.
void LogTiling(const TiledCall& call, const gert::TilingResult& result);

}  // namespace nnopbase
