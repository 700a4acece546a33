// The minus and the plus beside a number. Without this file the number is typed.
document.addEventListener("click", (event) => {
  const step = event.target.closest("[data-step]");
  if (!step) return;
  const input = step.parentElement.querySelector("input");
  const wished = Number(input.value) + Number(step.dataset.step);
  input.value = Math.min(Number(input.max), Math.max(Number(input.min), wished));
  input.dispatchEvent(new Event("input", { bubbles: true })); // it is a draft now (drafts.js)
});
