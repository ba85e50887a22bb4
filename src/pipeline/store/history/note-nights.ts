import { gatesOf, WORSE, countWorse } from '../../record/outcome.js';
import { otherSolverOf } from '../../record/options.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import type { ErrorCode } from '../../../solver/core/text/error-codes.js';
import { noWorse, type GateVerdict } from '../gates/gates.js';
import { openStore, type Store } from '../open/open.js';
import { trace } from '../../files/program.js';
import { StoreError } from '../open/store-error.js';
import { findRun, listRuns, type Run } from '../stored-runs/read-runs.js';
import { isOfSeries } from '../stored-runs/run-series.js';
import { Nights, isOfAll } from '../changes/nights.js';

/** What was accepted. */
interface Accepted {
  /** The run as it was before. */
  readonly run: Run;
  /** The puzzles and files that were accepted; null for the whole run. */
  readonly puzzles: readonly string[] | null;
  /** How many puzzles are worse in it still. */
  readonly left: number;
}

/**
 * Accepts the verdicts of a run, named by its number or its name: `--require no-worse` compares
 * later runs with it, and with no run before it. With `words`, it accepts only puzzles that are
 * worse in it: by their names, their numbers, or their file if that holds nothing. The gate of the
 * run, and of those after it, is judged anew.
 * @throws StoreError if there is no such run or puzzle, or if nothing can be compared with it
 */
export function accept(
  store: Store,
  wanted: string,
  words: readonly string[],
  by: string | null,
): Accepted {
  const run = findRun(store, wanted);
  const { runId, state, options } = run;
  const refuse = (code: ErrorCode, why: string): StoreError =>
    new StoreError(code, `run ${runId} cannot be accepted: ${why}`);
  if (!isOfSeries(run)) {
    const why =
      otherSolverOf(options) === null
        ? 'it does another run again'
        : 'its results are those of another program';
    throw refuse('NM_RUN_NOT_ACCEPTED', why);
  }
  if (!isOfAll(run)) {
    const why = 'nights are not compared with it, as it has a --limit';
    throw refuse('NM_RUN_NOT_ACCEPTED', why);
  }
  if (state !== 'complete') {
    const why = 'it is not complete: "nonomill run --resume" goes on with it';
    throw refuse('NM_RUN_UNFINISHED', why);
  }
  const puzzles = words.length === 0 ? null : worseOnes(store, run, words);
  store.db.transaction(() => {
    const now = new Date().toISOString();
    if (puzzles === null) {
      const note = 'UPDATE runs SET accepted_at = ?, accepted_by = ? WHERE run_id = ?';
      store.db.prepare(note).run(now, by, runId);
    }
    const insert = store.db.prepare(
      'INSERT OR REPLACE INTO accepted (run_id, path, name, accepted_at, accepted_by) VALUES (?, ?, ?, ?, ?)',
    );
    for (const { path, name } of puzzles ?? []) insert.run(runId, path, name, now, by);
    judgeAgain(store, runId);
  })();
  const { changes } = new Nights(store).of(findRun(store, String(runId)));
  const left = changes === null ? 0 : countWorse(changes.counts);
  return { run, puzzles: puzzles?.map(wordOf) ?? null, left };
}

const wordOf = ({ path, name }: Worse): string => (name === '' ? path : name);

interface Worse {
  readonly path: string;
  /** Empty for all puzzles of a file. */
  readonly name: string;
  readonly puzzleId: number | null;
}

/** The puzzles and files that are worse in a run, and that are meant by some words. */
function worseOnes(store: Store, run: Run, words: readonly string[]): Worse[] {
  const { list = [], files = [] } = new Nights(store).of(run).changes ?? {};
  const worse = [
    ...list.flatMap(({ kind, before, after }): Worse[] => {
      if (before === null || after === null || ![...WORSE, 'accepted'].includes(kind)) return [];
      const puzzleId = 'puzzleId' in after ? after.puzzleId : null;
      return [{ path: after.unit.path, name: before.name, puzzleId }];
    }),
    ...files.flatMap(({ kind, path }): Worse[] =>
      kind === 'empty' || kind === 'left out' ? [{ path, name: '', puzzleId: null }] : [],
    ),
  ];
  return words.flatMap((word) => {
    const meant = worse.filter((one) => [wordOf(one), String(one.puzzleId)].includes(word));
    if (meant.length > 0) return meant;
    const known = worse.slice(0, 10).map((one) => plainText(wordOf(one)));
    const more = worse.length > known.length ? ` and ${worse.length - known.length} more` : '';
    const are = known.length === 0 ? 'none is' : `these are: ${known.join(', ')}${more}`;
    throw new StoreError(
      'NM_PUZZLE_UNKNOWN',
      `in run ${run.runId} no puzzle "${plainText(word)}" is worse than before; ${are}`,
    );
  });
}

/** Notes of a run and those after it whether `no-worse` holds, as far as it was judged. */
function judgeAgain(store: Store, from: number): void {
  const nights = new Nights(store);
  const note = store.db.prepare('UPDATE runs SET failed_gates = ? WHERE run_id = ?');
  for (const run of listRuns(store)) {
    const { runId, failedGates, options } = run;
    const isJudged = failedGates !== null && gatesOf(options).require.includes('no-worse');
    if (runId < from || !isJudged) continue;
    const others = failedGates.filter((gate) => gate !== 'no-worse');
    const holds = noWorse(store, nights.of(run), 0).finding === null;
    note.run([...others, ...(holds ? [] : ['no-worse'])].join(','), runId);
  }
}

/**
 * Notes with a complete run which of its gates do not hold, so that lists of runs need not judge
 * them again, and what is worse in it, so that the next night need not compare all nights again. If
 * another program writes to the database, that is left out: nobody waits for it.
 */
export function noteNight(
  path: string,
  run: Run,
  { verdicts, nights }: { readonly verdicts: readonly GateVerdict[]; readonly nights: Nights },
): void {
  const { runId } = run;
  const failed = verdicts.filter(({ holds }) => !holds).map(({ name }) => name);
  const worse = nights.kept(run);
  if (verdicts.length === 0 && worse === null) return;
  try {
    const store = openStore(path, { readonly: false, mustExist: true });
    const { db } = store;
    try {
      db.transaction(() => {
        if (verdicts.length > 0) {
          const note = `UPDATE runs SET failed_gates = ? WHERE run_id = ? AND state = 'complete'`;
          db.prepare(note).run(failed.join(','), runId);
        }
        if (worse === null) return;
        db.prepare(
          'INSERT OR REPLACE INTO standings (run_id, version, losses) VALUES (@runId, @version, @losses)',
        ).run({ runId, ...worse });
      })();
    } finally {
      store.close();
    }
  } catch (error) {
    trace('store', () => `the gates of run ${runId} were not noted: ${String(error)}`);
  }
}
