#include "acl/launch_options.h"

#include "platform/soc_table.h"
#include "runtime/error.h"

using runtime::Fail;
using runtime::LaunchOptions;

namespace acl {

int ReadLaunchOptions(const aclrtLaunchKernelCfg* cfg, LaunchOptions* options) {
    if (cfg == nullptr) {
        return ACL_SUCCESS;
    }
    if (cfg->attrs == nullptr) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "launch options without an array");
    }
    bool seconds = false;
    bool micros = false;
    for (size_t i = 0; i < cfg->numAttrs; ++i) {
        const aclrtLaunchKernelAttrValue& value = cfg->attrs[i].value;
        bool good = true;
        switch (cfg->attrs[i].id) {
            case ACL_RT_LAUNCH_KERNEL_ATTR_SCHEM_MODE:
                good = value.schemMode <= 1;
                options->all_blocks_at_once = value.schemMode == 1;
                break;
            case ACL_RT_LAUNCH_KERNEL_ATTR_DYN_UBUF_SIZE:
                good = value.dynUBufSize <= platform::CurrentSoc().ub_size;
                options->unified_buffer_bytes = value.dynUBufSize;
                break;
            case ACL_RT_LAUNCH_KERNEL_ATTR_ENGINE_TYPE:
                good = value.engineType == ACL_RT_ENGINE_TYPE_AIC ||
                       value.engineType == ACL_RT_ENGINE_TYPE_AIV;
                break;
            case ACL_RT_LAUNCH_KERNEL_ATTR_BLOCKDIM_OFFSET:
                break;
            case ACL_RT_LAUNCH_KERNEL_ATTR_BLOCK_TASK_PREFETCH:
            case ACL_RT_LAUNCH_KERNEL_ATTR_DATA_DUMP:
            case ACL_RT_LAUNCH_KERNEL_ATTR_ENABLE_PROFILING:
                good = value.isDataDump <= 1;
                break;
            case ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT:
                seconds = true;
                options->timeout_us = uint64_t{value.timeout} * 1000000;
                break;
            case ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT_US:
                micros = true;
                options->timeout_us =
                    (uint64_t{value.timeoutUs.timeoutHigh} << 32) | value.timeoutUs.timeoutLow;
                break;
            default:
                good = false;
        }
        if (!good) {
            return Fail(ACL_ERROR_RT_PARAM_INVALID,
                        "launch option %d is unknown or has a bad value", cfg->attrs[i].id);
        }
    }
    if (seconds && micros) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID,
                    "launch options: a timeout in seconds and one in microseconds");
    }
    return ACL_SUCCESS;
}

}  // namespace acl
