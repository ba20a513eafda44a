// SPDX-License-Identifier: MIT
// What the game screen knows of a game, be it on this screen or online.

/** @typedef {import('../core/rules.js').Rules} Rules */
/** @typedef {import('../core/game.js').Game} Game */
/** @typedef {import('../core/types.js').State} GameState */

/**
 * @typedef {{
 *   kind: 'human'|'level'|'engine'|'remote'|'open', name: string, level?: number, you: boolean,
 *   present?: boolean, thinking?: boolean, info?: string
 * }} Seat
 */

/** @typedef {{who: string, name: string, text: string, ts: number, side: number|null}} ChatLine */

/**
 * @typedef {GameState & {
 *   net?: 'ok'|'connecting'|'lost'|null, spectators?: number, chat?: ChatLine[]|null,
 *   rematch?: {offered: 0|1|null}|null, unsent?: boolean, claimMs?: number|null
 * }} ControllerState
 */

/** @typedef {{ok: true}|{ok: false, text: string[]}} Done */

/**
 * @typedef {EventTarget & {
 *   kind: 'local'|'online', rules: Rules, game: Game, seats: [Seat, Seat], you: 0|1|'both'|null,
 *   state(): ControllerState, can(action: string): boolean,
 *   do(action: string, opts?: Record<string, any>): Promise<Done>,
 *   premove(p: object|null): void, destroy(): void,
 *   mountSide?: (el: HTMLElement) => void
 * }} Controller
 */

export {};
