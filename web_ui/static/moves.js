// What the steps of a game do to the bag, for the verifier (companion/draws/FAIR_DRAWS.md).

// What each event does to the bag, to the Clank! Area and to the attack that waits for its cubes.
// All other events leave them alone. An event that cannot come now throws.
export const NONE = { red: 0, green: 0, blue: 0, yellow: 0, black: 0 };
export const EMPTY = { bag: NONE, area: NONE, meter: NONE, draws: 0, waiting: 0, isAttacked: false,
  isSetUp: false, isOver: false, inside: [] };
const HEALTH_SPACES = 10;
export const sum = (heap) => Object.values(heap).reduce((one, other) => one + other, 0);
export const must = (isSo) => { if (!isSo) throw new Error("order"); };
function add(heap, more, sign = 1) {
  const count = (colour) => {
    const cubes = more[colour] ?? 0;
    must(Number.isInteger(cubes) && cubes >= 0);
    return heap[colour] + sign * cubes;
  };
  return Object.fromEntries(Object.keys(NONE).map((colour) => [colour, count(colour)]));
}
function addTo(heap, table, colour, cubes, sign = 1) {
  must(Object.hasOwn(NONE, colour));
  return { ...table, [heap]: add(table[heap], { [colour]: cubes }, sign) };
}
// Only from an empty bag nothing is drawn, and never more than it holds.
function attacked(table, cubes) {
  const bag = add(table.bag, table.area), heap = sum(bag);
  must(Number.isInteger(cubes) && cubes <= heap && (cubes > 0 || heap === 0));
  return { ...table, bag, area: NONE, waiting: cubes, isAttacked: true };
}
const MOVES = {
  GameStarted({ isSetUp }, { seats }) {
    must(!isSetUp);
    const inside = seats.map(({ colour }) => colour);
    return { ...EMPTY, bag: { ...NONE, black: 24 }, isSetUp: true, inside };
  },
  ClankMade: (table, { colour, cubes }) => addTo("area", table, colour, cubes),
  ClankRemoved: (table, { colour, cubes }) => addTo("area", table, colour, cubes, -1),
  DamageTaken: (table, { colour, cubes }) => addTo("meter", table, colour, cubes),
  TunnelDamageTaken: (table, { colour, cubes }) => addTo("meter", table, colour, cubes),
  Healed: (table, { colour, cubes }) => addTo("meter", table, colour, cubes, -1),
  AttackBegan(table, { cubes_to_draw }) {
    must(!table.waiting);
    return attacked(table, cubes_to_draw);
  },
  AttackCorrected(table, { cubes_to_draw }) {
    must(table.waiting);
    return attacked(table, cubes_to_draw);
  },
  CubesDrawn(table, { cubes, order }) {
    must(table.isAttacked && sum(cubes) === table.waiting);
    must(!order?.length || order.length === table.waiting);
    const bag = add(table.bag, cubes, -1);
    return { ...table, bag, draws: table.draws + 1, waiting: 0, isAttacked: false };
  },
  DragonCubesReturned: (table, { cubes }) => ({ ...table, bag: add(table.bag, { black: cubes }) }),
  CubesCorrected(table, { cube, source, target, cubes }) {
    const moved = Object.hasOwn(HEAPS, source) ? addTo(source, table, cube, cubes, -1) : table;
    return Object.hasOwn(HEAPS, target) ? addTo(target, moved, cube, cubes) : moved;
  },
  GameEnded: (table) => ({ ...table, waiting: 0, isAttacked: false, isOver: true }),
  GameWentOn: (table) => ({ ...table, isOver: false }),
  // Players may have exchanged colours: then all counts of a colour take the new one.
  SeatsCorrected(table, { seats, was }) {
    const old = Object.fromEntries((was ?? []).map((colour, place) => [seats[place].colour, colour]));
    const left = Object.values(old);
    const now = (heap) => Object.fromEntries(Object.keys(NONE).map((colour) =>
      [colour, heap[old[colour] ?? (left.includes(colour) ? "" : colour)] ?? 0]));
    const inside = table.inside.map((colour) => Object.keys(old).find((one) => old[one] === colour) ?? colour);
    const moved = { bag: now(table.bag), area: now(table.area), meter: now(table.meter) };
    must(Object.keys(moved).every((heap) => sum(moved[heap]) === sum(table[heap])));
    return { ...table, ...moved, inside };
  },
  PlayersAdded: (table, { seats }) =>
    ({ ...table, inside: [...table.inside, ...seats.map(({ colour }) => colour)] }),
  TurnEnded(table) { must(!table.waiting); return table; },
};
const HEAPS = { bag: true, area: true, meter: true };

