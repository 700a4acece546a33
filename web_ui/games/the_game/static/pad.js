// The pad of The Game: two digits, then a pile. If only one pile can take the number, the digits are
// enough. Digits that cannot follow are struck out. In practice the own cards take their place.
// Without this file the form is a number and four buttons.
import { fill } from "../line.js";

const DEAF_MS = 400; // of the digit that has just laid a card: a bouncing thumb types it no second time
const form = document.getElementById("lay");
const mine = document.getElementById("mine");
const laid = Object.assign(document.createElement("input"), { type: "hidden", name: "card" });
let typed = "";
let last = { digit: "", until: 0 };

form.append(laid);
form.addEventListener("click", (event) => {
  const pile = event.target.closest("[name=pile]");
  if (!pile) return;
  if (typed.length < 2) return event.preventDefault();
  laid.value = Number(typed);
  if (takes(pile)) typed = ""; // a pile that cannot take it is asked: the table says why
  draw();
});
mine.addEventListener("click", ({ target }) => {
  const key = target.closest("button");
  if (key?.dataset.digit) type(key.dataset.digit);
  if (key?.dataset.card) choose(key.dataset.card);
  if (key && "erase" in key.dataset) erase();
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !visible("[data-digit]")) return;
  if (/^[0-9]$/.test(event.key)) type(event.key);
  if (event.key === "Backspace") erase();
});
addEventListener("hashchange", draw);
for (const part of [document.getElementById("piles"), mine]) {
  new MutationObserver(draw).observe(part, { childList: true });
}
draw();

function visible(what) {
  return [...mine.querySelectorAll(what)].some((one) => one.getClientRects().length > 0);
}

function piles() { return [...form.querySelectorAll("[name=pile]")]; }

function two(card) { return card.padStart(2, "0"); }

function legal(pile) { return pile.dataset.legal.split(" ").filter(Boolean).map(two); }

function takes(pile) { return legal(pile).includes(typed); }

function type(digit) {
  const number = typed.length === 1 ? typed + digit : digit;
  const now = performance.now();
  if ((digit === last.digit && now < last.until) || !isBegun(number)) return;
  typed = number;
  draw();
  const takers = typed.length === 2 ? piles().filter(takes) : [];
  if (takers.length !== 1) return;
  last = { digit, until: now + DEAF_MS };
  takers[0].click();
}

// Does a card that some pile can take begin like this?
function isBegun(number) { return piles().some((pile) => legal(pile).some((card) => card.startsWith(number))); }

function choose(card) {
  typed = typed === two(card) ? "" : two(card);
  draw();
}

function erase() {
  typed = typed.slice(0, -1);
  draw();
}

function draw() {
  if (!isBegun(typed) || !visible("[data-digit], button[data-card]")) typed = "";
  piles().forEach(drawPile);
  const before = typed.length === 1 ? typed : "";
  for (const key of mine.querySelectorAll("[data-digit]")) {
    key.setAttribute("aria-disabled", !isBegun(before + key.dataset.digit));
  }
  for (const card of mine.querySelectorAll("button[data-card]")) {
    card.setAttribute("aria-pressed", two(card.dataset.card) === typed);
  }
  mine.querySelectorAll(".typed p").forEach(drawTyped);
}

function drawTyped(row) {
  const [number, hint] = row.children;
  number.textContent = typed.length === 2 ? Number(typed) : typed && `${typed}_`;
  hint.textContent = hint.dataset.hints.split("|")[typed.length];
}

// What the number would do on this pile.
function drawPile(pile) {
  const is = { whole: typed.length === 2, taken: takes(pile) };
  const by = Number(typed) - Number(pile.dataset.top);
  const isBack = by === (pile.classList.contains("up") ? -10 : 10);
  pile.classList.toggle("can", is.whole && is.taken && !isBack);
  pile.classList.toggle("leap", is.whole && is.taken && isBack);
  pile.classList.toggle("no", is.whole && !is.taken);
  const step = `${by > 0 ? "+" : "−"}${Math.abs(by)}`;
  const told = isBack ? fill(pile.dataset.back, { n: step }) : step;
  const [far, gain] = [pile.querySelector(".far"), pile.querySelector(".gain")];
  [far.hidden, gain.hidden] = [is.whole, !is.whole];
  gain.textContent = is.whole ? (is.taken ? told : pile.dataset.no) : "";
}
