import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { NEEDS } from '../../../../src/core/result/difficulty.js';
import { STATUSES, type Status, type Technique } from '../../../../src/core/result/outcome.js';
import { makeIndexes } from '../../../../src/runs/store/open/indexes.js';
import {
  type ResultCriteria,
  RESULT_SORTS,
  type Cursor,
  type ResultSort,
} from '../../../../src/runs/store/listing/result-filter.js';
import { resultPage, type ResultRow } from '../../../../src/runs/store/listing/result-page.js';
import { RunWriter } from '../../../../src/runs/store/write/run-writer.js';
import { NEW_RUN, columnsOf, resultOf, temporaryStore } from '../../../support/store-samples.js';
import { writeEntries } from '../../../support/write-entries.js';

const NAMES = ['Anna', 'anton', 'b%c', 'B_d', 'b\\e', '<img onerror=alert(1)>', 'Zoë', 'zz top'];
const TECHNIQUES: (Technique | null)[] = ['line', 'probe', 'search', null];

const filters: fc.Arbitrary<ResultCriteria> = fc.record(
  {
    status: fc.constantFrom(...STATUSES),
    technique: fc.constantFrom(
      'line' as const,
      'probe' as const,
      'search' as const,
      'ambiguous' as const,
      'none' as const,
    ),
    guessDepth: fc.constantFrom(0, 1, 2, 'none' as const, '2+' as const),
    width: fc.integer({ min: 1, max: 4 }),
    height: fc.integer({ min: 1, max: 4 }),
    minSide: fc.integer({ min: 1, max: 5 }),
    maxSide: fc.integer({ min: 1, max: 5 }),
    minMs: fc.integer({ min: 0, max: 6 }),
    maxMs: fc.integer({ min: 0, max: 6 }),
    minScore: fc.integer({ min: 0, max: 9 }),
    maxScore: fc.integer({ min: 0, max: 9 }),
    stars: fc.integer({ min: 1, max: 3 }),
    needs: fc.constantFrom('bounds' as const, 'line' as const),
    minSweeps: fc.integer({ min: 0, max: 4 }),
    maxSweeps: fc.integer({ min: 0, max: 4 }),
    minDensity: fc.constantFrom(0.2, 0.5),
    maxDensity: fc.constantFrom(0.5, 0.8),
    file: fc.constantFrom('corpus-2', 'corpus-1', '%'),
    name: fc.constantFrom('a', 'AN', 'b%', 'z', '*n', '*%', '*_', '*onerror', 'Picture', '*ture 1'),
  },
  { requiredKeys: [] },
);

for (const indexed of [false, true]) {
  const how = indexed ? 'with the indexes of a finished run' : 'while the indexes are missing';
  test(`pages hold what a filter lets through, in order, ${how}`, (t) => {
    const store = temporaryStore(t);
    const writer = new RunWriter(store);
    const all: ResultRow[] = [];
    for (const run of [1, 2]) {
      writer.startRun(NEW_RUN);
      const { sourceId } = writer.addSource({
        path: `corpus-${run}.csv`,
        sha256: String(run).repeat(64),
        format: 'csv',
        bytes: 1,
        label: 'corpus',
      });
      const ordinals = Array.from({ length: 120 }, (_, i) => i);
      const columns = columnsOf(...ordinals);
      const results = ordinals.map((i) => {
        columns.names[i] = NAMES[i % NAMES.length];
        columns.titles[i] = i % 5 === 0 ? `Picture ${i}` : null;
        columns.widths[i] = 1 + (i % 4);
        columns.heights[i] = 1 + (i % 3);
        const technique = TECHNIQUES[i % 4];
        const guessDepth = technique === null ? null : TECHNIQUES.indexOf(technique);
        const status: Status = STATUSES[(i * 7) % STATUSES.length];
        columns.filled[i] = Math.round((columns.widths[i] * columns.heights[i] * (i % 5)) / 4);
        return resultOf({
          status,
          technique,
          guessDepth,
          guessDepthMin: guessDepth ?? (i % 8 === 3 ? 2 : null),
          solveMs: (i * 13) % 7,
          sweeps: i % 2 === 0 ? i % 5 : null,
          difficulty: i % 3 === 0 ? (i * 7) % 10 : null,
          difficultyBound: i % 3 === 0 ? false : null,
          stars: i % 3 === 0 ? 1 + (i % 3) : null,
          needs: i % 3 === 0 ? (i % 2 === 0 ? 'bounds' : 'line') : null,
        });
      });
      writeEntries(writer, sourceId, columns, results, []);
      writer.finishSource(sourceId, { entries: ordinals.length });
      if (run === 2) all.push(...rowsOf(columns, results, sourceId));
      writer.finishRun('complete');
    }
    if (indexed) makeIndexes(store);
    fc.assert(
      fc.property(
        filters,
        fc.constantFrom(...RESULT_SORTS),
        fc.boolean(),
        fc.integer({ min: 1, max: 60 }),
        (filter, sort, descending, limit) => {
          const found: number[] = [];
          let after: Cursor | null = null;
          do {
            const page = resultPage(store, { runId: 2, filter, sort, descending, limit, after });
            assert.ok(page.rows.length <= limit);
            found.push(...page.rows.map(({ puzzleId }) => puzzleId));
            if (page.found !== null && indexed) {
              assert.equal(page.found, expectedIds(all, filter, sort, false).length);
            }
            after = page.next;
          } while (after !== null);
          assert.deepEqual(found, expectedIds(all, filter, sort, descending));
        },
      ),
      { numRuns: 300 },
    );
  });
}

