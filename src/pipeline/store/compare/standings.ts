import { setImmediate } from 'node:timers/promises';
import Database, { type Statement } from 'better-sqlite3';
import { UNWATCHED, type Watch } from '../../record/progress.js';
import type { Status } from '../../../solver/core/result/outcome.js';
import { longestLimit, timeLimits } from '../../record/outcome.js';
import { queryRows, type Store } from '../open/open.js';
import { pieceRowsSql } from '../result-layout.js';
import { nameSql, rowsByPiece, type PieceOfRun } from '../pieces.js';
import { expectedResults, type Run } from '../stored-runs.js';
import { TimePairs } from './comparison.js';

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
export type Standings = Awaited<ReturnType<typeof standingsOf>>;

const LISTED = 20;

/**
 * Compares runs, of any databases, on the puzzles that all of them have. Times are CPU time for
 * other programs, if it is known, else the time of solving. `pair` are the places of two runs whose
 * times are paired. A server may answer others in between; memory does not grow with the runs.
 */
export async function standingsOf(
  runs: readonly RunOfStore[],
  pair: readonly [number, number] = [0, 1],
  watch: Watch = UNWATCHED,
) {
  const matched = new MatchedRuns();
  try {
    const all: Standing[] = [];
    for (const [i, { store, run }] of runs.entries()) {
      watch.stage(`reading run ${i + 1} of ${runs.length}`);
      all.push(new Standing(isBySteps(run), await matched.add(store, run.runId, watch)));
    }
    const best = new Standing(
      runs.some(({ run }) => isBySteps(run)),
      0,
    );
    const times = new TimePairs();
    const disagreeing: Disagreement[] = [];
    watch.stage('comparing');
    let common = 0;
    let disagreements = 0;
    const [x, y] = pair;
    for await (const answers of matched.common(watch)) {
      common++;
      const solved = answers.filter(({ state }) => state === 'solved');
      const bestMs = solved.reduce((least, { ms }) => Math.min(least, ms), Infinity);
      answers.forEach((answer, i) => all[i].add(answer, bestMs));
      best.addBest(bestMs, longestLimit(answers.map(({ limitMs }) => limitMs)));
      if (answers[x].state === 'solved' && answers[y].state === 'solved') {
        times.add(answers[x].ms, answers[y].ms);
      }
      if (disagree(solved) && disagreements++ < LISTED) {
        disagreeing.push(named(runs[0], answers));
      }
    }
    const { solved, solvedMs, par2Ms, cactus } = best.figures();
    return {
      common,
      runs: all.map((standing) => standing.figures()),
      /** A solver that always takes the time of the fastest run, and is never wrong. */
      virtualBest: { solved, solvedMs, par2Ms, cactus },
      disagreements,
      /** The first of them. */
      disagreeing,
      /** The times of two of the runs on the puzzles that both solved, in bins. */
      pair: { x, y, times: times.list() },
      /** Runs (by their places) without any puzzle in common; looked for if not all share one. */
      apart: common === 0 ? await pairsApart(matched, runs.length) : [],
    };
  } finally {
    matched.close();
  }
}

function isBySteps({ options, retries }: Run): boolean {
  return timeLimits(options, retries).bySteps;
}

/** A solution alone (`solved`) speaks only against `contradiction`. */
function disagree(solved: readonly Answered[]): boolean {
  const said = new Set(solved.map(({ status }) => status));
  const shown = said.delete('solved');
  return said.size > 1 || (shown && said.has('contradiction'));
}

