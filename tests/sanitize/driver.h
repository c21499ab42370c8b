// Launches kernels by name: each line of the standard input is "form/kernel blocks folder", with
// x.bin, y.bin and w.bin in the folder, and the sizes of z and w in bytes; what w.bin does not hold
// of w is not initialized. Leaves z.bin there.
#pragma once
#include <acl/acl.h>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

using Launcher = void (*)(uint32_t blocks, aclrtStream stream, uint8_t* x, uint8_t* y, uint8_t* z,
                          uint8_t* w);

namespace driver {

class DeviceBuffer {
public:
    explicit DeviceBuffer(size_t bytes) : bytes_(bytes) {
        if (bytes != 0) {
            aclrtMalloc(&address_, bytes, ACL_MEM_MALLOC_HUGE_FIRST);
        }
    }
    explicit DeviceBuffer(const std::string& file) : DeviceBuffer(Read(file)) {}
    DeviceBuffer(const std::string& file, size_t bytes) : DeviceBuffer(bytes) { Fill(Read(file)); }
    DeviceBuffer(const DeviceBuffer&) = delete;
    ~DeviceBuffer() { aclrtFree(address_); }

    uint8_t* Address() const { return static_cast<uint8_t*>(address_); }

    void Save(const std::string& file) const {
        std::vector<char> data(bytes_);
        aclrtMemcpy(data.data(), bytes_, address_, bytes_, ACL_MEMCPY_DEVICE_TO_HOST);
        std::ofstream(file, std::ios::binary).write(data.data(), bytes_);
    }

private:
    explicit DeviceBuffer(const std::vector<char>& data) : DeviceBuffer(data.size()) { Fill(data); }
    void Fill(const std::vector<char>& data) {
        if (!data.empty()) {
            aclrtMemcpy(address_, bytes_, data.data(), data.size(), ACL_MEMCPY_HOST_TO_DEVICE);
        }
    }
    static std::vector<char> Read(const std::string& file) {
        std::ifstream stream(file, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }

    void* address_ = nullptr;
    size_t bytes_;
};

inline int Run(const std::map<std::string, Launcher>& kernels) {
    aclInit(nullptr);
    aclrtSetDevice(0);
    std::string name, folder;
    uint32_t blocks = 0;
    size_t z_bytes = 0, w_bytes = 0;
    while (std::cin >> name >> blocks >> folder >> z_bytes >> w_bytes) {
        DeviceBuffer x(folder + "/x.bin"), y(folder + "/y.bin");
        DeviceBuffer z(z_bytes), w(folder + "/w.bin", w_bytes);
        aclrtStream stream = nullptr;
        aclrtCreateStream(&stream);
        kernels.at(name)(blocks, stream, x.Address(), y.Address(), z.Address(), w.Address());
        const aclError error = aclrtSynchronizeStream(stream);
        std::printf("%s %d\n", name.c_str(), error);
        std::fflush(stdout);
        z.Save(folder + "/z.bin");
        aclrtDestroyStream(stream);
    }
    aclrtResetDevice(0);
    aclFinalize();
    return 0;
}

}  // namespace driver
