// Settings under which an executor was made.
#ifndef OP_API_OP_API_COMMON_INC_OPDEV_OP_CONFIG_H
#define OP_API_OP_API_COMMON_INC_OPDEV_OP_CONFIG_H

#include <cstdint>

namespace op {
struct OpConfigInfo {
    bool isDeterministicOn_{false};
};
}  // namespace op

#endif  // OP_API_OP_API_COMMON_INC_OPDEV_OP_CONFIG_H
