// A map that is larger than its frame shows where the turn is: at the start of every turn it is
// scrolled to the pawn. In between it stays where the finger left it.
const map = document.getElementById("map");
const dock = document.getElementById("dock");
let turn = "";

new MutationObserver(follow).observe(map, { childList: true });
new MutationObserver(follow).observe(dock, { childList: true });
follow();

function follow() {
  const now = dock.querySelector("[data-when]")?.dataset.when ?? "";
  if (now === turn) return;
  turn = now;
  requestAnimationFrame(centre); // map and dock have both been replaced by then
}

function centre() {
  const here = map.querySelector(".here")?.getBoundingClientRect();
  if (!here) return;
  const frame = map.getBoundingClientRect();
  map.scrollBy(
    here.left + here.width / 2 - frame.left - frame.width / 2,
    here.top + here.height / 2 - frame.top - frame.height / 2,
  );
}
