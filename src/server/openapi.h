/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_OPENAPI_H
#define BM_SERVER_OPENAPI_H

#include "base/buf.h"

/* Append the OpenAPI document of all routes that are not hidden. */
void bm_openapi_write(struct bm_buf *out);

#endif
