import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CorpusReader } from '../../src/pipeline/corpus/reader/corpus-reader.js';
import { findSources } from '../../src/pipeline/corpus/sources.js';
import { viewBatch, type BatchView } from '../../src/solver/core/puzzle/packed-batch.js';
import { checkSolution } from '../../src/solver/core/puzzle/check.js';
import { entriesIn } from '../support/batch-entries.js';
import { UNTIMED } from '../support/tests.js';
import { Solver } from '../../src/solver/engine/solver/solve.js';

/** data/ of the project, seen from dist/test/data. */
const DATA = fileURLToPath(new URL('../../../data', import.meta.url));

/** What one row of the table in data/README.md claims. */
interface Claim {
  readonly puzzles: number;
  readonly unique: number;
  readonly byLines: number;
  readonly rejects: number;
}

const claims = new Map<string, Claim>();
for (const row of readFileSync(join(DATA, 'README.md'), 'utf8').split('\n')) {
  const [, file, ...numbers] = /^\| (\S+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|/.exec(row) ?? [];
  if (file === undefined) continue;
  const [puzzles, unique, byLines, rejects] = numbers.map(Number);
  claims.set(file, { puzzles, unique, byLines, rejects });
}

test('the README of data/ lists its files, with at least 3000 random puzzles', () => {
  const files = readdirSync(DATA).filter((name) => name !== 'README.md');
  assert.deepEqual([...claims.keys()].sort(), files.sort());
  const random = [...claims].filter(([file]) => file.startsWith('random'));
  assert.ok(random.reduce((sum, [, { puzzles }]) => sum + puzzles, 0) >= 3000);
});

for (const [file, claim] of claims) {
  test(`${file} has the puzzles that the README of data/ says`, async () => {
    assert.deepEqual(await counted(join(DATA, file)), claim);
  });
}

test('the classics have as many solutions as their file says', async () => {
  const path = join(DATA, 'classics.json');
  const expected = JSON.parse(readFileSync(path, 'utf8')) as { solutions: number }[];
  const solver = new Solver();
  const limits = { ...UNTIMED, count: 'exact' as const };
  const found: bigint[] = [];
  for await (const { words, offsets } of batches(path)) {
    for (const offset of offsets) found.push(solver.solve(words, offset, limits).solutions);
  }
  assert.deepEqual(found.map(Number), expected.map(({ solutions }) => solutions));
});

test('the coloured drawings have three to five colours, and are the solutions of their clues', async () => {
  let puzzles = 0;
  for await (const { entries } of batches(join(DATA, 'colours.json'))) {
    puzzles += entries.length;
    for (const { puzzle, title, goal } of entries) {
      assert.ok(puzzle.colours >= 3 && puzzle.colours <= 5);
      assert.ok(title !== null && goal !== null);
      assert.equal(checkSolution(puzzle, goal), null);
    }
  }
  assert.equal(puzzles, 6);
});

async function counted(path: string): Promise<Claim> {
  const solver = new Solver();
  let [puzzles, unique, byLines, rejects] = [0, 0, 0, 0];
  for await (const batch of batches(path)) {
    rejects += batch.rejects;
    for (const offset of batch.offsets) {
      const { status, technique } = solver.solve(batch.words, offset, UNTIMED);
      puzzles++;
      if (status === 'unique') unique++;
      if (status === 'unique' && technique === 'line') byLines++;
    }
  }
  return { puzzles, unique, byLines, rejects };
}

async function* batches(
  path: string,
): AsyncGenerator<BatchView & { entries: ReturnType<typeof entriesIn>; rejects: number }> {
  const { sources } = await findSources([path], { format: null });
  const reader = new CorpusReader(sources, { limit: null, ignoreStart: false, maxSide: 1000 }, () => {
    throw new Error('standard input is not read');
  });
  const size = 500;
  for (let batch = await reader.next(size); batch !== null; batch = await reader.next(size)) {
    const { rejects, packed } = batch;
    yield { ...viewBatch(packed), entries: entriesIn(batch), rejects: rejects.length };
  }
}
