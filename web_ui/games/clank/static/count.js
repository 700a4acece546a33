// An attack on the phone: which way its cubes come, and counting by hand. The cubes are tapped in
// the order in which they come out; the last one sends them. The way used last comes first next
// time. The count survives a reload; after an Undo it stands as it was before its last cube.
// It is fetched with the first attack (attack.js). Without it the ways stand below each other, and the cubes are typed as numbers.
import { feel } from "../feel.js";
import { fill } from "../line.js";

const WAY = "dragonbag-way";
const COUNT = "dragonbag-count";
const box = document.getElementById("attack");
let chosen = ""; // the way of the attack that waits, "" until somebody has chosen

document.addEventListener("shown", draw);
box.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.way) choose(button.dataset.way);
  if (button?.dataset.cube) add(button);
  if (button && "takeBack" in button.dataset) keep(counted().slice(0, -1));
});
box.addEventListener("submit", ({ target }) => {
  if (target.getAttribute("action") === "/do/draw") localStorage.setItem(WAY, "ask");
});
new MutationObserver(draw).observe(box, { childList: true });
draw();

function waiting() { return box.querySelector("[data-attack]"); }

function choose(way) {
  chosen = way;
  localStorage.setItem(WAY, way);
  draw();
}

function counted() {
  const saved = JSON.parse(sessionStorage.getItem(COUNT) || "{}");
  return saved.attack === waiting()?.dataset.attack ? saved.cubes : [];
}

function keep(cubes) {
  const { attack } = waiting().dataset;
  sessionStorage.setItem(COUNT, JSON.stringify({ attack, cubes }));
  draw();
}

function add(button) {
  const cubes = [...counted(), button.dataset.cube];
  if (cubes.length > due()) return;
  if (cubes.length < due()) {
    feel("tap");
    return keep(cubes);
  }
  show(cubes);
  send(cubes, button);
}

function due() { return Number(waiting().dataset.due); }

// Fills the form that is there without script, adds the order, and sends it as this button's tap.
function send(cubes, button) {
  const form = box.querySelector("form.by-hand");
  form.querySelector("[name=order]").value = cubes.join(" ");
  for (const input of form.querySelectorAll("[name^='cubes.']")) {
    input.value = cubes.filter((cube) => `cubes.${cube}` === input.name).length;
  }
  button.classList.add("sent");
  form.requestSubmit();
}

function draw() {
  const sheet = waiting();
  if (!sheet) {
    chosen = "";
    return;
  }
  const way = "seen" in sheet.dataset ? "ask" : chosen || localStorage.getItem(WAY) || "ask";
  if (sheet.dataset.shows !== way) sheet.dataset.shows = way;
  for (const button of box.querySelectorAll("[data-way]")) {
    button.hidden = (button.dataset.way === "ask") === (way === "ask");
  }
  show(counted());
}

function show(cubes) {
  const places = box.querySelectorAll(".tray li .piece");
  places.forEach((piece, place) => paint(piece, cubes[place] ?? "gap"));
  const words = box.querySelector("[data-count]");
  words.textContent = fill(words.dataset.count, { n: cubes.length });
  for (const pad of box.querySelectorAll("[data-cube]")) {
    const taken = cubes.filter((cube) => cube === pad.dataset.cube).length;
    pad.disabled = taken >= Number(pad.dataset.left) || cubes.length >= due();
  }
  box.querySelector("[data-take-back]").disabled = cubes.length === 0;
}

function paint(piece, cube) {
  piece.setAttribute("class", `piece ${cube}`);
  const use = piece.firstElementChild;
  use.setAttribute("href", use.getAttribute("href").replace(/#.*/, `#piece-${cube}`));
}
