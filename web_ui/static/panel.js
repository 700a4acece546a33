// The drawn panel: a finger on the page moves the pins, and the pins light the lamps of the page.
import { follow } from "./stream.js";

follow("/panel/live", ({ lamps = "{}" }) => {
  for (const [name, brightness] of Object.entries(JSON.parse(lamps))) light(name, brightness);
});
document.querySelectorAll("[data-size], [data-place]").forEach(place);
let sent = Promise.resolve();
let isLeaving = false; // then nothing is waited for
addEventListener("pagehide", () => { isLeaving = true; });
addEventListener("pageshow", () => { isLeaving = false; });
const KEYS = { r: "red", g: "green", b: "blue", y: "yellow", a: "attack", n: "next", u: "undo" };
const contacts = new Map([...document.querySelectorAll("[data-button]")].map(connect));
for (const [move, end] of [["keydown", "down"], ["keyup", "up"]]) {
  document.addEventListener(move, (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey) {
      contacts.get(KEYS[event.key.toLowerCase()])?.[end]();
    }
  });
}
addEventListener("blur", () => contacts.forEach(({ up }) => up()));

// Tells the style where a part of the panel is, in millimetres; the page may hold no style itself.
function place(part) {
  const { size, place: at } = part.dataset;
  const names = size ? ["--w", "--h"] : ["--x", "--y", "--d"];
  (size ?? at).split(" ").forEach((mm, n) => part.style.setProperty(names[n], mm));
}

function light(name, brightness) {
  document.querySelector(`[data-lamp="${name}"]`)?.style.setProperty("--light", brightness);
}

// Returns a button's name and contact, which the button moves now.
// A button must never stay pressed: whatever takes the finger away releases it.
function connect(button) {
  const { down, up } = contact(button.dataset.button);
  button.addEventListener("pointerdown", (event) => {
    button.setPointerCapture(event.pointerId);
    down();
  });
  button.addEventListener("keydown", (event) => {
    if ([" ", "Enter"].includes(event.key)) down();
  });
  for (const end of ["pointerup", "pointercancel", "keyup", "blur"]) {
    button.addEventListener(end, up);
  }
  addEventListener("pagehide", up);
  document.addEventListener("visibilitychange", () => document.hidden && up());
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  return [button.dataset.button, { down, up }];
}

// The contact of one button: it closes once and opens once, however often it is told.
function contact(name) {
  let isDown = false;
  const turn = (toDown, edge) => {
    if (isDown === toDown) return;
    isDown = toDown;
    send(name, edge);
  };
  return { down: () => turn(true, "press"), up: () => turn(false, "release") };
}

// Presses and releases reach the table in their order: of two requests at once the second may come
// first, and then the button would stay pressed.
function send(name, edge) {
  // keepalive: when the page is left, the release must still arrive.
  const go = () => fetch(`/panel/${name}/${edge}`, { method: "POST", keepalive: true }).catch(() => {});
  sent = isLeaving ? go() : sent.then(go);
}
