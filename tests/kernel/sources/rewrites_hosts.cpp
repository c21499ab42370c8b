// clang-format off: rewriting keeps what it finds
struct Table {
    __aicore__ int find(int x) { return x; }
};
inline __aicore__ int find(int x) { return x + 100; }
template <typename T>
__aicore__ T twice(T x)
{
    Table table;
    return find(x) + table.find(x);
}
extern "C" {
int find(int x);
}
int find(int x) { return x + 1; }
int only(int x) { return find(x) * 2; }
__aicore__ int kernel(int x) { return twice(find(x)); }
int main() { return only(1) == 4 && kernel(1) == 302 ? 0 : 1; }
