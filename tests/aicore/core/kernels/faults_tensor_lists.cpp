using namespace AscendC;
extern "C" __global__ __aicore__ void f(GM_ADDR list, GM_ADDR out) {
    int64_t* p = (int64_t*)out;
    ListTensorDesc desc((__gm__ void*)list);
    p[0] = desc.GetSize();
    uint64_t shape[8];
    for (uint32_t i = 0; i < desc.GetSize(); ++i) {
        TensorDesc<float> t;
        t.SetShapeAddr(shape);
        desc.GetDesc(t, i);
        p[1 + 4 * i] = t.GetIndex();
        p[2 + 4 * i] = t.GetDim() == 2 ? t.GetShape(0) * 100 + t.GetShape(1) : -1;
        p[3 + 4 * i] = *t.GetDataPtr();
        const GlobalTensor<float> data = t.GetDataObj();
        p[4 + 4 * i] = *desc.GetDataPtr<float>(i) + data.GetSize() * 100 + data(3) * 10000;
    }
}
