// Prints a line for each way in which sscanf_s differs from sscanf, or from its own rules.
#include <climits>
#include <cstdio>
#include <cstring>

#include "securec.h"

namespace {

/// The same text, format and destinations for both: `plain` is for sscanf, what follows for
/// sscanf_s.
#define COMPARE(text, format, plain, ...)                                                   \
    {                                                                                       \
        int a = -7, b = -7, n = -7;                                                         \
        double d = -7;                                                                      \
        char s[16] = "-", t[16] = "-";                                                      \
        const int expected = sscanf plain;                                                  \
        const int ea = a, eb = b, en = n;                                                   \
        const double ed = d;                                                                \
        char es[16], et[16];                                                                \
        memcpy(es, s, 16), memcpy(et, t, 16);                                               \
        a = b = n = -7, d = -7;                                                             \
        memcpy(s, "-\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16), memcpy(t, s, 16);                   \
        const int actual = sscanf_s(text, format, __VA_ARGS__);                             \
        if (actual != expected || a != ea || b != eb || n != en || d != ed ||               \
            memcmp(s, es, 16) != 0 || memcmp(t, et, 16) != 0) {                             \
            printf("\"%s\" as \"%s\": %d instead of %d: %d %d %d %g %s %s\n", text, format, \
                   actual, expected, a, b, n, d, s, t);                                     \
        }                                                                                   \
    }

const char* const kTexts[] = {"",          "7",   " 12 34",  "12,34",   "0x1F 077",
                              "-5.5e2 x",  "abc", "abc 12",  "a b",     "version=8.1.RC1",
                              "100% done", "  ",  "12abc 5", "[tag]12", "99999999999",
                              "1 2 3"};

void CompareWithLibrary() {
    for (const char* x : kTexts) {
        COMPARE(x, "%d", (x, "%d", &a), &a);
        COMPARE(x, "%d %d", (x, "%d %d", &a, &b), &a, &b);
        COMPARE(x, "%d,%d", (x, "%d,%d", &a, &b), &a, &b);
        COMPARE(x, "%1d%2d%n", (x, "%1d%2d%n", &a, &b, &n), &a, &b, &n);
        COMPARE(x, "%i%x", (x, "%i%x", &a, (unsigned*)&b), &a, &b);
        COMPARE(x, "%*d%d", (x, "%*d%d", &a), &a);
        COMPARE(x, "%lf%s", (x, "%lf%15s", &d, s), &d, s, sizeof(s));
        COMPARE(x, "%d%% %s", (x, "%d%% %15s", &a, s), &a, s, sizeof(s));
        COMPARE(x, "%s%d", (x, "%15s%d", s, &a), s, sizeof(s), &a);
        COMPARE(x, "%c%c", (x, "%c%c", s, t), s, sizeof(s), t, sizeof(t));
        COMPARE(x, "%3c", (x, "%3c", s), s, sizeof(s));
        COMPARE(x, "%[a-z]%s", (x, "%[a-z]%15s", s, t), s, sizeof(s), t, sizeof(t));
        COMPARE(x, "[%[^]]]%d", (x, "[%[^]]]%d", s, &a), s, sizeof(s), &a);
        COMPARE(x, "version=%15[^\n]", (x, "version=%15[^\n]", s), s, sizeof(s));
        COMPARE(x, "%*s %s", (x, "%*s %15s", s), s, sizeof(s));
        COMPARE(x, "%hhd", (x, "%hhd", (signed char*)s), s);
    }
}

void Check(const char* name, int actual, int expected, const char* text = "",
           const char* expected_text = "") {
    if (actual != expected || strcmp(text, expected_text) != 0) {
        printf("%s: %d instead of %d, '%s' instead of '%s'\n", name, actual, expected, text,
               expected_text);
    }
}

void CheckSizes() {
    char s[4] = "zzz";
    int n = -7;
    Check("fits", sscanf_s("abc", "%s", s, sizeof(s)), 1, s, "abc");
    Check("too long", sscanf_s("abcd", "%s", s, sizeof(s)), 0, s, "");
    Check("width", sscanf_s("abcd", "%3s", s, sizeof(s)), 1, s, "abc");
    Check("set", sscanf_s("abcd", "%[a-d]", s, sizeof(s)), 0, s, "");
    Check("ends the scan", sscanf_s("7 abcd 8", "%d %s %d", &n, s, sizeof(s), &n), 1, s, "");
    Check("first", n, 7);
    Check("next word", sscanf_s("abc d", "%s", s, sizeof(s)), 1, s, "abc");
    Check("one byte", sscanf_s("abcd", "%4c", s, size_t{3}), 0);
    Check("no room", sscanf_s("abcd", "%s", s, size_t{0}), 0);
    Check("null text", sscanf_s(nullptr, "%d", &n), -1);
    Check("null format", sscanf_s("7", nullptr), -1);
    Check("null destination", sscanf_s("7", "%d", static_cast<int*>(nullptr)), -1);
    Check("wide", sscanf_s("abc", "%ls", s, sizeof(s)), -1);
    Check("not complete", sscanf_s("abc", "%"), -1);
    Check("set not complete", sscanf_s("abc", "%[a"), -1);
}

}  // namespace

int main() {
    CompareWithLibrary();
    CheckSizes();
    return 0;
}
