// The live page: newest fragments in, taps out. Every form also works without this file.
const { live, panel, lost, waiting, broken } = document.body.dataset;
const line = document.getElementById("line");
const notice = document.getElementById("notice");
const BEAT_MS = 12000; // the server speaks every 5 s: silence this long means a dead line
const RETRY_MS = 1000;
const QUEUE = "dragonbag-taps";
const WRITING = "input:not([type=checkbox]):not([type=radio]), select, textarea";

let stream, watchdog, seen = { boot: "", version: -1 };
let isOpen = false, heardAt = Date.now();
const held = new Map(); // fragments that wait until somebody has finished writing in them

function status() {
  const left = queue().length;
  const age = Math.round((Date.now() - heardAt) / 1000);
  const words = [isOpen || !stream ? "" : `${lost} (${age} s)`, left ? `${waiting} ${left}` : ""];
  line.textContent = words.join(" ").trim();
  line.hidden = !line.textContent;
}

function connect() {
  clearTimeout(watchdog);
  stream?.close();
  stream = new EventSource(panel || live);
  stream.onopen = stream.onmessage = null;
  stream.addEventListener("beat", alive);
  stream.onmessage = (event) => { alive(); show(JSON.parse(event.data)); };
  stream.onerror = () => {
    isOpen = false;
    status();
    if (stream.readyState === EventSource.CLOSED) { watchdog = setTimeout(connect, RETRY_MS); admitted(); }
  };
  watchdog = setTimeout(silent, BEAT_MS);
}

// A phone that was sent away, or has lost its cookie, is shown how to join.
function admitted() {
  fetch(location.href, { method: "HEAD" }).then((answer) => answer.status === 401 && location.reload()).catch(() => {});
}

function alive() {
  heardAt = Date.now();
  clearTimeout(watchdog);
  watchdog = setTimeout(silent, BEAT_MS);
  if (!isOpen) { isOpen = true; status(); flush(); }
}

function silent() { isOpen = false; status(); connect(); }

function show({ boot, version, fragments }) {
  if (boot === seen.boot && version < seen.version) return;
  seen = { boot, version };
  const { box = document.body.dataset.box } = fragments;
  if (!panel && box !== document.body.dataset.box) return location.replace(live.includes("page=table") ? location.href : "/");
  for (const [id, html] of Object.entries(fragments)) panel ? lamps(html) : place(id, html);
  mix();
}

function place(id, html) {
  const part = document.getElementById(id);
  if (!part) return;
  if (part.contains(document.activeElement) && document.activeElement.matches(WRITING)) {
    held.set(id, html);
    return;
  }
  held.delete(id);
  const open = [...part.querySelectorAll("details[id]")].map((one) => [one.id, one.open]);
  const focused = part.contains(document.activeElement) && spot(document.activeElement);
  part.innerHTML = html;
  for (const [name, wasOpen] of open) {
    const again = document.getElementById(name);
    if (again) again.open = wasOpen;
  }
  if (focused) [...part.querySelectorAll("button, summary, a")].find((one) => spot(one) === focused)?.focus();
}

const spot = (one) => (one.form?.getAttribute("action") ?? "") + one.className + one.textContent;

document.addEventListener("focusout", () => setTimeout(() => held.forEach((html, id) => place(id, html))));

// Taps: each has a key of its own, so sending it twice counts once. They survive a reload.
function queue() { return JSON.parse(sessionStorage.getItem(QUEUE) || "[]"); }
function keep(taps) { sessionStorage.setItem(QUEUE, JSON.stringify(taps)); status(); }
function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

let isSending = false;
async function flush() {
  if (isSending) return;
  isSending = true;
  try {
    for (let taps = queue(); taps.length; taps = queue()) {
      const answer = await send(taps[0]);
      if (!answer) break;
      keep(queue().slice(1));
      await heard(answer, taps[0]);
    }
  } finally { isSending = false; }
  if (queue().length) setTimeout(flush, RETRY_MS);
}

async function send({ action, body }) {
  try {
    return await fetch(action, {
      method: "POST",
      body: new URLSearchParams(body),
      headers: { Accept: "application/json" },
      signal: AbortSignal.timeout?.(4000),
    });
  } catch { return null; }
}

