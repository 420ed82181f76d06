// The round's totals and what they pay, always in sight while discs are looked at.

import { chip, shortName } from "./chips.js";
import { $, make, say } from "./dom.js";

const points = (count) => `${count} ${count === 1 ? "point" : "points"}`;

/** Who gets what, in words. @param {import("./round_draft.js").RoundDraft} draft */
export function resultWords(draft) {
  const { result } = draft.shown;
  const { sides } = draft.match;
  if (!result) return "";
  const paid = (side) => result.round_points[draft.sides[side.id]] ?? 0;
  const best = sides.reduce((a, b) => (draft.total(b.id) > draft.total(a.id) ? b : a));
  if (sides.every((side) => draft.total(side.id) === draft.total(best.id))) {
    return paid(best) ? `Level: ${points(paid(best))} each` : "Level: no points";
  }
  return sides.filter((side) => paid(side) > 0).map((side) => `${shortName(side.name)} +${paid(side)}`).join(" · ");
}

/** @param {boolean} doubtful  whether questions are open */
export function showTally(draft, doubtful) {
  const { sides } = draft.match;
  const most = Math.max(...sides.map((side) => draft.total(side.id)));
  $("#tally-sides").classList.toggle("stacked", sides.length > 2 || sides.some((side) => side.name.length > 10));
  $("#tally-sides").replaceChildren(
    ...sides.map((side) =>
      make("p", { class: draft.total(side.id) === most ? "tally-side leads" : "tally-side" },
        make("span", { class: "tally-name" }, chip(side.id, draft.lookOf(side.id).rgb), make("span", {}, shortName(side.name))),
        make("b", { class: "tally-total" }, String(draft.total(side.id))))));
  const words = resultWords(draft);
  say($("#tally-result"), doubtful ? `${words} · not certain yet` : words);
  $("#tally").classList.toggle("doubtful", doubtful);
  const spoken = `${sides.map((side) => `${side.name} ${draft.total(side.id)}`).join(", ")}. ${words}`;
  if ($("#tally-live").textContent !== spoken) $("#tally-live").textContent = spoken;
}
