#include "base/message_formats.h"

#include <algorithm>
#include <map>
#include <mutex>

#include "support/json.h"

namespace error_message {
namespace {

struct Format {
    std::string text;
    std::vector<std::string> arguments;
    std::string advice;
};

struct Formats {
    std::mutex mutex;
    std::map<std::string, Format> by_code;

    static Formats& Get() {
        static Formats* const formats = new Formats();
        return *formats;
    }
};

/// "a, b" -> {"a", "b"}.
std::vector<std::string> Names(const std::string& list) {
    std::vector<std::string> names;
    size_t begin = 0;
    while (begin < list.size()) {
        const size_t end = std::min(list.find(',', begin), list.size());
        const size_t first = list.find_first_not_of(' ', begin);
        if (first < end) {
            const size_t last = list.find_last_not_of(' ', end - 1);
            names.push_back(list.substr(first, last - first + 1));
        }
        begin = end + 1;
    }
    return names;
}

std::string Advice(const support::Json& suggestion) {
    std::string advice;
    for (const char* const kind : {"Possible Cause", "Solution"}) {
        const std::string& text = suggestion[kind].AsString();
        if (!text.empty() && text != "N/A") {
            advice += std::string("\n        ") + kind + ": " + text;
        }
    }
    return advice;
}

std::string ValueOf(const std::string& name, const std::vector<const char*>& names,
                    const std::vector<const char*>& values) {
    for (size_t i = 0; i < names.size(); ++i) {
        if (names[i] != nullptr && values[i] != nullptr && name == names[i]) {
            return values[i];
        }
    }
    return "";
}

}  // namespace

bool AddFormats(const std::string& json) {
    support::Json document;
    std::string error;
    if (!support::Json::Parse(json, &document, &error) || !document["error_info_list"].IsArray()) {
        return false;
    }
    Formats& formats = Formats::Get();
    std::lock_guard<std::mutex> lock(formats.mutex);
    for (const support::Json& entry : document["error_info_list"].elements()) {
        formats.by_code[entry["ErrCode"].AsString()] = {entry["ErrMessage"].AsString(),
                                                        Names(entry["Arglist"].AsString()),
                                                        Advice(entry["suggestion"])};
    }
    return true;
}

std::string PredefinedText(const std::string& code, const std::vector<const char*>& names,
                           const std::vector<const char*>& values) {
    Formats& formats = Formats::Get();
    std::lock_guard<std::mutex> lock(formats.mutex);
    const auto entry = formats.by_code.find(code);
    std::string text;
    if (entry == formats.by_code.end()) {
        for (size_t i = 0; i < names.size(); ++i) {
            text += std::string(i == 0 ? "" : ", ") + (names[i] == nullptr ? "" : names[i]) + "=" +
                    (values[i] == nullptr ? "" : values[i]);
        }
        return text;
    }
    const Format& format = entry->second;
    size_t begin = 0;
    for (const std::string& argument : format.arguments) {
        const size_t placeholder = format.text.find("%s", begin);
        if (placeholder == std::string::npos) {
            break;
        }
        text += format.text.substr(begin, placeholder - begin) + ValueOf(argument, names, values);
        begin = placeholder + 2;
    }
    return text + format.text.substr(begin) + format.advice;
}

}  // namespace error_message
