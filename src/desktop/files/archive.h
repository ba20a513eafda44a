/* SPDX-License-Identifier: MIT */
#ifndef BM_DESKTOP_FILES_ARCHIVE_H
#define BM_DESKTOP_FILES_ARCHIVE_H

/* The archive: every game of the user is saved automatically. */

#include "desktop/app/app.h"

enum { BM_ARCHIVE_SHOWN = 1000 };

struct bm_archive_entry {
    char name[BM_ARCHIVE_NAME]; /* of the file, in the folder */
    char line[256];             /* date, game, players, result */
    bool is_open;               /* an unfinished match, which can be resumed */
};

/* Find or create the folder; false: there is none. */
bool bm_archive_init(struct bm_app *app);
/* Reserve an archive file for the session's game, if it has none yet. */
bool bm_archive_reserve_name(struct bm_app *app);
/* Archive the session's game through the file writer, if it has moves or changes. */
void bm_archive_put(struct bm_app *app);
/* Move an autosaved game that is not resumed into the archive. */
void bm_archive_adopt(struct bm_app *app);
/* The newest first; the caller releases *out with bm_release(). */
size_t bm_archive_list(struct bm_app *app, struct bm_archive_entry **out);
/* Open a game of the archive as a study, or resume it; changes go into the same file. */
bool bm_archive_open(struct bm_app *app, const char *name, bool go_on);

#endif
