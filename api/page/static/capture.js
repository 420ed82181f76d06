// Ways for a picture to come in: the phone's camera, a file, a picture dropped on the page, the viewfinder.

import { $, toast } from "./dom.js";
import { Viewfinder, viewfinderPossible } from "./viewfinder.js";

/** @param {{photo: (file: Blob) => void, welcome: () => boolean}} told  welcome : whether a dropped picture is expected */
export function takePhotos({ photo, welcome }) {
  for (const id of ["take", "choose"]) {
    $(`#${id}`).addEventListener("change", (event) => {
      const [file] = event.target.files;
      event.target.value = "";
      if (file) photo(file);
    });
  }
  const viewfinder = new Viewfinder(photo);
  $("#open-camera").hidden = !viewfinderPossible();
  $("#open-camera").addEventListener("click", async () => {
    try {
      await viewfinder.open();
    } catch (error) {
      toast(error.name === "NotAllowedError" ? "The browser was not allowed to use the camera." : `The camera does not start: ${error.message}`, "bad");
    }
  });
  const body = document.body;
  const holdsFile = (event) => welcome() && [...(event.dataTransfer?.items ?? [])].some((item) => item.kind === "file");
  addEventListener("dragover", (event) => {
    if (!holdsFile(event)) return;
    event.preventDefault();
    body.classList.add("dropping");
  });
  addEventListener("dragleave", (event) => event.relatedTarget === null && body.classList.remove("dropping"));
  addEventListener("drop", (event) => {
    body.classList.remove("dropping");
    if (!holdsFile(event)) return;
    event.preventDefault();
    photo(event.dataTransfer.files[0]);
  });
}
