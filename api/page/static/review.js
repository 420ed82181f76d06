// The round as it was read: doubts first, discs to change, 20s to count, then one key to confirm.

import { call, photoUrl, problemText } from "./api.js";
import { DiscEditor } from "./disc_editor.js";
import { showPanel } from "./disc_panel.js";
import { $, say, toast } from "./dom.js";
import { showCounters } from "./counters.js";
import { showDoubts } from "./doubts.js";
import { RoundDraft } from "./round_draft.js";
import { showTally } from "./tally.js";

const STAGE_WIDTH = 2400;

export class Review {
  /** @param {import("./match_state.js").MatchState} state  @param {{confirmed: () => void}} told */
  constructor(state, told) {
    this.state = state;
    this.told = told;
    this.draft = null;
    this.asking = false;
    this.again = false;
    this.editor = new DiscEditor({ changed: () => this.changed(), selected: () => this.panel() });
    $("#swap").addEventListener("click", () => this.swap());
    $("#confirm").addEventListener("click", () => this.confirm());
  }

  /**
   * @param {{photo: string, document: import("./types.js").ScoreDocument, round?: import("./types.js").Round}} read
   * @param {string|null} local  address of the picture where this browser has it already
   */
  open(read, local = null) {
    this.draft = new RoundDraft(this.state.match, read);
    this.version = this.state.match.version;
    const number = this.draft.number ?? this.state.match.next?.round ?? this.state.match.rounds.length + 1;
    $("#review-title").textContent = this.draft.number === null ? `Round ${number}` : `Round ${number}, changed`;
    $("#confirm span").textContent = this.draft.number === null ? "Confirm the round" : "Save the changes";
    $("#reason-box").hidden = this.draft.number === null;
    $("#reason").value = "";
    const here = this.draft.number === null ? "" : `/${number}`;
    $("#by-hand").href = `#hand${here}`;
    $("#wrong-board").hidden = this.draft.number !== null;
    say($("#review-problem"), "");
    const remote = photoUrl(read.photo, STAGE_WIDTH);
    this.editor.stage.photo.onerror = () => (this.editor.stage.photo.src = remote); // a picture that only the server can read
    this.editor.open(this.draft, local ?? remote);
    this.show();
    this.ask();
  }

  show() {
    showTally(this.draft, this.draft.openDoubts().length > 0);
    showDoubts(this.editor, {
      answer: (key, value) => this.edit(() => this.draft.answer(key, value)),
      add: (doubt) => (this.edit(() => this.draft.settle(doubt)), this.editor.setAdding(true)),
      put: (doubt, side) => this.edit(() => this.draft.put(doubt, side)),
      later: () => ((this.draft.putOff += 1), this.show()),
      settle: (doubt) => this.edit(() => this.draft.settle(doubt)),
      give: (key, side) => this.edit(() => this.draft.giveTo(key, side)),
    });
    showCounters(this.draft, (change) => this.edit(change));
    this.panel();
  }

  panel() {
    showPanel(this.editor, { answer: (key, value) => this.edit(() => this.draft.answer(key, value)) });
  }

  edit(change) {
    change();
    if (!this.draft.disc(this.editor.selected)) this.editor.selected = null;
    this.editor.redraw();
    this.changed();
  }

  swap() {
    this.edit(() => this.draft.swapColours());
  }

  changed() {
    this.show();
    this.ask();
  }

  /** Asks what the discs count now; while one answer is under way the next question waits, and only the last is asked. */
  async ask() {
    this.again = this.asking;
    if (this.asking) return;
    this.asking = true;
    const { draft } = this;
    try {
      const shown = await call("POST", `/photos/${draft.photo}/preview`, { json: draft.preview() });
      if (draft === this.draft && shown.discs.length === draft.discs.length) {
        draft.shown = shown;
        this.editor.redraw();
        this.show();
      }
      say($("#review-problem"), "");
    } catch (error) {
      say($("#review-problem"), problemText(error));
      this.again = false;
    } finally {
      this.asking = false;
    }
    if (this.again) await this.ask();
  }

  async confirm() {
    const button = $("#confirm");
    button.disabled = true;
    say($("#review-problem"), "");
    const { draft } = this;
    try {
      const body = draft.confirmation($("#reason").value.trim());
      if (draft.number === null) await this.state.change("POST", "/rounds", body, this.version);
      else await this.state.change("PUT", `/rounds/${draft.number}`, body, this.version);
      this.draft = null;
      this.editor.draft = null;
      this.told.confirmed(draft.photo);
    } catch (error) {
      this.refused(error);
    }
    button.disabled = false;
  }

  refused(error) {
    const moved = error.status === 412;
    if (moved) this.version = this.state.match.version;
    const text = moved ? "Somebody else has changed this match meanwhile. Look whether this round is still missing, then confirm again." : problemText(error);
    say($("#review-problem"), text);
    if (moved) toast(text, "bad");
    $("#review-problem").scrollIntoView({ block: "nearest" });
    if (this.draft.number === null && this.state.match.next) $("#review-title").textContent = `Round ${this.state.match.next.round}`;
  }
}
