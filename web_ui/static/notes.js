// What this phone itself has seen of a game: the fingerprint of the seed, the heads of the chain
// (number and hash), what was wrong, and the newest epoch whose news its holder has read. It stays
// on the phone: nobody at the Pi can change it.
const KEPT = 300; // heads: the first, and the newest, to tell where two histories part

export function recall(game) {
  return JSON.parse(localStorage.getItem(`seen ${game}`) || "null");
}

export function remember(game, notes) {
  localStorage.setItem(`seen ${game}`, JSON.stringify(notes));
}

export function begun({ commitment, number, hash }) {
  return { commitment, heads: [[number, hash]], wrong: null, accepted: [], epoch: 0 };
}

export function withHead(notes, { number, hash }) {
  const heads = [...notes.heads, [number, hash]];
  if (heads.length > KEPT) heads.splice(1, 1);
  return { ...notes, heads };
}

// The hash after a line as this phone saw it, if it keeps it.
export function hashAt(notes, number) {
  return notes.heads.find(([at]) => at === number)?.[1];
}

export async function digestsAfter(game, line) {
  const answer = await fetch(`/api/v1/games/${encodeURIComponent(game)}/digests?after=${line}`);
  if (!answer.ok) throw new Error(answer.status);
  return answer.json();
}
