/** The number of ones in a word. */
export function ones(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The lowest `count` bits; none for less than 1, and all from 32 on. */
function maskBelow(count: number): number {
  if (count >= 32) return -1;
  return count <= 0 ? 0 : (1 << count) - 1;
}

/** Adds the cells from `from` to `to - 1` to the plane at `at`. */
export function addRange(planes: Int32Array, at: number, from: number, to: number): void {
  for (let k = from >>> 5; 32 * k < to; k++) {
    planes[at + k] |= maskBelow(to - 32 * k) & ~maskBelow(from - 32 * k);
  }
}

/** Removes the cells from `from` to `to - 1` from the plane at `at`. */
export function removeRange(planes: Int32Array, at: number, from: number, to: number): void {
  for (let k = from >>> 5; 32 * k < to; k++) {
    planes[at + k] &= ~maskBelow(to - 32 * k) | maskBelow(from - 32 * k);
  }
}

/** The first of the cells from `from` to `to - 1` that is not in the plane at `at`, or -1. */
export function firstMissing(planes: Int32Array, at: number, from: number, to: number): number {
  for (let k = from >>> 5; 32 * k < to; k++) {
    const missing = ~planes[at + k] & maskBelow(to - 32 * k) & ~maskBelow(from - 32 * k);
    if (missing !== 0) return 32 * k + 31 - Math.clz32(missing & -missing);
  }
  return -1;
}

/** The last of the cells from `from` to `to - 1` that is not in the plane at `at`, or -1. */
export function lastMissing(planes: Int32Array, at: number, from: number, to: number): number {
  for (let k = (to - 1) >> 5; k >= 0 && 32 * (k + 1) > from; k--) {
    const missing = ~planes[at + k] & maskBelow(to - 32 * k) & ~maskBelow(from - 32 * k);
    if (missing !== 0) return 32 * k + 31 - Math.clz32(missing);
  }
  return -1;
}
