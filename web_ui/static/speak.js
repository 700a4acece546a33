// The table display reads aloud what an attack has done, if somebody has switched that on.
import { wants } from "./comfort.js";

const said = document.getElementById("said");
let last = said.textContent.trim();

document.addEventListener("shown", () => {
  const now = said.textContent.trim();
  if (now === last) return;
  last = now;
  if (now && wants("speech")) speak(now);
});

function speak(text) {
  const words = new SpeechSynthesisUtterance(text);
  words.lang = document.documentElement.lang;
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
}
