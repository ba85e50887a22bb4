import fc from 'fast-check';

/**
 * Tries a property with so many values of each of these kinds; fails with the smallest that break
 * it.
 */
export function holds<Values extends [unknown, ...unknown[]]>(
  numRuns: number,
  kinds: { readonly [K in keyof Values]: fc.Arbitrary<Values[K]> },
  property: (...values: Values) => void,
): void {
  fc.assert(fc.property(...kinds, property), { numRuns });
}
