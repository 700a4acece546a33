// The phone's part in the draws (companion/draws/FAIR_DRAWS.md). It makes a chain of hashes and seals
// its end. When a draw waits and its bag stands in the chain of the game, it opens the next link.
import { recall } from "./notes.js";

const LINKS = 64, SECRET_BYTES = 32;
const part = document.getElementById("mix");
let isBusy = false, isWanted = false;
let sent = ""; // what was sent last, and what the page showed then: the answer comes with the stream

for (const news of ["shown", "witnessed"]) document.addEventListener(news, takePart);
takePart();

async function takePart() {
  isWanted = true;
  if (isBusy) return;
  isBusy = true;
  while (isWanted) {
    isWanted = false;
    await act().catch(() => {}); // no storage here, or no connection: the next news tries again
  }
  isBusy = false;
}

async function act() {
  const now = part.querySelector("i")?.dataset, { seat } = part.dataset;
  if (!now || !seat) return;
  const { game, seed } = now, sealed = JSON.parse(now.seals)[seat];
  const last = JSON.parse(localStorage.getItem(`links ${game}`) || "null");
  const mine = last?.seed === seed ? last : null; // a new seed asks for a new chain
  const ask = JSON.parse(now.ask);
  const due = mine && ask?.missing.find(({ seal }) => seal === mine.end);
  if (due) return open(game, mine, ask.line, due);
  const isMine = sealed && sealed.seal === mine?.end;
  const isUsedUp = isMine && !sealed.left;
  // On an open table another phone may show this seat, too: the first one seals.
  if (!isUsedUp && (isMine || (sealed && !now.locked))) return;
  const made = (!isUsedUp && mine) || (await madeNow(seed, last));
  keep(game, made);
  await post("/mix/seal", { game, seat, sha256: made.end }, part.innerHTML);
}

// What the table took of the chains before is kept: it must be in the game (verify.js).
async function madeNow(seed, last) {
  const { hexOf, linkBefore } = await import("./chain.js");
  const secret = hexOf(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
  const { end, sent, tried = [] } = last ?? {};
  const past = last ? [...(last.past ?? []), { end, sent, tried }] : [];
  return { seed, secret, end: linkBefore(secret, LINKS), sent: [], tried: [], past };
}

async function open(game, mine, line, due) {
  const notes = recall(game);
  if (!notes || notes.wrong || notes.heads.at(-1)[0] < line) return; // witness.js has not seen it yet
  const { openLink } = await import("./opening.js");
  await openLink(game, mine, line, due, notes, (fields) => post("/mix/open", fields, part.innerHTML));
}

function keep(game, mine) {
  localStorage.setItem(`links ${game}`, JSON.stringify(mine));
}

async function post(action, fields, shown) {
  const body = new URLSearchParams({ ...fields, back: location.pathname });
  if (sent === body + shown) return false;
  const headers = { Accept: "application/json" };
  const { ok } = await fetch(action, { method: "POST", body, headers });
  sent = body + shown;
  return ok;
}
