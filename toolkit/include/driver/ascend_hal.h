// Memory of the driver (libascend_hal.so) that programs use next to the runtime: reserved
// addresses, physical memory that is mapped to them, and memory of other processes.
#ifndef ASCEND_HAL_H
#define ASCEND_HAL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef DLLEXPORT
#define DLLEXPORT __attribute__((visibility("default")))
#endif

typedef enum tagDrvError {
    DRV_ERROR_NONE = 0,
    DRV_ERROR_NO_DEVICE = 1,
    DRV_ERROR_INVALID_DEVICE = 2,
    DRV_ERROR_INVALID_VALUE = 3,
    DRV_ERROR_INVALID_HANDLE = 4,
    DRV_ERROR_OUT_OF_MEMORY = 6,
    DRV_ERROR_INNER_ERR = 7,
    DRV_ERROR_PARA_ERROR = 8,
    DRV_ERROR_UNINIT = 9,
    DRV_ERROR_OPER_NOT_PERMITTED = 46,
    DRV_ERROR_NOT_SUPPORT = 0xfffe,
} drvError_t;

typedef uint64_t DVdeviceptr;

typedef struct drv_mem_handle drv_mem_handle_t;

typedef enum {
    MEM_HANDLE_TYPE_NONE = 0x0,
    MEM_HANDLE_TYPE_FABRIC = 0x1,
    MEM_HANDLE_TYPE_MAX = 0x2,
} drv_mem_handle_type;

#define MEM_SHARE_HANDLE_LEN 128
struct MemShareHandle {
    uint8_t share_info[MEM_SHARE_HANDLE_LEN];
};

enum drv_mem_side { MEM_HOST_SIDE = 0, MEM_DEV_SIDE, MEM_HOST_NUMA_SIDE, MEM_MAX_SIDE };

enum drv_mem_pg_type {
    MEM_NORMAL_PAGE_TYPE = 0,
    MEM_HUGE_PAGE_TYPE,
    MEM_GIANT_PAGE_TYPE,
    MEM_MAX_PAGE_TYPE
};

enum drv_mem_type {
    MEM_HBM_TYPE = 0,
    MEM_DDR_TYPE,
    MEM_P2P_HBM_TYPE,
    MEM_P2P_DDR_TYPE,
    MEM_TS_DDR_TYPE,
    MEM_MAX_TYPE
};

struct drv_mem_prop {
    uint32_t side;      /**< enum drv_mem_side */
    uint32_t devid;     /**< a NUMA node with MEM_HOST_NUMA_SIDE */
    uint32_t module_id; /**< has no effect here */
    uint32_t pg_type;   /**< enum drv_mem_pg_type */
    uint32_t mem_type;  /**< enum drv_mem_type */
    uint64_t reserve;
};

typedef enum {
    MEM_ALLOC_GRANULARITY_MINIMUM = 0x0,
    MEM_ALLOC_GRANULARITY_RECOMMENDED,
    MEM_ALLOC_GRANULARITY_INVALID,
} drv_mem_granularity_options;

enum ShareHandleAttrType { SHR_HANDLE_ATTR_NO_WLIST_IN_SERVER = 0, SHR_HANDLE_ATTR_TYPE_MAX };

#define SHR_HANDLE_WLIST_ENABLE 0x0
#define SHR_HANDLE_NO_WLIST_ENABLE 0x1
struct ShareHandleAttr {
    unsigned int enableFlag; /**< SHR_HANDLE_NO_WLIST_ENABLE: every process of this server */
    unsigned int rsv[8];
};

#define MEM_RSV_TYPE_DEVICE_SHARE_BIT 8
#define MEM_RSV_TYPE_DEVICE_SHARE (0x1u << MEM_RSV_TYPE_DEVICE_SHARE_BIT)
#define MEM_RSV_TYPE_REMOTE_MAP_BIT 9
#define MEM_RSV_TYPE_REMOTE_MAP (0x1u << MEM_RSV_TYPE_REMOTE_MAP_BIT)

