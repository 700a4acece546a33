// Every phone is a witness: each head of the chain must follow from the one that it saw last. So a
// game that is changed, cut or forked at the Pi is noticed here, and that stays told (/fair).
import { begun, digestsAfter, hashAt, recall, remember, withHead } from "./notes.js";

let newest = null, isBusy = false, waitMs = 500;

document.addEventListener("shown", look);
look();

function look() {
  const head = document.querySelector("#head i")?.dataset;
  if (!head) return;
  newest = { ...head, number: Number(head.number) };
  if (!isBusy) catchUp();
}

async function catchUp() {
  isBusy = true;
  try {
    for (let head; (head = newest); ) {
      newest = null;
      await follow(head);
    }
  } catch {
    // No connection (or no storage here): look again, each time later; a new head comes at once.
    setTimeout(look, (waitMs *= 2));
  }
  isBusy = false;
}

async function follow(head) {
  const { game } = head;
  const notes = recall(game) ?? begun(await digestsAfter(game, head.number));
  const compared = notes.wrong ? notes : await compare(notes, head);
  const epoch = recall(game)?.epoch ?? 0; // its news may have been read meanwhile
  remember(game, { ...compared, epoch });
  tell(compared.wrong, epoch, head);
  document.dispatchEvent(new Event("witnessed"));
  if (document.querySelector("[data-pictures]")) import("./pictures.js").catch(() => {});
}

async function compare(notes, head) {
  const [number, hash] = notes.heads.at(-1), known = hashAt(notes, head.number);
  if (known === head.hash) return notes;
  const chain = await import("./chain.js"), { hashAfter, hashesAfter } = chain;
  if (head.number === number + 1 && hashAfter(hash, head.digest) === head.hash)
    return withHead(notes, head);
  const now = known ? null : await digestsAfter(head.game, number);
  if (now?.number === number + now?.digests.length) {
    if ([hash, ...hashesAfter(hash, now.digests)].at(-1) === now.hash)
      return now.digests.length ? withHead(notes, now) : notes;
  }
  const { whatIsWrong } = await import("./checks.js");
  return { ...notes, wrong: await whatIsWrong(chain, notes, head.game) };
}

function tell(wrong, epoch, head) {
  const banner = document.getElementById("witness"), { dataset } = banner;
  banner.hidden = !wrong;
  if (wrong) banner.firstElementChild.textContent = dataset[wrong.why] ?? dataset.repair;
  else if (head.epoch > epoch)
    import("./epochs.js").then(({ tellNews }) => tellNews(banner, head)).catch(() => {});
}
