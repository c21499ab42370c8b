#include <stdio.h>
#include <stdlib.h>

#include "layer_norm.h"

int main(int count, char** words) {
    int64_t rows = atoll(words[1]), columns = atoll(words[2]);
    float *x = malloc(4 * rows * columns), *out = malloc(4 * rows * columns);
    float *weight = malloc(4 * columns), *bias = malloc(4 * columns);
    if (fread(x, 4, rows * columns, stdin) != (size_t)(rows * columns))
        return 3;
    for (int64_t i = 0; i < columns; ++i)
        weight[i] = 1 + i % 3, bias[i] = i % 2;
    if (layer_norm_float32(x, weight, bias, out, rows, count > 3 ? -1 : columns, 1e-5f)) {
        puts(layer_norm_float32_error());
        return 1;
    }
    fwrite(out, 4, rows * columns, stdout);
    return 0;
}
