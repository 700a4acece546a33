// Nothing is pressed that nobody meant: a control that has just appeared, moved or changed its
// meaning is deaf for a moment ([data-deaf], which no finger reaches). A control that stayed as it
// was can be pressed as fast as one likes. What ends a turn is deaf for longer ([data-calm], ms): a
// turn that has just begun is not over. Controls behind an open sheet are inert (sheets.js): they
// appear when it goes. Where a finger has just tapped, only what it tapped hears it again for a while
// (SLIP_MS): a thumb that taps twice does not mean what came up under it, nor on the next page.
import { nameOf } from "./control.js";

const DEAF_MS = 400;
const SLIP_MS = 700;
const TAPPED = "dragonbag-tapped"; // where a finger was, when, and on what
const MOVED_PX = 6;
const CONTROLS = "button, a[href], summary, input:not([type=hidden]), select";
let known = new Map(); // name -> places, each {left, top, width, height, since}
let timer;
let tapped = JSON.parse(sessionStorage.getItem(TAPPED) || "{}");

new MutationObserver(look).observe(document.body, {
  subtree: true, childList: true, attributes: true,
  attributeFilter: ["hidden", "inert", "open", "disabled", "data-shows"],
});
addEventListener("hashchange", look);
addEventListener("resize", look);
document.addEventListener("click", (event) => {
  look();
  if (event.detail === 0) return; // a key, or a script
  if (!event.target.closest("[data-deaf]")) return remember(event);
  event.preventDefault();
  event.stopImmediatePropagation();
}, { capture: true });
look();

// Takes down what can be pressed now, and since when it has been there: what a page begins with,
// since it was asked for.
function look() {
  const now = performance.now(), born = known.size ? now : 0;
  const seen = new Map();
  let last = 0;
  for (const one of document.querySelectorAll(CONTROLS)) {
    if (one.disabled || one.closest("[inert]") || !one.getClientRects().length) {
      one.removeAttribute("data-deaf");
      continue;
    }
    const name = nameOf(one), at = placeOf(one);
    const since = known.get(name)?.find((other) => isNear(other, at))?.since ?? born;
    seen.set(name, [...(seen.get(name) ?? []), { ...at, since }]);
    const calm = Number(one.dataset.calm ?? DEAF_MS);
    const until = Math.max(since + calm, isSlip(one, name, since) ? tappedAt() + SLIP_MS : 0);
    last = Math.max(last, until);
    one.toggleAttribute("data-deaf", now < until);
  }
  known = seen;
  clearTimeout(timer);
  if (now < last) timer = setTimeout(look, last - now + 1);
}

// Keeps what was tapped, for the next page too. A label is tapped for its field.
function remember({ target, clientX: x, clientY: y }) {
  const one = target.closest(CONTROLS) ?? target.closest("label")?.control;
  if (!one) return;
  tapped = { x, y, at: performance.timeOrigin + performance.now(), name: nameOf(one) };
  sessionStorage.setItem(TAPPED, JSON.stringify(tapped));
}

// When the last tap was, by this page's clock.
function tappedAt() { return (tapped.at ?? 0) - performance.timeOrigin; }

// Has this control come under the finger since that has tapped another?
function isSlip(one, name, since) {
  const isOlder = since < tappedAt();
  if (isOlder || name === tapped.name || tappedAt() + SLIP_MS < performance.now()) return false;
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return left <= tapped.x && tapped.x <= right && top <= tapped.y && tapped.y <= bottom;
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
