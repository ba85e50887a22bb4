/**
 * How deep the tests go: `npm test` as deep as finds what breaks, `npm run test:deep` (and so CI)
 * as deep as they can. What only the second does is skipped by the first, which says so.
 */
const DEEP = process.env.NONOMILL_TEST_DEPTH === 'deep';

/** How often, how many, or how: the first in `npm test`, the second in `npm run test:deep`. */
export function depth<T = number>(usual: T, deep: T): T {
  return DEEP ? deep : usual;
}

/** The option `skip` of a test that only `npm run test:deep` runs. */
export const ONLY_DEEP = DEEP ? false : 'only in npm run test:deep';
