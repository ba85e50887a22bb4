import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../support/nonomill.js';

/** The folders that are named without `src/` as well. */
const NAMED =
  /(?<![\w/.-])(?:(?:src|test|workers|scripts|bench|bin|docs|data)\/|(?:batch|pool|solver|cli|web)\/)[\w./-]*\w/g;

const PAGES = [
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

for (const page of PAGES) {
  test(`every file that ${page} names is there`, () => {
    const text = readFileSync(join(ROOT, page), 'utf8').replace(/https?:\S+/g, '');
    const missing = Array.from(text.matchAll(NAMED), ([name]) => name).filter(
      (name) => !existsSync(join(ROOT, name)) && !existsSync(join(ROOT, 'src', name)),
    );
    assert.deepEqual(missing, []);
  });
}
