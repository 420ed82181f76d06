// The live picture with its checklist, where the browser gives a camera to this page (https or this machine itself).

import { call, Offline, Problem } from "./api.js";
import { $, icon, make } from "./dom.js";

const FRAME_PX = 720;
const PAUSE_MS = 250;
const BUSY_PAUSE_MS = 1000;
const STEEP_DEG = 45;

export const viewfinderPossible = () => Boolean(navigator.mediaDevices?.getUserMedia);

/** What is checked: words, and whether it is good enough; null while nothing is known. */
function checks(look) {
  const seen = look?.board ?? false;
  const known = (value) => (seen ? value : null);
  return [
    { name: "Whole board", good: look ? seen && look.whole : null, value: !look ? "" : !seen ? "not found" : look.whole ? "in view" : "cut off" },
    { name: "Angle", good: known(look?.tilt_deg <= STEEP_DEG), value: seen ? `${Math.round(look.tilt_deg)}°` : "" },
    { name: "No glare", good: known(look?.glare < 0.5), value: seen ? (look.glare < 0.1 ? "none" : `${Math.round(100 * look.glare)} %`) : "" },
    { name: "Sharp", good: known(look?.sharpness >= 0.3), value: seen ? `${Math.round(100 * look.sharpness)} %` : "" },
    { name: "Line calls", good: known(look?.sigma_mm <= 1), value: seen ? `good to ± ${look.sigma_mm.toFixed(1)} mm` : "" },
  ];
}

const STATES = { true: ["good", "check", "good"], false: ["poor", "doubt", "not yet"], null: ["unknown", "doubt", "not known"] };

function line({ name, good, value }) {
  const [kind, mark, words] = STATES[String(good)];
  return make("li", { class: kind }, icon(mark), make("span", {}, name), make("b", {}, value), make("span", { class: "sr" }, words));
}

export class Viewfinder {
  /** @param {(photo: Blob) => void} shot */
  constructor(shot) {
    this.shot = shot;
    this.dialog = $("#camera");
    this.video = $("#camera-video");
    this.stream = null;
    $("#camera-close").addEventListener("click", () => this.dialog.close());
    $("#camera-shoot").addEventListener("click", () => this.shoot());
    this.dialog.addEventListener("close", () => this.stop());
  }

  /** Throws what getUserMedia throws, the user's refusal included. */
  async open() {
    const video = { facingMode: { ideal: "environment" }, width: { ideal: 4032 }, height: { ideal: 3024 } };
    this.stream = await navigator.mediaDevices.getUserMedia({ video, audio: false });
    this.video.srcObject = this.stream;
    this.dialog.showModal();
    this.show(null, "Looking for the board…");
    await this.video.play();
    this.watch(this.stream);
  }

  stop() {
    for (const track of this.stream?.getTracks() ?? []) track.stop();
    this.stream = null;
    this.video.srcObject = null;
  }

  show(look, advice = look?.advice) {
    $("#checklist").replaceChildren(...checks(look).map(line));
    if (advice && $("#camera-advice").textContent !== advice) $("#camera-advice").textContent = advice;
    $("#camera").classList.toggle("ready", checks(look).every((one) => one.good));
  }

  async watch(stream) {
    while (this.stream === stream) {
      let pause = PAUSE_MS;
      try {
        const photoWidth = this.video.videoWidth;
        const raw = await this.frame(FRAME_PX, 0.8);
        if (this.stream !== stream) return; // closed while the picture was encoded
        const look = await call("POST", `/look?photo_width=${photoWidth}`, { raw });
        if (this.stream === stream) this.show(look);
      } catch (error) {
        if (!(error instanceof Problem || error instanceof Offline)) throw error;
        if (error instanceof Offline) this.show(null, "The server cannot be reached; a photo is kept until it can.");
        pause = BUSY_PAUSE_MS;
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  /** The picture of this moment as JPEG, its longer side at most `side` pixels. */
  async frame(side, quality) {
    const { videoWidth, videoHeight } = this.video;
    const scale = Math.min(1, side / Math.max(videoWidth, videoHeight));
    const canvas = make("canvas", { width: Math.round(videoWidth * scale), height: Math.round(videoHeight * scale) });
    canvas.getContext("2d").drawImage(this.video, 0, 0, canvas.width, canvas.height);
    return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
  }

  /** A still at the camera's full size where the browser takes one, else the frame on the screen. */
  async shoot() {
    $("#camera-shoot").disabled = true;
    const photo = (await this.still()) ?? (await this.frame(Infinity, 0.92));
    $("#camera-shoot").disabled = false;
    this.dialog.close();
    this.shot(photo);
  }

  async still() {
    if (!("ImageCapture" in window)) return null;
    try {
      return await new ImageCapture(this.stream.getVideoTracks()[0]).takePhoto();
    } catch (error) {
      console.warn("The camera takes no stills.", error);
      return null;
    }
  }
}
