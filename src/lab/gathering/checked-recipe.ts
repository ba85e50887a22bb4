import * as v from 'valibot';
import { NEEDS } from '../../solver/core/result/difficulty.js';
import { DATASET_FILES, type Recipe } from './recipe.js';

/** What the name of a part may be: it becomes the name of a file. */
export const SPLIT_NAME = /^[a-z][a-z0-9_]{0,30}$/i;

/** What the id of a licence may be. */
export const LICENCE_ID = /^[a-z0-9][a-z0-9.+-]*$/i;

const whole = (least: number, most = Number.MAX_SAFE_INTEGER) =>
  v.pipe(v.number(), v.safeInteger(), v.minValue(least), v.maxValue(most));
const number = v.pipe(v.number(), v.finite(), v.minValue(0));
const positive = v.pipe(number, v.gtValue(0));
const side = whole(1, 1000);
const some = <Item extends v.GenericSchema>(item: Item) => v.pipe(v.array(item), v.minLength(1));

const RANDOM = v.object({
  kind: v.literal('random'),
  sizes: some(v.object({ width: side, height: side })),
  density: v.object({ from: number, to: number }),
  count: whole(1),
  bands: some(
    v.object({
      stars: v.nullable(whole(1, 5)),
      difficulty: v.nullable(v.object({ from: number, to: v.nullable(number) })),
      share: positive,
    }),
  ),
});

const CORPUS = v.object({
  kind: v.literal('corpus'),
  files: some(
    v.object({ name: v.string(), sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) }),
  ),
  format: v.nullable(v.string()),
  limit: v.nullable(whole(1)),
  ignoreStart: v.boolean(),
  columnsFirst: v.exactOptional(v.literal(true)),
});

const RECIPE: v.GenericSchema<Recipe> = v.object({
  nonomill: v.string(),
  from: v.variant('kind', [RANDOM, CORPUS, v.object({ kind: v.literal('run'), run: v.string() })]),
  keep: v.object({
    for: v.picklist(['unique', 'line', 'probe', 'search']),
    needs: v.nullable(v.picklist(NEEDS)),
  }),
  seed: whole(0),
  split: some(v.object({ name: v.pipe(v.string(), v.regex(SPLIT_NAME)), share: positive })),
  as: v.array(v.picklist(DATASET_FILES)),
  licence: v.pipe(v.string(), v.regex(LICENCE_ID)),
});

/**
 * The recipe that a JSON value is, or null: people change recipes by hand, and those of strangers
 * must not name files elsewhere.
 */
export function checkedRecipe(value: unknown): Recipe | null {
  return v.is(RECIPE, value) ? value : null;
}
