/* SPDX-License-Identifier: MIT */
#ifndef BM_IO_FILES_JOURNAL_H
#define BM_IO_FILES_JOURNAL_H

/*
 * An append-only file of lines with checksums, from which interrupted work is resumed. The last
 * line may be incomplete after a crash: it is cut off, and its work is repeated. The first line
 * is a title that identifies the work.
 */

#include "base/buf.h"

struct bm_journal {
    int fd; /* -1: none */
    const char *name;
    uint64_t at; /* where the line begins that is handed over, or was added last */
};

/*
 * Open a journal, or create one with this title, which has no line ends. take() is called for
 * each line of the file, without its checksum; the line is valid during the call; false refuses
 * it as damaged. A file with another title, or in use by another process, is refused. False
 * after an error message on stderr. `name` is kept; NULL: an unnamed temporary file.
 */
bool bm_journal_open(struct bm_journal *j, const char *name, const char *title,
                     bool (*take)(void *user, const char *line, size_t len), void *user);
/* Append a line, which has no line ends; it is on the disk then. False after an error message.
 */
bool bm_journal_add(struct bm_journal *j, const char *line, size_t len);
/* Append `len` bytes from a place in the file to *out. False after an error message. */
bool bm_journal_read(const struct bm_journal *j, uint64_t at, size_t len, struct bm_buf *out);
void bm_journal_close(struct bm_journal *j);

/* Append the title of a file to *out; false if there is no journal of that name. */
bool bm_journal_title(const char *name, struct bm_buf *out);

/* A 64-bit FNV-1a digest; `seed` is 0 or the digest of what comes before. */
uint64_t bm_journal_digest(uint64_t seed, const void *bytes, size_t len);

#endif
