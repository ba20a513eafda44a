/* SPDX-License-Identifier: MIT */
#ifndef BM_DESKTOP_FILES_SAVED_SESSION_H
#define BM_DESKTOP_FILES_SAVED_SESSION_H

/* A whole session as one record, and back: resume.c. */

#include "desktop/app/app.h"

/* The tag that names the archive's file of the game. */
extern const char bm_saved_session_archive_tag[];

/* Write the session on the desk; false: no memory. */
bool bm_saved_session_write(const struct bm_app *app, struct bm_buf *out);
/* Whether it is worth autosaving: a match that goes on, or a study that was changed. */
bool bm_saved_session_is_needed(const struct bm_desktop_session *d);
/* Read a file of this kind: go on with it, or study it. */
bool bm_saved_session_open(struct bm_app *app, const char *path, bool study);

#endif
