// Board millimetres to photo pixels and back, as crokinole.score/1 describes them: a homography to undistorted
// pixels, then the radial coefficients of OpenCV's lens.

// Fixed-point steps of undoing the lens: the error shrinks by |3 k1 r^2 + 5 k2 r^4| < 0.1 each time.
const UNBEND_STEPS = 12;

const through = (h, [x, y]) => {
  const w = h[2][0] * x + h[2][1] * y + h[2][2];
  return [(h[0][0] * x + h[0][1] * y + h[0][2]) / w, (h[1][0] * x + h[1][1] * y + h[1][2]) / w];
};

function inverse([[a, b, c], [d, e, f], [g, h, i]]) {
  const [p, q, r] = [e * i - f * h, f * g - d * i, d * h - e * g];
  const det = a * p + b * q + c * r;
  return [
    [p / det, (c * h - b * i) / det, (b * f - c * e) / det],
    [q / det, (a * i - c * g) / det, (c * d - a * f) / det],
    [r / det, (b * g - a * h) / det, (a * e - b * d) / det],
  ];
}

/** @param {import("./types.js").ScoreDocument} document  @returns {import("./types.js").Projection} */
export function projectionOf({ board, camera }) {
  const forth = board.homography;
  const back = inverse(forth);
  const [k1, k2] = camera?.distortion ?? [0, 0];
  // Documents that were kept by older versions have no centre of their own for the lens.
  const [cx, cy] = camera ? (camera.distortion_centre_px ?? [camera.matrix[0][2], camera.matrix[1][2]]) : [0, 0];
  const growth = (square) => 1 + k1 * square + k2 * square * square;
  const focal = camera ? camera.matrix[0][0] : 1;
  const bend = ([u, v]) => {
    const [x, y] = [(u - cx) / focal, (v - cy) / focal];
    const grown = growth(x * x + y * y);
    return [cx + focal * x * grown, cy + focal * y * grown];
  };
  const unbend = ([u, v]) => {
    const [bx, by] = [(u - cx) / focal, (v - cy) / focal];
    let [x, y] = [bx, by];
    for (let i = 0; i < UNBEND_STEPS; i += 1) {
      const grown = growth(x * x + y * y);
      [x, y] = [bx / grown, by / grown];
    }
    return [cx + focal * x, cy + focal * y];
  };
  return {
    toPx: (mm) => bend(through(forth, mm)),
    toMm: (px) => through(back, unbend(px)),
  };
}

/** A circle on the board as points in the photo, px; centre and radius in mm. */
export function circlePx(projection, [x, y], radius, points = 40) {
  return Array.from({ length: points }, (_, i) => {
    const angle = (2 * Math.PI * i) / points;
    return projection.toPx([x + radius * Math.cos(angle), y + radius * Math.sin(angle)]);
  });
}

/** Scale of the photo at a place on the board. */
export function pxPerMm(projection, mm) {
  const [x, y] = projection.toPx(mm);
  const [u, v] = projection.toPx([mm[0] + 1, mm[1]]);
  return Math.hypot(u - x, v - y);
}

// Gauss-Jordan with pivots. Each row of `system` holds its right-hand side last.
function solve(system) {
  const n = system.length;
  for (let column = 0; column < n; column += 1) {
    const rest = system.slice(column).map((row) => Math.abs(row[column]));
    const pivot = column + rest.indexOf(Math.max(...rest));
    [system[column], system[pivot]] = [system[pivot], system[column]];
    for (let row = 0; row < n; row += 1) {
      if (row === column) continue;
      const share = system[row][column] / system[column][column];
      for (let k = column; k <= n; k += 1) system[row][k] -= share * system[column][k];
    }
  }
  return system.map((row, i) => row[n] / row[i]);
}

// The homography that takes four places on the board, mm, to four in the photo, px.
export function homographyOf(placesMm, placesPx) {
  const rows = placesMm.flatMap(([x, y], i) => {
    const [u, v] = placesPx[i];
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ];
  });
  const [a, b, c, d, e, f, g, h] = solve(rows);
  return [[a, b, c], [d, e, f], [g, h, 1]];
}
