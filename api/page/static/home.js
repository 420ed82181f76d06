// The list of matches.

import { call, get, problemText } from "./api.js";
import { $, make, toast } from "./dom.js";
import { whoAmI } from "./session.js";

const DAY = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

function row(match) {
  const score = Object.values(match.score);
  const finished = match.status === "finished";
  return make(
    "li",
    {},
    make(
      "a",
      { class: "match-row", href: `/matches/${match.id}` },
      make("span", { class: "match-names" }, match.title),
      make("span", { class: "match-score" }, score.join(" : ")),
      make(
        "span",
        { class: "match-when" },
        make("span", { class: finished ? "pill done" : "pill" }, finished ? "finished" : "playing"),
        make("time", { datetime: match.created }, DAY.format(new Date(match.created))),
      ),
    ),
  );
}

async function fillList() {
  const list = $("#matches");
  try {
    const matches = await get("/matches");
    list.replaceChildren(...matches.map(row));
    $("#no-matches").hidden = matches.length > 0;
  } catch (error) {
    toast(problemText(error), "bad");
  }
  list.removeAttribute("aria-busy");
}

async function startDemo(event) {
  const button = event.currentTarget;
  button.disabled = true;
  button.lastChild.textContent = "Scoring three photos…";
  try {
    const match = await call("POST", "/demo");
    location.href = `/matches/${match.id}`;
  } catch (error) {
    toast(problemText(error), "bad");
    button.disabled = false;
    button.lastChild.textContent = "Try a demo match";
  }
}

async function deleteAll() {
  try {
    await call("DELETE", "/everything?confirm=everything");
    toast("Everything is deleted.");
    await fillList();
  } catch (error) {
    toast(problemText(error), "bad");
  }
}

$("#demo").addEventListener("click", startDemo);
$("#delete-all").addEventListener("click", () => $("#delete-dialog").showModal());
$("#delete-dialog").addEventListener("close", (event) => event.target.returnValue === "delete" && deleteAll());
whoAmI();
fillList();
