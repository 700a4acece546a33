// Five pictures for an attack or the end, by which people notice that two phones were shown two
// games. They are made of what this phone itself has followed: the chain up to the line that asked
// for links, and the links in it.
import { START, hashesAfter, linkBefore } from "./chain.js";
import { digestOf } from "./lines.js";
import { digestsAfter, recall } from "./notes.js";
import { placesOf } from "./places.js";

const made = new Map(); // "game line" -> the pictures of its ask
let words = null;

for (const news of ["shown", "witnessed"]) document.addEventListener(news, show);
show();

async function show() {
  const { game } = document.querySelector("#head i, main[data-game]")?.dataset ?? {};
  const asked = [...document.querySelectorAll("[data-pictures]")];
  const isNew = ({ dataset }) => !made.has(`${game} ${dataset.pictures}`);
  try {
    const wanted = asked.filter(isNew).map(({ dataset }) => Number(dataset.pictures));
    if (wanted.length) await make(game, wanted);
    words ??= await fetch("/pictures").then((answer) => answer.json());
  } catch { return; } // no connection, or the chain has gone on: the next news tries again
  for (const { dataset, lastElementChild } of asked) {
    const places = made.get(`${game} ${dataset.pictures}`);
    if (places) lastElementChild.textContent = places.map((place) => words[place].join(" ")).join(" · ");
  }
}

// Of these lines alone: links may still come for any other ask.
async function make(game, wanted) {
  const { digests, lines } = await digestsAfter(game, 0), hashes = hashesAfter(START, digests);
  const followed = recall(game)?.heads ?? [];
  if (!followed.length || followed.some(([number, hash]) => hashes[number - 1] !== hash)) return;
  const sound = lines.filter(({ line, blind }) => digestOf(blind, line) === digests[line.number - 1]);
  const opened = sound.filter(({ line }) => line.kind === "link").map(({ line }) => line.command);
  for (const { line } of sound) {
    if (line.kind !== "ask" || !wanted.includes(line.number)) continue;
    const links = line.command.links.flatMap((one) => opened.find(({ sha256: seal, link }) =>
      seal === one.sha256 && linkBefore(link, one.link) === seal)?.link ?? []);
    made.set(`${game} ${line.number}`, placesOf(hashes[line.number - 1], links));
  }
}
