__aicore__ inline void LoadB(LocalTensor<T> b2, LocalTensor<T> b1, uint32_t rows, uint32_t n16,
                             uint32_t blocks) {
    for (uint32_t j = 0; j < n16 / 16; ++j) {
        for (uint32_t i = 0; i < rows / 16; ++i) {
            AscendC::LoadData2dTransposeParamsV2 load;
            load.repeatTimes = 1;
            load.startIndex = j * 2 * (rows / 16) + i;
            load.srcFracGap = rows / 16 - 1;
            load.dstFracGap = n16 / 16 - 1;
            AscendC::LoadDataWithTranspose(b2[(i * 2 * n16 + j * 16) * 8], b1, load);
        }
    }
}
