import { puzzleIdOf } from '../../../../src/pipeline/record/puzzle-id.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  isUndecided,
  type Status,
  STATUSES,
  type Technique,
} from '../../../../src/solver/core/result/outcome.js';
import { NEEDS, difficultyRank } from '../../../../src/solver/core/result/difficulty.js';
import { makeIndexes } from '../../../../src/pipeline/store/open/open.js';
import {
  type ResultCriteria,
  RESULT_SORTS,
  type Cursor,
  type ResultSort,
  FilterError,
  filterOf,
} from '../../../../src/pipeline/store/listing/result-filter.js';
import {
  countResults,
  resultPage,
  type ResultRow,
} from '../../../../src/pipeline/store/listing/result-page.js';
import { RunWriter } from '../../../../src/pipeline/store/write/run-writer.js';
import { NEW_RUN, columnsOf, resultOf, temporaryStore } from '../../../support/store-samples.js';
import { depth as deepOr } from '../../../support/tests.js';
import { finishSource, writeEntries } from '../../../support/write-entries.js';

const NAMES = ['Anna', 'anton', 'b%c', 'B_d', 'b\\e', '<img onerror=alert(1)>', 'Zoë', 'zz top'];
const TECHNIQUES: (Technique | null)[] = ['line', 'probe', 'search', null];

/** One value, or several. */
const some = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | T[]> =>
  fc.oneof(value, fc.array(value, { minLength: 1, maxLength: 3 }));

const bounds = (
  ends: fc.Arbitrary<number>,
): fc.Arbitrary<Readonly<Record<'least' | 'most', number | null>>> =>
  fc.record({ least: fc.option(ends), most: fc.option(ends) });

const filters: fc.Arbitrary<ResultCriteria> = fc.record(
  {
    status: some(fc.constantFrom(...STATUSES)),
    technique: some(
      fc.constantFrom(
        'line' as const,
        'probe' as const,
        'search' as const,
        'ambiguous' as const,
        'none' as const,
      ),
    ),
    guessDepth: some(fc.constantFrom(0, 1, 2, 'none' as const, '2+' as const)),
    size: some(
      fc.record(
        {
          width: fc.integer({ min: 1, max: 4 }),
          height: fc.integer({ min: 1, max: 4 }),
          minSide: fc.integer({ min: 1, max: 5 }),
          maxSide: fc.integer({ min: 1, max: 5 }),
        },
        { requiredKeys: [] },
      ),
    ),
    minMs: fc.integer({ min: 0, max: 6 }),
    maxMs: fc.integer({ min: 0, max: 6 }),
    score: some(bounds(fc.integer({ min: 0, max: 9 }))),
    stars: some(fc.integer({ min: 1, max: 3 })),
    needs: some(fc.constantFrom('bounds' as const, 'line' as const)),
    sweeps: some(bounds(fc.integer({ min: 0, max: 4 }))),
    density: some(bounds(fc.constantFrom(0.2, 0.5, 0.8))),
    file: some(fc.constantFrom('corpus-2', 'corpus-1', '%')),
    name: some(
      fc.constantFrom('a', 'AN', 'b%', 'z', '*n', '*%', '*_', '*onerror', 'Picture', '*ture 1'),
    ),
  },
  { requiredKeys: [] },
);

for (const indexed of [false, true]) {
  const how = indexed ? 'with the indexes of a finished run' : 'while the indexes are missing';
  test(`pages hold what a filter lets through, in order, and all of it is counted, ${how}`, async (t) => {
    const store = temporaryStore(t);
    const writer = new RunWriter(store);
    const all: ResultRow[] = [];
    for (const run of [1, 2]) {
      writer.startRun(NEW_RUN);
      const [{ sourceId }] = writer.addSources([
        {
          path: `corpus-${run}.csv`,
          sha256: String(run).repeat(64),
          format: 'csv',
          bytes: 1,
        },
      ]);
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
      finishSource(writer, sourceId, { entries: ordinals.length });
      if (run === 2) all.push(...rowsOf(columns, results, 1));
      writer.finishRun('complete');
    }
    if (indexed) makeIndexes(store);
    await fc.assert(
      fc.asyncProperty(
        filters,
        fc.constantFrom(...RESULT_SORTS),
        fc.boolean(),
        fc.integer({ min: 1, max: 60 }),
        async (filter, sort, descending, limit) => {
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
          const list = { runId: 2, filter, sort, descending };
          assert.equal(await countResults(store, list), found.length);
        },
      ),
      { numRuns: deepOr(60, 300) },
    );
  });
}

