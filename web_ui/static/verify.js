// Checks an exported game on the phone. It needs nothing from the server but the file: it follows
// the bag from the events alone and computes every draw again (how: companion/draws/FAIR_DRAWS.md).
import { bytes, hex, hmac, sha256, unhex } from "./sha256.js";

const subtle = globalThis.crypto?.subtle; // only where the page is a secure context
async function digest(data) {
  return subtle ? new Uint8Array(await subtle.digest("SHA-256", data)) : sha256(data);
}
async function sign(key, data) {
  if (!subtle) return hmac(key, data);
  const method = { name: "HMAC", hash: "SHA-256" };
  const secret = await subtle.importKey("raw", key, method, false, ["sign"]);
  return new Uint8Array(await subtle.sign("HMAC", secret, data));
}

// The cubes of draw `number` from a bag {red: 3, ...}, in order.
export async function draw(key, number, bag, count) {
  const colours = Object.keys(bag).filter((colour) => bag[colour]).sort();
  const content = colours.map((colour) => `${colour}=${bag[colour]}`).join(",");
  const row = colours.flatMap((colour) => Array(bag[colour]).fill(colour));
  if (count > row.length) return [];
  const words = [];
  let block = 0;
  const drawn = [];
  while (drawn.length < count) {
    const limit = 2 ** 32 - (2 ** 32 % row.length);
    let word;
    do {
      if (!words.length) {
        const signed = await sign(key, bytes(`draw ${number} from ${content} block ${block++}`));
        const view = new DataView(signed.buffer);
        for (let at = 0; at < 32; at += 4) words.push(view.getUint32(at));
      }
      word = words.shift();
    } while (word >= limit);
    drawn.push(...row.splice(word % row.length, 1));
  }
  return drawn;
}

// What each event does to the bag, to the Clank! Area and to the attack that waits for its cubes.
// All other events leave them alone. An event that cannot come now throws.
const NONE = { red: 0, green: 0, blue: 0, yellow: 0, black: 0 };
const EMPTY = { bag: NONE, area: NONE, draws: 0, waiting: 0 };
const sum = (heap) => Object.values(heap).reduce((one, other) => one + other, 0);
const must = (isSo) => { if (!isSo) throw new Error("order"); };
function add(heap, more, sign = 1) {
  const count = (colour) => heap[colour] + sign * (more[colour] ?? 0);
  return Object.fromEntries(Object.keys(NONE).map((colour) => [colour, count(colour)]));
}
function addToArea(table, colour, cubes) {
  return { ...table, area: add(table.area, { [colour]: cubes }) };
}
const MOVES = {
  GameStarted: () => ({ ...EMPTY, bag: { ...NONE, black: 24 } }),
  ClankMade: (table, { colour, cubes }) => addToArea(table, colour, cubes),
  ClankRemoved: (table, { colour, cubes }) => addToArea(table, colour, -cubes),
  AttackBegan(table, { cubes_to_draw }) {
    must(!table.waiting);
    return { ...table, bag: add(table.bag, table.area), area: NONE, waiting: cubes_to_draw };
  },
  CubesDrawn(table, { cubes, order }) {
    must(sum(cubes) === table.waiting && (!order?.length || order.length === table.waiting));
    return { ...table, bag: add(table.bag, cubes, -1), draws: table.draws + 1, waiting: 0 };
  },
  DragonCubesReturned: (table, { cubes }) => ({ ...table, bag: add(table.bag, { black: cubes }) }),
  CubesCorrected(table, { cube, source, target, cubes }) {
    const moved = { ...table };
    if (source in HEAPS) moved[source] = add(moved[source], { [cube]: -cubes });
    if (target in HEAPS) moved[target] = add(moved[target], { [cube]: cubes });
    return moved;
  },
  TurnEnded(table) { must(!table.waiting); return table; },
};
const HEAPS = { bag: true, area: true };

function isSound({ bag, area }) {
  return [...Object.values(bag), ...Object.values(area)].every((count) => count >= 0);
}

// The phones' numbers: sealed before the first attack, opened before the first draw.
class SealedNumbers {
  phase = "seal";
  seals = [];
  numbers = new Map();
  seal(seal) {
    if (this.phase !== "seal" || this.seals.includes(seal)) throw new Error("mix");
    this.seals.push(seal);
  }
  async open(number) {
    const seal = hex(await digest(bytes(number)));
    const isExpected = this.seals.includes(seal) && !this.numbers.has(seal);
    if (this.phase !== "open" || !isExpected) throw new Error("mix");
    this.numbers.set(seal, number);
  }
  wentOn(attackWaits, isFairDraw) {
    if (isFairDraw) this.phase = "closed";
    else if (attackWaits && this.phase === "seal") this.phase = "open";
  }
  get opened() {
    return this.seals.flatMap((seal) => this.numbers.get(seal) ?? []);
  }
}

// `mine` is what this phone itself has sealed, if it has: {number, sha256, isOpen}.
// Returns {lines, draws, isOpen, wrong: [{line, why}]}; the page has words for the codes `why`.
export async function verify(file, mine = {}) {
  const found = { lines: file.lines.length, draws: 0, isOpen: !file.seed, wrong: [] };
  const say = (line, why) => found.wrong.push({ line, why });
  const seed = file.seed ? unhex(file.seed) : null;
  if (seed && hex(await digest(seed)) !== file.commitment) say(0, "seed");
  const numbers = new SealedNumbers();
  const done = [EMPTY];
  const undone = [];
  for (const [place, { kind, command, events }] of file.lines.entries()) {
    const line = place + 1;
    if (kind === "seal" || kind === "number") {
      try {
        if (kind === "seal") numbers.seal(command.sha256);
        else await numbers.open(command.number);
      } catch { say(line, "mix"); break; }
    } else if (kind === "undo") {
      if (done.length < 2) { say(line, "order"); break; }
      undone.push(done.pop());
    } else if (kind === "redo") {
      if (!undone.length) { say(line, "order"); break; }
      done.push(undone.pop());
    } else {
      const before = done.at(-1);
      const isFairDraw = command?.drawn_by === "dragonbag";
      if (seed && isFairDraw) {
        found.draws++;
        const key = await sign(seed, bytes(["dragonbag", ...numbers.opened].join("\n")));
        const wished = await draw(key, before.draws, before.bag, command.order.length);
        if (wished.join() !== command.order.join()) { say(line, "draw"); break; }
      }
      const after = happen(before, events);
      if (!after) { say(line, "order"); break; }
      if (!isSound(after)) { say(line, "bag"); break; }
      if (!matches(command, events)) { say(line, "event"); break; }
      done.push(after);
      undone.length = 0;
      numbers.wentOn(after.waiting > 0, isFairDraw);
    }
  }
  const isMissing = mine.isOpen && numbers.numbers.get(mine.sha256) !== mine.number;
  if (isMissing && !found.wrong.length) say(0, "mine");
  return found;
}

// The table after these events; null if they cannot come now.
function happen(table, events) {
  if (!events.length) return null;
  try {
    return events.reduce((now, event) => MOVES[event.type]?.(now, event) ?? now, table);
  } catch { return null; }
}

// A reported draw is the one that happened. Nothing else draws cubes but an attack on an empty bag.
function matches(command, events) {
  const drawn = events.find((event) => event.type === "CubesDrawn");
  if (command?.type !== "ReportDraw") return !drawn || !sum(drawn.cubes);
  return drawn && (drawn.order ?? []).join() === (command.order ?? []).join();
}
