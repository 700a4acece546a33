// The slider of a game: the table follows the thumb. Without this file the buttons of the form
// lead from step to step.
const form = document.getElementById("replay");
const slider = form.elements.at;
const run = form.querySelector("[data-run]");
const STEP_MS = 700;
let running = 0;
let wanted = Number(slider.value);
let isLoading = false;

form.querySelector("[data-show]").hidden = true;
run.hidden = false;
slider.addEventListener("input", () => go(Number(slider.value)));
form.addEventListener("submit", (event) => {
  const by = Number(event.submitter?.dataset.by);
  if (!by) return;
  event.preventDefault();
  go(Number(slider.value) + by);
});
run.addEventListener("click", () => {
  if (running) return stop();
  if (Number(slider.value) >= Number(slider.max)) go(0);
  running = setInterval(() => {
    if (Number(slider.value) >= Number(slider.max)) return stop();
    if (!isLoading) go(Number(slider.value) + 1);
  }, STEP_MS);
  run.setAttribute("aria-pressed", "true");
});

function stop() {
  clearInterval(running);
  running = 0;
  run.removeAttribute("aria-pressed");
}

function go(step) {
  slider.value = step;
  wanted = Number(slider.value);
  for (const button of form.querySelectorAll("[data-by]")) {
    const there = wanted + Number(button.dataset.by);
    button.disabled = there < 0 || there > Number(slider.max);
  }
  load();
}

// One request at a time, and always the newest step that is wanted.
async function load() {
  if (isLoading) return;
  isLoading = true;
  const step = wanted;
  const answer = await fetch(`${form.action}?at=${step}`).catch(() => null);
  if (answer?.ok) show(await answer.text());
  isLoading = false;
  if (step !== wanted) load();
}

function show(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  document.getElementById("moment").replaceWith(page.getElementById("moment"));
}
