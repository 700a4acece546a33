// What the lines of a game file have to look like, whatever they tell.
const HASH = /^[0-9a-f]{64}$/, BLIND = /^[0-9a-f]{32}$/, OF_PEOPLE = /"(seats|names|reason)":/;
const KINDS = ["open", "command", "undo", "redo", "seal", "ask", "link", "close", "number", "epoch"];
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

// The first line that is no line of a game, or 0.
export function noLine({ lines }) {
  return Array.isArray(lines) ? lines.findIndex((line) => !isObject(line) || !isLine(line)) + 1 : 1;
}

function isLine({ kind, command = null, events = [] }) {
  const isAsked = command === null || isObject(command);
  return KINDS.includes(kind) && isAsked && Array.isArray(events) && events.every(isObject);
}

// A line shows its blind, or only its digest: those that tell names may, and none that draws.
export function isShown({ kind, command, events, blind, digest }) {
  if (blind) return BLIND.test(blind) && !digest;
  const mayHide = kind === "command" && isObject(command) && !("drawn_by" in command);
  return mayHide && HASH.test(digest) && OF_PEOPLE.test(JSON.stringify([command, events]));
}
