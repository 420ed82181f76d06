// Players, rules, length, who starts.

import { call, get, newKey, problemText } from "./api.js";
import { chip } from "./chips.js";
import { $, make, say } from "./dom.js";
import { whoAmI } from "./session.js";

const NAMES_KEPT = "crokinole-names";
const MOST_PLAYERS = 4;
const STEP = { rounds: 1, points: 10 };
const SEATINGS = {
  3: [["three", "Each alone", "three sides"], ["two_against_one", "Two against one", "the first is alone"]],
};
// The side that the player in each seat belongs to.
const SEATS = { singles: "AB", three: "ABC", doubles: "ABAB", two_against_one: "ABB" };
const SUMMARIES = {
  two_one_zero: "2 points a round, 1 each when level",
  differential: "the difference counts",
  simple: "every point counts",
};

const form = $("#new-match");
const key = newKey();
let rulesets = [];
let lengths = { rounds: 4, points: 100 };

const inputs = () => [...document.querySelectorAll("#players input")];
const names = () => inputs().map((input, i) => input.value.trim() || `Player ${i + 1}`);
const chosen = (name) => form.querySelector(`input[name="${name}"]:checked`)?.value;
const seating = () => ({ 2: "singles", 4: "doubles" })[inputs().length] ?? chosen("seating") ?? "three";

function choice(name, value, title, text, checked) {
  return make(
    "label",
    { class: "choice" },
    make("input", { type: "radio", name, value, checked }),
    make("span", {}, make("b", {}, title), text && make("small", {}, text)),
  );
}

function addPlayer() {
  const number = inputs().length + 1;
  const input = make("input", {
    id: `player-${number}`, name: "player", maxlength: 60, placeholder: `Player ${number}`, list: "known-names",
    autocapitalize: "words", enterkeyhint: "next", "aria-label": `Player ${number}`, oninput: showStarters,
  });
  $("#players").append(make("li", {}, make("span", { class: "seat" }), input));
  playersChanged();
  return input;
}

function dropPlayer() {
  $("#players").lastElementChild.remove();
  playersChanged();
}

function playersChanged() {
  const number = inputs().length;
  $("#add-player").hidden = number >= MOST_PLAYERS;
  $("#drop-player").hidden = number <= 2;
  const kinds = SEATINGS[number] ?? [];
  $("#seating").hidden = kinds.length === 0;
  $("#seating").replaceChildren(...kinds.map(([value, title, text], i) => choice("seating", value, title, text, i === 0)));
  $("#players-hint").textContent =
    number === 4 ? "In the order of their seats, clockwise: 1 and 3 play together, 2 and 4 too." : "In the order of their seats, clockwise.";
  showSeats();
  showEnd();
  showStarters();
}

function showSeats() {
  const sides = SEATS[seating()];
  document.querySelectorAll("#players .seat").forEach((seat, i) => seat.replaceChildren(chip(sides[i])));
}

function showStarters() {
  const before = Math.max(0, [...document.querySelectorAll('input[name="starts"]')].findIndex((input) => input.checked));
  $("#starts").replaceChildren(...names().map((name, i) => choice("starts", i, name, "", i === before)));
}

function showEnd() {
  const rules = rulesets.find((one) => one.name === chosen("ruleset"));
  if (!rules) return;
  const end = inputs().length === 3 && seating() === "three" ? rules.options.end3 : rules.options.end;
  lengths = { rounds: 4, points: 100, [end.type === "points" ? "points" : "rounds"]: end.target ?? end.n };
  form.querySelector(`input[name="end"][value="${end.type === "points" ? "points" : "rounds"}"]`).checked = true;
  showLength();
}

function showLength() {
  const kind = chosen("end");
  $("#length-label").textContent = kind === "points" ? "Points to win" : "Rounds";
  $("#length-value").value = lengths[kind];
}

function step(event) {
  const button = event.target.closest("[data-step]");
  if (!button) return;
  const kind = chosen("end");
  lengths[kind] = Math.max(1, Math.min(500, Number($("#length-value").value) + Number(button.dataset.step) * STEP[kind]));
  showLength();
}

// Only what differs from the rule set's own is sent, so that the match says which rules it is played by.
function options() {
  const rules = rulesets.find((one) => one.name === chosen("ruleset"));
  const name = seating() === "three" ? "end3" : "end";
  const own = rules.options[name];
  const length = Number($("#length-value").value);
  const kind = chosen("end");
  if (kind === "points") return own.target === length ? {} : { [name]: { type: "points", target: length } };
  return own.n === length ? {} : { [name]: { type: "rounds", n: length, tie: own.tie ?? "draw" } };
}

async function start(event) {
  event.preventDefault();
  say($("#problem"), "");
  const players = names();
  localStorage.setItem(NAMES_KEPT, JSON.stringify([...new Set([...players, ...knownNames()])].slice(0, 30)));
  const json = { players, seating: seating(), ruleset: chosen("ruleset"), options: options(), starts: players[chosen("starts")] };
  try {
    const match = await call("POST", "/matches", { json, key: `${key}-${JSON.stringify(json).length}-${hash(JSON.stringify(json))}` });
    location.href = `/matches/${match.id}`;
  } catch (error) {
    say($("#problem"), problemText(error));
    if (error.status === 401) location.href = "/pair";
  }
}

// The key changes with what is sent: sent twice it is one match, corrected it is another request.
function hash(text) {
  let sum = 0;
  for (const letter of text) sum = (Math.imul(sum, 31) + letter.codePointAt(0)) >>> 0;
  return sum.toString(16);
}

function knownNames() {
  try {
    const kept = JSON.parse(localStorage.getItem(NAMES_KEPT) ?? "[]");
    return Array.isArray(kept) ? kept.filter((name) => typeof name === "string" && !/^Player \d$/.test(name)) : [];
  } catch {
    return [];
  }
}

async function fetchRules() {
  const again = $("#rules-again");
  again.hidden = true;
  say($("#rules-problem"), "");
  $("#rules-awaited").hidden = false;
  try {
    rulesets = await get("/rulesets");
  } catch (error) {
    say($("#rules-problem"), problemText(error));
    again.hidden = false;
    return;
  } finally {
    $("#rules-awaited").hidden = true;
  }
  $("#rulesets").replaceChildren(
    ...rulesets.map((one, i) => choice("ruleset", one.name, one.title, SUMMARIES[one.options.scoring] ?? "", i === 0)),
  );
  showEnd();
  // A length chosen before its rule set is known would be overwritten by the rule set's own.
  form.querySelectorAll("[data-needs-rules]").forEach((part) => (part.disabled = false));
}

function begin() {
  whoAmI();
  $("#known-names").append(...knownNames().map((value) => make("option", { value })));
  addPlayer().focus();
  addPlayer();
  fetchRules();
}

$("#add-player").addEventListener("click", () => addPlayer().focus());
$("#drop-player").addEventListener("click", dropPlayer);
$("#rules-again").addEventListener("click", fetchRules);
$("#length").addEventListener("click", step);
$("#length-value").addEventListener("change", (event) => (lengths[chosen("end")] = Number(event.target.value)));
form.addEventListener("change", (event) => {
  if (event.target.name === "ruleset") showEnd();
  if (event.target.name === "end") showLength();
  if (event.target.name === "seating") (showSeats(), showEnd());
});
form.addEventListener("submit", start);
begin();
