// What a person should know about the connection and the taps. Two places tell it: the line (no
// connection, taps that wait) and the notice (why the table refused). A page lays both over its
// now line, so nothing moves when they come and go.
const line = document.getElementById("line");
const notice = document.getElementById("notice");
const said = { connection: "", taps: "" };

// Says something about the connection or the taps; "" takes it back.
export function tell(about, words) {
  said[about] = words;
  const text = Object.values(said).filter(Boolean).join(" ");
  const [p, button] = line.children;
  if (p.textContent !== text) p.textContent = text;
  button.hidden = !said.taps;
  line.hidden = !text;
}

// Says why something was not done, until somebody has read it; "" takes it back.
export function refuse(words) {
  notice.firstElementChild.textContent = words;
  notice.hidden = !words;
}

// Puts numbers and names into a sentence of the page: "No connection for {s} s."
export function fill(sentence, facts) {
  return sentence.replace(/\{(\w+)\}/g, (_, name) => facts[name]);
}

notice.addEventListener("click", (event) => { if (event.target.closest("button")) refuse(""); });
