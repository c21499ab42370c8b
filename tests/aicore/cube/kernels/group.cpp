// clang-format off: the order counts
#include "lib/matmul_intf.h"
#include "lib/cube_group/cube_group_intf.h"
// clang-format on
using namespace AscendC;

struct Message {
    CubeGroupMsgHead head;
    uint8_t skip;
    uint8_t pad[5];
    uint64_t a, b, c;
    uint8_t rest[32];
};
using Object = MatmulImpl<MatmulType<TPosition::GM, CubeFormat::ND, half>,
                          MatmulType<TPosition::GM, CubeFormat::ND, half>,
                          MatmulType<TPosition::GM, CubeFormat::ND, float>>;

template <class MatmulApiCfg, class CubeMsgBody>
struct Server {
    __aicore__ inline static void Init(Server&, MatmulApiCfg& mm, GM_ADDR tilingGM) {
        mm.SetSubBlockIdx(0);
        mm.Init((__gm__ TCubeTiling*)tilingGM, GetTPipePtr());
    }
    __aicore__ inline static void Call(MatmulApiCfg& mm, __gm__ CubeMsgBody* message,
                                       CubeResGroupHandle<CubeMsgBody>& handle) {
        GlobalTensor<half> a, b;
        GlobalTensor<float> c;
        a.SetGlobalBuffer((__gm__ half*)message->a);
        b.SetGlobalBuffer((__gm__ half*)message->b);
        c.SetGlobalBuffer((__gm__ float*)message->c);
        mm.SetTensorA(a);
        mm.SetTensorB(b);
        mm.IterateAll(c, 1);
        const uint8_t skip = message->skip;
        handle.FreeMessage(message, CubeMsgState::VALID);
        for (int i = 1; i <= skip; ++i) {
            handle.FreeMessage(message + i, CubeMsgState::FAKE);
        }
        handle.SetSkipMsg(skip);
    }
};

// Vector core q lets a * b be added to tile q of c in each round. With `merged` only the first
// queue of each cube core does, and its neighbours send fake messages.
extern "C" __global__ __aicore__ void groups(GM_ADDR a, GM_ADDR b, GM_ADDR c, GM_ADDR ws,
                                             uint64_t cubes, uint64_t queues, uint64_t merged,
                                             GM_ADDR request) {
    TPipe pipe;
    KfcWorkspace workspace(ws);
    auto handle =
        CreateCubeResGroup<1, Object, Server, Message>(workspace, 0, cubes * 2, queues, request);
    if ASCEND_IS_AIC {
        return;
    }
    const uint32_t queue = GetBlockIdx();
    if (queue >= queues) {
        return;
    }
    const uint32_t width = (queues + cubes - 1) / cubes, queue_of_cube = queue % width;
    const uint32_t own = queue / width * width + width <= queues ? width : queues % width;
    handle.AssignQueue(queue);
    for (uint32_t round = 0; round < ROUNDS; ++round) {
        auto message = handle.template AllocMessage<PipeMode::SCALAR_MODE>();
        uint16_t offset;
        if (merged && queue_of_cube != 0) {
            offset = handle.PostFakeMsg(message);
        } else {
            Message body = {};
            body.head.msgState = CubeMsgState::VALID;
            body.skip = merged ? own - 1 : 0;
            body.a = (uint64_t)(a + queue * TILE * DEPTH * 2);
            body.b = (uint64_t)(b + round * DEPTH * TILE * 2);
            body.c = (uint64_t)(c + queue * TILE * TILE * 4);
            offset = handle.PostMessage(message, body);
        }
        if (round % 2) {
            handle.Wait(offset);
        } else {
            while (!handle.template Wait<false>(offset)) {
            }
        }
    }
    handle.SetQuit(handle.AllocMessage());
}
