// The live parts of a page: the newest HTML goes into each of them. Every page works without this
// file, too; then it shows the table as it was when it was opened.
import { follow } from "./stream.js";

const WRITING = "input:not([type=checkbox]):not([type=radio]), select, textarea";
const { live, box: game } = document.body.dataset;
const held = new Map(); // HTML by id, for parts in which somebody is writing

follow(live, ({ box = game, ...fragments }) => {
  if (box !== game) return leave();
  for (const [id, html] of Object.entries(fragments)) place(id, html);
});

// Another game is on the table: a display shows that one, a phone asks who is playing.
function leave() {
  location.replace(live.includes("page=table") ? location.href : "/");
}

function place(id, html) {
  const part = document.getElementById(id);
  if (!part) return;
  if (isWritingIn(part)) {
    held.set(id, html);
    return;
  }
  held.delete(id);
  const focused = part.contains(document.activeElement) && likeness(document.activeElement);
  const open = [...part.querySelectorAll("details[id]")].map((one) => [one.id, one.open]);
  part.innerHTML = html;
  for (const [name, wasOpen] of open) reopen(name, wasOpen);
  if (focused) focusAgain(part, focused);
}

function isWritingIn(part) {
  return part.contains(document.activeElement) && document.activeElement.matches(WRITING);
}

function reopen(name, wasOpen) {
  const again = document.getElementById(name);
  if (again) again.open = wasOpen;
}

function focusAgain(part, focused) {
  const candidates = [...part.querySelectorAll("button, summary, a")];
  candidates.find((one) => likeness(one) === focused)?.focus();
}

// What makes a button the same one in the newest HTML.
function likeness(one) {
  return (one.form?.getAttribute("action") ?? "") + one.className + one.textContent;
}

// Whoever has sent a form, or has left its field, writes there no longer.
document.addEventListener("submit", () => {
  if (document.activeElement?.matches(WRITING)) document.activeElement.blur();
});
document.addEventListener("focusout", () => {
  setTimeout(() => held.forEach((html, id) => place(id, html)));
});
