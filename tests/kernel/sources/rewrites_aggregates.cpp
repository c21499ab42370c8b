// clang-format off: rewriting keeps what it finds
struct Outer {
    struct Call { Call() = default; Outer* outer{nullptr}; unsigned stage; };
    struct Other { Other() = default; Other(int) {} };
    struct Tag { explicit Tag() = default; };
    template <class T> struct Copy {
        inline __attribute__((always_inline, annotate("device")))
        Copy() = default;
        inline int put(int a) { return a; }
    };
    struct Point { constexpr inline Point() = default; int x, y; };
    Outer() = default;
    explicit Outer(int) { call = {this, 3}; point = {Copy<int>().put(1), 2}; }
    Call call;
    Point point;
};
