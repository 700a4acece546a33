// The live parts of a page: the newest HTML goes into each of them. Every page works without this
// file, too; then it shows the table as it was when it was opened. A part in which somebody is
// entering something (drafts.js) waits until they have sent it or put it away.
import { follow } from "./stream.js";
import { nameOf } from "./control.js";
import { gameShown, isEntering, tellMoved } from "./drafts.js";

const { live, box: game, build: own } = document.body.dataset;
const held = new Map(); // HTML by id, for parts in which somebody is entering something

follow(live, ({ box = game, build = own, ...fragments }) => {
  if (build !== own) return location.reload(); // the table was updated: its scripts are new
  if (box !== game) return leave();
  const before = gameShown() ?? "";
  for (const [id, html] of Object.entries(fragments)) place(id, html, before);
});

// Another game is on the table: a display shows that one, a phone asks who is playing.
function leave() {
  location.replace(live.includes("page=table") ? location.href : "/");
}

// `before` is the game that the page showed until now.
function place(id, html, before) {
  const part = document.getElementById(id);
  if (!part) return;
  if (isEntering(part)) {
    held.set(id, html);
    part.dataset.begun ??= before;
    return tellMoved(part, html);
  }
  held.delete(id);
  delete part.dataset.begun;
  const focused = part.contains(document.activeElement) && nameOf(document.activeElement);
  const open = [...part.querySelectorAll("details[id]")].map((one) => [one.id, one.open]);
  part.innerHTML = html;
  for (const [name, wasOpen] of open) reopen(name, wasOpen);
  if (focused) focusAgain(part, focused);
}

function reopen(name, wasOpen) {
  const again = document.getElementById(name);
  if (again) again.open = wasOpen;
}

function focusAgain(part, focused) {
  const candidates = [...part.querySelectorAll("button, summary, a")];
  candidates.find((one) => nameOf(one) === focused)?.focus();
}

// Whoever has sent a form, put it away, or left its field unchanged enters nothing there any longer.
document.addEventListener("free", () => {
  for (const [id, html] of [...held]) place(id, html, gameShown() ?? "");
  document.dispatchEvent(new CustomEvent("shown", { detail: {} }));
});
