// The table is away for a moment, or soon will be: look until it is there, and show how far it is. A phone
// that slept looks as soon as it wakes.
const EVERY_MS = 2000;
const PATIENCE_MS = 10000; // a phone that wakes may wait long for a network that has gone
const ends = document.querySelector("main").dataset.ends; // the life of the table that ends; none while an order is done
let timer = 0;

const show = (page) => {
  const fresh = page.getElementById("order");
  const steps = document.querySelector("#order details");
  if (steps?.open) fresh.querySelector("details")?.setAttribute("open", "");
  document.getElementById("order").replaceWith(fresh);
};

async function look() {
  clearTimeout(timer);
  timer = setTimeout(look, EVERY_MS + PATIENCE_MS); // should this look never end
  const answer = await fetch("/upkeep", { signal: AbortSignal.timeout?.(PATIENCE_MS) }).catch(() => null);
  if (answer && answer.status < 500) {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const main = page.querySelector("main");
    if (!answer.ok) return location.replace("/"); // this phone is no longer the host's
    if (ends && main?.dataset.life !== ends) return location.replace("/upkeep");
    if (!ends && !page.querySelector("#order progress")) return location.reload();
    if (!ends) show(page);
  }
  clearTimeout(timer);
  timer = setTimeout(look, EVERY_MS);
}

timer = setTimeout(look, EVERY_MS);
document.addEventListener("visibilitychange", () => document.hidden || look());
