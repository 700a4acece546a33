// The page /fair: fetches the game's file and checks it here, on the phone, and tells what the phone
// has seen of the game (witness.js).
import { begun, recall, remember } from "./notes.js";
import { sayer, sentences } from "./verdict.js";
import { verify } from "./verify.js";

const button = document.getElementById("check");
const told = document.getElementById("told");
const seen = document.getElementById("seen");
const { game, said } = document.querySelector("main").dataset;
const mine = JSON.parse(localStorage.getItem(`links ${game}`) || "null");
document.querySelector(`[data-seal="${mine?.end}"]`)?.classList.add("own");
const say = sayer(JSON.parse(said));
const notes = recall(game);

tellSeen();
offerNotes();

function tellSeen() {
  if (!notes) return;
  const { heads, wrong, accepted } = notes, [[first]] = heads, [last] = heads.at(-1);
  const lines = accepted.map((what) => sayWrong(what));
  lines.push(wrong ? sayWrong(wrong) : say("followed", { first, last }));
  seen.replaceChildren(...lines.map(asItem));
  const again = document.getElementById("accept");
  again.hidden = !wrong || wrong.why === "changed";
  again.addEventListener("click", () => { accept(game); location.reload(); });
}

function sayWrong({ why, seed, same, seen: until }) {
  return say(why, { same, until, next: same + 1 }) + (seed === "other" ? ` ${say("otherSeed")}` : "");
}

function asItem(text) {
  const item = document.createElement("li");
  item.textContent = text;
  return item;
}

// What the verifier needs of this phone (stand_alone.js). No link that is still secret is in it.
function offerNotes() {
  const link = document.getElementById("notes");
  if (!link || !notes) return;
  const { end, sent, tried = [], past = [] } = mine ?? {};
  const text = JSON.stringify({ game, notes, links: mine && { end, sent, tried, past } });
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.hidden = false;
}

button?.addEventListener("click", async () => {
  told.textContent = say("checking");
  try {
    const answer = await fetch(`/api/v1/games/${encodeURIComponent(game)}`);
    const found = await verify(await answer.json(), { links: mine, notes });
    const pictures = await fetch("/pictures").then((answer) => answer.json());
    told.className = found.wrong.length ? "notice" : "good";
    told.textContent = sentences(found, say, { pictures, nameOf: (seat) => seat }).join(" ");
  } catch { told.textContent = say("lost"); }
});

// What was restored is no cheating once the people at the table say so; the phone goes on from here.
function accept(game) {
  const { wrong: { now, ...what }, accepted } = recall(game);
  remember(game, { ...begun(now), epoch: now.number, accepted: [...accepted, what] });
}
