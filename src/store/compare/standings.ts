import { setImmediate } from 'node:timers/promises';
import type { Status } from '../../result/outcome.js';
import { timeLimits } from '../../result/par2.js';
import { binOf } from '../../result/time-bins.js';
import type { Store } from '../open/open.js';
import type { Run } from '../runs/runs.js';
import type { TimePair } from './comparison.js';
import { MatchedRuns, type Answered } from './matched-runs.js';
import { Standing, virtualBestOf, type RunStanding } from './standing.js';

export type { RunStanding };

/** One run, with the database that has it. */
export interface RunOfStore {
  readonly store: Store;
  readonly run: Run;
}

/** A puzzle of which the verdicts of two runs cannot both be true. */
interface Disagreement {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** What each run says, in the order of the runs. */
  readonly statuses: readonly Status[];
}

/** Any number of runs side by side, on the puzzles that all of them have. */
export interface Standings {
  readonly common: number;
  readonly runs: readonly RunStanding[];
  /** A solver that always takes the time of the fastest run, and is never wrong. */
  readonly virtualBest: Pick<RunStanding, 'solved' | 'solvedMs' | 'par2Ms' | 'cactus'>;
  readonly disagreements: number;
  /** The first of them. */
  readonly disagreeing: readonly Disagreement[];
  /** The times of two of the runs on the puzzles that both solved, in bins. */
  readonly pair: {
    readonly x: number;
    readonly y: number;
    readonly times: readonly TimePair[];
  };
  /** Runs (by their places) without any puzzle in common; only looked for if not all share one. */
  readonly apart: readonly (readonly [number, number])[];
}

/** Disagreements that are listed. */
const LISTED = 20;

/**
 * Compares runs, of any databases, on the puzzles that all of them have. Times are CPU time for other
 * programs, if it is known, else the time of solving. `pair` are the places of two runs whose times are
 * paired. A server may answer others in between; memory does not grow with the runs.
 */
export async function standingsOf(
  runs: readonly RunOfStore[],
  pair: readonly [number, number] = [0, 1],
): Promise<Standings> {
  const matched = new MatchedRuns();
  try {
    const all: Standing[] = [];
    for (const { store, run } of runs) {
      const limits = timeLimits(run.options);
      all.push(new Standing(limits, await matched.add(store, run.runId)));
    }
    const longest = longestLimit(runs);
    const best = new Standing(longest, 0);
    const times = new Map<number, number>();
    const disagreeing: Disagreement[] = [];
    let common = 0;
    let disagreements = 0;
    const [x, y] = pair;
    for await (const answers of matched.common()) {
      common++;
      const solved = answers.filter(({ state }) => state === 'solved');
      const bestMs = solved.reduce((least, { ms }) => Math.min(least, ms), Infinity);
      answers.forEach((answer, i) => all[i].add(answer, bestMs));
      best.addBest(bestMs);
      if (answers[x].state === 'solved' && answers[y].state === 'solved') {
        const key = binOf(answers[x].ms) * 1000 + binOf(answers[y].ms);
        times.set(key, (times.get(key) ?? 0) + 1);
      }
      if (disagree(solved) && disagreements++ < LISTED) {
        disagreeing.push(named(runs[0].store, answers));
      }
    }
    return {
      common,
      runs: all.map((standing) => standing.figures()),
      virtualBest: virtualBestOf(best),
      disagreements,
      disagreeing,
      pair: { x, y, times: [...times].map(pairOfKey) },
      apart: common === 0 ? await pairsApart(matched, runs.length) : [],
    };
  } finally {
    matched.close();
  }
}

function pairOfKey([key, count]: readonly [number, number]): TimePair {
  return { left: Math.floor(key / 1000), right: key % 1000, count };
}

function longestLimit(runs: readonly RunOfStore[]): ReturnType<typeof timeLimits> {
  const limits = runs.map(({ run }) => timeLimits(run.options));
  const each = limits.map(({ timeoutMs }) => timeoutMs);
  return {
    timeoutMs: each.includes(null) ? null : Math.max(...each.map(Number)),
    bySteps: limits.some(({ bySteps }) => bySteps),
  };
}

/** A solution alone (`solved`) speaks only against `contradiction`. */
function disagree(solved: readonly Answered[]): boolean {
  const said = new Set(solved.map(({ status }) => status));
  const shown = said.delete('solved');
  return said.size > 1 || (shown && said.has('contradiction'));
}

function named({ db }: Store, answers: readonly Answered[]): Disagreement {
  const puzzle = db
    .prepare<[number], Omit<Disagreement, 'statuses'>>(
      'SELECT name, width, height FROM puzzles WHERE puzzle_id = ?',
    )
    .get(answers[0].puzzleId)!;
  return { ...puzzle, statuses: answers.map(({ status }) => status) };
}

async function pairsApart(matched: MatchedRuns, runs: number): Promise<[number, number][]> {
  const found: [number, number][] = [];
  for (let a = 0; a < runs; a++) {
    for (let b = a + 1; b < runs; b++) if (!matched.share(a, b)) found.push([a, b]);
    await setImmediate();
  }
  return found;
}
