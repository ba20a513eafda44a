/* SPDX-License-Identifier: MIT */
#ifndef BM_IO_FILES_JSON_OUTPUT_H
#define BM_IO_FILES_JSON_OUTPUT_H

/* JSON to stdout, one object a line. */

#include "base/json_write.h"

/* Close the outermost object, print it as a line, and release the buffer. */
void bm_json_print(struct bm_buf *object);

#endif
