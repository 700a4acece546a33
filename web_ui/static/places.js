// Which five pictures an attack has (companion/draws/FAIR_DRAWS.md).
import { bytes, sha256, unhex } from "./sha256.js";

export const END = "0 from "; // no draw: the end of a game asks for links, for its pictures alone
const EACH = 5, KINDS = 64;

// The hash of the chain after the line that asked, and the links that were opened, in their order.
export function placesOf(hash, links) {
  const made = [...bytes("dragonbag pictures\n"), ...unhex(hash), ...links.flatMap((link) => [...unhex(link)])];
  return [...sha256(Uint8Array.from(made)).slice(0, EACH)].map((byte) => byte % KINDS);
}