async function heard(answer, { then }) {
  if (answer.ok) {
    notice.hidden = true;
    if (then) location.assign(then);
    return;
  }
  const problem = await answer.json().catch(() => ({}));
  notice.textContent = problem.title || broken;
  notice.hidden = false;
}

// A number of this phone's own goes into the draws (companion/draws/FAIR_DRAWS.md): sealed as soon as the
// game is on, opened when the first attack has begun.
let isMixing = false;
async function mix() {
  const now = document.querySelector("#mix i")?.dataset;
  if (!now || now.phase === "closed" || isMixing) return;
  isMixing = true;
  try {
    const name = `mix ${now.game}`;
    const mine = JSON.parse(localStorage.getItem(name) || "{}");
    if (now.phase === "seal" && !mine.number) {
      const { bytes, hex, sha256 } = await import("./sha256.js");
      mine.number = hex(crypto.getRandomValues(new Uint8Array(16)));
      mine.sha256 = hex(sha256(bytes(mine.number)));
      if (await post("/mix/seal", now.game, { sha256: mine.sha256 })) localStorage.setItem(name, JSON.stringify(mine));
    } else if (now.phase === "open" && mine.number && !mine.isOpen) {
      mine.isOpen = await post("/mix/open", now.game, { number: mine.number });
      localStorage.setItem(name, JSON.stringify(mine));
    }
  } catch { /* no storage here, or no line: this phone mixes nothing in */ } finally { isMixing = false; }
}

async function post(action, game, fields) {
  const body = new URLSearchParams({ ...fields, game, back: location.pathname });
  return (await fetch(action, { method: "POST", body, headers: { Accept: "application/json" } })).ok;
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || form.closest("[data-plain]")) return;
  event.preventDefault();
  const own = ["key", "back", "game"];
  const body = [...new FormData(form, event.submitter)].filter(([name]) => !own.includes(name));
  const game = document.getElementById("game")?.textContent ?? "";
  body.push(["key", newKey()], ["back", location.pathname], ["game", game]);
  if (document.activeElement?.matches(WRITING)) document.activeElement.blur();
  keep([...queue(), { action: form.getAttribute("action"), body, then: form.dataset.then }]);
  flush();
});

document.addEventListener("click", (event) => {
  if (event.target.closest("#notice")) notice.hidden = true;
  const step = event.target.closest("[data-step]");
  if (!step) return;
  const input = step.parentElement.querySelector("input");
  const wished = Number(input.value) + Number(step.dataset.step);
  input.value = Math.min(Number(input.max), Math.max(Number(input.min), wished));
});

// The drawn panel: the finger moves the pins, the pins move the lamps.
function lamps(json) {
  for (const [name, value] of Object.entries(JSON.parse(json))) {
    document.querySelector(`[data-lamp="${name}"]`)?.style.setProperty("--light", value);
  }
}

function finger(button, edge) {
  // keepalive: the release of a page that is being left must still arrive.
  fetch(`/panel/${button.dataset.button}/${edge}`, { method: "POST", keepalive: true }).catch(() => {});
}

for (const button of document.querySelectorAll("[data-button]")) {
  let isDown = false;
  const down = () => { if (!isDown) { isDown = true; finger(button, "press"); } };
  const up = () => { if (isDown) { isDown = false; finger(button, "release"); } };
  button.addEventListener("pointerdown", (event) => { button.setPointerCapture(event.pointerId); down(); });
  button.addEventListener("pointerup", up);
  button.addEventListener("pointercancel", up);
  button.addEventListener("keydown", (event) => { if ([" ", "Enter"].includes(event.key)) down(); });
  button.addEventListener("keyup", up);
  button.addEventListener("blur", up);
  addEventListener("pagehide", up);
  document.addEventListener("visibilitychange", () => document.hidden && up());
  button.addEventListener("contextmenu", (event) => event.preventDefault());
}

if (live || panel) {
  connect();
  setInterval(() => isOpen || document.hidden || status(), 1000); // how old what is shown has become
  // A hidden page gives its line back (a browser has six) and is right again at the first glance.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) { clearTimeout(watchdog); stream.close(); isOpen = false; } else connect();
  });
  addEventListener("pageshow", (event) => { if (event.persisted) connect(); });
  addEventListener("online", connect);
}
addEventListener("online", flush);
status();
flush();
