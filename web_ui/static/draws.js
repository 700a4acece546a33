// The phone's own number for the draws (companion/draws/FAIR_DRAWS.md). The phone seals it when the
// game begins and opens it when the first attack has begun, so nobody can choose what is drawn.
const NUMBER_BYTES = 16;
let isBusy = false;

document.addEventListener("shown", takePart);
takePart();

async function takePart() {
  const now = document.querySelector("#mix i")?.dataset;
  if (!now || now.phase === "closed" || isBusy) return;
  isBusy = true;
  try {
    const mine = recall(now.game);
    if (now.phase === "seal" && !mine.number) await seal(now.game);
    if (now.phase === "open" && mine.number && !mine.isOpen) await open(now.game, mine);
  } catch {
    // No storage here, or no connection: this phone adds no number.
  } finally {
    isBusy = false;
  }
}

async function seal(game) {
  const { bytes, hex, sha256 } = await import("./sha256.js");
  const number = hex(crypto.getRandomValues(new Uint8Array(NUMBER_BYTES)));
  const mine = { number, sha256: hex(sha256(bytes(number))) };
  if (await post("/mix/seal", game, { sha256: mine.sha256 })) remember(game, mine);
}

async function open(game, mine) {
  const isOpen = await post("/mix/open", game, { number: mine.number });
  remember(game, { ...mine, isOpen });
}

function recall(game) {
  return JSON.parse(localStorage.getItem(`mix ${game}`) || "{}");
}

function remember(game, mine) {
  localStorage.setItem(`mix ${game}`, JSON.stringify(mine));
}

async function post(action, game, fields) {
  const body = new URLSearchParams({ ...fields, game, back: location.pathname });
  const headers = { Accept: "application/json" };
  return (await fetch(action, { method: "POST", body, headers })).ok;
}
