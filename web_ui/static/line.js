// The line at the bottom of a page: what the person should know about the connection and the taps.
const line = document.getElementById("line");
const said = { connection: "", taps: "" };

// Says something about one of the two; "" takes it back.
export function tell(about, words) {
  said[about] = words;
  line.textContent = Object.values(said).filter(Boolean).join(" ");
  line.hidden = !line.textContent;
}
