import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { CorpusReader } from '../../../../src/pipeline/corpus/reader/corpus-reader.js';
import { findSources } from '../../../../src/pipeline/corpus/sources.js';
import type { Cells, Puzzle } from '../../../../src/solver/core/puzzle/types.js';
import { entriesIn } from '../../../support/batch-entries.js';
import { cellsToText } from '../../../../src/solver/core/puzzle/text.js';
import { DEFAULT_LIMITS } from '../../../../src/solver/core/puzzle/validate.js';
import { readPuzzles } from '../../../../src/index.js';
import { depth, temporaryFolder } from '../../../support/tests.js';

const DATA = fileURLToPath(new URL('../../../../../data', import.meta.url));

/** Every entry that a run finds in a file, as words that can be compared. */
async function entriesOfRun(path: string): Promise<string[]> {
  const { sources } = await findSources([path], { format: null });
  const options = { limit: null, ignoreStart: false, maxSide: DEFAULT_LIMITS.maxSide };
  const reader = new CorpusReader(sources, options, () => process.stdin);
  const found: string[] = [];
  const size = 1000;
  for (let batch = await reader.next(size); batch !== null; batch = await reader.next(size)) {
    for (const { ordinal, name, title, puzzle, goal } of entriesIn(batch)) {
      found[batch.firstEntry + ordinal] = entryText(name, title, puzzle, goal);
    }
    for (const reject of batch.rejects) found[reject.ordinal] = rejectText(reject);
  }
  return found;
}

function entryText(
  name: string | null,
  title: string | null,
  puzzle: Puzzle,
  goal: Cells | null,
): string {
  const { width, height, colours } = puzzle;
  const picture = goal === null ? null : cellsToText(goal, width, height, colours);
  return JSON.stringify([name, title, puzzle, picture]);
}

function rejectText(reject: {
  readonly line: number | null;
  readonly name: string | null;
  readonly reason: string;
  readonly excerpt: string;
}): string {
  return JSON.stringify([reject.line, reject.name, reject.reason, reject.excerpt]);
}

/** The same, found by the library. */
function entriesOfLibrary(text: string, name: string): string[] {
  const found: string[] = [];
  const { puzzles, rejects } = readPuzzles(text, { name });
  for (const { ordinal, name: called, title, puzzle, goal } of puzzles) {
    found[ordinal] = entryText(called, title, puzzle, goal);
  }
  for (const reject of rejects) found[reject.ordinal] = rejectText(reject);
  return found;
}

test('a text is read as a run reads the file, puzzles and rejects', async () => {
  const names = readdirSync(DATA).filter((name) => /\.(csv|json|ndjson|non|txt)$/.test(name));
  assert.ok(names.length > 5);
  for (const name of names) {
    const path = join(DATA, name);
    const expected = await entriesOfRun(path);
    assert.deepEqual(entriesOfLibrary(readFileSync(path, 'utf8'), name), expected, name);
  }
});

test('CSV with quotes, comments, blanks and odd line ends is read as a run reads the file', async (t) => {
  const path = join(temporaryFolder(t), 'some.csv');
  const record = fc.constantFrom(
    ...[
      'a,1;1,1;1',
      '"b,b","1;1","1;1"',
      'c , "1;1" ,1;1',
      '# a comment',
      '',
      '  ',
      '"d"x,1;1,1;1',
    ],
    ...['e,"1;1', 'f,1;1', 'g,1;1,1;1,,', '"g ""g""",2;0,1;1', '\u00e4,1;1,1;1', 'h"h,1;1,1;1'],
  );
  const header = fc.constantFrom('id,rows,columns\n', '\n# x\nsep=,\nid,rows,columns\r\n');
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
  await fc.assert(
    fc.asyncProperty(
      header,
      fc.array(fc.tuple(record, lineEnd), { maxLength: 8 }),
      async (head, records) => {
        const text = head + records.map((parts) => parts.join('')).join('');
        writeFileSync(path, text);
        assert.deepEqual(entriesOfLibrary(text, path), await entriesOfRun(path));
      },
    ),
    { numRuns: depth(50, 300) },
  );
});

test('a format is found by its name, by the name of the file, or by the text', () => {
  const csv = 'rows,columns\n1;1,1;1\n';
  for (const options of [{ format: 'csv' }, { name: 'a.csv' }, { name: 'b' }, {}]) {
    const { format, puzzles } = readPuzzles(csv, options);
    assert.equal(format, 'csv');
    assert.deepEqual(puzzles[0].puzzle.rows, [[1], [1]]);
  }
  assert.equal(readPuzzles(`\ufeff${csv}`).puzzles.length, 1);
});

test('what people said of the difficulty comes with a puzzle, whatever a file calls it', () => {
  const labelsIn = (text: string): (string | null)[] =>
    readPuzzles(text).puzzles.map(({ label }) => label);
  const puzzle = '"rows":[[1]],"columns":[[1]]';
  const said = ['"label":"hard"', '"level":3', '"difficulty":"easy"', '"rating":4.5', '"id":"a"'];
  assert.deepEqual(labelsIn(said.map((one) => `{${one},${puzzle}}`).join('\n')), [
    'hard',
    '3',
    'easy',
    '4.5',
    null,
  ]);
  assert.deepEqual(labelsIn('rows,columns,difficulty\n1,1,hard\n1,1,\n'), ['hard', null]);
  assert.deepEqual(labelsIn('width 1\nheight 1\nrows\n1\ncolumns\n1\n'), [null]);
});