function rowsOf(
  columns: ReturnType<typeof columnsOf>,
  results: readonly ReturnType<typeof resultOf>[],
  sourceId: number,
): ResultRow[] {
  return results.map((result, i) => ({
    puzzleId: sourceId * 2 ** 32 + i,
    name: columns.names[i]!,
    title: columns.titles[i],
    width: columns.widths[i],
    height: columns.heights[i],
    colours: 1,
    palette: null,
    status: result.status,
    stoppedBy: result.stoppedBy,
    technique: result.technique,
    guessDepth: result.guessDepth,
    guessDepthMin: result.guessDepthMin,
    solutions: result.solutions,
    solutionsExact: 1,
    countEstimate: null,
    countEstimateError: null,
    solveMs: result.solveMs,
    solution: result.solution,
    difficulty: result.difficulty,
    difficultyBound: result.difficultyBound === null ? null : 0,
    stars: result.stars,
    needs: result.needs,
    sweeps: result.sweeps,
    filled: columns.filled[i],
    path: 'corpus-2.csv',
  }));
}

/** The same filter and sort, written plainly over all rows. */
function expectedIds(
  rows: readonly ResultRow[],
  f: ResultCriteria,
  sort: ResultSort,
  descending: boolean,
): number[] {
  const side = (row: ResultRow): number => Math.max(row.width, row.height);
  const fold = (text: string): string => text.replace(/[A-Z]/g, (c) => c.toLowerCase());
  const named = (text: string | null): boolean => {
    if (text === null) return false;
    const wanted = fold(f.name!);
    return wanted.startsWith('*')
      ? fold(text).includes(wanted.slice(1))
      : fold(text).startsWith(wanted);
  };
  const depth = (row: ResultRow): boolean =>
    f.guessDepth === undefined ||
    (f.guessDepth === 'none'
      ? row.guessDepth === null
      : f.guessDepth === '2+'
        ? row.technique === 'search' && (row.guessDepth ?? row.guessDepthMin ?? 0) >= 2
        : row.guessDepth === f.guessDepth);
  const density = (row: ResultRow): number => row.filled! / (row.width * row.height);
  const within = (
    value: number | null,
    least: number | null | undefined,
    most: number | null | undefined,
  ): boolean =>
    (least == null || (value !== null && value >= least)) &&
    (most == null || (value !== null && value <= most));
  const keys: Record<ResultSort, (row: ResultRow) => string | number | null> = {
    order: () => 0,
    name: (row) => fold(row.name),
    size: side,
    time: (row) => row.solveMs,
    score: (row) => row.difficulty,
    stars: (row) => row.stars,
    needs: (row) => (row.needs === null ? null : NEEDS.indexOf(row.needs)),
    depth: (row) => row.guessDepth ?? (row.guessDepthMin === null ? null : row.guessDepthMin + 0.5),
    sweeps: (row) => row.sweeps,
    density,
    file: (row) => row.path,
  };
  const shownTechnique = ({ status, technique }: ResultRow): string | null =>
    status === 'multiple' ? 'ambiguous' : technique;
  const key = keys[sort];
  const kept = rows.filter(
    (row) =>
      (f.status === undefined || row.status === f.status) &&
      (f.technique === undefined ||
        (f.technique === 'none' ? row.technique === null : f.technique === shownTechnique(row))) &&
      depth(row) &&
      (f.width === undefined || row.width === f.width) &&
      (f.height === undefined || row.height === f.height) &&
      (f.minSide == null || side(row) >= f.minSide) &&
      (f.maxSide == null || side(row) <= f.maxSide) &&
      (f.minMs == null || row.solveMs >= f.minMs) &&
      (f.maxMs == null || row.solveMs <= f.maxMs) &&
      (f.name === undefined || named(row.name) || named(row.title)) &&
      within(row.difficulty, f.minScore, f.maxScore) &&
      (f.stars == null || row.stars === f.stars) &&
      (f.needs == null || row.needs === f.needs) &&
      within(row.sweeps, f.minSweeps, f.maxSweeps) &&
      within(density(row), f.minDensity, f.maxDensity) &&
      (f.file == null || 'corpus-2.csv'.includes(f.file)) &&
      key(row) !== null,
  );
  const compare = (a: ResultRow, b: ResultRow): number =>
    key(a)! < key(b)! ? -1 : key(a)! > key(b)! ? 1 : a.puzzleId - b.puzzleId;
  return kept
    .sort((a, b) => (descending ? compare(b, a) : compare(a, b)))
    .map((row) => row.puzzleId);
}
