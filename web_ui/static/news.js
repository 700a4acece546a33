// What concerns the player of this phone: the turn has come round to them, or they are hurt.
import { feel } from "./feel.js";

let turn = mine(), wound = hurt(), seat = own();

document.addEventListener("shown", () => {
  if (seat === "1" && own() === "0") location.replace("/"); // it is another's now, or nobody's
  seat = own() ?? seat;
  const [oldTurn, oldWound] = [turn, wound];
  [turn, wound] = [mine(), hurt()];
  if (wound && wound !== oldWound) feel("hurt");
  else if (turn && turn !== oldTurn) feel("turn");
});

// "1" while the seat of this page is this phone's own; undefined without a game.
function own() { return document.querySelector("#pulse [data-own]")?.dataset.own; }

// The turn that is theirs, and the step that hurt them, by their numbers; undefined if there is none.
function mine() { return document.querySelector("#pulse [data-mine]")?.dataset.mine; }
function hurt() { return document.querySelector("#moment [data-hurt]")?.dataset.seq; }
