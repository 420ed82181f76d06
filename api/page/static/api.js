// Requests to /api/v1. What the server refuses becomes a Problem, what never reached it becomes Offline.

const BASE = "/api/v1";
const WAIT_MS = 90_000;

export class Problem extends Error {
  constructor(status, body, headers) {
    super(body.detail ?? `The server answered ${status}.`);
    this.status = status;
    this.code = body.code ?? "";
    this.advice = body.advice ?? "";
    this.retryS = Number(headers.get("Retry-After")) || 0;
  }

  get text() {
    return this.advice ? `${this.message.replace(/\.?$/, ".")} ${this.advice}` : this.message;
  }

  // The same request may succeed a moment later.
  get passing() {
    return this.status === 429 || this.status === 503 || this.status === 502 || this.status === 504;
  }
}

export class Offline extends Error {
  get text() {
    return "The server cannot be reached. Nothing is lost: try again when the network is back.";
  }
}

// crypto.randomUUID exists on https and localhost only, and phones come by plain http.
export function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {{json?: unknown, raw?: Blob, version?: number, key?: string}} [told]  key : counts once however often it is sent */
async function send(method, path, { json, raw, version, key } = {}) {
  const headers = {};
  if (json !== undefined) headers["Content-Type"] = "application/json";
  if (raw !== undefined) headers["Content-Type"] = raw.type || "application/octet-stream";
  if (version !== undefined) headers["If-Match"] = `"${version}"`;
  if (key !== undefined) headers["Idempotency-Key"] = key;
  const body = raw ?? (json === undefined ? undefined : JSON.stringify(json));
  try {
    return await fetch(BASE + path, { method, headers, body, signal: AbortSignal.timeout(WAIT_MS) });
  } catch (error) {
    throw new Offline(error.message);
  }
}

async function jsonOf(response) {
  try {
    return response.status === 204 ? null : await response.json();
  } catch (error) {
    if (response.ok) throw new Offline(error.message); // cut off in the middle of the answer
    return {};
  }
}

/** The body of the answer. Throws Problem and Offline. */
export async function call(method, path, options) {
  const response = await send(method, path, options);
  const body = await jsonOf(response);
  if (!response.ok) throw new Problem(response.status, body, response.headers);
  return body;
}

export const get = (path) => call("GET", path);
export const photoUrl = (id, width) => `${BASE}/photos/${id}/image?width=${width}`;
export const streamUrl = (id) => `${BASE}/matches/${id}/stream`;

/** What to tell the player. @param {Error} error */
export const problemText = (error) => (error instanceof Problem || error instanceof Offline ? error.text : `Something went wrong: ${error.message}`);
