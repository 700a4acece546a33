// Vibration on the phone of a player who is hurt, and sounds on the table display. The sounds are
// those of the panel's buzzer; a browser plays them only after somebody has touched the page.
const MOTIFS = { // [hertz, seconds]; 0 hertz is a pause
  attack: [[98, .18], [0, .06], [98, .18], [0, .06], [73, .5]],
  drawn: [[220, .08], [165, .08], [110, .2]],
  knocked_out: [[330, .15], [247, .15], [165, .15], [82, .6]],
  countdown: [[660, .1], [0, .1], [660, .1], [0, .1], [880, .25]],
};
const part = document.getElementById("moment");
const button = document.getElementById("sound");
const VOLUME = 0.25;
let audio, last = now().seq;

function now() { return part?.querySelector("i")?.dataset ?? {}; }

function play(motif) {
  let at = audio.currentTime + 0.02;
  for (const [hertz, seconds] of motif) {
    if (hertz) {
      const tone = audio.createOscillator(), gain = audio.createGain();
      tone.type = "sawtooth";
      tone.frequency.value = hertz;
      gain.gain.setValueAtTime(VOLUME, at);
      gain.gain.exponentialRampToValueAtTime(0.001, at + seconds);
      tone.connect(gain).connect(audio.destination);
      tone.start(at);
      tone.stop(at + seconds);
    }
    at += seconds;
  }
}

function changed() {
  const { moment, seq, hurt } = now();
  if (!moment || seq === last) return;
  last = seq;
  document.body.dataset.played = moment; // a style shakes what was hit
  if (hurt) navigator.vibrate?.([120, 60, 240]);
  if (audio?.state === "running" && MOTIFS[moment]) play(MOTIFS[moment]);
}

if (part) new MutationObserver(changed).observe(part, { childList: true, subtree: true });
if (button && window.AudioContext) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    audio ??= new AudioContext();
    await (audio.state === "running" ? audio.suspend() : audio.resume());
    const isOn = audio.state === "running";
    button.setAttribute("aria-pressed", isOn);
    if (isOn) play(MOTIFS.drawn);
  });
}
