// Discs on the photo, changed by touch, mouse and keyboard.

import { $, draw, say } from "./dom.js";
import { DISC_RADIUS_MM, discAt, discShapes, discWords, ringsOf } from "./disc_layer.js";
import { Loupe } from "./loupe.js";
import { circlePx, projectionOf, pxPerMm } from "./projection.js";
import { Stage } from "./stage.js";

/** Half a finger. */
const REACH_PX = 24;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class DiscEditor {
  /** @param {{changed: () => void, selected: () => void}} told */
  constructor(told) {
    this.told = told;
    this.draft = null;
    this.selected = null;
    this.asked = null; // the disc that the open question is about
    this.carried = null; // where a disc was that the keyboard has picked up
    this.adding = false;
    this.overlay = $("#discs");
    this.stage = new Stage($("#stage"), {
      grab: (at, event) => this.grab(at, event),
      tap: (at) => this.tap(at),
      viewed: () => this.redraw(),
    });
    this.loupe = new Loupe($("#loupe"), this.stage);
    this.overlay.addEventListener("keydown", (event) => this.key(event));
    this.overlay.addEventListener("blur", () => this.carried && this.putDown());
    $("#zoom-in").addEventListener("click", this.stage.zoomIn);
    $("#zoom-out").addEventListener("click", this.stage.zoomOut);
    $("#labels").addEventListener("click", (event) => this.toggleLabels(event.currentTarget));
    $("#add-disc").addEventListener("click", () => this.setAdding(!this.adding));
    $("#edit-undo").addEventListener("click", () => this.undo());
  }

  /** @param {import("./round_draft.js").RoundDraft} draft  @param {string} src */
  open(draft, src) {
    this.draft = draft;
    this.projection = projectionOf(draft.document);
    this.selected = null;
    this.carried = null;
    this.setAdding(false);
    this.stage.show(src, draft.document.image, this.boardBox());
    this.redraw();
  }

  boardBox() {
    const rim = circlePx(this.projection, [0, 0], this.draft.surfaceMm() * 1.06, 60);
    const [xs, ys] = [rim.map(([x]) => x), rim.map(([, y]) => y)];
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    return [left, top, Math.max(...xs) - left, Math.max(...ys) - top];
  }

  redraw() {
    if (!this.draft) return;
    const open = new Set(this.openKeys());
    const shapes = discShapes(this.draft, this.projection, this.stage.scale, { selected: this.selected, asked: this.asked, held: this.carried !== null, open });
    // The discs that matter now lie over the others.
    const order = (shape) => 2 * Number(shape.id === `disc-${this.selected}`) + Number(shape.id === `disc-${this.asked}`);
    const radii = this.draft.document.board.lines.map((line) => line.radius_mm);
    const rings = draw("g", { role: "presentation" }, ringsOf(this.projection, radii));
    this.overlay.replaceChildren(rings, ...shapes.sort((a, b) => order(a) - order(b)));
    this.overlay.setAttribute("role", shapes.length ? "listbox" : "group");
    if (this.selected === null) this.overlay.removeAttribute("aria-activedescendant");
    else this.overlay.setAttribute("aria-activedescendant", `disc-${this.selected}`);
    this.stage.root.classList.toggle("choosing", this.selected !== null || this.adding);
    $("#edit-undo").disabled = this.draft.past.length === 0;
  }

  openKeys() {
    return this.draft.openDoubts().filter((doubt) => doubt.key !== null).map((doubt) => doubt.key);
  }

  select(key, { reveal = false } = {}) {
    if (this.carried && key !== this.selected) this.putDown();
    this.selected = key;
    const disc = key === null ? null : this.draft.disc(key);
    if (disc && reveal) this.stage.reveal(this.projection.toPx([disc.x_mm, disc.y_mm]));
    this.redraw();
    this.told.selected();
  }

  toggleLabels(button) {
    const shown = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(shown));
    this.stage.root.classList.toggle("plain", !shown);
  }

  setAdding(adding) {
    this.adding = adding;
    $("#add-disc").setAttribute("aria-pressed", String(adding));
    say($("#stage-hint"), adding ? "Tap where the disc lies." : "Tap a disc to check or change it; drag it once it is selected.");
    this.redraw();
  }

  undo() {
    this.draft.undo();
    if (!this.draft.disc(this.selected)) this.selected = null;
    this.changed("Undone.");
    this.told.selected();
  }

  changed(spoken = "") {
    if (spoken) $("#disc-live").textContent = spoken;
    this.redraw();
    this.told.changed();
  }

  // --- fingers and mice ---

  tap(at) {
    if (!this.draft) return;
    if (this.adding) return void this.add(this.projection.toMm(at));
    this.select(discAt(this.draft, this.projection, at, REACH_PX / this.stage.scale)?.key ?? null);
  }

  grab(at, event) {
    if (!this.draft || this.adding) return null;
    const disc = discAt(this.draft, this.projection, at, REACH_PX / this.stage.scale);
    // A finger first selects, so that scrolling over the board moves no disc; a mouse can mean it at once.
    if (!disc || (event.pointerType !== "mouse" && disc.key !== this.selected)) return null;
    const from = this.projection.toPx([disc.x_mm, disc.y_mm]);
    const offset = [from[0] - at[0], from[1] - at[1]];
    let moving = false;
    if (disc.key !== this.selected) this.select(disc.key);
    return {
      move: (now) => {
        const target = [now[0] + offset[0], now[1] + offset[1]];
        if (!moving && Math.hypot(target[0] - from[0], target[1] - from[1]) * this.stage.scale < 4) return;
        if (!moving) this.draft.keep();
        moving = true;
        const mm = this.projection.toMm(target);
        this.draft.move(disc.key, mm);
        this.loupe.show(target, circlePx(this.projection, mm, DISC_RADIUS_MM));
        this.changed();
      },
      end: () => (this.loupe.hide(), this.told.selected()),
      cancel: () => (this.loupe.hide(), moving && this.undo()),
    };
  }

  add(mm) {
    this.draft.keep();
    const last = this.selected === null ? null : this.draft.disc(this.selected);
    const team = last?.team ?? this.draft.sides[this.draft.match.sides[0].id];
    const key = this.draft.add(mm, team);
    this.setAdding(false);
    this.changed("A disc is added.");
    this.select(key, { reveal: true });
    return key;
  }

  remove(key) {
    const next = this.draft.discs[this.draft.discs.findIndex((disc) => disc.key === key) + 1]?.key ?? null;
    this.draft.remove(key);
    this.carried = null;
    this.select(this.draft.disc(next) ? next : null);
    this.changed("The disc is removed.");
  }

  recolour(key) {
    this.draft.recolour(key);
    this.changed(`Now ${discWords(this.draft, this.draft.disc(key), false)}.`);
    this.told.selected();
  }

  // --- keys ---

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.draft) return;
    const handled = this.carried ? this.keyWhileCarried(event) : this.keyWhileChoosing(event);
    if (handled) event.preventDefault();
  }

  keyWhileChoosing({ key }) {
    if (key in ARROWS) this.step(key === "ArrowRight" || key === "ArrowDown" ? 1 : -1);
    else if (key === "Home" || key === "End") this.selectAt(key === "Home" ? 0 : -1);
    else if (key.toLowerCase() === "a") (this.add([0, -this.draft.surfaceMm() / 2]), this.pickUp());
    else if (this.selected === null) return false;
    else if (key === "Enter" || key === " ") this.pickUp();
    else if (key === "Delete" || key === "Backspace") this.remove(this.selected);
    else if (key.toLowerCase() === "c") this.recolour(this.selected);
    else if (key === "Escape") this.select(null);
    else return false;
    return true;
  }

  keyWhileCarried({ key, shiftKey }) {
    if (key in ARROWS) this.nudge(ARROWS[key], shiftKey ? 10 : 1);
    else if (key === "Enter" || key === " ") this.putDown();
    else if (key === "Escape") (this.carried = null, this.undo());
    else return false;
    return true;
  }

  step(by) {
    const { discs } = this.draft;
    const now = discs.findIndex((disc) => disc.key === this.selected);
    this.selectAt(now < 0 ? (by > 0 ? 0 : -1) : (now + by + discs.length) % discs.length);
  }

  selectAt(index) {
    const disc = this.draft.discs.at(index);
    if (disc) this.select(disc.key, { reveal: true });
  }

  pickUp() {
    this.draft.keep();
    const { x_mm, y_mm } = this.draft.disc(this.selected);
    this.carried = { key: this.selected, at: [x_mm, y_mm] };
    $("#disc-live").textContent = "Picked up: the arrows move it.";
    this.redraw();
  }

  putDown() {
    const disc = this.draft.disc(this.carried.key);
    const [x, y] = this.carried.at;
    this.carried = null;
    if (disc.x_mm === x && disc.y_mm === y) this.draft.past.pop();
    this.changed(`Put down: ${discWords(this.draft, disc, false)}.`);
    this.told.selected();
  }

  /** Moves the carried disc on the screen's axes, by millimetres of the board. */
  nudge([dx, dy], mm) {
    const disc = this.draft.disc(this.selected);
    const at = [disc.x_mm, disc.y_mm];
    const [x, y] = this.projection.toPx(at);
    const px = mm * pxPerMm(this.projection, at);
    const target = [x + dx * px, y + dy * px];
    this.draft.move(disc.key, this.projection.toMm(target));
    this.stage.reveal(target);
    this.changed();
  }
}
