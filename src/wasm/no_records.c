/* SPDX-License-Identifier: MIT */
/* Modules that read no records have no messages about them. */
#include "message/catalogue.h"

const struct bm_messages bm_messages_record;
