/** Spreads what a hash has gathered over all of its 32 bits (the finaliser of MurmurHash3, Austin Appleby). */
export function finish(value: number): number {
  let h = value ^ (value >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}
