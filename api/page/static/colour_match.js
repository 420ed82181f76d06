// Whose discs are whose: the sides keep the colours they had in the round before.

const NEUTRAL_RGB = [150, 128, 104];

const apart = (a, b) => a.reduce((sum, value, i) => sum + (value - b[i]) ** 2, 0);

function orders(items) {
  if (items.length < 2) return [items];
  return items.flatMap((item, i) => orders([...items.slice(0, i), ...items.slice(i + 1)]).map((rest) => [item, ...rest]));
}

/**
 * Photo team of each side: the nearest colours where the sides have some, else the same letters.
 * @returns {Record<string, string>}
 */
export function teamsOfSides(sides, teams) {
  const ids = ["A", "B", "C"].slice(0, Math.max(sides.length, teams.length));
  const rgbOf = (id) => teams.find((team) => team.id === id)?.rgb;
  const cost = (order) =>
    sides.reduce((sum, side, i) => {
      const rgb = rgbOf(order[i]);
      return sum + (side.colour && rgb ? apart(side.colour.rgb, rgb) : 0);
    }, 0);
  const best = orders(ids).reduce((least, order) => (cost(order) < cost(least) ? order : least));
  return Object.fromEntries(sides.map((side, i) => [side.id, best[i]]));
}

/** Name and colour of a photo team; no name for one that has no disc in the photo. */
export function teamLook(document, id) {
  const team = document?.teams.find((one) => one.id === id);
  return team ? { name: team.name, rgb: team.rgb } : { name: null, rgb: NEUTRAL_RGB };
}
