// Resources of a communicator of one rank: its buffer and memory of engines.
#include <cstring>

#include "acl/acl.h"
#include "hccl/communicator.h"
#include "hccl/hccl_res.h"
#include "hccl/hccl_res_expt.h"

using hccl::BadArguments;
using hccl::Communicator;
using hccl::Find;
using hccl::Memory;
using hccl::NoLinks;
using hccl::Report;

namespace {

/// The communicator of a call, if it exists and the name of a context is one.
std::shared_ptr<Communicator> FindForContext(HcclComm comm, const char* tag) {
    const bool is_name = tag != nullptr && *tag != '\0' && strlen(tag) <= HCCL_RES_TAG_MAX_LEN;
    return is_name ? Find(comm) : nullptr;
}

HcclResult BadContext(const char* function) {
    return Report(HCCL_E_PARA, std::string(function) +
                                   ": no such communicator, NULL, or no name of 1 to 255 bytes");
}

}  // namespace

extern "C" {

HcclResult HcclGetHcclBuffer(HcclComm comm, void** buffer, uint64_t* size) {
    const std::shared_ptr<Communicator> communicator = Find(comm);
    if (communicator == nullptr || buffer == nullptr || size == nullptr) {
        return BadArguments("HcclGetHcclBuffer");
    }
    Memory memory;
    const HcclResult code = communicator->Buffer(memory);
    if (code == HCCL_SUCCESS) {
        *buffer = memory.address;
        *size = memory.size;
    }
    return code;
}

HcclResult HcclEngineCtxCreate(HcclComm comm, const char* ctxTag, CommEngine engine, uint64_t size,
                               void** ctx) {
    const std::shared_ptr<Communicator> communicator = FindForContext(comm, ctxTag);
    if (communicator == nullptr || ctx == nullptr || size == 0) {
        return BadContext("HcclEngineCtxCreate");
    }
    return communicator->CreateContext(ctxTag, engine, size, *ctx);
}

HcclResult HcclEngineCtxGet(HcclComm comm, const char* ctxTag, CommEngine engine, void** ctx,
                            uint64_t* size) {
    const std::shared_ptr<Communicator> communicator = FindForContext(comm, ctxTag);
    if (communicator == nullptr || ctx == nullptr || size == nullptr) {
        return BadContext("HcclEngineCtxGet");
    }
    const Memory* const context = communicator->FindContext(ctxTag, engine);
    if (context == nullptr) {
        return HCCL_E_NOT_FOUND;
    }
    *ctx = context->address;
    *size = context->size;
    return HCCL_SUCCESS;
}

HcclResult HcclEngineCtxCopy(HcclComm comm, CommEngine engine, const char* ctxTag,
                             const void* srcCtx, uint64_t size, uint64_t dstCtxOffset) {
    const std::shared_ptr<Communicator> communicator = FindForContext(comm, ctxTag);
    if (communicator == nullptr || srcCtx == nullptr) {
        return BadContext("HcclEngineCtxCopy");
    }
    const Memory* const context = communicator->FindContext(ctxTag, engine);
    if (context == nullptr) {
        return Report(HCCL_E_NOT_FOUND,
                      std::string("HcclEngineCtxCopy: ") + ctxTag + " was not created");
    }
    if (dstCtxOffset > context->size || size > context->size - dstCtxOffset) {
        return Report(HCCL_E_PARA, std::string("HcclEngineCtxCopy: ") + ctxTag + " has " +
                                       std::to_string(context->size) + " bytes");
    }
    const aclrtMemcpyKind kind =
        hccl::IsOfHost(engine) ? ACL_MEMCPY_HOST_TO_HOST : ACL_MEMCPY_HOST_TO_DEVICE;
    char* const target = static_cast<char*>(context->address) + dstCtxOffset;
    const aclError code = aclrtMemcpy(target, context->size - dstCtxOffset, srcCtx, size, kind);
    return code == ACL_SUCCESS ? HCCL_SUCCESS : HCCL_E_RUNTIME;
}

HcclResult HcclEngineCtxDestroy(HcclComm comm, const char* ctxTag, CommEngine engine) {
    const std::shared_ptr<Communicator> communicator = FindForContext(comm, ctxTag);
    return communicator == nullptr ? BadContext("HcclEngineCtxDestroy")
                                   : communicator->DestroyContext(ctxTag, engine);
}

HcclResult HcclChannelAcquire(HcclComm, CommEngine, const HcclChannelDesc*, uint32_t,
                              ChannelHandle*) {
    return NoLinks("HcclChannelAcquire");
}

HcclResult HcclChannelGetHcclBuffer(HcclComm, ChannelHandle, void**, uint64_t*) {
    return NoLinks("HcclChannelGetHcclBuffer");
}

HcclResult HcclChannelGetRemoteMems(HcclComm, ChannelHandle, uint32_t*, CommMem**, char***) {
    return NoLinks("HcclChannelGetRemoteMems");
}

HcclResult HcclCommMemReg(HcclComm, const char*, const CommMem*, HcclMemHandle*) {
    return NoLinks("HcclCommMemReg");
}

HcclResult HcclThreadAcquire(HcclComm, CommEngine, uint32_t, uint32_t, ThreadHandle*) {
    return NoLinks("HcclThreadAcquire");
}

HcclResult HcclThreadAcquireWithStream(HcclComm, CommEngine, aclrtStream, uint32_t, ThreadHandle*) {
    return NoLinks("HcclThreadAcquireWithStream");
}

HcclResult HcclGetRemoteIpcHcclBuf(HcclComm, uint64_t, void**, uint64_t*) {
    return NoLinks("HcclGetRemoteIpcHcclBuf");
}

HcclResult HcclDevMemAcquire(HcclComm, const char*, uint64_t*, void**, bool*) {
    return NoLinks("HcclDevMemAcquire");
}

HcclResult HcclThreadExportToCommEngine(HcclComm, uint32_t, const ThreadHandle*, CommEngine,
                                        ThreadHandle*) {
    return NoLinks("HcclThreadExportToCommEngine");
}
}
