// Sounds on the table display: those of the panel's buzzer. A browser plays them only after somebody
// has touched the page.
import { play } from "../tones.js";

const MOTIFS = { // [hertz, seconds]; 0 hertz is a pause
  attack: [[98, .18], [0, .06], [98, .18], [0, .06], [73, .5]],
  drawn: [[220, .08], [165, .08], [110, .2]],
  knocked_out: [[330, .15], [247, .15], [165, .15], [82, .6]],
  countdown: [[660, .1], [0, .1], [660, .1], [0, .1], [880, .25]],
};
const part = document.getElementById("moment");
const button = document.getElementById("sound");
let audio, last = now().seq;

function now() { return part?.querySelector("i")?.dataset ?? {}; }

function changed() {
  const { moment, seq } = now();
  if (!moment || seq === last) return;
  last = seq;
  document.body.dataset.played = moment;
  if (audio?.state === "running" && MOTIFS[moment]) play(audio, MOTIFS[moment], "sawtooth");
}

if (part) new MutationObserver(changed).observe(part, { childList: true, subtree: true });
if (button && window.AudioContext) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    audio ??= new AudioContext();
    await (audio.state === "running" ? audio.suspend() : audio.resume());
    const isOn = audio.state === "running";
    button.setAttribute("aria-pressed", isOn);
    if (isOn) play(audio, MOTIFS.drawn, "sawtooth");
  });
}
