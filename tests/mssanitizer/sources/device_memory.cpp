#include <acl/acl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

void* Grab(size_t bytes) {
    void* address = nullptr;
    aclrtMalloc(&address, bytes, ACL_MEM_MALLOC_HUGE_FIRST);  // the allocation
    return address;
}
struct Late {
    void* address = nullptr;
    ~Late() {
        if (address != nullptr)
            aclrtFree(address);
    }
} late;

int main(int, char** words) {
    const std::string command = words[1];
    aclInit(nullptr);
    aclrtSetDevice(0);
    if (command == "leak") {
        for (int i = 0; i < 3; ++i) {
            aclrtMemset(Grab(100), 100, 0, 100);  // leaked
        }
        late.address = Grab(8);  // freed when the program has ended
        aclrtMemset(late.address, 8, 0, 8);
        if (fork() == 0)
            return 0;  // what it inherits is its parent's
        wait(nullptr);
    } else if (command == "reset") {
        aclrtMemset(Grab(100), 100, 0, 100);
        aclrtResetDevice(0);
    } else if (command == "unused") {
        int32_t host[2];
        aclrtFree(Grab(64));
        aclrtMemcpy(host, 8, Grab(8), 8, ACL_MEMCPY_DEVICE_TO_HOST);  // a copy is a use
    } else if (command == "twice") {
        void* const address = Grab(64);
        aclrtFree(address);
        aclrtFree(address);                            // the second time
        aclrtFree(static_cast<char*>(Grab(64)) + 32);  // no beginning
    }
    return 0;
}
