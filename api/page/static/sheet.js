// The score sheet, as a table that prints well.

import { get, problemText } from "./api.js";
import { $, make, toast } from "./dom.js";
import { whoAmI } from "./session.js";

const id = document.body.dataset.match;
const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: "long", timeStyle: "short" });
const cell = (text, kind = "td", attributes = {}) => make(kind, attributes, String(text ?? "–"));

function head(sides) {
  const names = (label) => sides.map((side) => cell(label ? `${side.name} ${label}` : side.name, "th", { scope: "col" }));
  return make("tr", {}, cell("Round", "th", { scope: "col" }), cell("First", "th", { scope: "col" }), names(""), names("20s"), names("points"));
}

function row(round, sides) {
  const each = (counts) => sides.map((side) => cell(counts?.[side.id]));
  const number = `${round.number}${round.needs_review ? " ?" : ""}${round.corrected ? " *" : ""}`;
  return make("tr", {}, cell(number, "th", { scope: "row" }), cell(round.starter), each(round.totals), each(round.twenties), each(round.points));
}

function fill(match) {
  $("#title").textContent = match.title;
  document.title = `${match.title} · score sheet`;
  $("#when").textContent = `${DATE.format(new Date(match.created))} · rules: ${match.ruleset}`;
  $("#head").replaceChildren(head(match.sides));
  $("#rows").replaceChildren(...match.rounds.map((round) => row(round, match.sides)));
  const sum = (what, side) => match.rounds.reduce((total, round) => total + (round[what]?.[side.id] ?? 0), 0);
  $("#foot").replaceChildren(
    make("tr", {}, cell("Score", "th", { scope: "row" }), cell(""),
      match.sides.map((side) => cell(sum("totals", side))),
      match.sides.map((side) => cell(sum("twenties", side))),
      match.sides.map((side) => make("td", { class: "final" }, String(match.score[side.id])))),
  );
  const marks = [
    match.rounds.some((round) => round.corrected) && "* put right by a person.",
    match.rounds.some((round) => round.needs_review) && "? holds a disc too close to call.",
  ];
  $("#ending").textContent = [match.ending?.text, ...marks].filter(Boolean).join(" ");
  $("#signatures").replaceChildren(...match.sides.map((side) => make("span", {}, side.name)));
  $(".sheet").removeAttribute("aria-busy");
}

$("#print").addEventListener("click", () => window.print());
whoAmI();
try {
  fill(await get(`/matches/${id}`));
} catch (error) {
  toast(problemText(error), "bad");
}
