// What is said in a draft (drafts.js) when the table shows something else by now. `end` puts it away.
const { moved, newest } = document.body.dataset;

// Says it if the newest HTML says something else than the part that waits for the draft.
export function compare(part, form, html, end) {
  if (!form.dataset.draft || form.querySelector(".moved")) return;
  const other = document.createElement("template");
  other.innerHTML = html;
  if (words(other.content) !== words(part)) note(form, end);
}

export function note(form, end) {
  const box = document.createElement("p");
  const button = document.createElement("button");
  Object.assign(box, { className: "moved", textContent: moved });
  Object.assign(button, { type: "button", textContent: newest });
  button.addEventListener("click", () => end(form.dataset.draft));
  box.setAttribute("role", "status");
  box.append(button);
  form.append(box);
}

// What a part says, to tell whether the newest HTML says something else; not what was entered.
function words(root) {
  const fields = [...root.querySelectorAll("input:not([type=hidden]), option")]
    .map((field) => field.defaultValue ?? field.defaultSelected);
  return (root.textContent + fields.join(" ")).replace(/\s+/g, " ").trim();
}
