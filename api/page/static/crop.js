// One disc enlarged, cut out of the photo that is on the screen already.

import { make } from "./dom.js";
import { pxPerMm } from "./projection.js";

const SIDE_PX = 480;
/** Half a crop's side: the disc, the line beside it and some wood. */
const HALF_MM = 36;

/**
 * @param {HTMLImageElement} photo  loaded
 * @param {{width: number, height: number}} image  the photo's own size, px
 * @param {import("./types.js").Projection} projection
 * @param {import("./types.js").Point} mm
 * @param {string} words  what it shows
 */
export function cropOf(photo, image, projection, mm, words) {
  const canvas = make("canvas", { class: "crop", width: SIDE_PX, height: SIDE_PX, role: "img", "aria-label": words });
  const paint = () => {
    const share = photo.naturalWidth / image.width;
    const [x, y] = projection.toPx(mm);
    const half = HALF_MM * pxPerMm(projection, mm);
    const pen = canvas.getContext("2d");
    pen.imageSmoothingQuality = "high";
    pen.drawImage(photo, (x - half) * share, (y - half) * share, 2 * half * share, 2 * half * share, 0, 0, SIDE_PX, SIDE_PX);
  };
  if (photo.complete && photo.naturalWidth) paint();
  else photo.addEventListener("load", paint, { once: true });
  return canvas;
}
