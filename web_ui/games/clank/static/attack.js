// What only an attack needs is fetched when the first one waits.
const box = document.getElementById("attack");

new MutationObserver(look).observe(box, { childList: true });
document.addEventListener("connected", look); // it may have come to nothing without a connection
look();

function look() {
  if (!box.querySelector("[data-attack]")) return;
  import("./count.js").catch(() => {});
  import("../steps.js").catch(() => {});
  import("./rings.js").catch(() => {});
}
