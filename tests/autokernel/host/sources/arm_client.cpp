#include <stdio.h>

#include "NAME.h"

INPUTS
static OUTPUT output[COUNT];

int main(void) {
    READ if (NAME(ARGUMENTS)) {
        fputs(NAME_error(), stderr);
        return 2;
    }
    return fwrite(output, sizeof *output, COUNT, stdout) != COUNT;
}
