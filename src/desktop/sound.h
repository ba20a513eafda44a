/* SPDX-License-Identifier: MIT */
#ifndef BM_DESKTOP_SOUND_H
#define BM_DESKTOP_SOUND_H

/* Short sounds, made when they are first wanted. Without a device it stays silent. */

#include <SDL.h>
#include <stdbool.h>

enum bm_noise { BM_NOISE_MOVE, BM_NOISE_CAPTURE, BM_NOISE_CHECK, BM_NOISE_END, BM_NOISE_NO };

struct bm_sound {
    SDL_AudioDeviceID device;
    bool tried;
};

void bm_sound_play(struct bm_sound *s, enum bm_noise noise);
void bm_sound_fini(struct bm_sound *s);

#endif
