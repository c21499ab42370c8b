// The network of a communicator of one rank, and groups by name.
#include "acl/acl.h"
#include "hccl/communicator.h"
#include "hccl/hccl_rank_graph.h"
#include "hccl/hcom.h"

using hccl::BadArguments;
using hccl::Find;
using hccl::FindByName;
using hccl::NoLinks;
using hccl::Report;

namespace {

/// A list with the only layer, rank or instance, whose number is 0, or whose size is 1.
HcclResult One(const char* function, HcclComm comm, uint32_t layer, uint32_t number,
               uint32_t** list, uint32_t* count) {
    if (Find(comm) == nullptr || list == nullptr || count == nullptr) {
        return BadArguments(function);
    }
    if (layer != 0) {
        return Report(HCCL_E_PARA, std::string(function) + ": layer 0 is the only one");
    }
    static uint32_t numbers[] = {0, 1};
    *list = &numbers[number];
    *count = 1;
    return HCCL_SUCCESS;
}

template <typename T>
HcclResult Give(const char* function, HcclComm comm, T value, T* result) {
    if (Find(comm) == nullptr || result == nullptr) {
        return BadArguments(function);
    }
    *result = value;
    return HCCL_SUCCESS;
}

/// A group that no communicator has as its name.
HcclResult NoGroup(const char* function, const char* group) {
    return Report(HCCL_E_NOT_FOUND, std::string(function) + ": no communicator has the name " +
                                        (group == nullptr ? "NULL" : group));
}

template <typename T>
HcclResult GiveOfGroup(const char* function, const char* group, T value, T* result) {
    const HcclComm comm = FindByName(group);
    return comm == nullptr ? NoGroup(function, group) : Give(function, comm, value, result);
}

}  // namespace

