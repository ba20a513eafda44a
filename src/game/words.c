/* SPDX-License-Identifier: MIT */
#include "banmen/game.h"
