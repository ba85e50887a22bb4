import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { emptyColumns, type PuzzleColumns } from './puzzle-columns.js';
import type { Reject } from '../../src/solver/core/puzzle/validate.js';
import { SOLVED_COLUMNS } from '../../src/solver/core/result/result-columns.js';
import {
  type EntryPart,
  type PuzzleResult,
  resultWith,
} from '../../src/solver/core/result/result.js';
import { openStore, type Store } from '../../src/pipeline/store/open/open.js';
import type { NewRun } from '../../src/pipeline/store/stored-runs.js';
import { temporaryFolder } from './tests.js';
import { RunWriter } from '../../src/pipeline/store/write/run-writer.js';

/** A new database, open for writing, closed after the test. */
export function temporaryStore(t: TestContext): Store {
  const store = openStore(join(temporaryFolder(t), 'test.sqlite'), { readonly: false });
  t.after(() => store.db.open && store.close());
  return store;
}

export const NEW_RUN: NewRun = {
  name: null,
  options: { timeoutMs: 10_000, count: 2 },
  toolVersion: '0.1.0',
  nodeVersion: 'v20.19.0',
  host: 'mill',
  cpu: '2 x Test CPU',
};

export const SOURCE = { sha256: 'aa', format: 'csv', path: 'a.csv', bytes: 100 };

/** A new database with a run that has begun. */
export function begunRun(t: TestContext, options: object = NEW_RUN.options) {
  const store = temporaryStore(t);
  const writer = new RunWriter(store);
  return { store, writer, runId: writer.startRun({ ...NEW_RUN, options }) };
}

/** The same, and its one source. */
export function startedRun(
  t: TestContext,
  { path = SOURCE.path, options = NEW_RUN.options }: { path?: string; options?: object } = {},
) {
  const begun = begunRun(t, options);
  return { ...begun, sourceId: begun.writer.addSources([{ ...SOURCE, path }])[0].sourceId };
}

/** One puzzle of 2x2 with one solution for each ordinal. */
export function columnsOf(...ordinals: number[]): PuzzleColumns {
  const columns = emptyColumns();
  for (const ordinal of ordinals) {
    columns.ordinals.push(ordinal);
    columns.names.push(null);
    columns.titles.push(null);
    columns.widths.push(2);
    columns.heights.push(2);
    columns.colours.push(1);
    columns.palettes.push(null);
    columns.filled.push(3);
    columns.clues.push('{"rows":[[2],[1]],"columns":[[2],[1]]}');
    columns.starts.push(null);
    columns.goals.push(null);
    columns.goalMatches.push(null);
    columns.shapes.push(ordinal.toString(16).padStart(16, '0'));
    columns.fingerprints.push(ordinal.toString(16).padStart(32, '0'));
  }
  return columns;
}

/** What is stored of an entry beside its result: with no picture, or one that fits or does not. */
export function entryOf(goalMatches: boolean | null = null): EntryPart {
  return { goalMatches };
}

/** The result of solving such a puzzle, with changes. */
export function resultOf(changes: Partial<PuzzleResult> = {}): PuzzleResult {
  return resultWith({
    status: 'unique',
    technique: 'line',
    guessDepth: 0,
    guessDepthMin: 0,
    searchDepth: 0,
    solutions: '1',
    solutionsExact: true,
    sweeps: 1,
    lineSolves: 4,
    probes: 0,
    decisions: 0,
    conflicts: 0,
    solveMs: 0.5,
    solution: '##/#.',
    finishedAt: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
    ...changes,
  });
}

/** A result in which every column has a value, and no two numbers are the same. */
export function distinctResult(): PuzzleResult {
  const values = SOLVED_COLUMNS.map(({ field, kind }, i): [string, unknown] => {
    switch (kind.is) {
      case 'count':
        return [field, Math.min(100 + i, kind.most)];
      case 'real':
        return [field, 20 + i / 64];
      case 'flag':
        return [field, true];
      case 'time':
        return [field, Date.UTC(2026, 0, 2, 3, 4, 5, 678)];
      case 'choice':
        return [field, kind.choices[i % kind.choices.length]];
      case 'decimal':
        return [field, `${i}`.repeat(20)];
      case 'text':
        return [field, `${field} größer`];
      case 'cells':
        return [field, i % 2 === 0 ? '##/#.' : '#./##'];
    }
  });
  return Object.fromEntries(values) as unknown as PuzzleResult;
}

export function rejectOf(ordinal: number, changes: Partial<Reject> = {}): Reject {
  const bad = { kind: 'clues' as const, reason: 'row 1: bad', excerpt: 'x' };
  return { ordinal, line: ordinal + 2, name: null, ...bad, ...changes };
}
