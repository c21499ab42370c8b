__aicore__ inline void LoadB(LocalTensor<T> b2, LocalTensor<T> b1, uint32_t rows, uint32_t n16,
                             uint32_t blocks) {
    for (uint32_t i = 0; i < blocks; ++i) {
        AscendC::LoadData2DParams load;
        load.repeatTimes = n16 / 16;
        load.srcStride = rows / 16;
        load.ifTranspose = true;
        AscendC::LoadData(b2[i * n16 * 16], b1[i * 256], load);
    }
}
