/* SPDX-License-Identifier: MIT */
#ifndef BM_BASE_CPU_H
#define BM_BASE_CPU_H

#include <stdbool.h>

/*
 * Whether the kernels' AVX2 instance should be used: the CPU has AVX2, BMI2 and POPCNT,
 * executes PEXT in hardware, and BANMEN_CPU in the environment does not say "baseline". The
 * CPU is asked once: on a virtual machine each question costs as much as reading a game.
 */
bool bm_cpu_has_avx2(void);

#endif
