/* SPDX-License-Identifier: MIT */
#ifndef BM_DESKTOP_FILES_SAVED_SESSION_H
#define BM_DESKTOP_FILES_SAVED_SESSION_H

/* The whole session as one record file: autosave and archive. */

#include "desktop/app/app.h"

/* The tag that names the archive's file of the game. */
extern const char bm_saved_session_archive_tag[];

/* Write the session as a JSON record; false: out of memory. */
bool bm_saved_session_write(const struct bm_app *app, struct bm_buf *out);
/* Whether it is worth autosaving: a match that goes on, or a study that was changed. */
bool bm_saved_session_is_needed(const struct bm_desktop_session *d);
/* Read such a file, and resume the match or, if `study`, open it as a study. */
bool bm_saved_session_open(struct bm_app *app, const char *path, bool study);

#endif
