// One view of the match page at a time; its address is the part after the #.

import { $ } from "./dom.js";

const VIEWS = ["board", "reading", "review", "handles", "hand"];

/** @param {string} name  @param {{back?: string, backText?: string}} way  where the arrow at the top leads */
export function showView(name, { back = "#", backText = "Match" } = {}) {
  const changed = $(`#view-${name}`).hidden;
  for (const view of VIEWS) $(`#view-${view}`).hidden = view !== name;
  $("#back").href = name === "board" ? "/" : back;
  $("#back-text").textContent = name === "board" ? "Matches" : backText;
  document.body.dataset.view = name;
  if (!changed) return;
  scrollTo(0, 0);
  $(`#view-${name} h1`).focus({ preventScroll: true });
}

/** `#round/3` -> {name: "round", value: "3"}. */
export function place() {
  const [name, value = ""] = location.hash.slice(1).split("/");
  return { name, value };
}
