// A side's mark: a shape, a letter and the colour of its discs, so that nobody has to tell it by colour alone.

import { make } from "./dom.js";

const SHAPES = { A: "round", B: "square", C: "diamond" };
const UNKNOWN_RGB = [150, 128, 104];

export const css = (rgb) => `rgb(${(rgb ?? UNKNOWN_RGB).join(" ")})`;

// Relative luminance as WCAG has it, 0 to 1.
export function luminance(rgb) {
  const [r, g, b] = (rgb ?? UNKNOWN_RGB).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

// Black or white, whichever stands out more: they are equally far at a luminance of 0.179.
export const inkOn = (rgb) => (luminance(rgb) > 0.179 ? "#000" : "#fff");

export const shapeOf = (side) => SHAPES[side] ?? "round";

/** @param {import("./types.js").SideId} side  @param {number[]} [rgb]  of its discs, where they have been seen */
export function chip(side, rgb) {
  const mark = make("span", { class: `chip ${shapeOf(side)}`, "aria-hidden": "true" }, make("b", {}, side));
  mark.style.setProperty("--disc", css(rgb));
  mark.style.setProperty("--disc-ink", inkOn(rgb));
  return mark;
}

const LONG = 16;

/** A name that fits beside others: the players' first names where the whole is long. */
export function shortName(name) {
  if (name.length <= LONG) return name;
  const first = name.split(" & ").map((player) => player.split(" ")[0]).join(" & ");
  return first.length <= 2 * LONG ? first : `${first.slice(0, 2 * LONG - 1)}…`;
}
