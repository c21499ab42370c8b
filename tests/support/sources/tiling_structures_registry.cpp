#include <stdlib.h>
#include <string.h>
int AscendCPyInterfaceGetTilingDefInfo(const char* op, char* text, size_t size) {
    size_t needed = op[0] == 'S' ? (size_t)atol(op + 1) : 0;
    if (needed == 0 || needed >= size)
        return 0;
    memset(text, 'x', needed);
    text[needed] = 0;
    return 1;
}
