// What the hand feels and the ear hears of the own phone, if its owner wants it.
import { wants } from "./comfort.js";

const TREMBLE = { tap: [12], turn: [60, 90, 60], hurt: [120, 60, 240] }; // ms on, off, on
let tones; // few want them: what makes them is fetched for those

// A browser plays sounds only after somebody has touched the page.
addEventListener("pointerup", async () => {
  if (wants("tones")) (tones ??= await import("./hear.js")).wake();
});

export function feel(what) {
  if (wants("buzz")) navigator.vibrate?.(TREMBLE[what]);
  if (wants("tones")) tones?.hear(what);
}
