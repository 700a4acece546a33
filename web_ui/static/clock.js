// How long the game has gone on, and how long each player took, if somebody wants to see it.
import { wants } from "./comfort.js";

const EVERY_MS = 30000; // it is told in minutes
const place = document.getElementById("clock");
let turn = now();

document.addEventListener("comfort", look);
document.addEventListener("shown", () => { if (turn !== (turn = now())) look(); });
setInterval(look, EVERY_MS);
look();

function now() { return document.querySelector("#pulse i").dataset.turn; }

async function look() {
  place.hidden = !wants("times");
  if (place.hidden) return;
  const answer = await fetch("/times").catch(() => null);
  if (answer?.ok) place.innerHTML = await answer.text();
}
