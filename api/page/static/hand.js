// A round counted by people: discs in each region and 20s, added up here.

import { problemText } from "./api.js";
import { chip } from "./chips.js";
import { $, icon, make, refill, say } from "./dom.js";
import { discsOf } from "./match_state.js";

const REGIONS = [20, 15, 10, 5];

export class HandCount {
  /** @param {import("./match_state.js").MatchState} state  @param {{confirmed: (photo: string|null) => void}} told */
  constructor(state, told) {
    this.state = state;
    this.told = told;
    $("#hand-form").addEventListener("submit", (event) => this.confirm(event));
  }

  /** @param {number|null} number  a past round  @param {string|null} photo  what it was counted from */
  open(number, photo) {
    const round = number === null ? null : this.state.round(number);
    [this.number, this.photo] = [number, photo ?? round?.photo ?? null];
    this.version = this.state.match.version;
    // Totals tell no discs: a past round opens with its 20s, and the rest to count again.
    this.counts = Object.fromEntries(this.state.match.sides.map(({ id }) => [id, this.first(round, id)]));
    const next = number ?? this.state.match.next?.round ?? this.state.match.rounds.length + 1;
    $("#hand-title").textContent = number === null ? `Round ${next}, by hand` : `Round ${number}, changed by hand`;
    $("#hand-confirm").textContent = number === null ? "Confirm the round" : "Save the changes";
    $("#hand-reason-box").hidden = number === null;
    $("#hand-reason").value = "";
    say($("#hand-problem"), "");
    this.show();
  }

  /** Discs that make the old total, the most valuable first, so that a small mistake takes one tap to mend. */
  first(round, id) {
    const counts = { 20: round?.twenties?.[id] ?? 0, 15: 0, 10: 0, 5: 0 };
    let rest = (round?.totals?.[id] ?? 0) - 20 * counts[20];
    for (const value of [15, 10, 5]) {
      counts[value] = Math.max(0, Math.floor(rest / value));
      rest -= value * counts[value];
    }
    return counts;
  }

  total(id) {
    return REGIONS.reduce((sum, value) => sum + value * this.counts[id][value], 0);
  }

  discs(id) {
    return REGIONS.reduce((sum, value) => sum + this.counts[id][value], 0);
  }

  change(id, value, step) {
    const side = this.state.side(id);
    if (step > 0 && this.discs(id) >= discsOf(this.state.match, side)) {
      say($("#hand-problem"), `${side.name} has ${discsOf(this.state.match, side)} discs, and all of them are counted.`);
      return;
    }
    say($("#hand-problem"), "");
    this.counts[id][value] = Math.max(0, this.counts[id][value] + step);
    this.show();
  }

  row(side, value) {
    const key = (step, name, words) =>
      make("button", { class: "step", type: "button", "data-focus": `${side.id}${value}${step}`, "aria-label": `${words} ${value} for ${side.name}`, disabled: step < 0 && !this.counts[side.id][value], onclick: () => this.change(side.id, value, step) }, icon(name));
    return make("div", { class: "hand-row", role: "group", "aria-label": `${value}s of ${side.name}` },
      make("span", { class: "hand-value" }, `${value}s`), key(-1, "minus", "One fewer"),
      make("output", { class: "count", "aria-live": "off" }, String(this.counts[side.id][value])), key(1, "plus", "One more"));
  }

  show() {
    refill($("#hand-sides"), this.state.match.sides.map((side) =>
      make("section", { class: "hand-side card", "aria-label": side.name },
        make("h2", { class: "hand-name" }, chip(side.id, side.colour?.rgb), make("span", {}, side.name), make("b", { class: "hand-total", "aria-live": "polite" }, String(this.total(side.id)))),
        REGIONS.map((value) => this.row(side, value)))));
  }

  async confirm(event) {
    event.preventDefault();
    say($("#hand-problem"), "");
    $("#hand-confirm").disabled = true;
    try {
      await this.send();
      this.told.confirmed(this.photo);
    } catch (error) {
      this.version = this.state.match.version;
      say($("#hand-problem"), error.status === 412 ? "Somebody else has changed this match meanwhile. Look whether this round is still missing, then confirm again." : problemText(error));
    }
    $("#hand-confirm").disabled = false;
  }

  async send() {
    const each = (count) => Object.fromEntries(this.state.match.sides.map(({ id }) => [id, count(id)]));
    const reason = $("#hand-reason").value.trim();
    const body = { photo: this.photo, totals: each((id) => this.total(id)), twenties: each((id) => this.counts[id][20]), ...(reason && { reason }) };
    try {
      if (this.number === null) await this.state.change("POST", "/rounds", body, this.version);
      else await this.state.change("PUT", `/rounds/${this.number}`, body, this.version);
    } catch (error) {
      if (error.status !== 404 || this.photo === null) throw error;
      this.photo = null; // deleted since: the round is counted without it
      await this.send();
    }
  }
}
