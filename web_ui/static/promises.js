// What the lines of a game promise, one after the other: whose game it is, and which seed.
import { canonical } from "./lines.js";

const WHYS = ["migration", "import", "moved", "restore", "copied", "recovery", "new_seed"];
const SILENT = ["recovery", "import"]; // they begin with a new seed, and do not know the old one

export const isNewSeed = ({ kind, command }) =>
  ["open", "epoch"].includes(kind) && command?.commitment !== undefined && command.is_new_seed === true;

// The lines of the kinds `open` and `epoch` of one game.
export class Promises {
  told = ""; // its id, and which game it is
  commitment = "";
  isImport = false; // its first line says that the game came from a file
  // What is wrong with a line, as a code, "" if nothing is. `isDue`: the seed was shown, and the
  // game goes on. `fits` tells whether a seed is that of a commitment.
  async wrong(line, isDue, fits) {
    const { why = "", commitment, id, game, seed = "" } = line.command ?? {}, before = this.commitment;
    if (line.kind === "epoch" && !WHYS.includes(why)) return "order";
    if (commitment === undefined) return "";
    this.isImport ||= !before && why === "import";
    this.commitment = commitment;
    const told = canonical([id ?? null, game ?? null]);
    this.told ||= told;
    if (told !== this.told) return "promise";
    if (!isNewSeed(line)) return before && before !== commitment ? "newSeed" : "";
    const isSilent = SILENT.includes(why) && !seed && (this.isImport || why !== "import");
    if (why === "new_seed" ? !(isDue && seed) : !isSilent) return "newSeed";
    return seed && !(await fits(seed, before)) ? "seedBefore" : "";
  }
}
