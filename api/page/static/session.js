// Who this browser is: a scorer, or somebody who watches.

import { get } from "./api.js";
import { $ } from "./dom.js";

/** @returns {Promise<{role: "scorer"|"viewer", lan: boolean, local: boolean}>} */
export async function whoAmI() {
  try {
    const me = await get("/me");
    document.body.dataset.role = me.role;
    $("#pair-link").hidden = me.role === "scorer";
    return me;
  } catch {
    // Without a network the page stays as it was: the phone may have a photo to keep.
    document.body.dataset.role ||= "scorer";
    return { role: document.body.dataset.role, lan: false, local: false };
  }
}
