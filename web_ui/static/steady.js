// Nothing is pressed that nobody meant: a control that has just appeared, moved or changed its
// meaning is deaf for a moment. A control that stayed as it was can be pressed as fast as one likes.
// Controls behind an open sheet are inert (sheets.js): they appear when it goes.
import { nameOf } from "./control.js";

const DEAF_MS = 400;
const MOVED_PX = 6;
const CONTROLS = "button, a[href], summary, input, select, label";
let timer;
let known = new Map(); // name -> places, each {left, top, since}

new MutationObserver(look).observe(document.body, {
  subtree: true, childList: true, attributes: true,
  attributeFilter: ["hidden", "inert", "open", "disabled", "data-shows"],
});
addEventListener("hashchange", look);
addEventListener("resize", look);
document.addEventListener("click", refuse, { capture: true });
look();

function refuse(event) {
  if (event.detail === 0) return; // a key, or another script
  const one = event.target.closest(CONTROLS);
  if (!one || !isDeaf(one)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

function isDeaf(one) {
  look();
  const at = placeOf(one);
  const place = known.get(nameOf(one))?.find((other) => isNear(other, at));
  return Boolean(place) && performance.now() - place.since < DEAF_MS;
}

// Takes down what can be pressed now, and since when it has been there: what a page begins with,
// since it was asked for.
function look() {
  const now = known.size ? performance.now() : 0;
  const seen = new Map();
  let newest = 0;
  for (const one of document.querySelectorAll(CONTROLS)) {
    if (one.disabled || one.closest("[inert]") || !one.getClientRects().length) continue;
    const name = nameOf(one), at = placeOf(one);
    const before = known.get(name)?.find((other) => isNear(other, at));
    const since = before?.since ?? now;
    newest = Math.max(newest, since);
    seen.set(name, [...(seen.get(name) ?? []), { ...at, since }]);
  }
  known = seen;
  tellSteady(newest + DEAF_MS - performance.now());
}

// body[data-steady] is there while nothing on the page is deaf.
function tellSteady(wait_ms) {
  clearTimeout(timer);
  if (wait_ms <= 0) {
    document.body.dataset.steady = "";
    return;
  }
  delete document.body.dataset.steady;
  timer = setTimeout(() => tellSteady(0), wait_ms);
}

// Where a control lies, wherever its page is scrolled to.
function placeOf(one) {
  let left = 0, top = 0;
  for (let box = one; box; box = box.offsetParent) {
    left += box.offsetLeft;
    top += box.offsetTop;
  }
  return { left, top, width: one.offsetWidth, height: one.offsetHeight };
}

function isNear(one, other) {
  return ["left", "top", "width", "height"]
    .every((side) => Math.abs(one[side] - other[side]) <= MOVED_PX);
}
