// Taps: forms are sent by fetch, one after the other, and again until the table answers. Each tap
// has a key of its own, so sending it twice counts once. Taps that wait survive a reload.
// A tap stays tinted (.sent) until the page shows what came of it. Until then, and at least for
// TWICE_MS, the same control is not sent again, unless it is for counting up ([data-again]).
// Without this file the browser sends the forms; those inside [data-plain] it always sends itself.
import { counted, fill, refuse, tell } from "./line.js";
import { control, OWN_FIELDS } from "./control.js";
import { gameOf } from "./drafts.js";
import { feel } from "./feel.js";

const QUEUE = "dragonbag-taps";
const RETRY_MS = 1000;
const ANSWER_MS = 4000;
const TWICE_MS = 400; // a thumb that taps twice
const TELL_MS = 1000; // what is answered sooner is not told
const { waiting, broken } = document.body.dataset;
const SHOWN_MS = 1500; // a page that does not live shows nothing
const answered = new Map(); // control -> the version that shows its tap
let isSending = false;
let last = { control: "", at: 0 };
let shown = 0; // the newest version that the page shows

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || form.closest("[data-plain]")) return;
  event.preventDefault();
  take(form, event.submitter);
});
document.getElementById("line").addEventListener("click", (event) => {
  if (event.target.closest("button")) keep([]);
});
document.addEventListener("connected", flush);
document.addEventListener("shown", ({ detail }) => {
  shown = detail.version ?? shown;
  for (const [name, version] of answered) if (version <= shown) answered.delete(name);
  tint();
});
addEventListener("online", flush);
setInterval(tellWaiting, 1000);
tellWaiting();
flush();

function take(form, submitter) {
  const tap = tapOf(form, submitter);
  const isTwice = tap.control === last.control && tap.at < last.at + TWICE_MS;
  if (submitter?.dataset.again === undefined && (isTwice || waits().has(tap.control))) return;
  last = tap;
  feel("tap");
  keep([...queue(), tap]);
  flush();
}

function tapOf(form, submitter) {
  const fields = [...new FormData(form, submitter)].filter(([name]) => !OWN_FIELDS.includes(name));
  const button = submitter ?? form.querySelector("button") ?? form;
  return {
    action: form.getAttribute("action"),
    body: [...fields, ["key", newKey()], ["back", location.pathname], ["game", gameOf(form)]],
    then: form.dataset.then,
    control: control(form, submitter),
    label: button.getAttribute("aria-label") ?? button.textContent.trim(),
    draft: form.dataset.draft,
    at: Date.now(),
  };
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
  tint();
  tellWaiting();
}

function waits() {
  return new Set([...queue().map((tap) => tap.control), ...answered.keys()]);
}

// Shows on every control whether its tap still waits.
function tint() {
  const sent = waits();
  for (const button of document.querySelectorAll("form[method=post] button")) {
    if (button.type === "button") continue;
    const isSent = sent.size > 0 && sent.has(control(button.form, button));
    if (isSent !== button.classList.contains("sent")) button.classList.toggle("sent", isSent);
  }
}

// Says what waits, and since when.
function tellWaiting() {
  const taps = queue();
  const waited = taps.length ? Date.now() - taps[0].at : 0;
  if (waited < TELL_MS) return tell("taps", "");
  const what = counted(taps.map(({ label }) => label)).join(", ");
  tell("taps", fill(waiting, { s: Math.round(waited / 1000), t: what }));
}

// Sends what waits, the oldest tap first; stops at one that gets no answer and tries later.
async function flush() {
  if (isSending) return;
  isSending = true;
  try {
    for (let taps = queue(); taps.length; taps = queue()) {
      const answer = await send(taps[0]);
      if (!answer) break;
      await heed(answer, taps[0]);
      keep(queue().filter(({ body }) => String(body) !== String(taps[0].body))); // each has its key
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

// A tap may lead to another page. A refusal is shown until somebody taps again and that succeeds;
// that of a tap which had to wait says which it was.
async function heed(answer, { then, draft, control: name, label, at }) {
  const { version, title } = await answer.json().catch(() => ({}));
  if (!answer.ok) {
    return refuse((Date.now() > at + TELL_MS ? `${label} – ` : "") + (title || broken), at);
  }
  refuse("", at);
  if (version > shown) answered.set(name, version);
  setTimeout(() => { answered.delete(name); tint(); }, SHOWN_MS);
  document.dispatchEvent(new CustomEvent("done", { detail: { draft } }));
  if (then) location.assign(then);
}