extern "C" {

HcclResult HcclRankGraphGetLayers(HcclComm comm, uint32_t** netLayers, uint32_t* netLayerNum) {
    return One("HcclRankGraphGetLayers", comm, 0, 0, netLayers, netLayerNum);
}

HcclResult HcclRankGraphGetRanksByLayer(HcclComm comm, uint32_t netLayer, uint32_t** ranks,
                                        uint32_t* rankNum) {
    return One("HcclRankGraphGetRanksByLayer", comm, netLayer, 0, ranks, rankNum);
}

HcclResult HcclRankGraphGetRankSizeByLayer(HcclComm comm, uint32_t netLayer, uint32_t* rankNum) {
    uint32_t* ranks = nullptr;
    return One("HcclRankGraphGetRankSizeByLayer", comm, netLayer, 0, &ranks, rankNum);
}

HcclResult HcclRankGraphGetTopoTypeByLayer(HcclComm comm, uint32_t netLayer, CommTopo* topoType) {
    return HcclRankGraphGetTopoType(comm, netLayer, 0, topoType);
}

HcclResult HcclRankGraphGetInstSizeListByLayer(HcclComm comm, uint32_t netLayer,
                                               uint32_t** instSizeList, uint32_t* listSize) {
    return One("HcclRankGraphGetInstSizeListByLayer", comm, netLayer, 1, instSizeList, listSize);
}

HcclResult HcclRankGraphGetLinks(HcclComm comm, uint32_t netLayer, uint32_t srcRank,
                                 uint32_t dstRank, CommLink** links, uint32_t* linkNum) {
    if (netLayer != 0 || srcRank != 0 || dstRank != 0) {
        return Report(HCCL_E_PARA, "HcclRankGraphGetLinks: layer 0 and rank 0 are the only ones");
    }
    const HcclResult code = Give<CommLink*>("HcclRankGraphGetLinks", comm, nullptr, links);
    return code == HCCL_SUCCESS ? Give("HcclRankGraphGetLinks", comm, 0U, linkNum) : code;
}

HcclResult HcclRankGraphGetTopoInstsByLayer(HcclComm comm, uint32_t netLayer, uint32_t** topoInsts,
                                            uint32_t* topoInstNum) {
    return One("HcclRankGraphGetTopoInstsByLayer", comm, netLayer, 0, topoInsts, topoInstNum);
}

HcclResult HcclRankGraphGetTopoType(HcclComm comm, uint32_t netLayer, uint32_t topoInstId,
                                    CommTopo* topoType) {
    if (netLayer != 0 || topoInstId != 0) {
        return Report(HCCL_E_PARA, "HcclRankGraphGetTopoType: layer 0 is the only one");
    }
    return Give("HcclRankGraphGetTopoType", comm, COMM_TOPO_1DMESH, topoType);
}

HcclResult HcclRankGraphGetRanksByTopoInst(HcclComm comm, uint32_t netLayer, uint32_t topoInstId,
                                           uint32_t** ranks, uint32_t* rankNum) {
    return One("HcclRankGraphGetRanksByTopoInst", comm, netLayer | topoInstId, 0, ranks, rankNum);
}

HcclResult HcclGetHeterogMode(HcclComm comm, HcclHeterogMode* mode) {
    return Give("HcclGetHeterogMode", comm, HCCL_HETEROG_MODE_HOMOGENEOUS, mode);
}

HcclResult HcclRankGraphGetEndpointNum(HcclComm comm, uint32_t, uint32_t, uint32_t* num) {
    return Give("HcclRankGraphGetEndpointNum", comm, 0U, num);
}

HcclResult HcclRankGraphGetEndpointDesc(HcclComm, uint32_t, uint32_t, uint32_t*, EndpointDesc*) {
    return NoLinks("HcclRankGraphGetEndpointDesc");
}

HcclResult HcclRankGraphGetEndpointInfo(HcclComm, uint32_t, const EndpointDesc*, EndpointAttr,
                                        uint32_t, void*) {
    return NoLinks("HcclRankGraphGetEndpointInfo");
}

HcclResult HcclCommGetHandleWithName(const char* commName, HcclComm* comm) {
    return GiveOfGroup("HcclCommGetHandleWithName", commName, FindByName(commName), comm);
}

HcclResult HcomGetCommHandleByGroup(const char* group, HcclComm* commHandle) {
    return GiveOfGroup("HcomGetCommHandleByGroup", group, FindByName(group), commHandle);
}

HcclResult HcomGetRankSize(const char* group, u32* rankSize) {
    return GiveOfGroup("HcomGetRankSize", group, 1U, rankSize);
}

HcclResult HcomGetRankSizeEx(const char* group, uint32_t* rankSize, uint32_t) {
    return GiveOfGroup("HcomGetRankSizeEx", group, 1U, rankSize);
}

HcclResult HcomGetLocalRankSize(const char* group, u32* localRankSize) {
    return GiveOfGroup("HcomGetLocalRankSize", group, 1U, localRankSize);
}

HcclResult HcomGetRankId(const char* group, u32* rankId) {
    return GiveOfGroup("HcomGetRankId", group, 0U, rankId);
}

HcclResult HcomGetLocalRankId(const char* group, u32* localRankId) {
    return GiveOfGroup("HcomGetLocalRankId", group, 0U, localRankId);
}

HcclResult HcomGetWorldRankFromGroupRank(const char* group, u32 groupRank, u32* worldRank) {
    return groupRank != 0
               ? Report(HCCL_E_PARA, "HcomGetWorldRankFromGroupRank: rank 0 is the only one")
               : GiveOfGroup("HcomGetWorldRankFromGroupRank", group, 0U, worldRank);
}

HcclResult HcomGetGroupRankFromWorldRank(u32 worldRank, const char* group, u32* groupRank) {
    return worldRank != 0
               ? Report(HCCL_E_PARA, "HcomGetGroupRankFromWorldRank: rank 0 is the only one")
               : GiveOfGroup("HcomGetGroupRankFromWorldRank", group, 0U, groupRank);
}

HcclResult HcomGetL0TopoTypeEx(const char* group, CommTopo* topoType, uint32_t) {
    return GiveOfGroup("HcomGetL0TopoTypeEx", group, COMM_TOPO_1DMESH, topoType);
}

HcclResult HcomCreateGroup(const char* group, u32 rankNum, u32* rankIds) {
    if (group == nullptr || *group == '\0' || rankIds == nullptr || rankNum == 0) {
        return Report(HCCL_E_PARA, "HcomCreateGroup: no name or no ranks");
    }
    if (FindByName(group) != nullptr) {
        return Report(HCCL_E_PARA, std::string("HcomCreateGroup: there is a group ") + group);
    }
    if (rankNum > 1 || rankIds[0] != 0) {
        return NoLinks("HcomCreateGroup");
    }
    int32_t device = 0;
    HcclComm comm = nullptr;
    return aclrtGetDevice(&device) == ACL_SUCCESS ? hccl::Create(device, &comm, group)
                                                  : HCCL_E_RUNTIME;
}

HcclResult HcomDestroyGroup(const char* group) {
    return hccl::Destroy(FindByName(group)) ? HCCL_SUCCESS : NoGroup("HcomDestroyGroup", group);
}

HcclResult HcomInitByRankTable(const char*, uint32_t) {
    return Report(HCCL_E_NOT_SUPPORT,
                  "HcomInitByRankTable: rank tables describe servers, which are not simulated; use "
                  "HcclCommInitRootInfo");
}

HcclResult HcomDestroy(void) {
    return HCCL_SUCCESS;
}
}
