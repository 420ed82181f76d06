// The board with the score, who starts, and what the match asks before it can go on.

import { chip, shortName } from "./chips.js";
import { $, icon, make } from "./dom.js";

function sideOf(match, side) {
  const leads = Object.values(match.score).every((score) => score <= match.score[side.id]) && Object.values(match.score).some((score) => score < match.score[side.id]);
  const won = match.winner === side.id;
  return make("div", { class: `score-side${leads ? " leads" : ""}${won ? " won" : ""}` },
    make("p", { class: "score-name" }, chip(side.id, side.colour?.rgb), make("span", { title: side.name }, side.name)),
    make("p", { class: "score-number", "data-digits": Math.max(...Object.values(match.score).map((score) => String(score).length)) }, String(match.score[side.id])),
    won && make("p", { class: "score-won" }, icon("trophy"), "won"));
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function length(match) {
  const end = match.sides.length === 3 ? match.options.end3 : match.options.end;
  return end.type === "points" ? `to ${end.target} points` : `of ${end.n}`;
}

function next(match) {
  if (match.status === "finished") return make("p", { class: "score-next" }, match.ending ? `${capital(match.ending.text)}.` : "Finished.");
  if (!match.next) return null;
  const { round, starts, hammer } = match.next;
  return make("p", { class: "score-next" },
    make("b", {}, `Round ${round} ${length(match)}`),
    starts && make("span", {}, icon("first"), `${shortName(starts)} starts`),
    hammer && make("span", {}, icon("hammer"), `${shortName(hammer)} shoots last`));
}

/** Which round of how many, as a row of marks; only where their number is set. */
function progress(match) {
  const end = match.sides.length === 3 ? match.options.end3 : match.options.end;
  if (end.type === "points" || end.n > 16) return null;
  const marks = Array.from({ length: end.n }, (_, i) => make("span", { class: i < match.rounds.length ? "played" : i === match.rounds.length ? "now" : "" }));
  return make("p", { class: "score-progress", "aria-hidden": "true" }, marks);
}

export function showScoreboard(match) {
  document.title = `${match.title} · Crokinole`;
  $("#match-title").textContent = match.title;
  $("#scoreboard").replaceChildren(
    make("div", { class: `score-sides sides-${match.sides.length}` }, match.sides.map((side) => sideOf(match, side))),
    make("div", { class: "score-foot" }, progress(match), next(match)),
  );
  const spoken = match.sides.map((side) => `${side.name} ${match.score[side.id]}`).join(", ");
  if ($("#live-score").textContent !== spoken) $("#live-score").textContent = spoken;
}

function startAsk(ask, rule) {
  return [make("p", {}, ask.text), make("p", { class: "actions" }, ask.players.map((player) => make("button", { class: "button", type: "button", onclick: () => rule({ kind: "start", player }) }, player)))];
}

function shootoutAsk(ask, match, rule) {
  const inputs = ask.sides.map((id) => make("input", { type: "number", inputmode: "numeric", min: 0, max: match.options.shootout_shots, value: 0, name: id, "aria-label": `20s of ${match.sides.find((side) => side.id === id).name}` }));
  const send = (event) => {
    event.preventDefault();
    rule({ kind: "shootout", holes: Object.fromEntries(inputs.map((input) => [input.name, Number(input.value)])) });
  };
  return [make("p", {}, ask.text), make("form", { class: "shootout", onsubmit: send },
    inputs.map((input) => make("label", {}, make("span", {}, match.sides.find((side) => side.id === input.name).name), input)),
    make("button", { class: "button primary", type: "submit" }, "Enter the shoot-out"))];
}

function reviewAsk(ask) {
  return [make("p", {}, ask.text), make("p", { class: "actions" }, ask.rounds.map((number) => make("a", { class: "button", href: `#round/${number}` }, icon("eye"), `Look at round ${number}`)))];
}

/** @param {(json: Object) => void} rule  sends a ruling */
export function showAsks(match, rule) {
  const parts = { start: (ask) => startAsk(ask, rule), shootout: (ask) => shootoutAsk(ask, match, rule), review: reviewAsk };
  $("#asks").replaceChildren(...match.asks.filter((ask) => ask.kind in parts).map((ask) => make("section", { class: `ask ${ask.kind}`, "aria-label": "A question" }, icon("doubt"), make("div", {}, parts[ask.kind](ask)))));
}
