// The pad of The Game: two digits and a pile, in any order; what cannot be laid is grey.
// Without this file the form is a number and four buttons.
const form = document.getElementById("lay");
const pad = document.getElementById("pad");
const input = document.getElementById("card");
const rows = ["tens", "ones"].map((name) => row(name));
let tens = "", ones = "", pile = "";

function row(name) {
  const box = document.createElement("div");
  box.className = "digits";
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", pad.dataset[name]);
  for (let digit = 0; digit < 10; digit += 1) {
    const key = document.createElement("button");
    Object.assign(key, { type: "button", textContent: digit, value: digit });
    key.dataset.row = name;
    box.append(key);
  }
  pad.append(box);
  return box;
}

const piles = () => [...form.querySelectorAll("[name=pile]")];
const digits = (card) => card.padStart(2, "0");
const legal = (one) => one.dataset.legal.split(" ").filter(Boolean).map(digits);

function draw() {
  const card = tens + ones;
  drawKeys();
  drawPiles(card);
  pad.hidden = document.querySelector("[data-card]") !== null; // a hand that is shown is tapped
  for (const held of document.querySelectorAll("[data-card]")) {
    held.setAttribute("aria-pressed", digits(held.dataset.card) === card);
  }
  if (document.activeElement !== input) input.value = card.length === 2 ? Number(card) : "";
}

function drawKeys() {
  const cards = piles().filter((one) => !pile || one.value === pile).flatMap(legal);
  rows.forEach((box, place) => [...box.children].forEach((key) => {
    const typed = place ? ones : tens, before = place ? tens : "";
    const fits = (card) => card[place] === key.value && card.startsWith(before);
    key.setAttribute("aria-pressed", typed === key.value);
    key.disabled = !cards.some(fits);
  }));
}

function drawPiles(card) {
  for (const one of piles()) {
    one.setAttribute("aria-pressed", one.value === pile);
    one.classList.toggle("no", card.length === 2 && !legal(one).includes(card));
  }
}

function lay() {
  const button = piles().find((one) => one.value === pile);
  if (!button || (tens + ones).length < 2) return draw();
  input.value = Number(tens + ones);
  form.requestSubmit(button);
  wipe();
}

function wipe() { tens = ones = pile = ""; draw(); }

function type(key) {
  if (key.disabled) return;
  if (key.dataset.row === "tens") {
    tens = tens === key.value ? "" : key.value;
    ones = "";
  } else {
    ones = ones === key.value ? "" : key.value;
  }
  lay();
}

// A tap types a digit; a finger that goes down on a ten and comes up on a one types both.
let from = null;
const keyOf = (element) => element?.closest?.(".digits button");
pad.addEventListener("pointerdown", (event) => {
  from = keyOf(event.target);
  from?.releasePointerCapture?.(event.pointerId);
});
addEventListener("pointerup", (event) => {
  const to = keyOf(document.elementFromPoint(event.clientX, event.clientY));
  if (from && to && from !== to && from.dataset.row === "tens" && to.dataset.row === "ones") {
    tens = from.value;
    draw();
    type(to);
  }
  from = null;
});
pad.addEventListener("click", (event) => {
  const key = keyOf(event.target);
  if (key) type(key);
});

input.addEventListener("input", () => {
  [tens, ones] = input.value.length ? digits(input.value).slice(-2) : ["", ""];
  draw();
});

form.addEventListener("click", (event) => {
  const button = event.target.closest("[name=pile]");
  if (!button) return;
  event.preventDefault();
  pile = pile === button.value ? "" : button.value;
  lay();
});

document.addEventListener("click", (event) => {
  const held = event.target.closest("[data-card]");
  if (!held) return;
  const card = digits(held.dataset.card);
  [tens, ones] = tens + ones === card ? ["", ""] : card;
  lay();
});

new MutationObserver(draw).observe(document.getElementById("piles"), { childList: true });
new MutationObserver(draw).observe(document.getElementById("mine"), { childList: true });
draw();
