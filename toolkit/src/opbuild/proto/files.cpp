#include "opbuild/proto/files.h"

#include <map>

#include "opbuild/output/generated_notice.h"
#include "opbuild/output/names.h"
#include "opbuild/output/text.h"
#include "opbuild/proto/comment.h"
#include "opbuild/proto/impl.h"
#include "opbuild/proto/operator.h"

namespace opbuild {
namespace {

std::string Category(const Definition& op) {
    const auto category = op.comments.find(ops::CommentSection::CATEGORY);
    return category == op.comments.end() || category->second.empty() ? kDefaultCategory
                                                                     : category->second.back();
}

std::string HeaderText(const std::string& guard, const std::vector<const Definition*>& operators) {
    std::string text = std::string(kGeneratedNotice) + "#ifndef " + guard + "\n#define " + guard +
                       "\n\n#include \"graph/operator_reg.h\"\n"
                       "#include \"register/op_impl_registry.h\"\n\nnamespace ge {\n\n";
    for (const Definition* op : operators) {
        text += ProtoComment(*op) + ProtoOperator(*op) + "\n";
    }
    return text + "}  // namespace ge\n\n#endif  // " + guard + "\n";
}

std::string SourceText(const std::string& header, const std::vector<const Definition*>& operators) {
    std::string body;
    for (const Definition* op : operators) {
        body += ProtoImpl(*op);
    }
    std::string text = std::string(kGeneratedNotice) + "#include \"" + header + "\"\n";
    return body.empty() ? text : text + "\nnamespace ge {\n\n" + body + "}  // namespace ge\n";
}

void AddSeparateFiles(const std::vector<Definition>& definitions, OutputFiles* files) {
    for (const Definition& op : definitions) {
        const std::string stem = op.snake + "_proto";
        files->Add(stem + ".h", HeaderText(UpperCase(stem) + "_H_", {&op}));
        files->Add(stem + ".cpp", SourceText(stem + ".h", {&op}));
    }
}

}  // namespace

void AddProtoFiles(const std::vector<Definition>& definitions, const Options& options,
                   OutputFiles* files) {
    if (options.separate_protos) {
        AddSeparateFiles(definitions, files);
        return;
    }
    std::map<std::string, std::vector<const Definition*>> by_category;
    by_category[kDefaultCategory];  // projects always compile this one
    for (const Definition& op : definitions) {
        by_category[Category(op)].push_back(&op);
    }
    for (const auto& group : by_category) {
        const bool is_default = group.first == kDefaultCategory;
        const std::string stem = (is_default ? "" : "group_proto/") + group.first;
        files->Add(stem + ".h", HeaderText(UpperCase(group.first) + "_H_", group.second));
        files->Add(stem + ".cc", SourceText(group.first + ".h", group.second));
    }
}

}  // namespace opbuild