function rowsOf(
  columns: ReturnType<typeof columnsOf>,
  results: readonly ReturnType<typeof resultOf>[],
  pieceId: number,
): ResultRow[] {
  return results.map((result, i) => ({
    ...result,
    puzzleId: puzzleIdOf(pieceId, i),
    ordinal: i,
    name: columns.names[i]!,
    title: columns.titles[i],
    width: columns.widths[i],
    height: columns.heights[i],
    colours: 1,
    palette: null,
    solutionsExact: 1,
    difficultyBound: result.difficultyBound === null ? null : 0,
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
  const any = <T>(values: T | readonly T[] | null | undefined, fits: (one: T) => boolean) =>
    values == null || [values].flat().some((one) => fits(one as T));
  const contains = (text: string | null, wanted: string): boolean => {
    if (text === null) return false;
    return wanted.startsWith('*')
      ? fold(text).includes(fold(wanted.slice(1)))
      : fold(text).startsWith(fold(wanted));
  };
  const depth = (row: ResultRow): boolean =>
    any(f.guessDepth, (one) =>
      one === 'none'
        ? row.guessDepth === null
        : one === '2+'
          ? (row.guessDepth ?? row.guessDepthMin ?? 0) >= 2 &&
            (row.technique === 'search' || isUnsure || f.technique !== undefined)
          : row.guessDepth === one,
    );
  // A depth of which no technique is known is left out, unless somebody asks for what is not known.
  const isUnsure = [f.guessDepth ?? []].flat().includes('none');
  const density = (row: ResultRow): number => row.filled / (row.width * row.height);
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
    hard: (row) =>
      isUndecided(row.status)
        ? 1e9
        : (difficultyRank({ ...row, difficultyBound: row.difficultyBound === 1 }) ?? -1),
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
      any(f.status, (one) => row.status === one) &&
      any(f.technique, (one) =>
        one === 'none' ? row.technique === null : one === shownTechnique(row),
      ) &&
      depth(row) &&
      any(
        f.size,
        (one) =>
          (one.width == null || row.width === one.width) &&
          (one.height == null || row.height === one.height) &&
          within(side(row), one.minSide, one.maxSide),
      ) &&
      within(row.solveMs, f.minMs, f.maxMs) &&
      any(f.name, (one) => contains(row.name, one) || contains(row.title, one)) &&
      any(f.score, ({ least, most }) => within(row.difficulty, least, most)) &&
      any(f.stars, (one) => row.stars === one) &&
      any(f.needs, (one) => row.needs === one) &&
      any(f.sweeps, ({ least, most }) => within(row.sweeps, least, most)) &&
      any(f.density, ({ least, most }) => within(density(row), least, most)) &&
      any(f.file, (one) => 'corpus-2.csv'.includes(one)) &&
      key(row) !== null,
  );
  const compare = (a: ResultRow, b: ResultRow): number =>
    key(a)! < key(b)! ? -1 : key(a)! > key(b)! ? 1 : a.puzzleId - b.puzzleId;
  return kept
    .sort((a, b) => (descending ? compare(b, a) : compare(a, b)))
    .map((row) => row.puzzleId);
}

const read = (words: Readonly<Record<string, string>>): unknown =>
  Object.fromEntries(Object.entries(filterOf((name) => words[name])).filter(([, v]) => v !== null));

test('a word takes one value, as it always did, or several of which any will do', () => {
  assert.deepEqual(read({ status: 'timeout' }), { status: ['timeout'] });
  assert.deepEqual(read({ status: 'timeout, crash,timeout,' }), { status: ['timeout', 'crash'] });
  assert.deepEqual(read({ stars: '1,5', depth: '0,2+,none' }), {
    stars: [1, 5],
    guessDepth: [0, '2+', 'none'],
  });
  assert.deepEqual(read({ size: '5x4,10-20,7' }), {
    size: [
      { width: 5, height: 4 },
      { minSide: 10, maxSide: 20 },
      { minSide: 7, maxSide: 7 },
    ],
  });
  assert.deepEqual(read({ score: '6-,-2' }), {
    score: [
      { least: 6, most: null },
      { least: null, most: 2 },
    ],
  });
});

test('names and files may hold commas, and a | of their own', () => {
  assert.deepEqual(read({ name: 'Cat, sitting|dog' }), { name: ['Cat, sitting', 'dog'] });
  assert.deepEqual(read({ file: 'a\\|b.csv|c' }), { file: ['a|b.csv', 'c'] });
});

test('a value that means nothing is named, and so are too many', () => {
  assert.throws(
    () => read({ status: 'timeout,nonsense' }),
    (error) => error instanceof FilterError && /status: .*; got "nonsense"/.test(error.message),
  );
  assert.throws(() => read({ stars: '1,6' }), /stars: expected a whole number from 1 to 5/);
  const many = Array.from({ length: 101 }, (_, i) => i).join(',');
  assert.throws(() => read({ size: many }), /at most 100 values of a word, got 101/);
});
