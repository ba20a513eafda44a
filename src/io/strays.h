/* SPDX-License-Identifier: MIT */
#ifndef BM_IO_STRAYS_H
#define BM_IO_STRAYS_H

/*
 * Descendants of a child that left its process group and session (setsid). They are known by a
 * variable in their environment, whose name is the child's own; the system must have /proc. A
 * process that clears its environment is not found.
 */

enum { BM_STRAY_TAG = 48 };

/* A name that no other child has. */
void bm_stray_tag(char tag[BM_STRAY_TAG]);
/* The environment of this process with the tag in it, for execve(); NULL: no memory. Release
 * with free(). The strings are those of this process and `tag`. */
char **bm_stray_environ(char tag[BM_STRAY_TAG]);
/* Kill all processes that have the tag. Any thread; it reads /proc. */
void bm_strays_end(const char *tag);

#endif
