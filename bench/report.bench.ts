// How long the report of a million results takes, in CPU time.
// By its parts, with and without the indexes that a run makes at its end; then with every puzzle twice, with
// pictures that do not fit, and with puzzles that are rated.
//
//     ROWS=1000000   a variable of the environment: results
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nameMisfits } from '../src/pipeline/store/gates/findings.js';
import { gatherNumbers } from '../src/pipeline/report/numbers/report-numbers.js';
import { writeReport } from '../src/pipeline/report/write-report.js';
import { makeIndexes } from '../src/pipeline/store/open/indexes.js';
import { openStore } from '../src/pipeline/store/open/open.js';
import { findDuplicates } from '../src/pipeline/store/queries/duplicates.js';
import { findMisfits } from '../src/pipeline/store/queries/misfits.js';
import { RunWriter } from '../src/pipeline/store/write/run-writer.js';
import { NEW_RUN, batchesOf, writeBatches } from './support/store-samples.js';
import { keepFigure } from './support/figures.js';
import { finishSource } from '../test/support/write-entries.js';

const ROWS = Number(process.env['ROWS'] ?? 1_000_000);
const ROUNDS = 3;
const SIDES = [5, 8, 10, 12, 15, 20, 25, 30];

/** Sizes as in a mixed corpus: half of the puzzles are 5x5, each next size half of the rest. */
function writeMixedRun(path: string): void {
  const store = openStore(path, { readonly: false });
  const writer = new RunWriter(store);
  writer.startRun(NEW_RUN);
  let left = ROWS;
  for (const side of SIDES) {
    const count = side === SIDES.at(-1) ? left : Math.ceil(left / 2);
    left -= count;
    const path = `${side}x${side}.csv`;
    const source = { sha256: path, format: 'csv', path, bytes: 1 };
    const { sourceId } = writer.addSource(source);
    for (let first = 0; first < count; first += PIECE) {
      const batches = batchesOf(Math.min(PIECE, count - first), 512, side, first);
      writeBatches(writer, sourceId, batches, first);
    }
    finishSource(writer, sourceId, { entries: count });
  }
  writer.finishRun('complete');
  store.close();
}

/** Puzzles that are made up at once, so that making them takes little memory. */
const PIECE = 51_200;

/** The CPU time that some work takes, in milliseconds: a busy machine hardly changes it. */
async function median(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    globalThis.gc?.();
    const start = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000);
  }
  return times.sort((a, b) => a - b)[ROUNDS >> 1];
}

/** The groups of equal puzzles that a page shows. */
const FIRST_PAGE = { groups: 50, members: 12 };

/** What makes a report work harder, one after the other. */
const HARDER: Readonly<Record<string, string>> = {
  'every puzzle is there twice':
    'UPDATE puzzle_rows AS q SET shape = (SELECT shape FROM puzzles p WHERE p.puzzle_id = q.puzzle_id - 1) ' +
    'WHERE puzzle_id % 2 = 0',
  'each 10th picture does not fit':
    "UPDATE puzzle_rows AS q SET goal = (SELECT replace(solution, '#', '.') FROM results r " +
    'WHERE run_id = 1 AND r.puzzle_id = q.puzzle_id) WHERE puzzle_id % 10 = 0; ' +
    'UPDATE result_rows SET goal_matches = 0 WHERE puzzle_id % 10 = 0',
  'every puzzle is rated':
    "UPDATE result_rows SET status = 'unique', technique = 'line', guess_depth = 0, tries = 0, " +
    'difficulty = 5 + puzzle_id % 97 / 10.0, effort_line = puzzle_id % 300, effort_probe = 0, ' +
    "difficulty_bound = 0, stars = 1 + puzzle_id % 5, needs = 'count'",
};

const folder = mkdtempSync(join(tmpdir(), 'nonomill-bench-'));
try {
  const path = join(folder, 'bench.sqlite');
  writeMixedRun(path);
  const show = (name: string, ms: number): void => {
    keepFigure(name, ms, 'ms', 'less');
    process.stdout.write(`${name.padEnd(44)}${ms.toFixed(0).padStart(8)} ms\n`);
  };
  process.stdout.write(
    `${ROWS} results, ${(statSync(path).size / 2 ** 20).toFixed(0)} MiB, medians of ${ROUNDS}\n\n`,
  );
  for (const indexes of ['without indexes', 'with indexes']) {
    if (indexes === 'with indexes') {
      const writing = openStore(path, { readonly: false });
      const start = performance.now();
      makeIndexes(writing);
      show('making the indexes', performance.now() - start);
      writing.close();
    }
    const store = openStore(path, { readonly: true });
    show(`the numbers, ${indexes}`, await median(() => gatherNumbers(store, 1)));
    const report = join(folder, 'report');
    show(`the whole report, ${indexes}`, await median(() => writeReport(store, 1, report)));
    store.close();
  }
  for (const [what, sql] of Object.entries(HARDER)) {
    const writing = openStore(path, { readonly: false });
    writing.db.exec(sql);
    writing.close();
    const store = openStore(path, { readonly: true });
    show(`the numbers, ${what}`, await median(() => gatherNumbers(store, 1)));
    show('  of that, equal puzzles', await median(() => findDuplicates(store, 1, FIRST_PAGE)));
    show('  of that, misfits', await median(() => nameMisfits(findMisfits(store, 1, 50).first)));
    store.close();
  }
  keepFigure('resident memory', process.resourceUsage().maxRSS / 1024, 'MiB', 'less');
  process.stdout.write(
    `resident memory at most ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB, making the rows included\n`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
