import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkedRecipe } from '../../../src/lab/gathering/checked-recipe.js';
import type { Recipe } from '../../../src/lab/gathering/recipe.js';

const RECIPE: Recipe = {
  nonomill: '0.1.0',
  from: {
    kind: 'random',
    sizes: [{ width: 5, height: 5 }],
    density: { from: 0.4, to: 0.6 },
    count: 10,
    bands: [{ stars: null, difficulty: { from: 2, to: null }, share: 1 }],
  },
  keep: { for: 'line', needs: null },
  seed: 1,
  split: [{ name: 'train', share: 100 }],
  as: ['jsonl'],
  licence: 'cc0-1.0',
};

test('A recipe is taken as it was written', () => {
  const file = { name: 'a.csv', sha256: '0'.repeat(64) };
  const reading = { format: null, limit: 5, ignoreStart: false };
  const sources: readonly Recipe['from'][] = [
    RECIPE.from,
    { kind: 'run', run: '12' },
    { kind: 'corpus', files: [file], ...reading },
  ];
  for (const from of sources) {
    const recipe = { ...RECIPE, from };
    assert.deepEqual(checkedRecipe(JSON.parse(JSON.stringify(recipe))), recipe);
  }
});

test('A recipe that names files elsewhere, or cannot be followed, is refused', () => {
  const random = RECIPE.from as Extract<Recipe['from'], { kind: 'random' }>;
  const changes: readonly object[] = [
    { split: [{ name: '../../train', share: 1 }] },
    { split: [{ name: 'a', share: 0 }] },
    { split: [] },
    { as: ['exe'] },
    { licence: 'mit\n---' },
    { seed: -1 },
    { keep: { for: 'all', needs: null } },
    { from: { kind: 'other' } },
    { from: { ...random, sizes: [{ width: 0, height: 5 }] } },
    { from: { ...random, count: 0.5 } },
    { from: { ...random, bands: [] } },
    { from: { ...random, density: null } },
  ];
  for (const change of changes) {
    assert.equal(checkedRecipe({ ...RECIPE, ...change }), null, JSON.stringify(change));
  }
  for (const value of [null, [], 'recipe', 1, {}]) assert.equal(checkedRecipe(value), null);
});
