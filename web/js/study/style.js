// SPDX-License-Identifier: MIT
// The looks of studies are loaded with the first of them.

export function loadStyle() {
    const href = '/css/study.css';
    if (document.querySelector(`link[href="${href}"]`)) return;
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    document.head.append(link);
}
