/* SPDX-License-Identifier: MIT */
#ifndef BM_RECORD_FORMAT_H
#define BM_RECORD_FORMAT_H

/*
 * What each format gives to the reader and the writer of records. Texts are UTF-8 here,
 * whatever the file has, with line ends as they are in it (LF, CRLF or CR).
 */

#include "record/reading.h"
#include "record/writing.h"

struct bm_record_format {
    /* Read one game; see reading.h. */
    enum bm_reading_step (*read)(struct bm_reading *r);
    /* Append one game to w->out. BM_ERULE if the format cannot hold it at all. */
    bm_status (*write)(struct bm_writing *w, struct bm_error *err);
    /* See bm_record_cut(); NULL: files of this format are not cut. */
    size_t (*cut)(const char *text, size_t len);
    bool shogi;     /* holds games of shogi and nothing else */
    bool positions; /* a line begins with its start, whatever else it has */
};

extern const struct bm_record_format bm_record_formats[BM_FORMAT_COUNT];

/* Each in the file of its name. */
enum bm_reading_step bm_pgn_read(struct bm_reading *r);
bm_status bm_pgn_write(struct bm_writing *w, struct bm_error *err);
size_t bm_pgn_cut(const char *text, size_t len);
enum bm_reading_step bm_kif_read(struct bm_reading *r); /* reads KIF and KI2, also mixed */
bm_status bm_kif_write(struct bm_writing *w, struct bm_error *err);
bm_status bm_ki2_write(struct bm_writing *w, struct bm_error *err);
enum bm_reading_step bm_csa_read(struct bm_reading *r);
bm_status bm_csa_write(struct bm_writing *w, struct bm_error *err);
size_t bm_csa_cut(const char *text, size_t len);
enum bm_reading_step bm_jkf_read(struct bm_reading *r);
bm_status bm_jkf_write(struct bm_writing *w, struct bm_error *err);
enum bm_reading_step bm_json_read(struct bm_reading *r);
bm_status bm_json_write(struct bm_writing *w, struct bm_error *err);
size_t bm_json_cut(const char *text, size_t len);
enum bm_reading_step bm_usi_read(struct bm_reading *r);
bm_status bm_usi_write(struct bm_writing *w, struct bm_error *err);
enum bm_reading_step bm_usen_read(struct bm_reading *r);
bm_status bm_usen_write(struct bm_writing *w, struct bm_error *err);
enum bm_reading_step bm_fen_read(struct bm_reading *r); /* FEN and SFEN: one position a line */
bm_status bm_fen_write(struct bm_writing *w, struct bm_error *err);
enum bm_reading_step bm_epd_read(struct bm_reading *r);
bm_status bm_epd_write(struct bm_writing *w, struct bm_error *err);
size_t bm_lines_cut(const char *text, size_t len); /* formats with one game a line */

#endif
