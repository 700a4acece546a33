// What a person should know about the connection and the taps. Two places tell it: the line (no
// connection, taps that wait) and the notice (why the table refused). A page lays both over its
// now line, so nothing moves when they come and go.
const line = document.getElementById("line");
const notice = document.getElementById("notice");
const said = { connection: "", stay: "", taps: "" };
let refusals = []; // each with when it was told

// Says something about the connection or the taps; "" takes it back.
export function tell(about, words) {
  said[about] = words;
  const text = Object.values(said).filter(Boolean).join(" ");
  const [p, button] = line.children;
  if (p.textContent !== text) p.textContent = text;
  button.hidden = !said.taps;
  line.hidden = !text;
}

// Says why something was not done, until somebody has read it; "" says nothing more. What was told
// before `since` was seen by whoever tapped then, and goes; what came later stays, each in a line.
export function refuse(words, since = Date.now()) {
  refusals = refusals.filter(({ at }) => at > since);
  if (words) refusals.push({ words, at: Date.now() });
  notice.firstElementChild.textContent = counted(refusals.map((one) => one.words)).join("\n");
  notice.hidden = !refusals.length;
}

// Each of these once, with how often: "3 × End turn".
export function counted(all) {
  const counts = new Map();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].map(([one, n]) => (n > 1 ? `${n} × ${one}` : one));
}

// Puts numbers and names into a sentence of the page: "No connection for {s} s."
export function fill(sentence, facts) {
  return sentence.replace(/\{(\w+)\}/g, (_, name) => facts[name]);
}

notice.addEventListener("click", (event) => { if (event.target.closest("button")) refuse(""); });
