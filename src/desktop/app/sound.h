/* SPDX-License-Identifier: MIT */
#ifndef BM_DESKTOP_APP_SOUND_H
#define BM_DESKTOP_APP_SOUND_H

/* Short sounds, made when they are first wanted. Without a device it stays silent. An open
 * device wakes its thread all the time: it is closed when nothing was played for a while. */

#include <SDL.h>
#include <stdbool.h>

enum bm_noise { BM_NOISE_MOVE, BM_NOISE_CAPTURE, BM_NOISE_CHECK, BM_NOISE_END, BM_NOISE_NO };

struct bm_sound {
    SDL_AudioDeviceID device;
    bool failed;     /* there is no device */
    int64_t rest_at; /* ms: when it is closed; 0: it is */
};

void bm_sound_play(struct bm_sound *s, enum bm_noise noise, int64_t now);
/* Close the device if its time has come. */
void bm_sound_rest(struct bm_sound *s, int64_t now);
void bm_sound_fini(struct bm_sound *s);

#endif
