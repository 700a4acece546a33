// A tap turns a switch, and the page follows at once. The phone keeps the switches in a cookie, one
// after the other. Without this file the form is sent and the page comes again.
const root = document.documentElement;
let sent = Promise.resolve();

document.addEventListener("submit", (event) => {
  const { target: form, submitter: button } = event;
  if (form.getAttribute("action") !== "/comfort" || !button) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, button));
  sent = sent.then(() => fetch("/comfort", { method: "POST", body })).catch(() => {});
  turn(button, button.name === "on");
});

function turn(button, isOn) {
  root.classList.toggle(button.value, isOn);
  button.name = isOn ? "off" : "on";
  button.setAttribute("aria-checked", isOn);
  document.dispatchEvent(new Event("comfort"));
}
