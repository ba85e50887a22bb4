import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readLabel, viewBatch } from '../../../../src/solver/core/puzzle/packed-batch.js';
import { coloursOf, heightOf, widthOf } from '../../../../src/solver/core/puzzle/packed.js';
import { cellsToText } from '../../../../src/solver/core/puzzle/text.js';
import type { Difficulty } from '../../../../src/solver/core/result/difficulty.js';
import { DEFAULT_SOLVE_LIMITS } from '../../../../src/solver/engine/model/limits.js';
import { Solver } from '../../../../src/solver/engine/solver/solve.js';
import { CorpusReader } from '../../../../src/pipeline/corpus/reader/corpus-reader.js';
import { solverVersion } from '../../../../src/pipeline/files/program.js';
import {
  EQUAL_SOLVERS,
  solversEqualTo,
} from '../../../../src/pipeline/runs/reuse/equal-solvers.js';
import { assertGolden } from '../../../support/golden.js';
import { ROOT } from '../../../support/nonomill.js';

const GOLDEN = 'equal-results.txt';

/** Puzzles of all kinds, in colour too. */
const CORPORA = ['random-small.csv', 'random-medium.csv', 'random-probe.csv', 'colours.json'];
const MOST = 250;

/**
 * What a solver says of them, as far as another version with equal results must say the same: not
 * what it cost, nor which two of several solutions it shows.
 */
async function resultsText(): Promise<string> {
  const solver = new Solver();
  const limits = { ...DEFAULT_SOLVE_LIMITS, timeoutMs: Infinity, count: 10, guessDepth: 2 };
  const lines: string[] = [];
  for (const corpus of CORPORA) {
    const reader = new CorpusReader(
      [{ path: join(ROOT, 'data', corpus), format: null }],
      { limit: MOST, ignoreStart: false, maxSide: 1000 },
      () => createReadStream('/dev/null'),
    );
    for (;;) {
      const batch = await reader.next(MOST);
      if (batch === null) break;
      const { words, offsets } = viewBatch(batch.packed);
      for (const offset of offsets) {
        const outcome = solver.solve(words, offset, limits);
        const { status, technique, solutions, solutionsExact, solution, sweeps } = outcome;
        const { guessDepth, guessDepthMin } = outcome;
        const rating = status === 'unique' ? solver.rate(outcome) : null;
        const size = [widthOf(words, offset), heightOf(words, offset), coloursOf(words, offset)];
        const [width, height, colours] = size;
        const picture = status === 'unique' ? cellsToText(solution!, width, height, colours) : '';
        const { name } = readLabel(words, new Uint8Array(batch.packed), offset);
        lines.push(
          [
            ...[name, status, technique, guessDepth, guessDepthMin, solutions, solutionsExact],
            ...[sweeps, ...shownOf(rating)],
            createHash('sha256').update(picture).digest('hex').slice(0, 8),
          ].join(' '),
        );
      }
    }
  }
  return `${lines.join('\n')}\n`;
}

/** A rating without what the version before did not look for (WITHOUT_INNER_LOOK_AHEAD). */
function shownOf(rating: Difficulty | null): string[] {
  return Object.entries(rating ?? {})
    .filter(([name]) => name !== 'innerLookAhead')
    .map(([, value]) => shown(value));
}

/** The last digits of a logarithm may depend on the machine. */
function shown(value: unknown): string {
  return typeof value === 'number' ? String(Number(value.toPrecision(12))) : String(value);
}

test('solver versions that are said to have equal results have those of the golden', async () => {
  assertGolden(GOLDEN, await resultsText());
  const golden = readFileSync(join(ROOT, 'test', 'goldens', GOLDEN));
  const now = createHash('sha256').update(golden).digest('hex');
  const last = EQUAL_SOLVERS[EQUAL_SOLVERS.length - 1];
  assert.equal(
    last.golden,
    now,
    `the results have changed: begin a new group in src/pipeline/runs/reuse/equal-solvers.ts, for the golden ${now}`,
  );
  const versions = EQUAL_SOLVERS.flatMap((group) => group.versions);
  assert.equal(new Set(versions).size, versions.length, 'no version is in two groups');
  const isOld = versions.includes(solverVersion()) && !last.versions.includes(solverVersion());
  assert.ok(!isOld, 'this version of the solver gives the results of the last group');
});

test('a version takes over what those of its group have solved, and one of none its own alone', () => {
  const groups = [
    { golden: '', versions: ['a', 'b'] },
    { golden: '', versions: ['c'] },
  ];
  assert.deepEqual(solversEqualTo('b', groups), ['a', 'b']);
  assert.deepEqual(solversEqualTo('c', groups), ['c']);
  assert.deepEqual(solversEqualTo('d', groups), ['d']);
});
