// What the program is not sure of, one card at a time to be answered by one tap.

import { chip, shortName } from "./chips.js";
import { cropOf } from "./crop.js";
import { $, icon, make } from "./dom.js";

const CLOSE = "too_close";
const VALUES = [20, 15, 10, 5, 0];
/** Questions about something that is not among the discs. */
const NOT_COUNTED = ["unknown_object", "hole", "overlooked", "covered", "stacked"];
/** Those of them whose place is known well enough for a disc to be set there. */
const IN_PLACE = ["unknown_object", "hole"];
const LINES = { 15: "15 line", 10: "10 line", outer: "outer line" };

/** The neighbouring value first, then the one that was read, then all others. */
function valuesFor(entry) {
  const first = [entry.other_value, entry.value].filter((value) => value !== null);
  return { first, rest: VALUES.filter((value) => !first.includes(value)) };
}

function questionOf(draft, doubt, disc, entry) {
  const side = disc && draft.sideOf(disc.team);
  if (doubt.code === CLOSE && entry) return `Does ${side ? `${shortName(side.name)}’s` : "this"} disc touch the ${LINES[entry.line] ?? "line"}?`;
  if (doubt.code === "faint") return "Is this a disc? Its outline hardly shows.";
  if (doubt.code === "team") return "Whose disc is this? Its colour is between the two.";
  if (doubt.code === "hole" && !disc) return "Is a disc in the hole, and whose?";
  return doubt.message;
}

function meaning(entry, value) {
  if (entry.call !== CLOSE || entry.other_value === null) return "";
  return value === Math.max(entry.value, entry.other_value) ? "clear of it" : "touches it";
}

function answers(draft, doubt, disc, entry, { answer, settle, give, add, put }) {
  const big = (text, small, attributes) => make("button", { class: text.length > 2 ? "answer words" : "answer", type: "button", ...attributes }, make("b", {}, text), small && make("small", {}, small));
  const bySide = (say) => draft.match.sides.map((side) => big(shortName(side.name), draft.lookOf(side.id).name ?? "", { onclick: () => say(side.id) }));
  const noDisc = () => big("No disc", "", { onclick: () => settle(doubt) });
  if (!disc && doubt.at && IN_PLACE.includes(doubt.code)) return [...bySide((side) => put(doubt, side)), noDisc()];
  if (!disc && NOT_COUNTED.includes(doubt.code)) return [big("Yes", "show me where", { onclick: () => add(doubt) }), noDisc()];
  if (!disc) return [big("Checked", "it is right as shown", { onclick: () => settle(doubt) })];
  if (doubt.code === "team") return bySide((side) => give(disc.key, side));
  if (doubt.code !== CLOSE) return [big(`Yes, ${entry.value}`, "", { onclick: () => answer(disc.key, entry.value) }), big("No disc", "", { onclick: () => answer(disc.key, null) })];
  return valuesFor(entry).first.map((value) => big(String(value), meaning(entry, value), { onclick: () => answer(disc.key, value), "data-value": value }));
}

/** What else it may be, should the program be quite wrong. */
function otherAnswers(doubt, disc, entry, { answer }) {
  if (!disc || doubt.code !== CLOSE) return null;
  const key = (text, value) => make("button", { class: "answer less", type: "button", onclick: () => answer(disc.key, value) }, text);
  return make("div", { class: "answers-rest" }, valuesFor(entry).rest.map((value) => key(String(value), value)), key("No disc", null));
}

function card(editor, doubt, told, later) {
  const { draft } = editor;
  const disc = doubt.key === null ? null : draft.disc(doubt.key);
  const entry = disc && draft.entry(disc.key);
  const side = disc && draft.sideOf(disc.team);
  const question = questionOf(draft, doubt, disc, entry);
  const crop = (at, words) => cropOf(editor.stage.photo, draft.document.image, editor.projection, at, words);
  return make("article", { class: "doubt-card", "data-key": doubt.key },
    disc && make("button", { class: "crop-button", type: "button", "aria-label": "Show this disc in the photo", onclick: () => editor.select(disc.key, { reveal: true }) },
      crop([disc.x_mm, disc.y_mm], "The disc, enlarged")),
    !disc && doubt.at && crop(doubt.at, "The place, enlarged"),
    make("div", { class: "doubt-text" },
      make("p", { class: "doubt-question", tabindex: "-1" }, side && chip(side.id, draft.lookOf(side.id).rgb), make("span", {}, question)),
      make("div", { class: "answers" }, answers(draft, doubt, disc, entry, told))),
    otherAnswers(doubt, disc, entry, told),
    later);
}

/** The first open question; `put off` ones come after the others. @param {import("./disc_editor.js").DiscEditor} editor */
export function showDoubts(editor, told) {
  const { draft } = editor;
  const open = draft.openDoubts();
  draft.asked ||= open.length > 0;
  const box = $("#doubts");
  const hadFocus = box.contains(document.activeElement);
  box.hidden = !draft.asked;
  box.classList.toggle("done", open.length === 0);
  const title = open.length ? `Please look: ${open.length} ${open.length === 1 ? "question" : "questions"}` : "All questions are answered";
  $("#doubts-title").replaceChildren(icon(open.length ? "doubt" : "check"), make("span", {}, title));
  const first = open[draft.putOff % open.length];
  if (editor.asked !== (first?.key ?? null)) {
    editor.asked = first?.key ?? null;
    editor.redraw();
  }
  const later = open.length > 1 && make("button", { class: "link", type: "button", onclick: told.later }, "Ask me later");
  $("#doubt-cards").replaceChildren(...(first ? [card(editor, first, told, later)] : []));
  if (!hadFocus) return;
  if (first) $("#doubt-cards .doubt-question").focus({ preventScroll: true });
  else $("#confirm").focus({ preventScroll: true });
}
