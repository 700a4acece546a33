// What the hand feels and the ear hears of the own phone, if its owner wants it.
import { wants } from "./comfort.js";
import { play } from "./tones.js";

const TREMBLE = { tap: [12], turn: [60, 90, 60], hurt: [120, 60, 240] }; // ms on, off, on
const TONES = { tap: [], turn: [[523, .12], [784, .24]], hurt: [[147, .16], [98, .36]] };
let audio;

// A browser plays sounds only after somebody has touched the page.
addEventListener("pointerup", () => {
  if (wants("tones")) (audio ??= new AudioContext()).resume();
});

export function feel(what) {
  if (wants("buzz")) navigator.vibrate?.(TREMBLE[what]);
  if (wants("tones") && audio?.state === "running") play(audio, TONES[what], "sine");
}
