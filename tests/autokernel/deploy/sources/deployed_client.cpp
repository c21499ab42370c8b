#include <cstdio>
#include <thread>

#include "net.h"

int main() {
    float x[15] = {1}, results[2][4][15];
    int codes[2] = {};
    std::thread threads[2];
    for (int number = 0; number < 2; ++number)
        threads[number] = std::thread([&, number] {
            net_t* net = net_create();
            auto& out = results[number];
            for (int turn = 0; turn < 100; ++turn)
                codes[number] |= net_run(net, x, out[0], out[1], out[2], out[3]);
            net_destroy(net);
        });
    for (auto& thread : threads)
        thread.join();
    std::printf("%d %d %g\n", codes[0], codes[1], results[0][0][0] - results[1][0][0]);
}
