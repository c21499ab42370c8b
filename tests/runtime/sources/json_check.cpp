// Checks the JSON reader: values, what it rejects, and 30000 damaged copies of a real file.
#include <cstdio>
#include <fstream>
#include <random>
#include <sstream>

#include "support/json.h"

using support::Json;

namespace {

int failures = 0;

void Check(bool good, const char* name) {
    if (!good) {
        std::printf("failed: %s\n", name);
        ++failures;
    }
}

bool Refuses(const std::string& text) {
    Json value;
    std::string error;
    return !Json::Parse(text, &value, &error) && !error.empty() && value.IsNull();
}

void CheckValues() {
    Json value;
    std::string error;
    Check(
        Json::Parse(
            R"( {"a": [1, -2.5e1, true, null, "xA\n\ud83d\ude00"], "big": 18446744073709551615} )",
            &value, &error),
        error.c_str());
    Check(value["a"][0].AsInt() == 1 && value["a"][1].AsReal() == -25 && value["a"][2].AsBool(),
          "numbers");
    Check(value["a"][3].IsNull() && value["a"][4].AsString() == "xA\n\xF0\x9F\x98\x80", "text");
    Check(value["big"].AsUint() == 18446744073709551615ull, "64 bits");
    Check(value["none"]["at"][7].AsInt(9) == 9, "missing values");
}

void CheckRefusals() {
    for (const char* text : {"", "{", "[1,]", "{\"a\" 1}", "{\"a\":1,}", "01", "1.", "+1", "nul",
                             "\"\\x\"", "\"\\ud800\"", "\"unterminated", "[1] 2", "\"\t\"", "{1:2}",
                             "[1 2]", "-", "1e", "\"\\u12\""}) {
        Check(Refuses(text), text);
    }
    Check(Refuses(std::string(100000, '[')), "deep nesting");
}

void Damage(const std::string& original) {
    std::mt19937 random(7);
    for (int round = 0; round < 30000; ++round) {
        std::string text = original;
        for (unsigned i = 0; i <= random() % 4; ++i) {
            const size_t at = text.empty() ? 0 : random() % text.size();
            switch (random() % 4) {
                case 0:
                    text.replace(at, 1, 1, static_cast<char>(random()));
                    break;
                case 1:
                    text.erase(at, random() % 9);
                    break;
                case 2:
                    text.insert(at, 1, "{}[]\",:\\0"[random() % 9]);
                    break;
                default:
                    text.resize(at);
                    break;
            }
        }
        Json value;
        std::string error;
        if (Json::Parse(text, &value, &error)) {
            value["kernelList"][1]["tilingKey"].AsUint();
        }
    }
}

}  // namespace

int main(int, char** argv) {
    CheckValues();
    CheckRefusals();
    std::ifstream file(argv[1]);
    std::stringstream content;
    content << file.rdbuf();
    Json value;
    std::string error;
    Check(Json::ParseFile(argv[1], &value, &error), error.c_str());
    Check(!Json::ParseFile("/nonexistent", &value, &error), "missing file");
    Damage(content.str());
    return failures == 0 ? 0 : 1;
}
