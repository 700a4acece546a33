// What the ear hears of the own phone (feel.js).
import { play } from "./tones.js";

const TONES = { tap: [], turn: [[523, .12], [784, .24]], hurt: [[147, .16], [98, .36]] };
const audio = new AudioContext();

export function wake() { audio.resume(); }

export function hear(what) {
  if (audio.state === "running") play(audio, TONES[what], "sine");
}
