// Rounds played, what happened when, and what can be taken along.

import { chip } from "./chips.js";
import { $, icon, make, refill } from "./dom.js";

const TIME = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });

function cell(match, round, side) {
  const twenties = round.twenties?.[side.id] ?? 0;
  const points = round.points[side.id];
  return make("span", { class: round.winner === side.id ? "round-side won" : "round-side" },
    chip(side.id, side.colour?.rgb),
    make("span", { class: "sr" }, `${side.name}: `),
    make("b", {}, round.totals ? String(round.totals[side.id]) : "–"),
    points > 0 && make("span", { class: "round-points" }, `+${points}`),
    twenties > 0 && make("small", {}, `${twenties} × 20`));
}

function row(match, round) {
  const place = round.document?.board ? `#round/${round.number}` : `#hand/${round.number}`;
  const marks = [
    round.needs_review && make("span", { class: "pill doubt" }, icon("doubt"), "look again"),
    round.corrected && make("span", { class: "pill" }, icon("pencil"), "put right"),
    round.kind === "forfeited" && make("span", { class: "pill" }, "forfeited"),
    round.kind === "awarded" && make("span", { class: "pill" }, "awarded"),
  ].filter(Boolean);
  const inside = [
    make("span", { class: "round-number" }, make("span", { class: "sr" }, "Round "), String(round.number)),
    make("span", { class: "round-sides" }, match.sides.map((side) => cell(match, round, side))),
    marks.length > 0 && make("span", { class: "round-marks" }, marks),
  ];
  const editable = round.kind === "played" && document.body.dataset.role === "scorer";
  return make("li", {}, editable ? make("a", { class: "round-row", href: place, "data-round": round.number, "data-focus": `round-${round.number}` }, inside, make("span", { class: "round-edit" }, icon("pencil"), make("span", { class: "sr" }, "change"))) : make("div", { class: "round-row" }, inside));
}

export function showRounds(match) {
  refill($("#rounds"), [...match.rounds].reverse().map((round) => row(match, round)));
  $("#no-rounds").hidden = match.rounds.length > 0;
  const undoable = match.history.length > 0;
  $("#undo").hidden = !undoable;
}

export function showHistory(match) {
  $("#history").replaceChildren(...[...match.history].reverse().map((line) =>
    make("li", {}, make("time", { datetime: line.at }, line.at ? TIME.format(new Date(line.at)) : ""), make("span", {}, line.text, line.reason && make("small", {}, ` “${line.reason}”`)))));
  $("#history-box").hidden = match.history.length === 0;
}

export function showExports(match) {
  const over = match.status === "finished";
  const cmn = $('#exports [data-form="cmn"]');
  const open = match.rounds.some((round) => round.needs_review);
  cmn.hidden = !over || open;
  $("#cmn-hint").hidden = over && !open;
  $("#cmn-hint").textContent = over ? "Crokinole Match Notation comes when no disc is in doubt any more." : "Crokinole Match Notation comes when the match is over.";
}
