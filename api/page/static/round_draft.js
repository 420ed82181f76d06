// A round while it is looked at: discs as they were read and as people moved, answered and counted them.

import { teamLook, teamsOfSides } from "./colour_match.js";
import { discsOf } from "./match_state.js";

/** A disc let go nearer than this to the middle falls into the hole. */
const HOLE_SNAP_MM = 6;
const MOST_TWENTIES = 24;
/** The ditch is well within this; the server takes nothing beyond 500 mm. */
const FARTHEST_MM = 450;
const CLOSE = "too_close";

export class RoundDraft {
  /**
   * @param {import("./types.js").Match} match
   * @param {{photo: string, document: import("./types.js").ScoreDocument, round?: import("./types.js").Round}} read
   *   round : the past round that is changed; its document is the round as it was confirmed
   */
  constructor(match, { photo, document, round = null }) {
    this.match = match;
    this.photo = photo;
    this.document = document;
    this.number = round?.number ?? null;
    this.moved = false;
    this.past = [];
    this.nextKey = 1;
    /** @type {import("./types.js").DraftDisc[]} */
    this.discs = document.discs.map((entry) => this.asRead(entry));
    this.sides = round?.sides && Object.keys(round.sides).length ? { ...round.sides } : this.firstSides(round);
    this.bowl = round?.twenties ? this.bowlOf(round.twenties) : this.suggestedBowl();
    /** @type {import("./types.js").Doubt[]} */
    this.doubts = document.reasons.filter(({ code }) => code !== CLOSE).map(({ code, message, disc, x_mm, y_mm }) => ({
      code, message, done: false, key: disc === null ? null : (this.discs.find((one) => one.seen.id === disc)?.key ?? null),
      // Rounds that were read before places were told have none.
      at: x_mm == null ? null : [x_mm, y_mm],
    }));
    /** What the server last said about it; its discs are in the order of `discs`. */
    this.shown = { discs: [...document.discs], teams: document.teams, result: document.result };
    this.asked = this.openDoubts().length > 0;
    this.putOff = 0;
  }

  /** What is still to be answered: discs too close to a line, wherever they lie now, then what else was asked. */
  openDoubts() {
    const close = this.discs.filter((disc) => disc.said === null && (this.entry(disc.key)?.other_value ?? null) !== null);
    return [...close.map(({ key }) => ({ code: CLOSE, message: "", done: false, key, at: null })), ...this.doubts.filter((doubt) => !doubt.done)];
  }

  asRead(entry) {
    const { team, place, x_mm, y_mm } = entry;
    return { key: this.nextKey++, team, place, x_mm, y_mm, said: entry.answered ? entry.value : null, seen: entry };
  }

  firstSides(round) {
    if (round) return Object.fromEntries(this.match.sides.map((side) => [side.id, side.id]));
    return teamsOfSides(this.match.sides, this.document.teams);
  }

  disc(key) {
    return this.discs.find((disc) => disc.key === key);
  }

  /** The server's entry for a disc: its value, call and place on the photo. */
  entry(key) {
    return this.shown.discs[this.discs.findIndex((disc) => disc.key === key)] ?? this.disc(key)?.seen;
  }

  sideOf(team) {
    return this.match.sides.find((side) => this.sides[side.id] === team) ?? null;
  }

  lookOf(side) {
    return teamLook(this.document, this.sides[side]);
  }

  inHole(side) {
    return this.discs.filter((disc) => disc.team === this.sides[side] && disc.place === "hole").length;
  }

  twenties(side) {
    return Math.min(MOST_TWENTIES, this.bowl[side] + this.inHole(side));
  }

  total(side) {
    return this.shown.teams.find((team) => team.id === this.sides[side])?.total ?? 20 * this.twenties(side);
  }

  /**
   * Discs of a side that the photo does not show: 20s in the bowl, unless they lie in a ditch that it hides. None can be
   * told where either side shows more than it shot: then some are the other's.
   */
  unseen(side) {
    const left = this.match.sides.map((one) => discsOf(this.match, one) - this.discs.filter((disc) => disc.team === this.sides[one.id]).length);
    return Math.min(...left) < 0 ? 0 : left[this.match.sides.findIndex((one) => one.id === side)];
  }

  /**
   * 20s in the bowl as the photo implies them: the program says so only where it sees the ditch with discs in it, for
   * the discs of two players; how many a side of this match shot is known here.
   */
  suggested(side) {
    const told = this.document.teams.find((team) => team.id === this.sides[side])?.twenties_suggested ?? null;
    return told === null ? null : this.unseen(side);
  }

  suggestedBowl() {
    return Object.fromEntries(this.match.sides.map(({ id }) => [id, this.suggested(id) ?? 0]));
  }

  bowlOf(twenties) {
    return Object.fromEntries(this.match.sides.map(({ id }) => [id, Math.max(0, twenties[id] - this.inHole(id))]));
  }

