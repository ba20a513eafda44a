/* SPDX-License-Identifier: MIT */
#include "io/interrupt.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_bool interrupted;

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    atomic_store(&interrupted, true);
}

void bm_interrupt_catch(bool on)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on ? on_interrupt : SIG_DFL};
    struct sigaction old;
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        /* A shell starts background programs with SIGINT ignored, and it stays so. */
        if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
    }
}

bool bm_interrupted(void) { return atomic_load(&interrupted); }
