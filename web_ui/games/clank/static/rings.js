// A tap on a ring in the photo corrects that cube: the next colour, and at last no cube. A ring with a
// "?" begins as no cube, and becomes its likeliest colour first. The count follows in the form below. Without this file the counts are
// corrected by their minus and plus.
const NONE = "none";

document.addEventListener("click", (event) => {
  const ring = event.target.closest("[data-ring]"), hint = hintBeside(ring);
  if (!hint) return;
  const form = hint.parentElement.querySelector("form.counters");
  const colours = [...form.querySelectorAll("[name^='cubes.']")].map(({ name }) => name.slice(6));
  const before = ring.dataset.ring, row = [...likelyFirst(colours, ring.dataset.likely), NONE];
  const after = row[(row.indexOf(before) + 1) % row.length];
  count(form, before, -1);
  count(form, after, 1);
  ring.dataset.ring = after;
  ring.setAttribute("class", `ring ${after}`);
  ring.setAttribute("opacity", after === NONE ? 0.45 : 1);
  ring.querySelector("title")?.remove(); // it told of what the tap has corrected
  ring.querySelector("circle").removeAttribute("stroke-dasharray"); // of a doubt
  ring.querySelector("text").textContent = hint.dataset[after] ?? "×";
  hideWhatIsAnswered(hint.parentElement);
});
for (const news of ["DOMContentLoaded", "shown"]) document.addEventListener(news, tell);
tell();

function hintBeside(ring) { return ring?.closest(".seen").parentElement.querySelector("[data-rings]"); }

function hideWhatIsAnswered(seen) {
  const asks = seen.querySelector("[data-asks]"), left = [...seen.querySelectorAll(".ring text")];
  if (asks) asks.hidden = left.every((text) => text.textContent.trim() !== "?");
}

function likelyFirst(colours, likely) {
  return colours.includes(likely) ? [likely, ...colours.filter((each) => each !== likely)] : colours;
}

function tell() {
  for (const hint of document.querySelectorAll("[data-rings]")) hint.hidden = false;
}

// May pass what the form allows for a moment: the next tap takes another cube away.
function count(form, colour, more) {
  const input = form.querySelector(`[name='cubes.${colour}']`);
  if (!input) return;
  input.value = Math.max(0, Number(input.value) + more);
  input.dispatchEvent(new Event("input", { bubbles: true })); // it is a draft now (drafts.js)
}
