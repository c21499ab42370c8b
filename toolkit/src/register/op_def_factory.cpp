// The operator definitions registered in this process.
#include "register/op_def_factory.h"

#include <map>
#include <set>
#include <string>

#include "op_def_impl.h"

namespace ops {
namespace {

std::map<std::string, OpDefCreator>& Creators() {
    static std::map<std::string, OpDefCreator> creators;
    return creators;
}

std::set<std::string>& TilingSinkTypes() {
    static std::set<std::string> types;
    return types;
}

}  // namespace

int OpDefFactory::OpDefRegister(const char* name, OpDefCreator creator) {
    const std::string type = Text(name);
    GetAllOp().emplace_back(
        type.c_str());  // a type that is registered twice is listed twice: op_build reports it
    Creators()[type] = std::move(creator);
    return 0;
}

OpDef OpDefFactory::OpDefCreate(const char* name) {
    const auto creator = Creators().find(Text(name));
    return creator == Creators().end() || !creator->second ? OpDef(name) : creator->second(name);
}

std::vector<ge::AscendString>& OpDefFactory::GetAllOp(void) {
    static std::vector<ge::AscendString> types;
    return types;
}

void OpDefFactory::OpTilingSinkRegister(const char* opType) {
    TilingSinkTypes().insert(Text(opType));
}

bool OpDefFactory::OpIsTilingSink(const char* opType) {
    return TilingSinkTypes().count(Text(opType)) != 0;
}

}  // namespace ops
