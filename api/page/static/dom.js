// Building and finding elements.

const SVG = "http://www.w3.org/2000/svg";

export const $ = (selector, root = document) => root.querySelector(selector);

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An element with attributes; those named on… are listeners, null and false ones are left out. */
export const make = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);

/** The same for drawings. */
export const draw = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

export const icon = (name) =>
  draw("svg", { class: "icon", "aria-hidden": "true", focusable: "false" }, draw("use", { href: `/static/icons.svg#${name}` }));

/** Shows a text, or hides the element where there is none. @param {HTMLElement} element  @param {string} [text] */
export function say(element, text) {
  element.hidden = !text;
  element.textContent = text ?? "";
}

// Replaces the children and gives the focus back to whichever of them had it, by its data-focus name.
export function refill(element, ...children) {
  const focused = element.contains(document.activeElement) ? document.activeElement.dataset.focus : undefined;
  element.replaceChildren(...children.flat().filter(Boolean));
  if (focused) element.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

const TOAST_MS = 6000;
const GOOD_NEWS_MS = 2200;

/** @param {"good"|"bad"|""} kind */
export function toast(text, kind = "") {
  const line = make("p", { class: `toast ${kind}` }, text);
  $("#toasts").append(line);
  setTimeout(() => line.remove(), kind === "good" ? GOOD_NEWS_MS : TOAST_MS);
}
