// Shapes that the modules hand to each other, for editors and readers; nothing is loaded from here.

/** @typedef {"A"|"B"|"C"} SideId */
/** @typedef {[number, number]} Point */
/** @typedef {"surface"|"hole"|"lip"|"ditch"} Place */
/** @typedef {{id: SideId, name: string, players: string[], colour: {team: string, name: string, rgb: number[]}|null}} Side */
/** @typedef {{number: number, starter: string, kind: string, totals: Record<SideId, number>|null,
 *   twenties: Record<SideId, number>|null, points: Record<SideId, number>, winner: SideId|null, reason: string|null,
 *   needs_review: boolean, photo: string|null, document: ScoreDocument|null, sides: Record<SideId, string>|null,
 *   corrected: boolean}} Round */
/** @typedef {{id: string, version: number, title: string, ruleset: string, options: Object, sides: Side[],
 *   rounds: Round[], score: Record<SideId, number>, status: "playing"|"finished", winner: SideId|null,
 *   ending: {text: string}|null, next: {round: number, starts: string, hammer: string, reason: string}|null,
 *   asks: Object[], history: Object[], created: string}} Match */
/** @typedef {{id: number, team: string, place: Place, x_mm: number, y_mm: number, value: number, line: string|null,
 *   gap_mm: number|null, call: string|null, other_value: number|null, answered?: boolean}} DiscEntry */
/** @typedef {{status: string, image: {width: number, height: number}, reasons: Object[], board: Object|null,
 *   camera: Object|null, teams: Object[], discs: DiscEntry[], result: Object|null}} ScoreDocument  crokinole.score/1 */
/** A disc on the screen. `said` is what a person says it counts; `seen` the entry that the program gave.
 * @typedef {{key: number, team: string, place: Place, x_mm: number, y_mm: number, said: number|null,
 *   seen: DiscEntry|null}} DraftDisc */
/** @typedef {{code: string, message: string, key: number|null, done: boolean, at: Point|null}} Doubt */
/** @typedef {{toPx: (mm: Point) => Point, toMm: (px: Point) => Point}} Projection */

export {};
