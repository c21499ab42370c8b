// How the ranks of a communicator are connected (libhccl.so). There is one rank: layer 0 of the
// network has it alone, and no links. Lists belong to the library (C99 and C++11).
#ifndef HCCL_RANK_GRAPH_H
#define HCCL_RANK_GRAPH_H

#include "hccl/hccl_res.h"

#ifdef __cplusplus
extern "C" {
#endif

#define COMM_LINK_MAGIC_WORD 0x0f0e0f0fU
#define COMM_LINK_VERSION 1U

typedef enum {
    ENDPOINT_ATTR_INVALID = -1,
    ENDPOINT_ATTR_BW_COEFF = 0,
    ENDPOINT_ATTR_DIE_ID = 1,
    ENDPOINT_ATTR_LOCATION = 2
} EndpointAttr;

typedef uint32_t EndpointAttrBwCoeff;
typedef uint32_t EndpointAttrDieId;
typedef uint32_t EndpointAttrLocation;

typedef enum {
    COMM_TOPO_RESERVED = -1,
    COMM_TOPO_CLOS = 0,
    COMM_TOPO_1DMESH = 1,
    COMM_TOPO_910_93 = 2,
    COMM_TOPO_310P = 3,
    COMM_TOPO_A2AXSERVER = 4,
    COMM_TOPO_CUSTOM = 5
} CommTopo;

/** Whether the devices of a communicator are of one kind. */
typedef enum {
    HCCL_HETEROG_MODE_INVALID = -1,
    HCCL_HETEROG_MODE_HOMOGENEOUS = 0,
    HCCL_HETEROG_MODE_MIX_A2_A3 = 1
} HcclHeterogMode;

typedef struct {
    CommAbiHeader header;
    EndpointDesc srcEndpointDesc;
    EndpointDesc dstEndpointDesc;
    union {
        uint8_t raws[128];
        struct {
            CommProtocol linkProtocol;
            uint8_t hop;
        };
    } linkAttr;
} CommLink;

/** Makes links between nothing. */
static inline HcclResult CommLinkInit(CommLink* commLink, uint32_t linkNum) {
    for (uint32_t index = 0; index < linkNum; ++index) {
        if (commLink == NULL) {
            return HCCL_E_PTR;
        }
        CommLink* link = &commLink[index];
        memset(link, 0xFF, sizeof(*link));
        link->header.version = COMM_LINK_VERSION;
        link->header.magicWord = COMM_LINK_MAGIC_WORD;
        link->header.size = sizeof(*link);
        link->header.reserved = 0;
        (void)EndpointDescInit(&link->srcEndpointDesc, 1);
        (void)EndpointDescInit(&link->dstEndpointDesc, 1);
        link->linkAttr.linkProtocol = COMM_PROTOCOL_RESERVED;
        link->linkAttr.hop = 1;
    }
    return HCCL_SUCCESS;
}

extern HcclResult HcclRankGraphGetLayers(HcclComm comm, uint32_t** netLayers,
                                         uint32_t* netLayerNum);
extern HcclResult HcclRankGraphGetRanksByLayer(HcclComm comm, uint32_t netLayer, uint32_t** ranks,
                                               uint32_t* rankNum);
extern HcclResult HcclRankGraphGetRankSizeByLayer(HcclComm comm, uint32_t netLayer,
                                                  uint32_t* rankNum);
extern HcclResult HcclRankGraphGetTopoTypeByLayer(HcclComm comm, uint32_t netLayer,
                                                  CommTopo* topoType);
extern HcclResult HcclRankGraphGetInstSizeListByLayer(HcclComm comm, uint32_t netLayer,
                                                      uint32_t** instSizeList, uint32_t* listSize);
extern HcclResult HcclRankGraphGetLinks(HcclComm comm, uint32_t netLayer, uint32_t srcRank,
                                        uint32_t dstRank, CommLink** links, uint32_t* linkNum);
extern HcclResult HcclRankGraphGetTopoInstsByLayer(HcclComm comm, uint32_t netLayer,
                                                   uint32_t** topoInsts, uint32_t* topoInstNum);
extern HcclResult HcclRankGraphGetTopoType(HcclComm comm, uint32_t netLayer, uint32_t topoInstId,
                                           CommTopo* topoType);
extern HcclResult HcclRankGraphGetRanksByTopoInst(HcclComm comm, uint32_t netLayer,
                                                  uint32_t topoInstId, uint32_t** ranks,
                                                  uint32_t* rankNum);
extern HcclResult HcclGetHeterogMode(HcclComm comm, HcclHeterogMode* mode);
/** The rank has no link that ends at it: 0. */
extern HcclResult HcclRankGraphGetEndpointNum(HcclComm comm, uint32_t layer, uint32_t topoInstId,
                                              uint32_t* num);
/** HCCL_E_NOT_SUPPORT. */
extern HcclResult HcclRankGraphGetEndpointDesc(HcclComm comm, uint32_t layer, uint32_t topoInstId,
                                               uint32_t* descNum, EndpointDesc* endpointDesc);
extern HcclResult HcclRankGraphGetEndpointInfo(HcclComm comm, uint32_t rankId,
                                               const EndpointDesc* endpointDesc,
                                               EndpointAttr endpointAttr, uint32_t infoLen,
                                               void* info);

#ifdef __cplusplus
}
#endif

#endif  // HCCL_RANK_GRAPH_H
