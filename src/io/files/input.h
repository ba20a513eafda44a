/* SPDX-License-Identifier: MIT */
#ifndef BM_IO_FILES_INPUT_H
#define BM_IO_FILES_INPUT_H

/* Reading files so that a caught interrupt (io/interrupt.h) ends the wait for input. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

/* A file, or standard input for "-"; -1 and errno if it cannot be opened. */
int bm_input_open(const char *name);
void bm_input_close(int fd);

/*
 * Fill a buffer; less is read only at the end of the file or after Ctrl-C. SIZE_MAX and errno
 * on failure.
 */
size_t bm_input_read(int fd, char *buf, size_t cap);

/* Append all that a file holds; false and errno on failure. */
bool bm_input_all(int fd, struct bm_buf *out);

/* The size of all files, for a progress bar; 0 if it is not known. */
uint64_t bm_input_total(char **names, unsigned count);

#endif
