// What somebody is entering is theirs: a changed form is a draft. No live fragment replaces it, and
// it survives a reload and a phone that slept. It ends when the table has taken it, or when its
// owner puts it away. Sends "free" to the document when something ends.
const WRITING = "input:not([type=checkbox]):not([type=radio]):not([type=hidden]), select, textarea";
const FORMS = "form[method=post]";
const ENVELOPE = ["key", "back", "game", "moment"];

document.addEventListener("input", ({ target }) => {
  if (target.form?.matches(FORMS) && !target.form.closest("[data-plain]")) keep(target.form);
});
document.addEventListener("focusout", () => setTimeout(tellFree));
document.addEventListener("done", ({ detail }) => end(detail.draft));
document.querySelectorAll(FORMS).forEach(restore);

// The game that the page shows; undefined on pages that do not live.
export function gameShown() {
  return document.getElementById("game")?.textContent;
}

// The game that a form is meant for: what was begun in one game is not for the next.
export function gameOf(form) {
  const begun = form.dataset.game ?? form.closest("[data-begun]")?.dataset.begun;
  return begun ?? gameShown() ?? form.elements.game?.value ?? "";
}

// Is somebody entering something in this part of the page?
export function isEntering(part) {
  const at = document.activeElement;
  return Boolean(part.querySelector("form[data-draft]"))
    || (part.contains(at) && at.matches(WRITING));
}

// Says in the draft that the table shows something else by now, if the newest HTML does.
export function tellMoved(part, html) {
  const form = part.querySelector("form[data-draft]");
  if (form) moved(({ compare }) => compare(part, form, html, end));
}

// Few drafts outlive what they were begun on: what is said in them is fetched for those.
function moved(say) {
  import("./moved.js").then(say).catch(() => {});
}

// A draft's name: the game, the page, what the form does and for whom.
function nameOf(form) {
  const fixed = [...form.querySelectorAll("input[type=hidden]")]
    .filter(({ name }) => !ENVELOPE.includes(name)).map(({ name, value }) => `${name}=${value}`);
  return ["draft", gameShown() ?? "", location.pathname, form.getAttribute("action"), ...fixed].join(" ");
}

function fieldsOf(form) {
  return [...form.elements].filter(({ name, type }) => name && type !== "hidden"
    && type !== "submit" && type !== "file");
}

function keep(form) {
  begin(form, nameOf(form));
  const values = fieldsOf(form).map((field) => [field.name, field.value, field.checked]);
  sessionStorage.setItem(form.dataset.draft, JSON.stringify({ values, words: baseOf(form) }));
}

function begin(form, name) {
  form.dataset.draft = name;
  form.dataset.game ??= gameOf(form);
}

// What the form held before anybody changed it.
function baseOf(form) {
  return fieldsOf(form).map((field) => field.defaultValue ?? "").join(" ");
}

function restore(form) {
  const name = nameOf(form);
  const saved = JSON.parse(sessionStorage.getItem(name) || "null");
  if (!saved) return;
  begin(form, name);
  const fields = fieldsOf(form);
  saved.values.forEach(([field, value, checked], place) => {
    const found = fields[place]?.name === field ? fields[place] : null;
    if (found) Object.assign(found, { value, checked });
  });
  for (let box = form.closest("details"); box; box = box.parentElement.closest("details")) {
    box.open = true;
  }
  if (saved.words !== baseOf(form)) moved(({ note }) => note(form, end));
}

function end(name) {
  if (!name) return;
  sessionStorage.removeItem(name);
  for (const form of document.querySelectorAll("form[data-draft]")) {
    if (form.dataset.draft !== name) continue;
    delete form.dataset.draft;
    delete form.dataset.game;
    form.querySelector(".moved")?.remove();
    form.reset();
    if (form.contains(document.activeElement)) document.activeElement.blur();
  }
  tellFree();
}

function tellFree() {
  document.dispatchEvent(new Event("free"));
}
