// Taps: forms are sent by fetch, one after the other, and again until the table answers. Each tap
// has a key of its own, so sending it twice counts once. Taps that wait survive a reload.
// Without this file the browser sends the forms; those inside [data-plain] it always sends itself.
import { tell } from "./line.js";

const QUEUE = "dragonbag-taps";
const RETRY_MS = 1000;
const ANSWER_MS = 4000;
const OWN_FIELDS = ["key", "back", "game"]; // set anew for every tap
const { waiting, broken } = document.body.dataset;
const notice = document.getElementById("notice");
let isSending = false;

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || form.closest("[data-plain]")) return;
  event.preventDefault();
  keep([...queue(), tapOf(form, event.submitter)]);
  flush();
});
document.addEventListener("click", (event) => {
  if (event.target.closest("#notice")) notice.hidden = true;
});
document.addEventListener("connected", flush);
addEventListener("online", flush);
tellWaiting();
flush();

function tapOf(form, submitter) {
  const fields = [...new FormData(form, submitter)].filter(([name]) => !OWN_FIELDS.includes(name));
  const game = document.getElementById("game")?.textContent ?? form.elements.game?.value ?? "";
  const body = [...fields, ["key", newKey()], ["back", location.pathname], ["game", game]];
  return { action: form.getAttribute("action"), body, then: form.dataset.then };
}

function newKey() {
  const bytes = [...crypto.getRandomValues(new Uint8Array(12))];
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function queue() {
  return JSON.parse(sessionStorage.getItem(QUEUE) || "[]");
}

function keep(taps) {
  sessionStorage.setItem(QUEUE, JSON.stringify(taps));
  tellWaiting();
}

function tellWaiting() {
  const left = queue().length;
  tell("taps", left ? `${waiting} ${left}` : "");
}

// Sends what waits, the oldest tap first; stops at one that gets no answer and tries later.
async function flush() {
  if (isSending) return;
  isSending = true;
  try {
    for (let taps = queue(); taps.length; taps = queue()) {
      const answer = await send(taps[0]);
      if (!answer) break;
      keep(queue().slice(1));
      await heed(answer, taps[0]);
    }
  } finally {
    isSending = false;
  }
  if (queue().length) setTimeout(flush, RETRY_MS);
}

async function send({ action, body }) {
  try {
    return await fetch(action, {
      method: "POST",
      body: new URLSearchParams(body),
      headers: { Accept: "application/json" },
      signal: AbortSignal.timeout?.(ANSWER_MS),
    });
  } catch {
    return null; // no line
  }
}

// A tap may lead to another page. A refusal is shown until the next tap succeeds.
async function heed(answer, { then }) {
  if (answer.ok) {
    notice.hidden = true;
    if (then) location.assign(then);
    return;
  }
  const problem = await answer.json().catch(() => ({}));
  notice.textContent = problem.title || broken;
  notice.hidden = false;
}
