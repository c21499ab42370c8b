#include "opbuild/proto/comment.h"

#include <vector>

namespace opbuild {
namespace {

using ops::CommentSection;

// Comments are free text: they must not end the block that holds them.
std::string Harmless(const std::string& text) {
    std::string harmless;
    for (size_t i = 0; i < text.size(); ++i) {
        harmless += text[i];
        if (text[i] == '*' && i + 1 < text.size() && text[i + 1] == '/') {
            harmless += ' ';
        } else if (text[i] == '\n') {
            harmless += "* ";
        }
    }
    return harmless;
}

// One entry stands alone, several become a list.
std::string Entries(const std::string& tag, const std::vector<std::string>& entries) {
    if (entries.empty()) {
        return "";
    }
    if (entries.size() == 1) {
        return "* " + tag + entries[0] + "\n";
    }
    std::string text = tag.empty() ? "" : "* " + tag + "\n";
    for (const std::string& entry : entries) {
        text += "* @li " + entry + "\n";
    }
    return text;
}

class CommentBlock {
public:
    explicit CommentBlock(const Definition& op) : op_(op) {}

    std::string Text() {
        AddSection("@brief ", CommentSection::BRIEF);
        AddNamed("@par Inputs:", op_.inputs);
        AddAttrs();
        AddNamed("@par Outputs:", op_.outputs);
        AddTitled("@attention Constraints:", CommentSection::CONSTRAINTS);
        AddTitled("@par Restrictions:", CommentSection::RESTRICTIONS);
        AddSection("@see ", CommentSection::SEE);
        AddTitled("@par Third-party framework compatibility", CommentSection::THIRDPARTYFWKCOMPAT);
        return body_.empty() ? "" : "/**\n" + body_ + "*/\n";
    }

private:
    std::vector<std::string> Lines(CommentSection section) const {
        std::vector<std::string> lines;
        const auto comments = op_.comments.find(section);
        if (comments != op_.comments.end()) {
            for (const std::string& comment : comments->second) {
                lines.push_back(Harmless(comment));
            }
        }
        return lines;
    }

    void AddSection(const std::string& tag, CommentSection section) {
        body_ += Entries(tag, Lines(section));
    }

    void AddTitled(const std::string& title, CommentSection section) {
        const std::vector<std::string> lines = Lines(section);
        if (!lines.empty()) {
            body_ += "* " + title + "\n" + Entries("", lines);
        }
    }

    void AddNamed(const std::string& title, const std::vector<Port>& ports) {
        std::vector<std::string> lines;
        for (const Port& port : ports) {
            if (!port.comment.empty()) {
                lines.push_back(port.name + ": " + Harmless(port.comment));
            }
        }
        AddList(title, lines);
    }

    void AddAttrs() {
        std::vector<std::string> lines;
        for (const Attr& attr : op_.attrs) {
            if (!attr.comment.empty()) {
                lines.push_back(attr.attr_name + ": " + Harmless(attr.comment));
            }
        }
        AddList("@par Attributes:", lines);
    }

    void AddList(const std::string& title, const std::vector<std::string>& lines) {
        if (!lines.empty()) {
            body_ += "* " + title + "\n" + Entries("", lines);
        }
    }

    const Definition& op_;
    std::string body_;
};

}  // namespace

std::string ProtoComment(const Definition& op) {
    return CommentBlock(op).Text();
}

}  // namespace opbuild
