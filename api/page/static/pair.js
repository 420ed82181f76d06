// Pairing this phone by the PIN that the server shows.

import { call, problemText } from "./api.js";
import { $, say, toast } from "./dom.js";
import { whoAmI } from "./session.js";

async function pair(event) {
  event.preventDefault();
  say($("#problem"), "");
  const name = $("#phone-name").value.trim();
  try {
    await call("POST", "/pair", { json: { pin: $("#pin").value.trim(), ...(name && { name }) } });
    location.href = "/";
  } catch (error) {
    say($("#problem"), problemText(error));
    $("#pin").setAttribute("aria-invalid", "true");
    $("#pin").select();
  }
}

async function unpair() {
  try {
    await call("POST", "/unpair");
    location.reload();
  } catch (error) {
    toast(problemText(error), "bad");
  }
}

$("#pair").addEventListener("submit", pair);
$("#unpair").addEventListener("click", unpair);
const me = await whoAmI();
$("#pair").hidden = me.role === "scorer";
$("#paired").hidden = me.role !== "scorer";
$("#unpair").hidden = !me.lan;
if (me.role !== "scorer") $("#pin").focus();
