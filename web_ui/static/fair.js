// The page /fair: fetches the game's file and checks it here, on the phone.
import { verify } from "./verify.js";

const button = document.getElementById("check");
const told = document.getElementById("told");
const { game, said } = document.querySelector("main").dataset;
const mine = JSON.parse(localStorage.getItem(`mix ${game}`) || "{}");
document.querySelector(`[data-seal="${mine.sha256}"]`)?.classList.add("own");
const sentences = JSON.parse(said);
const say = (name, facts = {}) => sentences[name].replace(/\{(\w+)\}/g, (_, fact) => facts[fact]);

button?.addEventListener("click", async () => {
  told.textContent = say("checking");
  try {
    const answer = await fetch(`/api/v1/games/${encodeURIComponent(game)}`);
    const { lines, draws, isOpen, wrong } = await verify(await answer.json(), mine);
    told.className = wrong.length ? "notice" : "good";
    if (wrong.length) told.textContent = wrong.map(({ line, why }) => say(why, { line })).join(" ");
    else told.textContent = isOpen ? say("open", { lines }) : say("right", { lines, draws });
  } catch { told.textContent = say("lost"); }
});