// A game without anybody in the dungeon is over.
export function isSound({ bag, area, meter, inside, isSetUp, isOver }) {
  const heaps = [bag, area, meter].flatMap(Object.values);
  if (isSetUp && !inside.length && !isOver) return false;
  return heaps.every((count) => count >= 0) && Object.values(meter).every((one) => one <= HEALTH_SPACES);
}

export function contentOf(bag) {
  const colours = Object.keys(bag).filter((colour) => bag[colour]).sort();
  return colours.map((colour) => `${colour}=${bag[colour]}`).join(",");
}

// The table after these events; null if they cannot come now.
export function happen(table, events) {
  if (!events.length) return null;
  try {
    return events.reduce((now, event) => settled(moved(now, event), event), table);
  } catch { return null; }
}

const moved = (table, event) =>
  (Object.hasOwn(MOVES, event.type) ? MOVES[event.type](table, event) : table);

// All that is followed of a game without cubes: whether it is over.
const ENDS = ["GameEnded", "GameWentOn"];
export function ended(table, events) {
  return events.filter(({ type }) => ENDS.includes(type)).reduce(moved, table);
}

// Who is still in the dungeon, whatever made them leave it or brought them back.
const GONE = ["DungeonLeft", "PlayerWithdrew"];
function settled(table, { type, colour, status }) {
  if (!status && !GONE.includes(type)) return table;
  const others = table.inside.filter((one) => one !== colour);
  return { ...table, inside: status === "inside" ? [...others, colour] : others };
}

// A reported draw is the one that happened. Nothing else draws cubes but an attack on an empty bag.
export function matches(command, events) {
  const drawn = events.find((event) => event.type === "CubesDrawn");
  if (command?.type !== "ReportDraw") return !drawn || !sum(drawn.cubes);
  const order = command.order ?? [];
  const isSame = drawn && (drawn.order ?? []).join() === order.join() && drawn.drawn_by === command.drawn_by
    && BY.includes(command.drawn_by);
  return isSame && (!order.length || isHeap(order, drawn.cubes)) && isHeapOf(command.cubes, drawn.cubes);
}

const BY = ["dragonbag", "hand", "camera", undefined]; // version 0.1 did not tell it

function isHeap(order, cubes) {
  return Object.keys(NONE).every((colour) =>
    order.filter((cube) => cube === colour).length === (cubes[colour] ?? 0));
}

function isHeapOf(one, other) {
  return Object.keys(NONE).every((colour) => (one[colour] ?? 0) === (other[colour] ?? 0));
}

// Every drawn cube hurts whoever is inside, as far as the meter has spaces; a full one knocks out.
export function hurts({ inside, meter }, events) {
  const drawn = events.find(({ type }) => type === "CubesDrawn")?.cubes;
  const told = { ...NONE };
  for (const { type, colour, cubes } of events) if (type === "DamageTaken") told[colour] += cubes;
  const isOut = (colour) => events.some((event) => event.type === "KnockedOut" && event.colour === colour);
  return Object.keys(NONE).every((colour) => {
    const isInside = inside.includes(colour), left = HEALTH_SPACES - meter[colour];
    const due = isInside ? Math.min(drawn?.[colour] ?? 0, left) : 0;
    return told[colour] === due && (!drawn || isOut(colour) === (due > 0 && due === left));
  });
}
