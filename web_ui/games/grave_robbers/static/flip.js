// Flipping a card: the card that was tapped is chosen in the sheet, what its kind does not show is
// put out, and the last answer sends the form. Going away without it puts the answers away.
// Without this file the same form has a button.
const FLIP = "#flip";
const part = document.querySelector(FLIP);
let tapped = ""; // the card that the sheet was opened for

document.addEventListener("click", ({ target }) => {
  const link = target.closest("[data-flip]");
  if (link) open(link.dataset.flip);
});
document.addEventListener("input", ({ target }) => {
  if (!part.contains(target)) return;
  one(target);
  ask();
  if (isDone()) form().requestSubmit();
});
addEventListener("hashchange", () => { if (location.hash !== FLIP) putAway(); });
new MutationObserver(ask).observe(part, { childList: true, subtree: true });
ask();

function form() { return part.querySelector("form"); }

function open(at) {
  if (tapped !== at) putAway();
  tapped = at;
  ask();
}

function putAway() {
  tapped = "";
  const { draft } = form()?.dataset ?? {};
  document.dispatchEvent(new CustomEvent("done", { detail: { draft } }));
  form()?.reset();
  ask();
}

// A number is a pad or one of the rarer ones, not both.
function one(field) {
  const { name } = field;
  const others = [...form().elements].filter((other) => other.name === name && other !== field);
  for (const other of others) {
    if (other.localName === "select") other.value = "";
    else if (field.localName === "select" && field.value) other.checked = false;
  }
}

// Chooses the tapped card, and asks only for what this kind of card shows.
function ask() {
  const answers = form();
  if (!answers) return;
  const card = [...answers.elements].find(({ name, value }) => name === "cell" && value === tapped);
  if (card && !card.checked && !answers.querySelector("[name=cell]:checked")) card.checked = true;
  const { kind } = answers.elements;
  for (const field of answers.querySelectorAll("[data-of]")) {
    const isPutOut = kind.value !== "" && !field.dataset.of.split(" ").includes(kind.value);
    if (field.disabled !== isPutOut) field.disabled = isPutOut;
  }
  for (const rare of answers.querySelectorAll("select")) {
    rare.classList.toggle("chosen", rare.value !== "");
  }
}

function isDone() {
  const answers = form(), { kind, cell } = answers.elements;
  const card = cell.value ?? "";
  if (!kind.value || !card) return false;
  return [...answers.querySelectorAll("[data-asked]")].every((field) =>
    !field.dataset.asked.split(" ").includes(kind.value)
    || field.querySelector(":checked:not([type=checkbox]):not(option)")
    || field.querySelector("select")?.value);
}
