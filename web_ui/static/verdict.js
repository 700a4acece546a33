// What a check of a game found (verify.js), as sentences; `say` fills one by its code.

export function sayer(said) {
  return (code, facts = {}) => said[code].replace(/{(\w+)}/g, (_, name) => facts[name] ?? "?");
}

// `pictures` are [picture, name], `nameOf` names a seat.
export function sentences(found, say, { pictures, nameOf }) {
  const { wrong, isOpen, hidden, byHand, uncheckable, again, overruled, unopened, untaken, epochs } = found;
  if (wrong.length) return wrong.map(({ line, why }) => say(why, { line }));
  const shown = (places) => places.map((place) => pictures[place].join(" ")).join(" · ");
  return [
    say(isOpen ? "open" : "right", found),
    ...(hidden ? [say("hidden", { n: hidden })] : []),
    ...(byHand ? [say("byHand", { n: byHand })] : []),
    ...(uncheckable && !isOpen ? [say("uncheckable", { n: uncheckable })] : []),
    ...again.map((n) => say("again", { n })),
    ...overruled.map((n) => say("overruled", { n })),
    ...unopened.map(([n, seat]) => say(n ? "unopened" : "unopenedEnd", { n, who: nameOf(seat) })),
    ...untaken.map((n) => say(n ? "untaken" : "untakenEnd", { n })),
    ...epochs.map(([line, why]) => say("epoch", { line, told: say(`epoch ${why}`) })),
    ...found.pictures.map(([n, places]) => say(n ? "attack" : "end", { n, told: shown(places) })),
  ];
}
