// The live stream of a page: it connects, notices silence and connects again. What is shown is not
// its business. It sends two events to the document: "connected" when the table is heard again,
// "shown" after every message.
import { fill, tell } from "./line.js";

const BEAT_MS = 12000; // the server speaks every 5 s: silence this long means a dead line
const RETRY_MS = 1000;
const TELL_MS = 2000; // a shorter silence is not told
const ASK_MS = 4000;
const { lost, stay } = document.body.dataset;

let address, show, stream, watchdog;
let isOpen = false, heardAt = Date.now();
let { mark } = document.body.dataset; // of what the page was loaded with
const texts = {}; // of the fragments, as they were sent last

// Gives every message's fragments to `showFragments`, for as long as the page is open.
export function follow(from, showFragments) {
  [address, show] = [from, showFragments];
  connect();
  setInterval(() => isOpen || document.hidden || tellAge(), 1000);
  document.addEventListener("visibilitychange", () => (document.hidden ? pause() : connect()));
  addEventListener("pageshow", (event) => { if (event.persisted) connect(); });
  addEventListener("online", connect);
}

// Without a connection the browser would put a page of its own in the place of the game.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='/']");
  if (!link || document.body.dataset.link !== "gone") return;
  event.preventDefault();
  tell("stay", stay);
  const signal = AbortSignal.timeout?.(ASK_MS);
  fetch(link.href, { method: "HEAD", signal }).then(() => location.assign(link.href), () => {});
});

function connect() {
  stream?.close();
  stream = new EventSource(mark ? `${address}&mark=${mark}` : address);
  stream.addEventListener("beat", hear);
  stream.onmessage = (event) => { hear(); take(JSON.parse(event.data)); };
  stream.onerror = fail;
  watch();
}

function watch() {
  clearTimeout(watchdog);
  watchdog = setTimeout(silence, BEAT_MS);
}

function hear() {
  heardAt = Date.now();
  watch();
  if (isOpen) return;
  isOpen = true;
  document.body.dataset.link = "on";
  tell("connection", "");
  tell("stay", "");
  document.dispatchEvent(new Event("connected"));
}

// A fragment comes as its text, or as what changed in it: [place, letters gone, more], the last first.
function take({ version, fragments }) {
  for (const id in fragments) {
    if (!fragments[id].map) continue;
    const letters = [...texts[id]];
    fragments[id].map((change) => letters.splice(...change));
    fragments[id] = letters.join("");
  }
  Object.assign(texts, fragments);
  mark = ""; // from now on the page shows more than that
  show(fragments);
  document.dispatchEvent(new CustomEvent("shown", { detail: { version } }));
}

function fail() {
  isOpen = false;
  tellAge();
  if (stream.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
  clearTimeout(watchdog);
  watchdog = setTimeout(connect, RETRY_MS);
  askIfAdmitted();
}

function silence() {
  isOpen = false;
  tellAge();
  connect();
}

// A browser has six connections to a table: a hidden page gives its own back.
function pause() {
  clearTimeout(watchdog);
  stream.close();
  isOpen = false;
}

// Says how old what is shown has become.
function tellAge() {
  const age = Date.now() - heardAt;
  if (age < TELL_MS) return;
  document.body.dataset.link = "gone";
  tell("connection", fill(lost, { s: Math.round(age / 1000) }));
}

// A phone that was sent away, or has lost its cookie, is shown how to join.
async function askIfAdmitted() {
  const answer = await fetch(location.href, { method: "HEAD" }).catch(() => null);
  if (answer?.status === 401) location.reload();
}
