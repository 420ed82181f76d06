// The selected disc in words, with everything that can be done to it.

import { chip, shortName } from "./chips.js";
import { $, icon, make, refill } from "./dom.js";

const VALUES = [20, 15, 10, 5, 0];
const PLACES = { hole: "in the hole", lip: "leaning on the hole", ditch: "in the ditch" };

function where(disc, entry) {
  if (disc.place !== "surface") return PLACES[disc.place];
  if (entry?.said || disc.said !== null) return "as you say";
  if (entry?.gap_mm === null || entry?.gap_mm === undefined) return "";
  const line = entry.line === "outer" ? "outer line" : `${entry.line} line`;
  if (entry.call === "too_close") return `too close to the ${line} to call`;
  const apart = Math.abs(entry.gap_mm) < 10 ? Math.abs(entry.gap_mm).toFixed(1) : Math.round(Math.abs(entry.gap_mm));
  return entry.gap_mm > 0 ? `${apart} mm clear of the ${line}` : `${apart} mm over the ${line}`;
}

/** @param {import("./disc_editor.js").DiscEditor} editor */
export function showPanel(editor, { answer }) {
  const panel = $("#disc-panel");
  const { draft } = editor;
  const disc = editor.selected === null ? null : draft.disc(editor.selected);
  panel.hidden = !disc;
  if (!disc) return panel.replaceChildren();
  const entry = draft.entry(disc.key);
  const side = draft.sideOf(disc.team);
  const ids = draft.match.sides.map((one) => draft.sides[one.id]);
  const other = draft.sideOf(ids[(ids.indexOf(disc.team) + 1) % ids.length]);
  return refill(
    panel,
    make("p", { class: "panel-title" }, side && chip(side.id, draft.lookOf(side.id).rgb),
      make("span", {}, make("b", {}, `${side ? shortName(side.name) : "Nobody"} · ${entry?.value ?? "…"}`), make("small", {}, where(disc, entry))),
      make("button", { class: "tool", type: "button", "aria-label": "Done with this disc", "data-focus": "done", onclick: () => editor.select(null) }, icon("check"))),
    make("div", { class: "values", role: "group", "aria-label": "What it counts" },
      VALUES.map((value) => make("button", { type: "button", "data-focus": `value-${value}`, "aria-pressed": String(entry?.value === value), onclick: () => answer(disc.key, value) }, String(value)))),
    make("div", { class: "panel-actions" },
      make("button", { class: "button small", type: "button", "data-focus": "recolour", onclick: () => editor.recolour(disc.key) }, icon("swap"), `Give to ${shortName(other.name)}`),
      make("button", { class: "button small quiet-danger", type: "button", "data-focus": "remove", onclick: () => editor.remove(disc.key) }, icon("trash"), "No disc")),
  );
}
