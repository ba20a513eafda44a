/* SPDX-License-Identifier: MIT */
#ifndef BANMEN_VERSION_H
#define BANMEN_VERSION_H

/**
 * @file
 * Version of the library. Meson reads these numbers: they are written down here only.
 */

#include "banmen/status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BM_VERSION_MAJOR 0 /**< breaks programs when it changes */
#define BM_VERSION_MINOR 1 /**< adds */
#define BM_VERSION_PATCH 0 /**< mends */

/** "0.1.0" of the library in use. */
BM_API const char *bm_version(void);

#ifdef __cplusplus
}
#endif

#endif /* BANMEN_VERSION_H */
