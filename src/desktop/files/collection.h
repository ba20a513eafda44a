/* SPDX-License-Identifier: MIT */
#ifndef BM_DESKTOP_FILES_COLLECTION_H
#define BM_DESKTOP_FILES_COLLECTION_H

/* A file of many games: a list to choose from, and one of them put back among the others. */

#include "desktop/app/app.h"

enum { BM_COLLECTION_SHOWN = 20000 };

struct bm_collection {
    char path[BM_PREF_PATH]; /* "": the clipboard */
    char *text;
    size_t len;
    char (*line)[160]; /* number, players, event, date, result */
    size_t count, cap, listed;
};

/* Read the heads of all games of a text, which is copied. NULL: there are not two, or no
 * memory. */
struct bm_collection *bm_collection_create(struct bm_app *app, const char *path,
                                           const char *text, size_t len);
void bm_collection_destroy(struct bm_collection *c);
/* Study one of them, from 0; false, and the message says why. */
bool bm_collection_open(struct bm_app *app, const struct bm_collection *c, size_t index);
/* The text of the source's file with one of its games replaced by `game`, all other bytes as
 * they are; false, and the message says why. */
bool bm_collection_replace(struct bm_app *app, const char *game, size_t len,
                           struct bm_buf *out);
/* That text is on disk. */
void bm_collection_saved(struct bm_app *app, const char *text, size_t len);

#endif
