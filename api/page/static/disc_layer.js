// The discs over the photo: each with its outline on the board, and a tag with its value in its side's shape.

import { css, inkOn, shapeOf } from "./chips.js";
import { draw } from "./dom.js";
import { circlePx, pxPerMm } from "./projection.js";

export const DISC_RADIUS_MM = 15.9;
/** Radius of a tag on the screen. */
const TAG_PX = 12;
const RING_POINTS = 96;

const pointsOf = (points) => points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");

export function ringsOf(projection, radii) {
  return radii.map((radius) => draw("polygon", { class: "ring", points: pointsOf(circlePx(projection, [0, 0], radius, RING_POINTS)) }));
}

function tag(shape, radius) {
  if (shape === "square") return draw("rect", { class: "tag", x: -radius, y: -radius, width: 2 * radius, height: 2 * radius, rx: 0.25 * radius });
  if (shape === "diamond") return draw("rect", { class: "tag", x: -radius, y: -radius, width: 2 * radius, height: 2 * radius, rx: 0.2 * radius, transform: "rotate(45)" });
  return draw("circle", { class: "tag", r: radius });
}

/** A disc in words, for those who hear it. */
export function discWords(draft, disc, open) {
  const entry = draft.entry(disc.key);
  const side = draft.sideOf(disc.team);
  const where = { hole: "in the hole", lip: "leaning on the hole", ditch: "in the ditch", surface: "" }[disc.place];
  const doubt = open ? "in doubt" : "";
  return [`${side?.name ?? "nobody"}’s disc`, where, `${entry?.value ?? "?"} points`, doubt].filter(Boolean).join(", ");
}

/**
 * @param {import("./round_draft.js").RoundDraft} draft
 * @param {import("./types.js").Projection} projection
 * @param {number} scale  screen pixels per pixel of the photo
 * @param {{selected: number|null, asked: number|null, held: boolean, open: Set<number>}} state
 */
export function discShapes(draft, projection, scale, { selected, asked, held, open }) {
  return draft.discs.map((disc) => {
    const entry = draft.entry(disc.key);
    const at = [disc.x_mm, disc.y_mm];
    const [x, y] = projection.toPx(at);
    const side = draft.sideOf(disc.team);
    const rgb = draft.document.teams.find((team) => team.id === disc.team)?.rgb;
    const radius = Math.max(TAG_PX / scale, 0);
    const inDoubt = open.has(disc.key);
    const classes = ["disc", disc.key === selected && "selected", disc.key === selected && held && "held", inDoubt && "doubtful", disc.key === asked && "asked"];
    const label = draw("g", { class: "label", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
      tag(shapeOf(side?.id), radius),
      draw("text", { "font-size": (1.12 * radius).toFixed(2), "aria-hidden": "true" }, String(entry?.value ?? "…")),
      inDoubt && draw("text", { class: "mark", x: 1.25 * radius, y: -0.95 * radius, "font-size": (1.7 * radius).toFixed(2), "aria-hidden": "true" }, "?"));
    label.style.setProperty("--disc", css(rgb));
    label.style.setProperty("--disc-ink", inkOn(rgb));
    return draw("g",
      { class: classes.filter(Boolean).join(" "), id: `disc-${disc.key}`, role: "option", "aria-selected": disc.key === selected ? "true" : "false", "aria-label": discWords(draft, disc, inDoubt) },
      draw("polygon", { class: "halo", points: pointsOf(circlePx(projection, at, DISC_RADIUS_MM)) }),
      draw("polygon", { class: "outline", points: pointsOf(circlePx(projection, at, DISC_RADIUS_MM)) }),
      label);
  });
}

/** The disc nearest to a place in the photo, if a finger there can mean it. */
export function discAt(draft, projection, [x, y], reachPx) {
  let [best, least] = [null, Infinity];
  for (const disc of draft.discs) {
    const at = [disc.x_mm, disc.y_mm];
    const [u, v] = projection.toPx(at);
    const apart = Math.hypot(u - x, v - y);
    if (apart < least && apart <= Math.max(reachPx, DISC_RADIUS_MM * pxPerMm(projection, at))) [best, least] = [disc, apart];
  }
  return best;
}
