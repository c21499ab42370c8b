// Numbers of devices, and what is known of them.
#ifndef CCE_RUNTIME_DEV_H
#define CCE_RUNTIME_DEV_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The process that other processes name in lists of those that may import memory. */
__attribute__((visibility("default"))) rtError_t rtDeviceGetBareTgid(uint32_t* pid);

/** A device has one number: programs' ids, logical and physical ids are equal. */
__attribute__((visibility("default"))) rtError_t
rtGetLogicDevIdByUserDevId(const int32_t userDevId, int32_t* const logicDevId);
__attribute__((visibility("default"))) rtError_t rtGetDevicePhyIdByIndex(uint32_t devIndex,
                                                                         uint32_t* phyId);
__attribute__((visibility("default"))) rtError_t rtGetDeviceIndexByPhyId(uint32_t phyId,
                                                                         uint32_t* devIndex);

/** Of the system (module 0) the numbers of chip (18), die (19), device in a super pod (26), server
 * (27) and super pod (29); of the AI cores (module 4) their number (3). There is no super pod: its
 * numbers are those of the driver for none. */
__attribute__((visibility("default"))) rtError_t rtGetDeviceInfo(uint32_t deviceId,
                                                                 int32_t moduleType,
                                                                 int32_t infoType, int64_t* val);

/** Devices of a process see each other's memory without it. */
__attribute__((visibility("default"))) rtError_t rtEnableP2P(uint32_t devIdDes, uint32_t phyIdSrc,
                                                             uint32_t flag);
__attribute__((visibility("default"))) rtError_t rtDisableP2P(uint32_t devIdDes, uint32_t phyIdSrc);

#ifdef __cplusplus
}
#endif

#endif  // CCE_RUNTIME_DEV_H
