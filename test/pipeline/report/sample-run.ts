import { cluesToJson } from '../../../src/solver/core/puzzle/clues-json.js';
import { emptyColumns } from '../../support/puzzle-columns.js';
import type { Needs } from '../../../src/solver/core/result/difficulty.js';
import type { PuzzleResult } from '../../../src/solver/core/result/result.js';
import type { Store } from '../../../src/pipeline/store/open/open.js';
import { RunWriter } from '../../../src/pipeline/store/write/run-writer.js';
import { NEW_RUN, rejectOf, resultOf } from '../../support/store-samples.js';
import { finishSource, writeEntries } from '../../support/write-entries.js';

/** Names that would run as code, break out, or reverse the line if they were not escaped. */
export const HOSTILE = {
  name: '<img src=x onerror=alert(1)>',
  title: '"]]></text></svg><script>alert(1)</script>\u001b[31m\u202e',
};

/** A puzzle for a sample run. */
export interface SamplePuzzle extends Partial<PuzzleResult> {
  readonly name?: string;
  readonly title?: string;
  /** Cells with `#` or colours; the clues are read off it. */
  readonly picture: string;
  readonly palette?: string;
}

const MULTIPLE = {
  status: 'multiple',
  stoppedBy: 'count',
  technique: 'search',
  guessDepth: null,
  guessDepthMin: null,
  solutions: '2',
  solutionsExact: false,
  sweeps: null,
} as const;

/** The difficulty of a sample: its score is made up. */
function rated(difficulty: number, stars: number, needs: Needs): Partial<PuzzleResult> {
  const effortLine = 2 ** difficulty - 1;
  const difficultyBound = needs === 'nested';
  return { difficulty, difficultyBound, effortLine, effortProbe: 0, tries: 0, stars, needs };
}

/** Any score, for puzzles of which only that matters. */
export const RATED = rated(20, 5, 'nested');

const SAMPLES: readonly SamplePuzzle[] = [
  { name: 'cross', title: 'A cross', picture: '.#./###/.#.', ...rated(4.04, 1, 'overlap') },
  { picture: '##/#.', solveMs: 0.02, ...rated(3.2, 1, 'count') },
  {
    ...HOSTILE,
    picture: '###/#.#/###',
    technique: 'probe',
    guessDepth: 1,
    guessDepthMin: 1,
    ...rated(9.6, 5, 'nested'),
  },
  { name: 'two', picture: '#./.#', ...MULTIPLE, secondSolution: '.#/#.', solveMs: 3.25 },
  {
    name: 'none',
    picture: '##/##',
    status: 'contradiction',
    technique: 'line',
    solutions: '0',
    solution: null,
    sweeps: null,
    solveMs: 2,
  },
  {
    name: 'slow',
    title: '日本語の題 with a title that is longer than any column has room for it',
    picture: '#.#.#/.#.#./#.#.#/.#.#./#.#.#',
    status: 'timeout',
    stoppedBy: 'timeout',
    technique: null,
    guessDepth: null,
    guessDepthMin: 2,
    solutions: '0',
    solutionsExact: false,
    solution: null,
    sweeps: null,
    solveMs: 10_000.4,
  },
  {
    name: 'flag',
    title: 'A flag',
    picture: '112/.12/112',
    palette: '#ffffff #cc2200 #0055aa',
    solveMs: 1.5,
    ...rated(4.2, 1, 'overlap'),
  },
];

/**
 * A small run with a bit of everything, the same every time: `copies` times seven puzzles (or
 * `samples`) and two rejects. Returns its id.
 */
export function writeSampleRun(
  store: Store,
  copies = 1,
  samples: readonly SamplePuzzle[] = SAMPLES,
): number {
  const writer = new RunWriter(store);
  const runId = writer.startRun({ ...NEW_RUN, name: 'sample', options: { timeoutMs: 10_000 } });
  const [{ sourceId }] = writer.addSources([
    { sha256: 'aa', format: 'json', path: 'data/sample.json', bytes: 1000 },
  ]);
  for (let copy = 0; copy < copies; copy++) {
    const first = copy * (samples.length + 2);
    const columns = emptyColumns();
    const results = samples.map((sample, i) => {
      const { name, title, picture, palette, ...changes } = sample;
      const rows = picture.split('/');
      const cols = Array.from(rows[0], (_, x) => rows.map((row) => row[x]).join(''));
      const colours = palette === undefined ? 1 : palette.split(' ').length - 1;
      columns.ordinals.push(first + i);
      columns.names.push(name ?? null);
      columns.titles.push(title ?? null);
      columns.widths.push(rows[0].length);
      columns.heights.push(rows.length);
      columns.colours.push(colours);
      columns.palettes.push(palette ?? null);
      columns.filled.push(picture.replace(/[./]/g, '').length);
      columns.clues.push(cluesToJson(rows.map(clueOf), cols.map(clueOf), colours));
      columns.starts.push(null);
      columns.goals.push(null);
      columns.goalMatches.push(null);
      // The copies of a puzzle are equal, as they would be.
      columns.shapes.push(i.toString(16).padStart(16, '0'));
      columns.fingerprints.push((first + i).toString(16).padStart(32, 'a'));
      return resultOf({ solution: picture, ...changes });
    });
    const behind = first + samples.length;
    writeEntries(writer, sourceId, columns, results, [
      rejectOf(behind, { reason: 'row 2: the blocks 3 3 need 7 cells, the row has 5' }),
      rejectOf(behind + 1, { line: null, name: HOSTILE.name, excerpt: HOSTILE.title }),
    ]);
  }
  finishSource(writer, sourceId, { entries: copies * (samples.length + 2) });
  writer.finishRun('complete');
  store.db
    .prepare(
      `UPDATE runs SET wall_ms = 2345.6, started_at = '2026-01-02T03:04:05.678Z',
         finished_at = '2026-01-02T03:04:08.024Z' WHERE run_id = ?`,
    )
    .run(runId);
  return runId;
}

/** The clue of a line of a picture: maximal runs of one colour. */
function clueOf(line: string): number[] {
  const runs = line.match(/([^.])\1*/g) ?? [];
  return runs.map((run) => run.length + (run.startsWith('#') ? 0 : Number(run[0]) - 1) * 0x10000);
}
