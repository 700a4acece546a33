// What makes a control the same one, before and after the newest HTML has come: what it would do,
// what it says, and the moment it is meant for ([data-when] around it, such as the turn's number).

// Fields of a form that belong to the tap, not to the control.
export const OWN_FIELDS = ["key", "back", "game"];

// Returns the name of a form's button.
export function control(form, button) {
  const fields = [...form.querySelectorAll("input[type=hidden]")]
    .filter(({ name }) => !OWN_FIELDS.includes(name))
    .map(({ name, value }) => `${name}=${value}`);
  const own = button ? `${button.name}=${button.value} ${said(button)}` : "";
  const when = form.closest("[data-when]")?.dataset.when ?? "";
  return `${form.getAttribute("action")} ${fields.join(" ")} ${own} ${when}`;
}

// Returns the name of anything that can be tapped.
export function nameOf(one) {
  if (one.form) return control(one.form, one);
  return `${one.localName} ${one.getAttribute("href") ?? ""} ${said(one)}`;
}

function said(one) {
  return one.getAttribute("aria-label") ?? one.textContent.trim();
}
