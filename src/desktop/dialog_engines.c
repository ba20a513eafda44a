/* SPDX-License-Identifier: MIT */
#include "desktop/app.h"
void bm_dialog_engines(struct bm_app *app) { bm_app_close_dialog(app); }
void bm_dialog_options(struct bm_app *app) { bm_app_close_dialog(app); }
void bm_dialog_editor(struct bm_app *app) { bm_app_close_dialog(app); }
void bm_dialogs_fini(struct bm_app *app)
{
    bm_dialog_new_forget(app);
    bm_dialog_file_forget(app);
}
