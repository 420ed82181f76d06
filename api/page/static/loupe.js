// What lies under the finger, enlarged beside it.

import { draw } from "./dom.js";

const SIDE_PX = 132;
const ENLARGED = 3;

export class Loupe {
  /** @param {HTMLElement} root  @param {import("./stage.js").Stage} stage */
  constructor(root, stage) {
    this.root = root;
    this.stage = stage;
    this.photo = root.querySelector("img");
    this.drawing = root.querySelector("svg");
    this.drawing.setAttribute("viewBox", `0 0 ${SIDE_PX} ${SIDE_PX}`);
  }

  /**
   * @param {import("./types.js").Point} at  the place, px of the photo
   * @param {import("./types.js").Point[]} outline  drawn around it
   */
  show(at, outline = []) {
    const [width, height] = this.stage.size;
    const scale = Math.max(ENLARGED * this.stage.scale, 0.6);
    if (this.photo.getAttribute("src") !== this.stage.photo.src) this.photo.src = this.stage.photo.src;
    this.photo.style.width = `${width}px`;
    this.photo.style.height = `${height}px`;
    this.photo.style.transform = `translate(${SIDE_PX / 2 - at[0] * scale}px, ${SIDE_PX / 2 - at[1] * scale}px) scale(${scale})`;
    const points = outline.map(([x, y]) => `${SIDE_PX / 2 + (x - at[0]) * scale},${SIDE_PX / 2 + (y - at[1]) * scale}`);
    this.drawing.replaceChildren(
      draw("polygon", { points: points.join(" "), class: "loupe-outline" }),
      draw("path", { d: `M${SIDE_PX / 2} ${SIDE_PX / 2 - 6}v12m-6-6h12`, class: "loupe-cross" }),
    );
    const [x, y, viewWidth, viewHeight] = this.stage.view;
    this.root.classList.toggle("right", at[0] - x < viewWidth / 2 && at[1] - y < viewHeight / 2);
    this.root.hidden = false;
  }

  hide() {
    this.root.hidden = true;
  }
}
