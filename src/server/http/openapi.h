/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_OPENAPI_H
#define BM_SERVER_OPENAPI_H

#include "base/buf.h"

/* What a route answers: "GET", its path, and a JSON object of schemas by content type. They are
 * written in answers.json; the last has no path. */
struct bm_openapi_answer {
    const char *method, *path, *content;
};
extern const struct bm_openapi_answer bm_openapi_answers[];
/* Members of components/schemas that they refer to. */
extern const char bm_openapi_schemas[];

/* Append the OpenAPI document of all routes that are not hidden. */
void bm_openapi_write(struct bm_buf *out);

#endif
