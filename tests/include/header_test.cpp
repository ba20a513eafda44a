/* SPDX-License-Identifier: MIT */
#include BM_HEADER
#include BM_HEADER /* the guard holds */

int main(void) { return 0; }
