// The lines of a game, as its chain has them (companion/table/fair/CHAIN.md).
import { bytes, hex, joined, sha256, unhex } from "./sha256.js";

const LINE = bytes("dragonbag line\n");

export function digestOf(blind, line) {
  return hex(sha256(joined(LINE, unhex(blind), bytes(canonical(line)))));
}

// JSON by RFC 8785, as far as journals need it: their numbers are whole.
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

// The number of the newest head of a phone's notes that is also one of these hashes (hashes[0] is
// after line 1), or 0.
export function agreed(notes, hashes) {
  const [number] = notes.heads.findLast(([at, hash]) => hashes[at - 1] === hash) ?? [0];
  return number;
}
