template <typename D, typename S>
__aicore__ inline void Pair(const Call& c) {
    auto d = View<D>(c.at[0]);
    auto s = View<S>(c.at[1]);
    const RoundMode mode = static_cast<RoundMode>(c.op);
    SetDeqScale(static_cast<half>(static_cast<int>(c.extra[0])));
    if (c.form == 0) {
        Cast(d, s, mode, c.count);
    } else {
        Cast(d, s, mode, c.mask[0], (uint8_t)c.repeat,
             UnaryRepeatParams(c.blk[0], c.blk[1], c.rep[0], c.rep[1]));
    }
}
__aicore__ inline void Run(const Call& c) {
    switch (c.type) { CASES; }
}
