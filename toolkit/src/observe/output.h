// Files that observers write: lines of text in the folder ASCENDC_OBSERVE_OUTPUT.
#pragma once

#include <string>

namespace observe {

/// Appends a line, without its end, to the file `<output>/<pid>.<suffix>` of this process: all of
/// it or nothing. What cannot be written is said on stderr, once per file; the program goes on.
bool AppendLine(const std::string& suffix, const std::string& line);

/// Builds one JSON object.
class JsonObject {
public:
    JsonObject& Text(const char* key, const std::string& value);
    JsonObject& Number(const char* key, int64_t value);
    JsonObject& Unsigned(const char* key, uint64_t value);
    /// `value` is JSON.
    JsonObject& Raw(const char* key, const std::string& value);
    std::string Close() const { return text_ + "}"; }

private:
    void Key(const char* key);

    std::string text_ = "{";
};

}  // namespace observe
