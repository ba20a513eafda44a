/* SPDX-License-Identifier: MIT */
#ifndef BM_DESKTOP_FILES_ARCHIVE_H
#define BM_DESKTOP_FILES_ARCHIVE_H

/* One's own games, kept without asking: archive.c. */

#include "desktop/app/app.h"

enum { BM_ARCHIVE_SHOWN = 1000 };

struct bm_archive_entry {
    char name[BM_ARCHIVE_NAME]; /* of the file, in the folder */
    char line[256];             /* date, game, players, result */
    bool is_open;               /* a match that can be gone on with */
};

/* Find and make the folder; false: there is no place for one. */
bool bm_archive_init(struct bm_app *app);
/* Give the game on the desk its file, if it has none yet. */
bool bm_archive_reserve_name(struct bm_app *app);
/* Write what is on the desk, if it would be missed. It is on disk soon. */
void bm_archive_put(struct bm_app *app);
/* A game that was autosaved and is not gone on with becomes one of the archive. */
void bm_archive_adopt(struct bm_app *app);
/* The newest first; the caller releases *out with bm_release(). */
size_t bm_archive_list(struct bm_app *app, struct bm_archive_entry **out);
/* Study a game of the archive, or go on with it; changes are kept in the same file. */
bool bm_archive_open(struct bm_app *app, const char *name, bool go_on);

#endif
