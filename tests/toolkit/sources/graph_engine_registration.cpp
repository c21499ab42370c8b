#include <cstdio>

#include "ge/ge_api_error_codes.h"
namespace ge {
GE_ERRORNO(0b01, 0b01, 0b111, 8, 1, NO_DISK, 9, "no disk");
}
int main() {
    ge::StatusFactory& factory = *ge::StatusFactory::Instance();
    factory.RegisterErrorNo(ge::NO_DISK, "told twice");
    printf("%x %s|%s\n", ge::NO_DISK, factory.GetErrDesc(ge::NO_DISK).c_str(),
           factory.GetErrDescV2(5).GetString());
}
