#include <cstdint>
#include <map>
#include <string>
namespace ge {
struct StatusFactory {
    static StatusFactory* Instance();
    std::map<uint32_t, std::string> descriptions;
};
}  // namespace ge
extern "C" const char* Describe(uint32_t status) {
    auto& descriptions = ge::StatusFactory::Instance()->descriptions;
    descriptions.emplace(7, "of the client");
    return descriptions.count(status) == 0 ? "" : descriptions[status].c_str();
}
