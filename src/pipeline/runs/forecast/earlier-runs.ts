import { cpus } from 'node:os';
import { otherSolverOf } from '../../record/who-solves.js';
import { matchingValues, type MatchingPart } from '../request/matching-options.js';
import type { Store } from '../../store/open/open.js';
import { earlierTimes, solvingTime } from '../../store/queries/earlier-times.js';
import { listRuns, type Run } from '../../store/stored-runs/read-runs.js';
import { kindOf, type PuzzleKind } from './puzzle-kinds.js';
import type { TimeSeen } from './times.js';

/** What earlier runs tell of a kind of puzzles. */
interface EarlierKind {
  readonly seen: TimeSeen[];
  /** Milliseconds and steps of the same puzzles, as far as they were counted. */
  ms: number;
  steps: number;
}

/** What a database knows of how long puzzles take. */
export interface EarlierTimes {
  readonly kinds: ReadonlyMap<PuzzleKind, EarlierKind>;
  /** The runs that it is from, the latest first. */
  readonly runIds: readonly number[];
}

/** How many runs are looked at, and about how many results of each. */
const RUNS = 5;
const RESULTS = 20_000;

/**
 * A run takes about so long for its start and its end; a shorter one than that several times does
 * not tell about the rest.
 */
const AROUND_MS = 1200;
const LONG_MS = 6000;

/** Of each puzzle, what the main thread and the reading thread take, about. */
const OTHERS_MS = 0.012;

/**
 * What a thread does with a puzzle besides solving it takes about so long for each of its cells, at
 * least.
 */
const CELL_MS = 1e-4;

/** Options besides limits that decide how long a puzzle takes. */
const QUESTIONS = ['count', 'guessDepth', 'noDifficulty', 'crossCheck', 'prove'] as const;

/**
 * The times of puzzles in the latest runs of a database that asked the same, on processors like
 * this one's.
 */
export function timesOfEarlierRuns(store: Store, request: MatchingPart): EarlierTimes {
  const asked = matchingValues(request);
  const cpu = cpus().at(0)?.model ?? 'unknown';
  const isLike = ({ options, cpu: then }: Run): boolean =>
    otherSolverOf(options) === null &&
    then === cpu &&
    Number(options.threads) > 0 &&
    QUESTIONS.every((key) => (options[key] ?? null) === asked[key]);
  const kinds = new Map<PuzzleKind, EarlierKind>();
  const runIds: number[] = [];
  for (const run of listRuns(store).filter(isLike)) {
    const { results, solveMs } = solvingTime(store, run.runId);
    if (results === 0) continue;
    runIds.push(run.runId);
    const ofRun = besideMs(run, results, solveMs);
    for (const time of earlierTimes(store, run.runId, results, RESULTS)) {
      const kind = kindOf(time);
      let known = kinds.get(kind);
      if (known === undefined) kinds.set(kind, (known = { seen: [], ms: 0, steps: 0 }));
      const others = Math.max(ofRun, CELL_MS * time.width * time.height);
      known.seen.push({ ms: time.ms + others, isOver: time.isOver });
      known.ms += time.steps === null ? 0 : time.ms;
      known.steps += time.steps ?? 0;
    }
    if (runIds.length === RUNS) break;
  }
  return { kinds, runIds };
}

/**
 * What the threads did for each puzzle besides solving it, rating above all; of runs in rounds it
 * cannot be told.
 */
function besideMs({ wallMs, options, retries }: Run, results: number, solveMs: number): number {
  if (retries.length > 0 || wallMs < LONG_MS) return 0;
  const held = (wallMs - AROUND_MS) * Math.min(Number(options.threads), cpus().length);
  return Math.max(0, (held - solveMs) / results - OTHERS_MS);
}
