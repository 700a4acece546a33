// Sheets over a page: while one is open, what lies behind it can be neither touched nor reached by
// the keyboard. Sheets open by a link to their name (CSS :target), so they work without this file,
// too, and over those that the table shows; one that the table shows anew puts them away.
// [data-close] puts a sheet away that the table shows, until there is another.
const CLOSED = "dragonbag-closed";
const middle = document.getElementById("me");
const root = document.documentElement;

root.classList.add("scripted");
new MutationObserver(look).observe(document.querySelector(".phone"), { childList: true, subtree: true });
addEventListener("hashchange", look);
document.addEventListener("keydown", ({ key }) => { if (key === "Escape") leave(); });
document.addEventListener("click", (event) => {
  const cross = event.target.closest("[data-close]");
  if (!cross) return;
  event.preventDefault();
  sessionStorage.setItem(CLOSED, cross.dataset.close);
  look();
});
let moment = when(), top, isUp = true; // is there a sheet that the table shows?
look();

function look() {
  const closed = sessionStorage.getItem(CLOSED);
  for (const cross of document.querySelectorAll("[data-close]")) {
    const isClosed = cross.dataset.close === closed;
    for (const part of cross.closest("[data-sheet]").children) {
      if (part.hidden !== isClosed) part.hidden = isClosed;
    }
  }
  if (moment !== when()) help(when());
  const over = document.querySelector(".over:target .sheet"), was = top;
  const shown = [...document.querySelectorAll("[data-sheet] .sheet")].find((one) => one.offsetHeight);
  if (shown && !isUp && over) leave();
  isUp = Boolean(shown);
  top = over ?? shown ?? null;
  for (const box of document.querySelectorAll("[data-sheet]")) setInert(box, over);
  setInert(middle, top);
  if (was !== top && was !== undefined) import("./focus.js").then(({ follow }) => follow(top, was), () => {});
}

function setInert(box, above) {
  if (box.inert !== Boolean(above)) box.inert = Boolean(above);
}

function when() { return document.querySelector("#dock [data-when]")?.dataset.when ?? ""; }

// Help is for one turn: with the next, the dock is quiet again.
function help(now) {
  moment = now;
  if (location.hash === "#dock") leave();
}

function leave() {
  if (location.hash.length > 1) location.replace("#me");
}
