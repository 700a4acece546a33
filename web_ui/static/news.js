// What concerns the player of this phone: the turn has come round to them, or they are hurt.
import { feel } from "./feel.js";

let turn = mine(), wound = hurt();

document.addEventListener("shown", () => {
  const [oldTurn, oldWound] = [turn, wound];
  [turn, wound] = [mine(), hurt()];
  if (wound && wound !== oldWound) feel("hurt");
  else if (turn && turn !== oldTurn) feel("turn");
});

// The turn that is theirs, and the step that hurt them, by their numbers; undefined if there is none.
function mine() { return document.querySelector("#pulse [data-mine]")?.dataset.mine; }
function hurt() { return document.querySelector("#moment [data-hurt]")?.dataset.seq; }
