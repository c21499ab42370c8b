using namespace AscendC;
extern "C" __global__ __aicore__ void f(GM_ADDR out, GM_ADDR workspace, GM_ADDR) {
    uint64_t* p = (uint64_t*)out;
    p[0] = (uint64_t)workspace;
    SetSysWorkspace(workspace);
    p[1] = (uint64_t)GetUserWorkspace(workspace);
    p[2] = (uint64_t)GetSysWorkSpacePtr();
    p[3] = RESERVED_WORKSPACE;
}
