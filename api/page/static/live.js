// Live updates of a match. The browser reconnects by itself unless the server refuses; then we try again later.

import { streamUrl } from "./api.js";

const AGAIN_MS = 5000;

/**
 * @param {string} matchId
 * @param {{changed: (version: number) => void, gone: () => void, connected: (alive: boolean) => void}} told
 */
export function follow(matchId, { changed, gone, connected }) {
  let source = null;
  const open = () => {
    source = new EventSource(streamUrl(matchId));
    source.addEventListener("open", () => connected(true));
    source.addEventListener("match", (event) => changed(Number(event.data)));
    source.addEventListener("gone", () => (source.close(), gone()));
    source.addEventListener("error", () => {
      connected(false);
      if (source.readyState === EventSource.CLOSED) setTimeout(open, AGAIN_MS);
    });
  };
  open();
  addEventListener("pagehide", () => source.close());
  addEventListener("pageshow", (event) => event.persisted && open());
}
