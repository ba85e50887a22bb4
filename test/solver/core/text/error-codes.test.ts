import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ERROR_CODES } from '../../../../src/solver/core/text/error-codes.js';
import { ROOT } from '../../../support/nonomill.js';
import { assertNone, assertEach } from '../../../support/tests.js';

const TABLE = 'src/solver/core/text/error-codes.ts';

/** Every source by its path; the compiler already refuses a code that is not in the table. */
const SOURCES = new Map(
  readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => [
      `src/${name.replaceAll('\\', '/')}`,
      readFileSync(join(ROOT, 'src', name), 'utf8'),
    ]),
);

test('every code of the table is thrown or answered somewhere', () => {
  // The table itself is not a use.
  const uses = [...SOURCES.values()].join('\n').replace(/ERROR_CODES = \[[^\]]*\]/, '');
  assertNone(ERROR_CODES, (code) => !uses.includes(`'${code}'`));
});

test('every code is named once, in words that a search finds', () => {
  for (const code of ERROR_CODES) assert.match(code, /^NM(_[A-Z]+)+$/);
  assert.equal(new Set(ERROR_CODES).size, ERROR_CODES.length);
});

test('docs/pipeline/errors.md says of each code, under its subject, what it means and what helps', () => {
  const page = readFileSync(join(ROOT, 'docs', 'pipeline', 'errors.md'), 'utf8');
  const said = [...page.matchAll(/^### (.*)\n\n(.*)\n(?=\n#|$(?![^]))/gm)];
  assertEach(said, ([, code]) => code, ERROR_CODES);
  for (const [, code, text] of said) assert.match(text, /^[A-Z].*[.)] [A-Z].*\.$/, code);
  // Nothing else is said under a subject, and the table has the same subjects.
  const [, ...subjects] = page.split(/^## /m);
  const rows = said.map(([row]) => row).join('\n');
  assert.equal(subjects.map((text) => text.replace(/.*\n\n/, '')).join(''), rows);
  const table = SOURCES.get(TABLE)!
    .split(/^ {2}\/\/ /m)
    .slice(1);
  assert.deepEqual(
    subjects.map((text) => [text.split('\n', 1)[0], [...text.matchAll(/^### (.*)/gm)].length]),
    table.map((text) => [text.split('\n', 1)[0], [...text.matchAll(/^ {2}'NM_/gm)].length]),
  );
});