function named({ store, run }: RunOfStore, answers: readonly Answered[]): Disagreement {
  const sql = `SELECT ${nameSql('r')} AS name, width, height
    FROM (SELECT ? AS run_id, ? AS puzzle_id) r CROSS JOIN puzzles USING (puzzle_id)`;
  type Named = Omit<Disagreement, 'statuses'>;
  const [puzzle] = queryRows<Named>(store, sql, run.runId, answers[0].puzzleId);
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

/** What a run did on the puzzles that all runs have. */
export type RunStanding = ReturnType<Standing['figures']>;

/** A cactus plot has a step for each bin of times: a bin is 2.3 % wide. */
const BINS_PER_DECADE = 100;

/** Adds up what one run did on puzzle after puzzle. */
class Standing {
  private puzzles = 0;
  private readonly sums = {
    /** Puzzles with a verdict, or with a solution alone, that is not wrong. */
    solved: 0,
    /** Those of them with a solution, but without a claim that it is the only one. */
    shown: 0,
    wrong: 0,
    /** How many puzzles no other run solved in less time. */
    fastest: 0,
    /** Milliseconds of the solved ones. */
    solvedMs: 0,
  };
  /** What the puzzles that are not solved count in PAR-2; null if one of them had no limit. */
  private penaltyMs: number | null = 0;
  private readonly clocks = new Set<TimeKind>();
  /** By bins of time: how many were solved, and the longest time of them. */
  private readonly bins = new Map<number, { solved: number; ms: number }>();

  constructor(
    /** Whether steps were limited. */
    private readonly bySteps: boolean,
    /** How many puzzles the run has, whether the others have them or not. */
    private readonly all: number,
  ) {}

  /** `bestMs` is the least time in which any run solved the puzzle. */
  add({ state, status, ms, clock, limitMs }: Answered, bestMs: number): void {
    this.puzzles++;
    this.clocks.add(clock);
    if (state === 'wrong') this.sums.wrong++;
    if (state !== 'solved') {
      this.addUnsolved(ms, limitMs);
      return;
    }
    if (status === 'solved') this.sums.shown++;
    if (ms === bestMs) this.sums.fastest++;
    this.addSolved(ms);
  }

  /** The same for the virtual best; `bestMs` is Infinity if no run solved it within `limitMs`. */
  addBest(bestMs: number, limitMs: number | null): void {
    this.puzzles++;
    if (bestMs < Infinity) this.addSolved(bestMs);
    else this.addUnsolved(0, limitMs);
  }

  figures() {
    const [clock = 'solving', ...others] = this.clocks;
    return {
      ...this.sums,
      /** All puzzles of the run, whether the others have them or not. */
      puzzles: this.all,
      /** PAR-2 in milliseconds; null if steps were limited, or one without a limit is open. */
      par2Ms: this.par2(),
      /** What its times are; `mixed` if not all of them are the same. */
      clock: others.length > 0 ? 'mixed' : clock,
      cactus: this.cactus(),
    } as const;
  }

  private addSolved(ms: number): void {
    this.sums.solved++;
    this.sums.solvedMs += ms;
    const bin = Math.floor(Math.log10(Math.max(ms, 1e-3)) * BINS_PER_DECADE);
    const found = this.bins.get(bin);
    if (found === undefined) this.bins.set(bin, { solved: 1, ms });
    else {
      found.solved++;
      found.ms = Math.max(found.ms, ms);
    }
  }

  /** As in PAR-2 of one run, it counts no less than its time. */
  private addUnsolved(ms: number, limitMs: number | null): void {
    if (this.penaltyMs === null) return;
    this.penaltyMs = limitMs === null ? null : this.penaltyMs + Math.max(ms, 2 * limitMs);
  }

  private par2(): number | null {
    const { puzzles, bySteps, sums, penaltyMs } = this;
    if (puzzles === 0 || bySteps || penaltyMs === null) return null;
    return (sums.solvedMs + penaltyMs) / puzzles;
  }

  private cactus() {
    const bins = [...this.bins].sort(([a], [b]) => a - b);
    let sum = 0;
    return bins.map(([, { solved, ms }]) => ({ ms, solved: (sum += solved) }));
  }
}

/** CPU or wall time of another program, with the start of its process, or of solving alone. */
type TimeKind = 'cpu' | 'wall' | 'solving';

interface Answered {
  readonly puzzleId: number;
  readonly status: Status;
  readonly state: 'solved' | 'wrong' | 'open';
  readonly ms: number;
  readonly clock: TimeKind;
  /** The limit that it was found under; null for none. */
  readonly limitMs: number | null;
}

interface Row extends Answered {
  readonly fingerprint: string;
}

interface Key {
  readonly fingerprint: string;
  readonly nth: number;
}

/** CPU time comes in steps: less than one is counted as one. */
const LEAST_CPU_MS = 1;

/** How many rows are read before other requests get a turn: some ten milliseconds. */
const PAGE = 5000;

/**
 * Runs of any databases, matched puzzle by puzzle by their content; those that a run has several
 * times, in the order of its corpora. The database is temporary, as runs may be larger than memory.
 */
class MatchedRuns {
  private readonly db = new Database('');
  private readonly insert: Statement;
  private readonly sizes: number[] = [];

  constructor() {
    this.db.pragma('journal_mode = OFF');
    this.db.exec(`CREATE TABLE found (run INTEGER, fingerprint TEXT, nth INTEGER, puzzleId INTEGER,
      status TEXT, state TEXT, ms REAL, clock TEXT, limitMs REAL, PRIMARY KEY (run, fingerprint, nth)) WITHOUT ROWID`);
    this.insert = this.db.prepare(`INSERT INTO found VALUES (@run, @fingerprint,
      (SELECT coalesce(max(nth), -1) + 1 FROM found WHERE run = @run AND fingerprint = @fingerprint),
      @puzzleId, @status, @state, @ms, @clock, @limitMs)`);
  }

  /** Adds a run; returns how many puzzles it has. */
  async add(store: Store, runId: number, watch: Watch): Promise<number> {
    const run = this.sizes.length;
    const sql = `SELECT r.puzzle_id AS puzzleId, fingerprint, status,
         CASE WHEN judged = 'wrong' THEN 'wrong'
           WHEN status IN ('unique', 'multiple', 'contradiction', 'solved') THEN 'solved'
           ELSE 'open' END AS state,
         coalesce(max(cpu_ms, ${LEAST_CPU_MS}), solve_ms) AS ms,
         CASE WHEN judged IS NULL THEN 'solving' WHEN cpu_ms IS NULL THEN 'wall' ELSE 'cpu' END AS clock,
         limit_ms AS limitMs
       FROM ${pieceRowsSql('results')} r CROSS JOIN puzzles p USING (puzzle_id)
         LEFT JOIN claims c ON c.run_id = r.run_id AND c.puzzle_id = r.puzzle_id
       ORDER BY r.puzzle_id`;
    const read = (of: PieceOfRun): Row[] => queryRows(store, sql, of);
    const insertAll = this.db.transaction((rows: readonly Row[]) => {
      for (const row of rows) this.insert.run({ ...row, run });
    });
    const total = expectedResults(store, runId);
    let count = 0;
    for (const { rows } of rowsByPiece(store, runId, read)) {
      insertAll(rows);
      watch.reached((count += rows.length), total);
      await setImmediate();
    }
    this.sizes.push(count);
    return count;
  }

  /** What the runs say of each puzzle that all have, in the order in which they were added. */
  async *common(watch: Watch): AsyncGenerator<readonly Answered[], void, undefined> {
    // The smallest run leads: of its puzzles the others are asked.
    const lead = this.sizes.indexOf(Math.min(...this.sizes));
    const find = this.db.prepare<[number, string, number], Answered>(
      `SELECT puzzleId, status, state, ms, clock, limitMs FROM found
       WHERE run = ? AND fingerprint = ? AND nth = ?`,
    );
    for await (const { fingerprint, nth } of this.keys(lead, watch)) {
      const answers: Answered[] = [];
      for (let run = 0; run < this.sizes.length; run++) {
        const answer = find.get(run, fingerprint, nth);
        if (answer === undefined) break;
        answers.push(answer);
      }
      if (answers.length === this.sizes.length) yield answers;
    }
  }

  /** Whether two runs, by their places, have any puzzle in common. */
  share(a: number, b: number): boolean {
    const sql = `SELECT 1 FROM found a JOIN found b ON b.run = ? AND b.fingerprint = a.fingerprint
      WHERE a.run = ? LIMIT 1`;
    return queryRows({ db: this.db }, sql, b, a).length > 0;
  }

  close(): void {
    this.db.close();
  }

  private async *keys(run: number, watch: Watch): AsyncGenerator<Key, void, undefined> {
    const page = this.db.prepare<[number, string, number, number], Key>(
      `SELECT fingerprint, nth FROM found
       WHERE run = ? AND (fingerprint, nth) > (?, ?) ORDER BY fingerprint, nth LIMIT ?`,
    );
    let done = 0;
    for (let [after, nth] = ['', -1]; ;) {
      const rows = page.all(run, after, nth, PAGE);
      yield* rows;
      watch.reached((done += rows.length), this.sizes[run]);
      if (rows.length < PAGE) return;
      ({ fingerprint: after, nth } = rows[rows.length - 1]);
      await setImmediate();
    }
  }
}
