// The set-up of a game: people in their order, with colours, and whom this phone remembers. It alone
// remembers them. Without this file names and colours are typed and chosen row by row.
import { drag } from "./drag.js";

const KEY = "dragonbag-people";
const MOST = 24;
const form = document.querySelector("[data-setup]");
const rows = [...form.querySelectorAll("[data-person]")].map((row) => ({
  row, name: row.querySelector("input:not([type=hidden])"), colour: row.querySelector("select"),
  before: row.querySelector("[name^=was]"),
}));
const known = form.querySelector("[data-known]");
const start = form.querySelector(".dock button");
const count = form.elements.players;
const isNew = !form.elements.recolour;
let isCounted = false; // has somebody chosen how many play?

form.classList.add("live");
if (form.elements.recolour) form.elements.recolour.disabled = false; // rows keep their players
for (const moves of form.querySelectorAll(".moves")) moves.hidden = false;
rows.forEach((one, index) => {
  one.was = one.colour?.value;
  one.isPreset = isNew && Boolean(one.was); // nobody has said that this colour plays
  seat(one); // somebody may have typed before this file came
  one.colour?.addEventListener("change", () => { one.isPreset = false; recolour(one); show(); });
  one.name.addEventListener("input", () => { seat(one); follow(); show(); });
  for (const button of one.row.querySelectorAll("[data-move]")) {
    button.addEventListener("click", () => { swap(index, index + Number(button.dataset.move)); show(); });
  }
});
drag(rows.map(({ row }) => row), (index, to) => { swap(index, to); show(); });
form.addEventListener("submit", () => remember(rows.filter(({ name }) => name.value.trim())));
count?.addEventListener("change", () => { isCounted = true; show(); });
form.querySelector("[data-forget]").addEventListener("click", () => {
  localStorage.removeItem(KEY);
  show();
});
follow();
show();

// Another row that has the colour gets this one's old colour.
function recolour(one) {
  const other = rows.find((each) => each !== one && one.colour.value && each.colour.value === one.colour.value);
  if (other) other.colour.value = other.was = one.was;
  one.was = one.colour.value;
}

// Whoever has a name plays.
function seat(one) {
  if (!one.name.value.trim()) return;
  if (count) count.value = Math.max(Number(count.value), rows.indexOf(one) + 1);
  if (!one.colour || one.colour.value) return;
  const free = [...one.colour.options].find(({ value }) => value && !rows.some((each) => each.colour.value === value));
  one.colour.value = one.was = free.value;
}

// Once two are named, whoever is not named does not play, unless somebody has said so.
function follow() {
  const named = rows.filter(({ name }) => name.value.trim());
  if (!isNew || named.length < 2) return;
  for (const one of rows) {
    if (one.isPreset && !named.includes(one)) one.colour.value = one.was = "";
  }
  if (count && !isCounted) count.value = rows.indexOf(named.at(-1)) + 1;
}

function swap(index, to) {
  if (!rows[to]) return;
  for (const field of ["name", "colour", "before"]) {
    const [one, other] = [rows[index][field], rows[to][field]];
    if (one) [one.value, other.value] = [other.value, one.value];
  }
  for (const one of [rows[index], rows[to]]) one.was = one.colour?.value;
}

function add({ name, colour }) {
  const free = rows.find((one) => !one.name.value.trim());
  if (!free) return;
  free.name.value = name;
  if (free.colour && colour && !rows.some((one) => one.name.value.trim() && one !== free && one.colour.value === colour)) {
    free.colour.value = colour;
    recolour(free);
  }
  seat(free);
  follow();
  show();
}

function people() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? [];
  } catch {
    return [];
  }
}

function remember(seated) {
  const now = seated.map(({ name, colour }) => ({ name: name.value.trim(), colour: colour?.value ?? "" }));
  const before = people();
  for (const one of now) one.colour ||= before.find(({ name }) => name === one.name)?.colour ?? "";
  const others = before.filter(({ name }) => !now.some((one) => one.name === name));
  localStorage.setItem(KEY, JSON.stringify([...now, ...others].slice(0, MOST)));
}

function show() {
  for (const { row, colour } of rows) {
    if (!colour) continue;
    row.className = colour.value || "nobody";
    const piece = row.querySelector(".piece");
    piece.setAttribute("class", `piece ${colour.value || "gap"}`);
    piece.firstElementChild.setAttribute("href", pieceOf(colour.value || "gap"));
  }
  const players = count ? Number(count.value) : rows.filter(({ colour }) => colour?.value).length;
  start.textContent = form.querySelector(`[data-for="${players}"]`)?.textContent ?? start.textContent;
  const absent = people().filter(({ name }) => !rows.some((one) => one.name.value.trim() === name));
  known.hidden = !absent.length;
  known.querySelector(".chips").replaceChildren(...absent.map(chip));
}

function chip(person) {
  const button = document.createElement("button");
  button.type = "button";
  if (person.colour) button.append(drawing(person.colour));
  button.append(person.name);
  button.addEventListener("click", () => add(person));
  return button;
}

function drawing(colour) {
  const [svg, use] = ["svg", "use"].map((tag) => document.createElementNS("http://www.w3.org/2000/svg", tag));
  svg.setAttribute("class", `piece ${colour}`);
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", pieceOf(colour));
  svg.append(use);
  return svg;
}

// Where a piece is drawn: in the file of all drawings, whose address the page names.
function pieceOf(colour) {
  return document.querySelector("use").getAttribute("href").replace(/#.*/, `#piece-${colour}`);
}
