// What the hand feels and the ear hears of the own phone, if its owner wants it.
import { wants } from "./comfort.js";

const TREMBLE = { tap: [12], turn: [60, 90, 60], hurt: [120, 60, 240] }; // ms on, off, on
const TONES = { tap: [], turn: [[523, .12], [784, .24]], hurt: [[147, .16], [98, .36]] };
let audio, play; // few want tones: what makes them is fetched for those

// A browser plays sounds only after somebody has touched the page.
addEventListener("pointerup", async () => {
  if (!wants("tones")) return;
  (audio ??= new AudioContext()).resume();
  ({ play } = await import("./tones.js"));
});

export function feel(what) {
  if (wants("buzz")) navigator.vibrate?.(TREMBLE[what]);
  if (wants("tones") && audio?.state === "running") play?.(audio, TONES[what], "sine");
}
