import { BLANK, UNKNOWN, type Cells, type Puzzle } from '../puzzle/types.js';

/**
 * What a cell can still be, as bits: bit 0 for blank, bit c for colour c. One bit is a known
 * cell, none a contradiction.
 */
export type Domain = number;

/** The domain of a cell about which nothing is known. */
export function anyValue(colours: number): Domain {
  return colours >= 31 ? 0xffffffff >>> 0 : 2 ** (colours + 1) - 1;
}

/** The domain of a cell that is known to be `value` (BLANK or a colour). */
export function only(value: number): Domain {
  return (1 << value) >>> 0;
}

/** Whether the domain leaves one value. */
export function isKnown(domain: Domain): boolean {
  return domain !== 0 && (domain & (domain - 1)) === 0;
}

/** The one value of a known cell, UNKNOWN for every other. */
export function valueOf(domain: Domain): number {
  return isKnown(domain) ? 31 - Math.clz32(domain) : UNKNOWN;
}

/** Whether a cell with this domain can be `value`. */
export function allows(domain: Domain, value: number): boolean {
  return ((domain >>> value) & 1) === 1;
}

/** The domains at the start of a puzzle: its start position, else anything. */
export function startDomains(puzzle: Puzzle): Uint32Array {
  const { width, height, colours, start } = puzzle;
  const domains = new Uint32Array(width * height).fill(anyValue(colours));
  if (start !== null) {
    for (let i = 0; i < start.length; i++) if (start[i] !== UNKNOWN) domains[i] = only(start[i]);
  }
  return domains;
}

/** The known cells, the others UNKNOWN. */
export function knownCells(domains: Uint32Array): Cells {
  return Uint8Array.from(domains, valueOf);
}

/** Whether a cell with this domain is certainly filled, although its colour is open. */
export function isFilled(domain: Domain): boolean {
  return domain !== 0 && !allows(domain, BLANK);
}
