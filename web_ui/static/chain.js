// The chain of a game (companion/table/fair/CHAIN.md): the hash after a line depends on all lines before.
import { bytes, hex, joined, sha256, unhex } from "./sha256.js";

export const START = "0".repeat(64);
const HEAD = bytes("dragonbag head\n");

export function hashAfter(hash, digest) {
  return hex(sha256(joined(HEAD, unhex(hash), unhex(digest))));
}

// The hashes after each of these digests, the last one is the head.
export function hashesAfter(hash, digests) {
  return digests.map((digest) => (hash = hashAfter(hash, digest)));
}

// The link so many steps before this one, in the chain of a phone (draws.js).
export function linkBefore(link, steps) {
  for (let step = 0; step < steps; step++) link = hex(sha256(unhex(link)));
  return link;
}

export function hexOf(data) { return hex(data); }
