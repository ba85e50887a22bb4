import { NEEDS } from '../../core/result/difficulty.js';
import { DATASET_FILES, type Recipe } from './recipe.js';

/** What the name of a part may be: it becomes the name of a file. */
export const SPLIT_NAME = /^[a-z][a-z0-9_]{0,30}$/i;

/** What the id of a licence may be. */
export const LICENCE_ID = /^[a-z0-9][a-z0-9.+-]*$/i;

const KINDS: readonly unknown[] = ['unique', 'line', 'probe', 'search'];

type Check = (value: unknown) => boolean;

/**
 * The recipe that a JSON value is, or null: people change recipes by hand, and those of strangers
 * must not name files elsewhere.
 */
export function checkedRecipe(value: unknown): Recipe | null {
  return isRecipe(value) ? (value as Recipe) : null;
}

const whole =
  (least: number, most = Number.MAX_SAFE_INTEGER): Check =>
  (value) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most;

const number: Check = (value) => typeof value === 'number' && value >= 0 && value < Infinity;

const positive: Check = (value) => number(value) && value !== 0;

const text =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);

const truth: Check = (value) => typeof value === 'boolean';

const oneOf =
  (values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);

const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);

const some =
  (check: Check, least = 1): Check =>
  (value) =>
    Array.isArray(value) && value.length >= least && value.every(check);

const fields =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(checks).every(([name, check]) =>
      check((value as Readonly<Record<string, unknown>>)[name]),
    );

const side = whole(1, 1000);

const SOURCES: readonly Check[] = [
  fields({
    kind: oneOf(['random']),
    sizes: some(fields({ width: side, height: side })),
    density: fields({ from: number, to: number }),
    count: whole(1),
    bands: some(
      fields({
        stars: orNull(whole(1, 5)),
        difficulty: orNull(fields({ from: number, to: orNull(number) })),
        share: positive,
      }),
    ),
  }),
  fields({
    kind: oneOf(['corpus']),
    files: some(fields({ name: text(/^/), sha256: text(/^[0-9a-f]{64}$/) })),
    format: orNull(text(/^/)),
    limit: orNull(whole(1)),
    ignoreStart: truth,
  }),
  fields({ kind: oneOf(['run']), run: text(/^/) }),
];

const isRecipe = fields({
  nonomill: text(/^/),
  from: (value) => SOURCES.some((check) => check(value)),
  keep: fields({ for: oneOf(KINDS), needs: orNull(oneOf(NEEDS)) }),
  seed: whole(0),
  split: some(fields({ name: text(SPLIT_NAME), share: positive })),
  as: some(oneOf(DATASET_FILES), 0),
  licence: text(LICENCE_ID),
});
