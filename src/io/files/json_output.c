/* SPDX-License-Identifier: MIT */
#include "io/files/json_output.h"

#include <stdio.h>

void bm_json_print(struct bm_buf *object)
{
    bm_json_end(object, '}');
    bm_buf_char(object, '\n');
    if (object->failed)
        fprintf(stderr, "banmen: out of memory\n");
    else
        fwrite(object->s, 1, object->len, stdout);
    bm_buf_free(object);
}
