// Resources of a communicator (libhccl.so): its buffer, memory of engines, channels to other ranks.
// One rank has no channels: functions of channels give HCCL_E_NOT_SUPPORT (C99 and C++11).
#ifndef HCCL_RES_H
#define HCCL_RES_H

#include "acl/acl_rt.h"
#include "hccl/hccl_types.h"
#include "hccl/hcomm_res_defs.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HCCL_RES_TAG_MAX_LEN 255U
#define HCCL_CHANNEL_MAGIC_WORD 0x0f0f0f0fU
#define HCCL_CHANNEL_VERSION 1U

typedef void* HcclMemHandle;

typedef struct {
    CommAbiHeader header;
    uint32_t remoteRank;
    CommProtocol channelProtocol;
    EndpointDesc localEndpoint;
    EndpointDesc remoteEndpoint;
    uint32_t notifyNum;
    HcclMemHandle* memHandles;
    uint32_t memHandleNum;
    union {
        uint8_t raws[128];
        struct {
            uint32_t queueNum;
            uint32_t retryCnt;
            uint32_t retryInterval;
            uint8_t tc;
            uint8_t sl;
        } roceAttr;
    };
} HcclChannelDesc;

/** Makes channels that lead nowhere. */
static inline HcclResult HcclChannelDescInit(HcclChannelDesc* channelDesc, uint32_t descNum) {
    for (uint32_t index = 0; index < descNum; ++index) {
        if (channelDesc == NULL) {
            return HCCL_E_PTR;
        }
        HcclChannelDesc* channel = &channelDesc[index];
        memset(channel, 0xFF, sizeof(*channel));
        channel->header.version = HCCL_CHANNEL_VERSION;
        channel->header.magicWord = HCCL_CHANNEL_MAGIC_WORD;
        channel->header.size = sizeof(*channel);
        channel->header.reserved = 0;
        channel->channelProtocol = COMM_PROTOCOL_RESERVED;
        channel->notifyNum = 0;
        channel->memHandles = NULL;
        channel->memHandleNum = 0;
        (void)EndpointDescInit(&channel->localEndpoint, 1);
        (void)EndpointDescInit(&channel->remoteEndpoint, 1);
    }
    return HCCL_SUCCESS;
}

/** The memory for data on their way: one half for what comes in, one for what goes out. */
extern HcclResult HcclGetHcclBuffer(HcclComm comm, void** buffer, uint64_t* size);

/** Memory of an engine, by a name of at most HCCL_RES_TAG_MAX_LEN bytes. It lives until it is
 * destroyed, or as long as the communicator. */
extern HcclResult HcclEngineCtxCreate(HcclComm comm, const char* ctxTag, CommEngine engine,
                                      uint64_t size, void** ctx);
/** HCCL_E_NOT_FOUND if it was not created. */
extern HcclResult HcclEngineCtxGet(HcclComm comm, const char* ctxTag, CommEngine engine, void** ctx,
                                   uint64_t* size);
/** Copies from memory of the host. */
extern HcclResult HcclEngineCtxCopy(HcclComm comm, CommEngine engine, const char* ctxTag,
                                    const void* srcCtx, uint64_t size, uint64_t dstCtxOffset);
extern HcclResult HcclEngineCtxDestroy(HcclComm comm, const char* ctxTag, CommEngine engine);

/** Channels lead to other ranks: HCCL_E_NOT_SUPPORT. */
extern HcclResult HcclChannelAcquire(HcclComm comm, CommEngine engine,
                                     const HcclChannelDesc* channelDescs, uint32_t channelNum,
                                     ChannelHandle* channels);
extern HcclResult HcclChannelGetHcclBuffer(HcclComm comm, ChannelHandle channel, void** buffer,
                                           uint64_t* size);
extern HcclResult HcclChannelGetRemoteMems(HcclComm comm, ChannelHandle channel, uint32_t* memNum,
                                           CommMem** remoteMems, char*** memTags);
extern HcclResult HcclCommMemReg(HcclComm comm, const char* memTag, const CommMem* mem,
                                 HcclMemHandle* memHandle);
/** Threads of engines execute tasks between ranks: HCCL_E_NOT_SUPPORT. */
extern HcclResult HcclThreadAcquire(HcclComm comm, CommEngine engine, uint32_t threadNum,
                                    uint32_t notifyNumPerThread, ThreadHandle* threads);
extern HcclResult HcclThreadAcquireWithStream(HcclComm comm, CommEngine engine, aclrtStream stream,
                                              uint32_t notifyNum, ThreadHandle* thread);

#ifdef __cplusplus
}
#endif

#endif  // HCCL_RES_H
