// The 20s of each side, on two big counters.

import { chip, shortName } from "./chips.js";
import { $, icon, make, refill } from "./dom.js";

/** @param {import("./round_draft.js").RoundDraft} draft */
function note(draft, side) {
  const { name } = draft.lookOf(side.id);
  const [sunk, unseen, bowl] = [draft.inHole(side.id), draft.unseen(side.id), draft.bowl[side.id]];
  if (sunk) return `${sunk} still in the hole`;
  if (unseen > 0 && bowl === unseen && draft.suggested(side.id) !== null) return `${unseen} ${name ?? ""} ${unseen === 1 ? "disc is" : "discs are"} neither on the board nor in the ditch`;
  return "";
}

function counter(draft, side, change) {
  const look = draft.lookOf(side.id);
  const twenties = draft.twenties(side.id);
  const unseen = draft.unseen(side.id);
  const button = (step, name, label) =>
    make("button", { class: "step", type: "button", "data-focus": `${side.id}${step}`, "aria-label": `${label} for ${side.name}`, disabled: step < 0 && draft.bowl[side.id] === 0, onclick: () => change(() => draft.count(side.id, step)) }, icon(name));
  const set = unseen > 0 && draft.bowl[side.id] !== unseen &&
    make("button", { class: "suggest", type: "button", "data-focus": `${side.id}suggest`, onclick: () => change(() => draft.count(side.id, unseen - draft.bowl[side.id])) }, `${unseen} ${unseen === 1 ? "is" : "are"} not in the picture: all 20s?`);
  const hint = note(draft, side);
  return make("div", { class: "counter", role: "group", "aria-label": `20s of ${side.name}` },
    make("p", { class: "counter-name" }, chip(side.id, look.rgb), make("span", {}, make("b", {}, shortName(side.name)), make("small", {}, look.name ? `${look.name} discs` : "no disc seen"))),
    make("div", { class: "counter-keys" }, button(-1, "minus", "One 20 less"),
      make("output", { class: "count", "aria-live": "off" }, make("b", {}, String(twenties)), make("small", {}, twenties === 1 ? "20" : "20s")),
      button(1, "plus", "One 20 more")),
    set || (hint && make("p", { class: "hint" }, hint)));
}

/** @param {(edit: () => void) => void} change */
export function showCounters(draft, change) {
  refill($("#counters"), draft.match.sides.map((side) => counter(draft, side, change)));
}
