// Checks an exported game on the phone. It needs nothing from the server but the file: it follows
// the bag from the events alone and computes every draw again (how: companion/draws/FAIR_DRAWS.md).
import { START, hashAfter } from "./chain.js";
import { hmac } from "./hmac.js";
import { agreed, canonical, digestOf } from "./lines.js";
import { EMPTY, NONE, contentOf, ended, happen, hurts, isSound, matches, must } from "./moves.js";
import { END, placesOf } from "./places.js";
import { Promises, isNewSeed } from "./promises.js";
import { bytes, hex, sha256, unhex } from "./sha256.js";
import { isShown, noLine } from "./shape.js";

const FORMAT = 3, LINKS = 64, HASH = /^[0-9a-f]{64}$/;
const MOST_SEALS = 32, NUMBER = /^[0-9a-f]{32}$/; // until 0.1
const THE_END = { draw: 0, bag: "" };
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
  const content = contentOf(bag);
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

// Until 0.1: one number a phone, sealed before the first attack, opened before the first draw.
class SealedNumbers {
  phase = "seal";
  seals = [];
  numbers = new Map();
  seal(seal) {
    const isSeal = HASH.test(seal) && this.seals.length < MOST_SEALS;
    if (this.phase !== "seal" || !isSeal || this.seals.includes(seal)) throw new Error("mix");
    this.seals.push(seal);
  }
  async open(number) {
    const seal = hex(await digest(bytes(number)));
    const isExpected = NUMBER.test(number) && this.seals.includes(seal) && !this.numbers.has(seal);
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

// The phones' links: each draw asks every sealed phone for its next one (companion/draws/links.py).
class Links {
  seals = new Map(); // seat -> seal, oldest first
  asks = new Map(); // "draw from bag" -> {asked, opened, line, isDrawn, isByHand}
  past = []; // [draw, ask] before the newest seed
  used = new Map(); // seal -> links that were asked for
  beginEpoch() {
    this.past.push(...this.asks);
    this.asks = new Map();
    this.seals = new Map();
  }
  get all() {
    return [...this.past, ...this.asks];
  }
  seal({ seat, sha256: seal, ...more }) {
    must(canonical(more) === `{"links":${LINKS}}` && seat !== "black" && Object.hasOwn(NONE, seat));
    must(HASH.test(seal) && ![...this.seals.values()].includes(seal));
    this.seals.delete(seat);
    this.seals.set(seat, seal);
  }
  due(draw) {
    if (this.asks.has(draw)) return [];
    const next = (seal) => (this.used.get(seal) ?? 0) + 1;
    const all = [...this.seals].map(([seat, seal]) => ({ seat, sha256: seal, link: next(seal) }));
    return all.filter(({ link }) => link <= LINKS);
  }
  // The end asks only the phones that listen; a draw asks all.
  ask(draw, asked, line) {
    const isAsked = (one) => asked.some((other) => canonical(one) === canonical(other));
    const all = this.due(draw), due = all.filter((one) => draw !== END || isAsked(one));
    must(asked.length && canonical(asked) === canonical(due));
    const leftOut = all.filter((one) => !isAsked(one));
    this.asks.set(draw, { asked, opened: new Map(), line, leftOut, isDrawn: false, isByHand: false });
    for (const { sha256: seal, link } of asked) this.used.set(seal, link);
  }
  async open(draw, { sha256: seal, link }) {
    const ask = this.asks.get(draw), own = ask?.asked.find((one) => one.sha256 === seal);
    must(own && !ask.isDrawn && !ask.opened.has(seal) && HASH.test(link));
    let before = unhex(link);
    for (let step = 0; step < own.link; step++) before = await digest(before);
    must(hex(before) === seal);
    ask.opened.set(seal, link);
  }
  // The end of the game takes no more links; it waited for some, and needs one for its pictures.
  closeEnd() {
    const ask = this.asks.get(END);
    must(ask && !ask.isDrawn && ask.opened.size && ask.opened.size < ask.asked.length);
    ask.isDrawn = true;
  }
  of(draw) {
    const ask = this.asks.get(draw);
    return ask ? ask.asked.flatMap(({ sha256: seal }) => ask.opened.get(seal) ?? []) : [];
  }
  drawn(draw, isFair) {
    if (this.asks.has(draw)) this.asks.get(draw)[isFair ? "isDrawn" : "isByHand"] = true;
  }
}

// The draw that waits, or the end, as asks name it.
function waitingDraw({ draws, bag, waiting, isOver }) {
  return waiting ? `${draws} from ${contentOf(bag)}` : isOver ? END : "";
}

function mustAsk({ draws, bag, waiting, isOver }, { links, ...told }) {
  must(waiting || isOver);
  const due = waiting ? { draw: draws, bag: contentOf(bag), cubes: waiting } : { ...THE_END, cubes: 0 };
  must(canonical(told) === canonical(due));
}

// `mine` is what a phone remembers: its links {end, sent, tried, past} and its notes (notes.js).
// Returns what was checked, {lines, draws, byHand, uncheckable, again, overruled, unopened, untaken,
// epochs, pictures, hidden, isOpen, head}, and what is wrong: [{line, why}]; the page has words for the codes `why`.
export async function verify(file, mine = {}) {
  const line = noLine(file);
  if (line) return { lines: 0, wrong: [{ line, why: "order" }] };
  const check = new Check(file);
  const wrong = [...(await check.seedWrong()), ...(await check.linesWrong())];
  if (!wrong.length) wrong.push(...check.endWrong(mine.links), ...chainWrong(file, mine.notes));
  const { draws, byHand, uncheckable, links } = check, { lines } = file, isOpen = !file.seed;
  return {
    lines: lines.length, draws, byHand, uncheckable, isOpen, wrong, head: lines.at(-1)?.hash,
    again: again(links), overruled: overruled(links), unopened: unopened(links),
    untaken: untaken(links, mine.links),
    epochs: epochsOf(file), pictures: picturesOf(file, links),
    hidden: lines.filter((one) => one.digest).length,
  };
}

// The seed that each line's draws follow, "" if it is not known. A new seed says nothing of earlier
// draws; its line may tell the seed before.
function seedsOf({ lines, seed }) {
  return lines.reduceRight((seeds, line) => {
    seeds.unshift(seed);
    if (isNewSeed(line)) seed = line.command.seed ?? "";
    return seeds;
  }, []);
}

// Goes through the lines of one file once.
class Check {
  draws = 0;
  byHand = 0;
  uncheckable = 0;
  isSeedDue = false; // the game was over, so its seed has to be shown
  isOld = true; // nothing shows yet that it was not played with 0.1
  promises = new Promises();
  numbers = new SealedNumbers();
  links = new Links();
  done = [EMPTY];
  undone = [];
  constructor(file) {
    this.file = file;
    this.seeds = seedsOf(file);
  }
  async seedWrong() {
    const { seed, commitment, format_version: version } = this.file;
    if (version > FORMAT) return [{ line: 0, why: "version" }];
    return seed && !(await fits(seed, commitment)) ? [{ line: 0, why: "seed" }] : [];
  }
  async linesWrong() {
    for (const [place, line] of this.file.lines.entries()) {
      const why = await this.line(line, place).catch(() => "order");
      if (why) return [{ line: place + 1, why }]; // every later line builds on this one
    }
    return [];
  }
  endWrong(own) {
    if (this.isSeedDue && !this.file.seed) return [{ line: 0, why: "withheld" }];
    const opened = this.links.all.flatMap(([, { asked, opened }]) =>
      asked.filter(({ sha256: seal }) => opened.has(seal)));
    const isIn = (end, link) => opened.some((one) => one.sha256 === end && one.link === link);
    const isWhole = chainsOf(own).every(({ end, sent }) => sent.every((link) => isIn(end, link)));
    return isWhole ? [] : [{ line: 0, why: "mine" }];
  }
  async line(line, place) {
    const { kind, command, events } = line;
    if (kind === "open" || kind === "epoch") return this.promised(line);
    if (kind === "undo") return this.move(this.done, this.undone, 1);
    if (kind === "redo") return this.move(this.undone, this.done, 0);
    if (kind === "ask" && this.isSeedKnown && !this.done.at(-1).isOver) return "known";
    if (kind !== "command") return this.part(kind, command, place + 1).then(() => "", () => "mix");
    return this.command(command, events ?? [], this.seeds[place]);
  }
  // With a new seed the phones begin anew.
  async promised(line) {
    const { isOver } = this.done.at(-1);
    const why = await this.promises.wrong(line, this.isSeedDue && !isOver, fits);
    if (why) return why;
    this.isOld &&= line.command?.commitment === undefined || this.promises.isImport;
    if (!isNewSeed(line)) return "";
    this.links.beginEpoch();
    this.numbers = new SealedNumbers();
    this.isSeedDue = isOver;
    return "";
  }
  // Was the seed shown, though the game goes on? Version 0.1 went on with it.
  get isSeedKnown() {
    return this.isSeedDue && !this.isOld;
  }
  move(from, to, least) {
    must(from.length > least);
    to.push(from.pop());
    this.isSeedDue ||= this.done.at(-1).isOver;
    return "";
  }
  async part(kind, command, line) {
    const table = this.done.at(-1);
    if (kind === "ask") {
      mustAsk(table, command);
      this.links.ask(waitingDraw(table), command.links, line);
    } else if (kind === "link") await this.links.open(waitingDraw(table), command);
    else if (kind === "close") {
      must(waitingDraw(table) === END && canonical(command) === canonical(THE_END));
      this.links.closeEnd();
    } else if (kind === "seal" && command.links !== undefined) {
      this.isOld = false;
      this.links.seal(command);
    } else {
      must(this.isOld); // single numbers are from 0.1
      await (kind === "number" ? this.numbers.open(command.number) : this.numbers.seal(command.sha256));
    }
  }
  async command(command, events, seed) {
    const before = this.done.at(-1), isFair = command?.drawn_by === "dragonbag";
    if (this.file.game !== "clank") return this.step(ended(before, events)); // no cubes are drawn
    if (isFair) {
      const why = await this.drawWrong(before, command.order ?? [], seed);
      if (why) return why;
    }
    const after = happen(before, events);
    if (!after) return "order";
    if (!isSound(after)) return "bag";
    if (!matches(command, events)) return "event";
    if (!hurts(before, events)) return "damage";
    if (command?.type === "ReportDraw") this.links.drawn(waitingDraw(before), isFair);
    if (before.waiting && !after.waiting && !isFair) this.byHand++;
    this.numbers.wentOn(after.waiting > 0, isFair);
    return this.step(after);
  }
  step(after) {
    this.done.push(after);
    this.undone.length = 0;
    this.isSeedDue ||= after.isOver;
    return "";
  }
  async drawWrong(table, order, seed) {
    const waiting = waitingDraw(table);
    must(table.waiting);
    if (this.isSeedKnown) return "known";
    if (this.links.due(waiting).length) return "unasked";
    if (!seed) {
      this.uncheckable++;
      return "";
    }
    this.draws++;
    const mixed = ["dragonbag", ...this.numbers.opened, ...this.links.of(waiting)];
    const key = await sign(unhex(seed), bytes(mixed.join("\n")));
    const wished = await draw(key, table.draws, table.bag, table.waiting);
    return wished.join() === order.join() ? "" : "draw";
  }
}

async function fits(seed, commitment) {
  return HASH.test(seed) && hex(await digest(unhex(seed))) === commitment;
}

// Draws count from 1, as people do, and the end is 0.
const numberOf = (draw) => (draw === END ? 0 : parseInt(draw, 10) + 1);

// The draws that asked for links once more: the bag or the seed was another one.
function again({ all }) {
  const numbers = all.map(([draw]) => numberOf(draw));
  return [...new Set(numbers.filter((number, place) => number && numbers.indexOf(number) < place))];
}

// The draws that were made by hand although phones had opened their links.
function overruled({ all }) {
  const told = all.filter(([, { isByHand, opened }]) => isByHand && opened.size);
  return told.map(([draw]) => numberOf(draw));
}

// The draws of Dragonbag, and the seats whose link it had to do without.
function unopened({ all }) {
  return all.flatMap(([draw, { asked, opened, isDrawn, leftOut }]) => {
    const missing = asked.filter(({ sha256: seal }) => isDrawn && !opened.has(seal));
    return [...missing, ...leftOut].map(({ seat }) => [numberOf(draw), seat]);
  });
}

// The draws for which this phone has sent a link that the table did not take. Nobody can tell a table
// that leaves it out from a phone that is late.
function untaken({ all }, own) {
  const isTried = ({ sha256: seal, link }) =>
    chainsOf(own).some(({ end, tried }) => end === seal && tried?.includes(link));
  return all.flatMap(([draw, { asked, opened, isDrawn }]) => {
    const late = asked.some((one) => isDrawn && !opened.has(one.sha256) && isTried(one));
    return late ? [numberOf(draw)] : [];
  });
}

// The chain of links that a phone has now, and those before.
function chainsOf(own) {
  return own ? [own, ...(own.past ?? [])] : [];
}

function epochsOf({ lines }) {
  return lines.flatMap(({ kind, command }, place) => (kind === "epoch" ? [[place + 1, command.why]] : []));
}

// The draws whose links stand fast, and the places of their five pictures.
function picturesOf({ lines }, { all }) {
  return all.flatMap(([draw, { asked, opened, line, isDrawn }]) => {
    // Without any link, whoever makes the chain could choose its pictures.
    if (!opened.size || (!isDrawn && !(draw === END && opened.size === asked.length))) return [];
    const links = asked.flatMap(({ sha256: seal }) => opened.get(seal) ?? []);
    return [[numberOf(draw), placesOf(lines[line - 1].hash ?? "", links)]];
  });
}

function chainWrong(file, notes) {
  const { line, hashes } = chainOf(file);
  if (line) return [{ line, why: "chain" }];
  if (!hashes.length && isChained(file)) return [{ line: 1, why: "chain" }];
  const until = notes?.heads.at(-1)[0] ?? 0;
  if (until > file.lines.length) return [{ line: until, why: "short" }];
  if (hashes.length && !isPromised(file)) return [{ line: 0, why: "promise" }];
  const isOther = notes && agreed(notes, hashes) < newestIn(notes, file.lines);
  return isOther ? [{ line: 0, why: "otherHead" }] : [];
}

// Version 0.1 wrote no chain, and none of these lines.
function isChained({ format_version: version, lines }) {
  return version >= 3 || lines.some(({ kind }) => ["ask", "link", "close", "epoch"].includes(kind));
}

// The newest line of the chain that promises anything promises what the file says of itself.
function isPromised({ lines, id, game, commitment }) {
  const told = lines.findLast(({ kind, command }) =>
    ["open", "epoch"].includes(kind) && command?.commitment)?.command;
  return told?.id === id && told.game === game && told.commitment === commitment;
}

// The hashes after the lines of a file, and the first line that is not in its chain, or 0. A file of
// an early version has no chain: then there are no hashes.
function chainOf({ lines }) {
  const hashes = [];
  let hash = START;
  if (!lines[0]?.hash) return { line: 0, hashes };
  for (const [place, line] of lines.entries()) {
    const { hash: told, blind, digest: given } = line;
    if (!isShown(line)) return { line: place + 1, hashes };
    const whole = { number: place + 1, at: line.at, source: line.source, kind: line.kind,
      command: line.command ?? null, events: line.events ?? [] };
    hash = hashAfter(hash, blind ? digestOf(blind, whole) : given);
    if (hash !== told) return { line: place + 1, hashes };
    hashes.push(hash);
  }
  return { line: 0, hashes };
}

// The newest line that both the notes and the file have.
function newestIn({ heads }, lines) {
  return heads.findLast(([number]) => number <= lines.length)?.[0] ?? 0;
}
