/* SPDX-License-Identifier: MIT */
#include "record/format.h"
