// The board put in its place by hand: four handles where the quadrant lines meet the outer line.

import { call, photoUrl, problemText } from "./api.js";
import { $, draw, make, say } from "./dom.js";
import { Loupe } from "./loupe.js";
import { circlePx, homographyOf, projectionOf } from "./projection.js";
import { Stage } from "./stage.js";

const OUTER_MM = 304.8;
const RINGS_MM = [101.6, 203.2, OUTER_MM];
const HANDLE_PX = 15;
const REACH_PX = 36;
const NAMES = ["first", "second", "third", "fourth"];
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** The quadrant lines lie at 45 degrees; on the photo, clockwise, beginning at the upper right. */
const ENDS_MM = [45, -45, -135, 135].map((degrees) => {
  const angle = (degrees * Math.PI) / 180;
  return [OUTER_MM * Math.cos(angle), OUTER_MM * Math.sin(angle)];
});

/** The same four, clockwise in the photo from the one nearest the top, as the server wants them. */
export function inOrder(handles) {
  const [cx, cy] = [0, 1].map((axis) => handles.reduce((sum, at) => sum + at[axis], 0) / handles.length);
  const clockwise = [...handles].sort((a, b) => Math.atan2(a[1] - cy, a[0] - cx) - Math.atan2(b[1] - cy, b[0] - cx));
  const top = clockwise.reduce((best, at, i) => (at[1] < clockwise[best][1] ? i : best), 0);
  return [...clockwise.slice(top), ...clockwise.slice(0, top)];
}

/** A board in the middle of the picture. */
function guess({ width, height }) {
  const reach = 0.36 * Math.min(width, height);
  return ENDS_MM.map(([x, y]) => [width / 2 + (reach * x) / OUTER_MM, height / 2 - (reach * y) / OUTER_MM]);
}

export class Handles {
  /** @param {{placed: (answer: {photo: string, document: Object}) => void}} told */
  constructor(told) {
    this.told = told;
    this.handles = [];
    this.overlay = $("#handles");
    const root = $("#handle-stage");
    this.stage = new Stage(root, { grab: (at) => this.grab(at), tap: () => {}, viewed: () => this.redraw() });
    this.loupe = new Loupe(root.querySelector(".loupe"), this.stage);
    root.classList.add("choosing");
    $("#use-board").addEventListener("click", () => this.use());
  }

  /** @param {{photo: string, document: import("./types.js").ScoreDocument}} read */
  open({ photo, document }, ruleset, local = null) {
    [this.photo, this.ruleset] = [photo, ruleset];
    const remote = photoUrl(photo, 1600);
    this.stage.photo.onerror = () => (this.stage.photo.src = remote);
    this.handles = document.board ? ENDS_MM.map(projectionOf(document).toPx) : guess(document.image);
    const missing = document.status === "no_board" && document.reasons[0]?.message;
    say($("#handles-text"), `${missing ? "The board was not found. " : ""}Drag the four handles to where the straight lines meet the outer line. The rings show when it fits.`);
    say($("#handles-problem"), "");
    this.overlay.replaceChildren();
    this.stage.show(local ?? remote, document.image, null);
  }

  shapes() {
    const projection = this.projection();
    const rings = projection ? RINGS_MM.map((radius) => draw("polygon", { class: "ring", points: circlePx(projection, [0, 0], radius, 96).map((at) => at.join(",")).join(" ") })) : [];
    const radius = HANDLE_PX / this.stage.scale;
    const handles = this.handles.map(([x, y], i) =>
      draw("g", { class: "handle", tabindex: 0, role: "button", "aria-label": `The ${NAMES[i]} handle, at ${Math.round(x)}, ${Math.round(y)} pixels`, "data-handle": i, transform: `translate(${x} ${y})`, onkeydown: (event) => this.key(event, i) },
        draw("circle", { class: "handle-reach", r: 1.6 * radius }),
        draw("circle", { class: "handle-ring", r: radius }),
        draw("path", { class: "handle-cross", d: `M0 ${-radius}V${radius}M${-radius} 0H${radius}` })));
    return [draw("g", { role: "presentation" }, rings), ...handles];
  }

  redraw() {
    if (!this.handles.length) return;
    const focused = document.activeElement?.dataset?.handle;
    this.overlay.replaceChildren(...this.shapes());
    if (focused !== undefined) this.overlay.querySelector(`[data-handle="${focused}"]`)?.focus({ preventScroll: true });
  }

  projection() {
    const homography = homographyOf(ENDS_MM, this.handles);
    if (homography.flat().some((value) => !Number.isFinite(value))) return null;
    return projectionOf({ board: { homography }, camera: null });
  }

  grab(at) {
    const reach = (handle) => Math.hypot(handle[0] - at[0], handle[1] - at[1]);
    const index = this.handles.reduce((best, handle, i) => (reach(handle) < reach(this.handles[best]) ? i : best), 0);
    if (reach(this.handles[index]) * this.stage.scale > REACH_PX) return null;
    const from = this.handles[index];
    const offset = [from[0] - at[0], from[1] - at[1]];
    return {
      move: (now) => {
        this.put(index, [now[0] + offset[0], now[1] + offset[1]]);
        this.loupe.show(this.handles[index]);
      },
      end: () => this.loupe.hide(),
      cancel: () => (this.loupe.hide(), this.put(index, from)),
    };
  }

  put(index, [x, y]) {
    const [width, height] = this.stage.size;
    // The board's end may lie outside a picture that cuts it off.
    this.handles[index] = [Math.max(-width / 2, Math.min(1.5 * width, x)), Math.max(-height / 2, Math.min(1.5 * height, y))];
    this.redraw();
  }

  key(event, index) {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    const step = (event.shiftKey ? 20 : 2) / this.stage.scale;
    const [x, y] = this.handles[index];
    this.put(index, [x + arrow[0] * step, y + arrow[1] * step]);
  }

  async use() {
    const button = $("#use-board");
    button.disabled = true;
    button.replaceChildren(make("span", { class: "busy" }, "Scoring…"));
    say($("#handles-problem"), "");
    try {
      const json = { handles_px: inOrder(this.handles), ruleset: this.ruleset };
      const answer = await call("POST", `/photos/${this.photo}/board`, { json });
      if (answer.document.board) this.told.placed(answer);
      else say($("#handles-problem"), answer.document.reasons[0]?.message ?? "No board there.");
    } catch (error) {
      say($("#handles-problem"), problemText(error));
    }
    button.disabled = false;
    button.replaceChildren("Score with this board");
  }
}
