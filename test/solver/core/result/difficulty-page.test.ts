import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { NEEDS } from '../../../../src/solver/core/result/difficulty.js';
import {
  NEEDS_MEANINGS,
  NEEDS_WORDS,
} from '../../../../src/solver/core/result/difficulty-words.js';

const page = readFileSync('docs/solver/difficulty.md', 'utf8');

test('docs/solver/difficulty.md defines every technique, in the order of its level', () => {
  const levels = [...page.matchAll(/^\| (\d) \| `(\w+)` \|/gm)].map(([, level, name]) => [
    Number(level),
    name,
  ]);
  const needs = NEEDS.map((name, level) => [level, name]);
  assert.deepEqual(levels, needs);
  assert.deepEqual(Object.keys(NEEDS_MEANINGS), [...NEEDS]);
  assert.deepEqual(Object.keys(NEEDS_WORDS), [...NEEDS]);
});

test('CITATION.cff names the version of the package', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const cited = /^version: (.*)$/m.exec(readFileSync('CITATION.cff', 'utf8'));
  assert.equal(cited?.[1], version);
});