/** Addresses of the calling thread's device: at `addr`, or anywhere if it is NULL. `addr` is a
 * multiple of 1 GiB if `size` is more than 512 MiB, else of the power of two that is not below
 * `size`. `alignment` is 0; `flag` is a page type, with a fixed address also MEM_RSV_TYPE_*. */
DLLEXPORT drvError_t halMemAddressReserve(void** ptr, size_t size, size_t alignment, void* addr,
                                          uint64_t flag);
/** `ptr` is the start of a reservation in which nothing is mapped. */
DLLEXPORT drvError_t halMemAddressFree(void* ptr);

/** Physical memory of a multiple of 2 MiB. `flag` is 0. */
DLLEXPORT drvError_t halMemCreate(drv_mem_handle_t** handle, size_t size,
                                  const struct drv_mem_prop* prop, uint64_t flag);
/** The memory exists until nothing is mapped to it. */
DLLEXPORT drvError_t halMemRelease(drv_mem_handle_t* handle);
/** A handle for the memory that is mapped at `ptr`. */
DLLEXPORT drvError_t halMemRetainAllocationHandle(drv_mem_handle_t** handle, void* ptr);
/** Bytes that sizes of such memory are multiples of. */
DLLEXPORT drvError_t halMemGetAllocationGranularity(const struct drv_mem_prop* prop,
                                                    drv_mem_granularity_options option,
                                                    size_t* granularity);

/** Maps whole memory to reserved addresses. `offset` and `flag` are 0. */
DLLEXPORT drvError_t halMemMap(void* ptr, size_t size, size_t offset, drv_mem_handle_t* handle,
                               uint64_t flag);
DLLEXPORT drvError_t halMemUnmap(void* ptr);

/** Names memory for other processes. They may import it once halMemSetPidToShareableHandle named
 * them, or halMemShareHandleSetAttribute allowed all. `flags` is 0. */
DLLEXPORT drvError_t halMemExportToShareableHandle(drv_mem_handle_t* handle,
                                                   drv_mem_handle_type handle_type, uint64_t flags,
                                                   uint64_t* shareable_handle);
DLLEXPORT drvError_t halMemExportToShareableHandleV2(drv_mem_handle_t* handle,
                                                     drv_mem_handle_type handle_type,
                                                     uint64_t flags,
                                                     struct MemShareHandle* share_handle);
DLLEXPORT drvError_t halMemImportFromShareableHandle(uint64_t shareable_handle, uint32_t devid,
                                                     drv_mem_handle_t** handle);
DLLEXPORT drvError_t halMemImportFromShareableHandleV2(drv_mem_handle_type handle_type,
                                                       struct MemShareHandle* share_handle,
                                                       uint32_t devid, drv_mem_handle_t** handle);
/** The number that stands for a handle in this server, for the following functions. */
DLLEXPORT drvError_t halMemTransShareableHandle(drv_mem_handle_type handle_type,
                                                struct MemShareHandle* share_handle,
                                                uint32_t* server_id, uint64_t* shareable_handle);
DLLEXPORT drvError_t halMemSetPidToShareableHandle(uint64_t shareable_handle, int pid[],
                                                   uint32_t pid_num);
/** DRV_ERROR_OPER_NOT_PERMITTED in another process than the one that exported, or after
 * halMemSetPidToShareableHandle. */
DLLEXPORT drvError_t halMemShareHandleSetAttribute(uint64_t shareable_handle,
                                                   enum ShareHandleAttrType type,
                                                   struct ShareHandleAttr attr);

/** For kernels of AI CPUs: copies memory that does not overlap. They ask whether it exists, since
 * they do not link this library. */
DLLEXPORT drvError_t halSdmaCopy(DVdeviceptr dst, size_t dst_size, DVdeviceptr src, size_t len)
    __attribute__((weak));

#ifdef __cplusplus
}
#endif

#endif  // ASCEND_HAL_H
