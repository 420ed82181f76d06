// A photo with a drawing over it that can be zoomed and moved. The drawing's viewBox, in the photo's pixels, is the
// one truth about what is in view; the picture follows it.

const ZOOM_STEP = 1.6;
const MOST_ZOOM = 10;
/** A pointer that moved less than this has tapped. */
const TAP_PX = 8;

export class Stage {
  /**
   * @param {HTMLElement} root  holds an img.stage-photo and an svg.stage-overlay
   * @param {{grab: (at: import("./types.js").Point, event: PointerEvent) => Drag|null,
   *   tap: (at: import("./types.js").Point, event: PointerEvent) => void, viewed: () => void}} told
   * @typedef {{move: (at: import("./types.js").Point, event: PointerEvent) => void, end: () => void, cancel: () => void}} Drag
   */
  constructor(root, told) {
    this.root = root;
    this.told = told;
    this.photo = root.querySelector(".stage-photo");
    this.overlay = root.querySelector(".stage-overlay");
    this.size = [1, 1];
    this.home = [0, 0, 1, 1];
    this.view = [0, 0, 1, 1];
    this.pointers = new Map();
    this.drag = null;
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.moved(event));
    root.addEventListener("pointerup", (event) => this.up(event));
    root.addEventListener("pointercancel", (event) => this.up(event, true));
    root.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    new ResizeObserver(() => this.fit()).observe(root);
  }

  /**
   * @param {string} src
   * @param {{width: number, height: number}} image
   * @param {[number, number, number, number]|null} box  x, y, width, height of what matters, px
   */
  show(src, { width, height }, box) {
    this.size = [width, height];
    if (this.photo.getAttribute("src") !== src) this.photo.src = src;
    this.photo.style.width = `${width}px`;
    this.photo.style.height = `${height}px`;
    this.home = box ?? [0, 0, width, height];
    this.fit();
  }

  /** Screen pixels per pixel of the photo. */
  get scale() {
    return (this.root.clientWidth || 1) / this.view[2];
  }

  get zoomed() {
    return this.view[2] < this.homeView()[2] * 0.98;
  }

  homeView() {
    const [x, y, w, h] = this.home;
    const aspect = (this.root.clientWidth || 1) / (this.root.clientHeight || 1);
    const [width, height] = w / h > aspect ? [w, w / aspect] : [h * aspect, h];
    return [x + (w - width) / 2, y + (h - height) / 2, width, height];
  }

  fit() {
    if (this.root.clientWidth) this.look(this.homeView());
  }

  look(view) {
    this.view = view;
    const scale = this.scale;
    this.overlay.setAttribute("viewBox", view.join(" "));
    this.photo.style.transform = `translate(${-view[0] * scale}px, ${-view[1] * scale}px) scale(${scale})`;
    this.root.classList.toggle("zoomed", this.zoomed);
    this.told.viewed();
  }

  /** Zooms about a place that stays where it is. */
  zoom(factor, at = [this.view[0] + this.view[2] / 2, this.view[1] + this.view[3] / 2]) {
    const most = this.homeView();
    const width = Math.min(most[2], Math.max(most[2] / MOST_ZOOM, this.view[2] / factor));
    if (width === most[2]) return this.look(most);
    const share = width / this.view[2];
    return this.look([at[0] - (at[0] - this.view[0]) * share, at[1] - (at[1] - this.view[1]) * share, width, this.view[3] * share]);
  }

  zoomIn = () => this.zoom(ZOOM_STEP);
  zoomOut = () => this.zoom(1 / ZOOM_STEP);

  /** Moves the view as little as shows this place well inside. */
  reveal([x, y]) {
    const [left, top, width, height] = this.view;
    const inside = (value, from, size) => Math.min(Math.max(from, value - 0.85 * size), value - 0.15 * size);
    const view = [inside(x, left, width), inside(y, top, height), width, height];
    if (this.zoomed && (view[0] !== left || view[1] !== top)) this.look(view);
  }

  /** Where a pointer is in the photo, px. */
  at(event) {
    const box = this.root.getBoundingClientRect();
    return [this.view[0] + (event.clientX - box.left) / this.scale, this.view[1] + (event.clientY - box.top) / this.scale];
  }

  down(event) {
    if (event.button > 0 || event.target.closest("button")) return;
    this.pointers.set(event.pointerId, event);
    if (this.pointers.size === 2) {
      this.drag?.cancel();
      this.drag = null;
      this.spread = this.spreadNow();
      return;
    }
    this.start = event;
    this.drag = this.told.grab(this.at(event), event);
    if (this.drag) {
      this.root.setPointerCapture(event.pointerId);
      event.preventDefault();
      this.overlay.focus({ preventScroll: true });
    }
  }

  moved(event) {
    if (!this.pointers.has(event.pointerId)) return;
    const before = this.pointers.get(event.pointerId);
    this.pointers.set(event.pointerId, event);
    if (this.pointers.size === 2) this.pinch();
    else if (this.drag) this.drag.move(this.at(event), event);
    else if (this.zoomed) this.pan(before, event);
  }

  up(event, cancelled = false) {
    if (!this.pointers.delete(event.pointerId)) return;
    const moved = this.start && Math.hypot(event.clientX - this.start.clientX, event.clientY - this.start.clientY) > TAP_PX;
    const drag = this.drag;
    this.drag = null;
    if (drag && cancelled) drag.cancel();
    else if (drag) drag.end(moved);
    else if (!cancelled && !moved && this.start?.pointerId === event.pointerId) this.told.tap(this.at(event), event);
  }

  pan(before, event) {
    const [x, y, width, height] = this.view;
    this.look([x - (event.clientX - before.clientX) / this.scale, y - (event.clientY - before.clientY) / this.scale, width, height]);
  }

  spreadNow() {
    const [a, b] = [...this.pointers.values()];
    return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  }

  pinch() {
    const [a, b] = [...this.pointers.values()];
    const now = this.spreadNow();
    this.zoom(now / this.spread, this.at({ clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 }));
    this.spread = now;
    this.start = null;
  }

  wheel(event) {
    if (!event.ctrlKey && !this.zoomed) return; // an unzoomed picture lets the page scroll
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY / 300), this.at(event));
  }
}
