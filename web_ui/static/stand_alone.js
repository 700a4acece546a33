// The verifier as a page of its own (verify.html): from a disk, another site, or under Node.
//   node verify.html game.json [notes.json]
import { sayer, sentences } from "./verdict.js";
import { verify } from "./verify.js";

const { said, pictures } = globalThis.WORDS, say = sayer(said);
let chosen = 0; // how often files were chosen: a check may take longer than the next one
if (typeof document === "undefined") onCommandLine();
else document.addEventListener("change", onPage);

// What a check of these texts found, as sentences; `notes` is "" or what a phone has saved.
async function check(game, notes) {
  const file = JSON.parse(game), mine = notes ? JSON.parse(notes) : {};
  if (notes && mine.game !== file.id) return { isRight: false, lines: [say("otherGame")] };
  const found = await verify(file, mine);
  const lines = sentences(found, say, { pictures, nameOf: (seat) => seat });
  const head = found.head ? [say("head", { n: found.lines, head: found.head })] : [];
  return { isRight: !found.wrong.length, lines: [...lines, ...head] };
}

async function onCommandLine() {
  const { readFileSync } = require("node:fs");
  const [game, notes] = process.argv.slice(2).map((name) => readFileSync(name, "utf8"));
  const { isRight, lines } = await check(game, notes);
  console.log(lines.join("\n"));
  process.exitCode = isRight ? 0 : 1;
}

async function onPage() {
  const [game, notes] = ["game", "notes"].map((id) => document.getElementById(id).files[0]);
  if (!game) return;
  const told = document.getElementById("told"), mine = ++chosen;
  told.className = "";
  told.replaceChildren(); // nobody takes it for what was found in these files
  const { isRight, lines } = await check(await game.text(), notes ? await notes.text() : "")
    .catch((error) => ({ isRight: false, lines: [`✗ ${error}`] }));
  if (mine !== chosen) return;
  told.className = isRight ? "right" : "wrong";
  told.replaceChildren(...lines.map((line) => {
    const item = document.createElement("li");
    item.textContent = line;
    return item;
  }));
}
