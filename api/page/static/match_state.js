// The match as the server last told it. Every change names the version it was made for, so that two scorers never
// overwrite each other.

import { call, get, newKey, Problem } from "./api.js";

export class MatchState extends EventTarget {
  /** @param {string} id */
  constructor(id) {
    super();
    this.id = id;
    /** @type {import("./types.js").Match} */
    this.match = null;
    this.pending = { told: "", key: "" };
  }

  async load() {
    this.take(await get(`/matches/${this.id}`));
  }

  /** Events: `changed`. An answer that tells nothing newer is left aside. */
  take(match) {
    if (this.match && match.version <= this.match.version) return;
    this.match = match;
    this.dispatchEvent(new Event("changed"));
  }

  /**
   * Sends a change, made for the version that was looked at. The same change sent again has the same key and counts
   * once, even where its first answer was lost and the match has become newer by it.
   * Throws Problem (412 after loading what somebody else has changed) or Offline.
   */
  async change(method, path, json, version = this.match.version) {
    const told = JSON.stringify([method, path, json, version]);
    if (this.pending.told !== told) this.pending = { told, key: newKey() };
    try {
      this.take(await call(method, `/matches/${this.id}${path}`, { json, version, key: this.pending.key }));
    } catch (error) {
      if (error instanceof Problem && error.status === 412) await this.load();
      throw error;
    }
  }

  side(id) {
    return this.match.sides.find((side) => side.id === id);
  }

  round(number) {
    return this.match.rounds.find((round) => round.number === number);
  }
}

/** Discs that a side plays with. */
export function discsOf(match, side) {
  const players = match.sides.reduce((sum, one) => sum + one.players.length, 0);
  const counts = match.options.discs;
  if (players === 3 && match.sides.length === 2) {
    return side.players.length === 2 ? 2 * counts["2v1"][0] : counts["2v1"][1];
  }
  return counts[players] * side.players.length;
}
