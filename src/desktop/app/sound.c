/* SPDX-License-Identifier: MIT */
#include "desktop/app/sound.h"

#include <math.h>

enum { RATE = 22050, MOST = RATE / 2, REST = 10000 /* ms */ };

static bool open_device(struct bm_sound *s)
{
    const SDL_AudioSpec want = {
        .freq = RATE, .format = AUDIO_S16SYS, .channels = 1, .samples = 1024};
    if (s->device || s->failed)
        return !s->failed;
    if (SDL_WasInit(SDL_INIT_AUDIO) || SDL_InitSubSystem(SDL_INIT_AUDIO) == 0)
        s->device = SDL_OpenAudioDevice(NULL, 0, &want, NULL, 0);
    s->failed = s->device == 0;
    if (s->device)
        SDL_PauseAudioDevice(s->device, 0);
    return !s->failed;
}

void bm_sound_play(struct bm_sound *s, enum bm_noise noise, int64_t now)
{
    /* Pitch, a second one, how fast it fades, and how much of it is a knock. */
    static const struct {
        double pitch, other, fade, knock;
        int ms;
    } kinds[] = {[BM_NOISE_MOVE] = {420, 910, 60, 0.5, 90},
                 [BM_NOISE_CAPTURE] = {300, 640, 45, 0.8, 120},
                 [BM_NOISE_CHECK] = {660, 990, 18, 0.2, 220},
                 [BM_NOISE_END] = {392, 523, 7, 0, 480},
                 [BM_NOISE_NO] = {160, 120, 25, 0, 140}};
    static const double tau = 6.283185307179586;
    int16_t wave[MOST];
    if (!open_device(s))
        return;
    const int count = kinds[noise].ms * RATE / 1000;
    uint32_t lot = 12345;
    for (int i = 0; i < count && i < MOST; i++) {
        const double t = (double)i / RATE, loud = exp(-kinds[noise].fade * t);
        lot = lot * 1664525u + 1013904223u;
        const double knock =
            ((double)(lot >> 16) / 32768 - 1) * kinds[noise].knock * exp(-300 * t);
        const double tone =
            0.6 * sin(tau * kinds[noise].pitch * t) + 0.4 * sin(tau * kinds[noise].other * t);
        wave[i] = (int16_t)(9000 * (tone * loud * 0.7 + knock));
    }
    SDL_ClearQueuedAudio(s->device);
    SDL_QueueAudio(s->device, wave, (Uint32)count * sizeof wave[0]);
    s->rest_at = now + REST;
}

void bm_sound_rest(struct bm_sound *s, int64_t now)
{
    if (s->rest_at && now >= s->rest_at)
        bm_sound_fini(s);
}

void bm_sound_fini(struct bm_sound *s)
{
    if (s->device)
        SDL_CloseAudioDevice(s->device);
    s->device = 0;
    s->rest_at = 0;
}
