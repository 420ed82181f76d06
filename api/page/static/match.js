// The page of one match: where its parts meet.

import { call, get, problemText } from "./api.js";
import { takePhotos } from "./capture.js";
import { $, say, toast } from "./dom.js";
import { HandCount } from "./hand.js";
import { Handles } from "./handles.js";
import { follow } from "./live.js";
import { MatchState } from "./match_state.js";
import { Outbox } from "./outbox.js";
import { Review } from "./review.js";
import { showExports, showHistory, showRounds } from "./rounds_list.js";
import { showAsks, showScoreboard } from "./scoreboard.js";
import { whoAmI } from "./session.js";
import { place, showView } from "./views.js";

const id = document.body.dataset.match;
const state = new MatchState(id);
const outbox = new Outbox(id);
/** What has been read in this visit: document and the picture's address here, by photo. */
const read = new Map();
/** Photos that came back while another round was being looked at. */
const arrived = [];
const goTo = (hash) => (place().name === "reading" ? location.replace(`#${hash}`) : (location.hash = hash));
const confirmed = (photo) => {
  URL.revokeObjectURL(read.get(photo)?.local);
  read.delete(photo);
  location.hash = arrived.length ? `photo/${arrived.shift()}` : "";
  toast("Confirmed.", "good");
};
const review = new Review(state, { confirmed });
const hand = new HandCount(state, { confirmed });
const handles = new Handles({
  placed: ({ photo, document }) => {
    read.set(photo, { ...read.get(photo), document });
    goTo(`photo/${photo}`);
  },
});

// --- the views ---

async function documentOf(photo) {
  if (!read.has(photo)) read.set(photo, { document: (await get(`/photos/${photo}`)).document, local: null });
  return read.get(photo);
}

async function openPhoto(photo) {
  const { document, local } = await documentOf(photo);
  if (!document.board) return location.replace(`#board/${photo}`);
  showView("review");
  return review.open({ photo, document }, local);
}

async function openBoard(photo) {
  const { document, local } = await documentOf(photo);
  showView("handles");
  handles.open({ photo, document }, state.match.ruleset, local);
}

function openRound(number) {
  const round = state.round(number);
  if (!round?.document?.board) return location.replace(round ? `#hand/${number}` : "#");
  showView("review");
  return review.open({ photo: round.photo, document: round.document, round });
}

const PLACES = {
  reading: () => showView("reading"),
  photo: openPhoto,
  board: openBoard,
  round: (number) => openRound(Number(number)),
  hand: (number) => (showView("hand"), hand.open(number ? Number(number) : null, number ? null : lastPhoto)),
};
let lastPhoto = null;

async function route() {
  const { name, value } = place();
  if (name === "photo" || name === "board") lastPhoto = value;
  else if (name !== "hand") lastPhoto = null;
  try {
    await (PLACES[name] ?? (() => showView("board")))(value);
  } catch (error) {
    toast(problemText(error), "bad");
    location.hash = "";
  }
}

function showBoard() {
  const { match } = state;
  showScoreboard(match);
  showAsks(match, rule);
  showRounds(match);
  showHistory(match);
  showExports(match);
  const blocked = match.status === "finished" || match.asks.some((ask) => ask.must);
  $("#capture").hidden = blocked;
  $("#shutter-text").textContent = match.next ? `Photograph round ${match.next.round}` : "Photograph the board";
}

// --- what is done to the match ---

async function change(method, path, json, done) {
  try {
    await state.change(method, path, json);
    if (done) toast(done, "good");
  } catch (error) {
    toast(error.status === 412 ? "Somebody else has changed this match meanwhile: look, then try again." : problemText(error), "bad");
  }
}

const rule = (json) => change("POST", "/ruling", json);

async function deleteMatch() {
  try {
    await call("DELETE", `/matches/${id}`);
    location.href = "/";
  } catch (error) {
    toast(problemText(error), "bad");
  }
}

// --- photos on their way ---

function takePhoto(file) {
  location.hash = "reading";
  const picture = $("#reading-photo");
  URL.revokeObjectURL(picture.src);
  picture.src = URL.createObjectURL(file);
  picture.hidden = false;
  picture.onerror = () => (picture.hidden = true);
  tellReading("Reading the board…", "Your photo is on its way.");
  outbox.add(file, state.match.ruleset);
}

function tellReading(title, text, busy = true) {
  $("#reading-title").textContent = title;
  $("#reading-text").textContent = text;
  $("#view-reading").classList.toggle("still", !busy);
}

outbox.addEventListener("sending", () => tellReading("Reading the board…", "Finding lines, pegs and discs."));
outbox.addEventListener("stuck", ({ detail }) => {
  const waits = detail.problem.status === 429 ? "The server is busy. Your photo is next in line." : detail.problem.status === 401 ? "Pair this phone to send it: the photo is kept here." : "No connection to the server. The photo is kept on this phone and sent as soon as there is one.";
  tellReading("Your photo is kept", waits, false);
});
outbox.addEventListener("refused", ({ detail }) => {
  tellReading("This picture cannot be read", detail.problem.text, false);
  if (place().name !== "reading") toast(detail.problem.text, "bad");
});
outbox.addEventListener("scored", ({ detail }) => {
  read.set(detail.photo, { document: detail.document, local: URL.createObjectURL(detail.blob) });
  if (["reading", ""].includes(place().name)) goTo(`photo/${detail.photo}`);
  else arrived.push(detail.photo);
});
outbox.addEventListener("waiting", ({ detail }) => {
  const number = detail.photos.length;
  $("#outbox").hidden = number === 0;
  $("#outbox-text").textContent = `${number === 1 ? "1 photo is" : `${number} photos are`} kept here until the server can be reached.`;
});
$("#outbox-send").addEventListener("click", () => outbox.sendAll());

// --- beginning ---

$("#undo").addEventListener("click", () => change("POST", "/undo", undefined, "The last entry is taken back."));
$("#wrong-board").addEventListener("click", () => (location.hash = `board/${review.draft.photo}`));
$("#delete-match").addEventListener("click", () => $("#delete-dialog").showModal());
$("#delete-dialog").addEventListener("close", (event) => event.target.returnValue === "delete" && deleteMatch());
takePhotos({ photo: takePhoto, welcome: () => document.body.dataset.view === "board" && !$("#capture").hidden });
state.addEventListener("changed", showBoard);
addEventListener("hashchange", route);

async function begin() {
  await whoAmI();
  try {
    await state.load();
  } catch (error) {
    toast(problemText(error), "bad");
    showView("board");
    setTimeout(begin, 5000);
    return;
  }
  await route();
  follow(id, {
    changed: (version) => version > state.match.version && state.load().catch((error) => toast(problemText(error), "bad")),
    gone: () => (location.href = "/"),
    connected: (alive) => say($("#link-state"), alive ? "" : "offline"),
  });
  await outbox.sendAll();
}

begin();
