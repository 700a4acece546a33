// Asks for the page again every two seconds and shows what is new; says so if nobody answers.
const EVERY_MS = 2000, TELL_MS = 5000;
const live = document.getElementById("live"), lost = document.getElementById("lost");
let shown = live.innerHTML, heardAt = Date.now(), calls = count();

function count() { return Number(live.querySelector("[data-calls]")?.dataset.calls ?? 0); }

async function ask() {
  try {
    const answer = await fetch(location.href, { cache: "no-cache", signal: AbortSignal.timeout(TELL_MS) });
    if (answer.status === 401) return location.reload();
    if (!answer.ok) throw new Error(answer.status);
    show(new DOMParser().parseFromString(await answer.text(), "text/html"));
    heardAt = Date.now();
  } catch { /* told below */ }
  const age = Date.now() - heardAt;
  lost.hidden = age < TELL_MS;
  lost.textContent = lost.hidden ? "" : document.body.dataset.lost.replace("{s}", Math.round(age / 1000));
}

function show(page) {
  const newest = page.getElementById("live");
  if (newest.innerHTML === shown) return;
  live.replaceChildren(...newest.childNodes);
  shown = live.innerHTML;
  document.title = page.title;
  if (count() > calls) navigator.vibrate?.([200, 100, 200]);
  calls = count();
}

// One question after another: a slow answer makes no queue.
(async () => { for (;;) { await new Promise((go) => setTimeout(go, EVERY_MS)); if (!document.hidden) await ask(); } })();
document.addEventListener("visibilitychange", () => document.hidden || ask());
