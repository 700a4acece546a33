// Checks an exported game on the phone, with nothing of the server's but the file: the bag is kept
// from the events alone, and every draw is computed anew (the method: companion/draws/FAIR_DRAWS.md).
import { bytes, hex, hmac, sha256, unhex } from "./sha256.js";

const subtle = globalThis.crypto?.subtle; // only where the page is a secure context
async function digest(data) {
  return subtle ? new Uint8Array(await subtle.digest("SHA-256", data)) : sha256(data);
}
async function sign(key, data) {
  if (!subtle) return hmac(key, data);
  const secret = await subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
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
        const stream = new DataView((await sign(key, bytes(`draw ${number} from ${content} block ${block++}`))).buffer);
        for (let at = 0; at < 32; at += 4) words.push(stream.getUint32(at));
      }
      word = words.shift();
    } while (word >= limit);
    drawn.push(...row.splice(word % row.length, 1));
  }
  return drawn;
}

// What each event does to bag and area, and to the attack that waits for its cubes; all other events
// leave them alone. A move that cannot be throws.
const NONE = { red: 0, green: 0, blue: 0, yellow: 0, black: 0 };
const EMPTY = { bag: NONE, area: NONE, draws: 0, waiting: 0 };
const add = (heap, more, sign = 1) =>
  Object.fromEntries(Object.keys(NONE).map((colour) => [colour, heap[colour] + sign * (more[colour] ?? 0)]));
const sum = (heap) => Object.values(heap).reduce((one, other) => one + other, 0);
const must = (isSo) => { if (!isSo) throw new Error("order"); };
const MOVES = {
  GameStarted: () => ({ ...EMPTY, bag: { ...NONE, black: 24 } }),
  ClankMade: (table, { colour, cubes }) => ({ ...table, area: add(table.area, { [colour]: cubes }) }),
  ClankRemoved: (table, { colour, cubes }) => ({ ...table, area: add(table.area, { [colour]: -cubes }) }),
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

const isSound = ({ bag, area }) => [bag, area].every((heap) => Object.values(heap).every((count) => count >= 0));

// The phones' numbers: sealed before the first attack, opened before the first draw.
class Mix {
  phase = "seal";
  seals = [];
  numbers = new Map();
  seal(seal) {
    if (this.phase !== "seal" || this.seals.includes(seal)) throw new Error("mix");
    this.seals.push(seal);
  }
  async open(number) {
    const seal = hex(await digest(bytes(number)));
    if (this.phase !== "open" || !this.seals.includes(seal) || this.numbers.has(seal)) throw new Error("mix");
    this.numbers.set(seal, number);
  }
  wentOn(attackWaits, isFairDraw) {
    if (isFairDraw) this.phase = "closed";
    else if (attackWaits && this.phase === "seal") this.phase = "open";
  }
  get mixed() { return this.seals.flatMap((seal) => this.numbers.get(seal) ?? []); }
}

// `mine` is what this phone itself has sealed, if it has: {number, sha256, isOpen}.
// Returns {lines, draws, isOpen, wrong: [{line, why}]}; `why` is a code that the page puts into words.
export async function verify(file, mine = {}) {
  const found = { lines: file.lines.length, draws: 0, isOpen: !file.seed, wrong: [] };
  const say = (line, why) => found.wrong.push({ line, why });
  const seed = file.seed ? unhex(file.seed) : null;
  if (seed && hex(await digest(seed)) !== file.commitment) say(0, "seed");
  const mix = new Mix();
  const done = [EMPTY];
  const undone = [];
  for (const [place, { kind, command, events }] of file.lines.entries()) {
    const line = place + 1;
    if (kind === "seal" || kind === "number") {
      try { kind === "seal" ? mix.seal(command.sha256) : await mix.open(command.number); }
      catch { say(line, "mix"); break; }
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
        const key = await sign(seed, bytes(["dragonbag", ...mix.mixed].join("\n")));
        const wished = await draw(key, before.draws, before.bag, command.order.length);
        if (wished.join() !== command.order.join()) { say(line, "draw"); break; }
      }
      const after = happen(before, events);
      if (!after) { say(line, "order"); break; }
      if (!isSound(after)) { say(line, "bag"); break; }
      if (!matches(command, events)) { say(line, "event"); break; }
      done.push(after);
      undone.length = 0;
      mix.wentOn(after.waiting > 0, isFairDraw);
    }
  }
  if (mine.isOpen && mix.numbers.get(mine.sha256) !== mine.number && !found.wrong.length) say(0, "mine");
  return found;
}

function happen(table, events) {
  try {
    return events.length ? events.reduce((now, event) => MOVES[event.type]?.(now, event) ?? now, table) : null;
  } catch { return null; }
}

// A reported draw is the one that happened, and nothing else draws cubes but an attack on an empty bag.
function matches(command, events) {
  const drawn = events.find((event) => event.type === "CubesDrawn");
  if (command?.type !== "ReportDraw") return !drawn || !sum(drawn.cubes);
  return drawn && (drawn.order ?? []).join() === (command.order ?? []).join();
}
