template <typename T>
__aicore__ inline void One(const Call& c) {
    auto d = View<T>(c.at[0]);
    auto s = View<T>(c.at[1]);
    auto b = View<T>(c.at[2]);
    switch (c.op) {
        CASES;
        case 100:
            Power(d, s, b, c.count);
            break;
        case 101:
            Fmod(d, s, b, c.count);
            break;
        case 102:
            SwiGLU(d, s, b, 1.5f, c.count);
            break;
        default:
            break;
    }
}
__aicore__ inline void Run(const Call& c) {
    c.type == 0 ? One<float>(c) : One<half>(c);
}
