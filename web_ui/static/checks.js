// What a phone looks at more closely: a chain that does not follow, and a draw that asks for a link.
// It is loaded when it is needed, and is given the functions of chain.js.
import { agreed, digestOf } from "./lines.js";
import { digestsAfter } from "./notes.js";

const REPAIRS = ["restore", "recovery"]; // epochs after which lines may be gone

// Up to which line both histories are one, and whether the table itself tells of a repair.
export async function whatIsWrong({ START, hashesAfter }, notes, game) {
  const { digests, lines, ...now } = await digestsAfter(game, 0);
  const hashes = hashesAfter(START, digests), same = agreed(notes, hashes);
  const repair = lines.find(({ line, blind }) => line.kind === "epoch" && line.number > same
    && REPAIRS.includes(line.command.why) && digestOf(blind, line) === digests[line.number - 1]);
  const isRepair = repair && hashes.at(-1) === now.hash;
  return {
    why: isRepair ? repair.line.command.why : "changed",
    seed: now.commitment === notes.commitment ? "same" : "other",
    same,
    seen: notes.heads.at(-1)[0],
    now,
  };
}

// Whether the line asks for this link, and stands in the chain that this phone has seen.
export async function opensAt({ START, hashesAfter }, game, notes, line, { seal, link }) {
  const [from, hash] = notes.heads.findLast(([number]) => number < line) ?? [0, START];
  const { digests, lines } = await digestsAfter(game, from);
  const hashes = hashesAfter(hash, digests);
  const [number, seen] = notes.heads.at(-1);
  const asks = lines.find((one) => one.line.number === line);
  const isIn = hashes[number - from - 1] === seen && asks.line.kind === "ask"
    && digestOf(asks.blind, asks.line) === digests[line - from - 1];
  return isIn && asks.line.command.links.some((one) => one.sha256 === seal && one.link === link);
}
