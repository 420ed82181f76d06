// Photos that have not reached the server yet. They are kept in IndexedDB, so that neither a cut network nor a closed
// page loses one; each has a key of its own, so that sending it twice counts once.

import { call, newKey, Offline, Problem } from "./api.js";

const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 30_000;

const asked = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

let opened = null;

function shelf() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("crokinole", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("photos", { keyPath: "key" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

const store = async (mode) => (await shelf()).transaction("photos", mode).objectStore("photos");

export class Outbox extends EventTarget {
  // Events: `waiting` (number of photos), `sending`, `scored` (photo, document, blob), `refused` (problem).
  constructor(matchId) {
    super();
    this.matchId = matchId;
    this.held = new Map(); // what a private window has no IndexedDB for
    this.busy = false;
    this.waitMs = FIRST_WAIT_MS;
    this.timer = 0;
    addEventListener("online", () => this.sendAll());
    document.addEventListener("visibilitychange", () => document.hidden || this.sendAll());
  }

  /** @param {Blob} file  kept before it is sent */
  async add(file, ruleset) {
    const bytes = await file.arrayBuffer(); // Safari loses Blobs that it keeps in IndexedDB
    const photo = { key: newKey(), match: this.matchId, bytes, type: file.type, name: file.name ?? "photo.jpg", ruleset, at: Date.now() };
    this.held.set(photo.key, photo);
    try {
      await asked((await store("readwrite")).put(photo));
    } catch (error) {
      console.warn("The photo is kept in this page only.", error);
    }
    await this.sendAll();
  }

  /** Photos of this match that the server has not answered for, the oldest first. */
  async waiting() {
    let kept = [];
    try {
      kept = (await asked((await store("readonly")).getAll())).filter((photo) => photo.match === this.matchId);
    } catch (error) {
      console.warn("This browser keeps no photos.", error);
    }
    const all = new Map([...kept.map((photo) => [photo.key, photo]), ...this.held]);
    return [...all.values()].sort((a, b) => a.at - b.at);
  }

  async sendAll() {
    if (this.busy) return;
    this.busy = true;
    clearTimeout(this.timer);
    try {
      for (let next = await this.waiting(); next.length; next = await this.waiting()) await this.send(next[0]);
      this.waitMs = FIRST_WAIT_MS;
    } catch (error) {
      if (!(error instanceof Offline) && !(error instanceof Problem)) throw error;
      this.later(error);
    } finally {
      this.busy = false;
      this.tell("waiting", { photos: await this.waiting() });
    }
  }

  async send(photo) {
    const blob = new Blob([photo.bytes], { type: photo.type || "image/jpeg" });
    this.tell("sending", { blob });
    try {
      const path = `/photos?ruleset=${encodeURIComponent(photo.ruleset)}`;
      const answer = await call("POST", path, { raw: blob, key: photo.key });
      await this.forget(photo.key);
      this.tell("scored", { ...answer, blob });
    } catch (error) {
      if (error instanceof Offline || error.passing || error.status === 401) throw error;
      await this.forget(photo.key);
      this.tell("refused", { problem: error });
    }
  }

  later(error) {
    const wait = error.retryS ? error.retryS * 1000 : this.waitMs;
    this.waitMs = Math.min(LONGEST_WAIT_MS, this.waitMs * 2);
    this.timer = setTimeout(() => this.sendAll(), wait);
    this.tell("stuck", { problem: error });
  }

  async forget(key) {
    this.held.delete(key);
    try {
      await asked((await store("readwrite")).delete(key));
    } catch (error) {
      console.warn("A sent photo could not be forgotten; sent again it counts once.", error);
    }
  }

  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
