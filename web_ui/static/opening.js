// Opens a link of this phone's chain for a draw that waits (draws.js), and remembers what became of it.
const LINKS = 64;

export async function openLink(game, mine, line, { link }, notes, send) {
  const chain = await import("./chain.js"), { opensAt } = await import("./checks.js");
  if (!(await opensAt(chain, game, notes, line, { seal: mine.end, link }))) return;
  const value = chain.linkBefore(mine.secret, LINKS - link);
  note(game, mine.end, "tried", link);
  if (await send({ game, seal: mine.end, link: value })) note(game, mine.end, "sent", link);
}

// Read anew: while the table answered, the chain may have become one of the past, or another tab has
// written. What the table took must be in the game; what it did not take may have come too late.
function note(game, end, list, link) {
  const mine = JSON.parse(localStorage.getItem(`links ${game}`) || "null");
  const chain = mine && [mine, ...(mine.past ?? [])].find((one) => one.end === end);
  if (!chain || chain[list]?.includes(link)) return;
  chain[list] = [...(chain[list] ?? []), link];
  localStorage.setItem(`links ${game}`, JSON.stringify(mine));
}
