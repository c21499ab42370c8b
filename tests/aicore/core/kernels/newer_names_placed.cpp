__aicore__ inline void Run(const Call& c) {
    TPipe pipe;
    TQue<TPosition::VECOUT, 1> queue;
    auto first = Std::make_tuple(0, 1024);
    auto second = Std::make_tuple(2048, 2048u);
    pipe.InitBuffer(queue, first, second, Std::make_tuple(8192, 4096));
    for (int32_t i = 0; i < 3; ++i) {
        LocalTensor<int32_t> tensor = queue.AllocTensor<int32_t>();
        Duplicate(tensor, static_cast<int32_t>(tensor.GetSize()) + i, 8);
        queue.EnQue(tensor);
        tensor = queue.DeQue<int32_t>();
        queue.FreeTensor(tensor);
    }
}
