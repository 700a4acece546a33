// HMAC with SHA-256 in plain script (RFC 2104).
import { joined, sha256 } from "./sha256.js";

export function hmac(key, data) {
  const padded = new Uint8Array(64);
  padded.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(joined(padded.map((byte) => byte ^ 0x36), data));
  return sha256(joined(padded.map((byte) => byte ^ 0x5c), inner));
}