  // --- changes: each can be undone ---

  keep() {
    const { discs, sides, bowl, doubts, moved, shown } = this;
    this.past.push(structuredClone({ discs, sides, bowl, doubts, moved, shown }));
  }

  undo() {
    Object.assign(this, this.past.pop());
  }

  answer(key, value) {
    this.keep();
    if (value === null) return this.drop(key);
    this.clear(key);
    return this.say(this.disc(key), value);
  }

  clear(key) {
    for (const doubt of this.doubts) if (doubt.key === key) doubt.done = true;
  }

  say(disc, value) {
    disc.said = value;
    if (value === 20) disc.place = "hole";
    else if (disc.place === "hole") disc.place = value === 15 ? "lip" : "surface";
    else if (disc.place === "ditch" && value > 0) disc.place = "surface";
  }

  settle(doubt) {
    this.keep();
    this.doubts.find((one) => one.code === doubt.code && one.message === doubt.message).done = true;
  }

  move(key, at) {
    const far = Math.min(1, FARTHEST_MM / Math.hypot(...at));
    const [x_mm, y_mm] = [at[0] * far, at[1] * far];
    const reach = Math.hypot(x_mm, y_mm);
    const place = reach <= HOLE_SNAP_MM ? "hole" : reach > this.surfaceMm() ? "ditch" : "surface";
    Object.assign(this.disc(key), { x_mm: round3(x_mm), y_mm: round3(y_mm), place, said: null, seen: null });
    this.clear(key);
    this.moved = true;
  }

  surfaceMm() {
    return this.document.board ? 1.083 * this.document.board.lines.at(-1).radius_mm : 330;
  }

  add([x_mm, y_mm], team) {
    const disc = { key: this.nextKey++, team, place: "surface", x_mm, y_mm, said: null, seen: null };
    this.discs.push(disc);
    this.shown.discs.push({ other_value: null });
    this.move(disc.key, [x_mm, y_mm]);
    return disc.key;
  }

  /** An answer to whether something is a disc: one of this side's lies there. */
  put(doubt, side) {
    this.settle(doubt);
    this.add(doubt.at, this.sides[side]);
  }

  remove(key) {
    this.keep();
    this.drop(key);
  }

  drop(key) {
    this.shown.discs.splice(this.discs.findIndex((disc) => disc.key === key), 1);
    this.discs = this.discs.filter((disc) => disc.key !== key);
    this.clear(key);
    this.moved = true;
  }

  recolour(key) {
    this.keep();
    const disc = this.disc(key);
    const teams = this.match.sides.map((side) => this.sides[side.id]);
    this.give(disc, teams[(teams.indexOf(disc.team) + 1) % teams.length]);
  }

  /** An answer to whose it is. */
  giveTo(key, side) {
    this.keep();
    this.give(this.disc(key), this.sides[side]);
  }

  give(disc, team) {
    this.moved ||= disc.team !== team;
    disc.team = team;
    for (const doubt of this.doubts) if (doubt.key === disc.key && doubt.code === "team") doubt.done = true;
  }

  count(side, step) {
    this.keep();
    this.bowl[side] = Math.max(0, Math.min(MOST_TWENTIES - this.inHole(side), this.bowl[side] + step));
  }

  /** Each side gets the next side's discs; the 20s in the bowl go with the discs. */
  swapColours() {
    this.keep();
    const ids = this.match.sides.map((side) => side.id);
    const [sides, bowl] = [{ ...this.sides }, { ...this.bowl }];
    ids.forEach((id, i) => {
      this.sides[id] = sides[ids[(i + 1) % ids.length]];
      this.bowl[id] = bowl[ids[(i + 1) % ids.length]];
    });
  }

  // --- what is sent ---

  sentDiscs() {
    return this.discs.map(({ team, place, x_mm, y_mm, said }) => ({ team, place, x_mm, y_mm, ...(said !== null && { value: said }) }));
  }

  /** For POST /photos/{id}/preview. */
  preview() {
    const twenties = Object.fromEntries(this.match.sides.map(({ id }) => [this.sides[id], this.twenties(id)]));
    return { discs: this.sentDiscs(), twenties, ruleset: this.match.ruleset };
  }

  /** For POST and PUT of a round. */
  confirmation(reason = "") {
    const twenties = Object.fromEntries(this.match.sides.map(({ id }) => [id, this.twenties(id)]));
    const base = { photo: this.photo, twenties, sides: this.sides, checked: true, ...(reason && { reason }) };
    if (this.moved || this.number !== null) return { ...base, discs: this.sentDiscs() };
    const answered = this.discs.filter((disc) => disc.said !== null && !disc.seen.answered);
    return { ...base, answers: answered.map((disc) => ({ disc: disc.seen.id, value: disc.said })) };
  }
}

const round3 = (value) => Math.round(value * 1000) / 1000;
