/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_VARIANT_MIX_H
#define BM_TESTS_VARIANT_MIX_H

/*
 * A structured generator of variants: YAML texts in which the features of the language meet at
 * random, the same text for the same seed on every machine. Most of the texts load; those that
 * do not are refused with an error.
 */

#include <stddef.h>
#include <stdint.h>

enum { VARIANT_MIX_TEXT = 1 << 14 };

/* Writes the text of a seed, terminated by '\0'. Returns its length. */
size_t variant_mix(uint64_t seed, char out[VARIANT_MIX_TEXT]);

#endif
