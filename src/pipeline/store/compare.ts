import { setImmediate } from 'node:timers/promises';
import Database, { type Statement } from 'better-sqlite3';
import { UNWATCHED, type Watch } from '../record/progress.js';
import { isUndecided, type Status, STATUSES } from '../../solver/core/result/outcome.js';
import { ignoresStart, typedOption, typedOptions, KEPT_OPTIONS } from '../record/options.js';
import { queryRows, queryValues, type Store } from './open/open.js';
import { pieceRowsSql } from './result-layout.js';
import { nameSql, rowsByPiece, placeOrderSql } from './pieces.js';
import { binOf } from '../record/figures.js';
import { type SizedPuzzle, PIECE_ENTRIES } from '../record/puzzle-id.js';
import { longestLimit, penalisedMs, timeLimits, WORSE, type NoPar2 } from '../record/outcome.js';
import { expectedResults, runById, type Run } from './stored-runs.js';
import { changeKind, pairRuns, pairedIdSql, verdictSql } from './changes/changes.js';

/** A puzzle that both runs have, with another status or difficulty. */
type ChangedPuzzle = ReturnType<typeof named>;

/** Counts how many puzzles took a time of one bin in the left run and of another in the right. */
class TimePairs {
  private readonly counts = new Map<number, number>();

  add(leftMs: number, rightMs: number): void {
    const key = binOf(leftMs) * 1000 + binOf(rightMs);
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  list() {
    return Array.from(this.counts, ([key, count]) => {
      return { left: Math.floor(key / 1000), right: key % 1000, count };
    });
  }
}

interface Compared {
  readonly status: Status;
  readonly technique: string | null;
  readonly guessDepth: number | null;
  readonly ms: number;
  readonly limitMs: number | null;
  /** See `verdictSql`. */
  readonly verdict: number;
}

type Other = { readonly [Name in keyof Compared as `other${Capitalize<Name>}`]: Compared[Name] };

/** One result and the other run's result for the same puzzle, if there is one. */
interface Pair extends Compared, Other {
  readonly id: number;
  readonly otherId: number | null;
  /** Whether one of the runs has taken it over from another. */
  readonly isReused: 0 | 1;
  readonly isEdited: 0 | 1;
  /** Whether it is a reject in the other run, or its file holds no puzzle there. */
  readonly isRejected: 0 | 1;
}

/** How many puzzles of each kind are listed. */
const LISTED = 200;

/** What is listed of the puzzles of the left run. */
const LISTS = ['changed', 'harderOrEasier', 'edited', 'rejected', 'gone'] as const;

/**
 * What changed from run `left` to `right`, in one pass; a server may answer others in between.
 * Lists hold the first of each kind; counts say how many there are.
 */
export async function compareRuns(store: Store, left: number, right: number, watch = UNWATCHED) {
  const { newCount, fresh } = pairRuns(store, left, right, LISTED);
  const transitions = new Map<string, { left: Status; right: Status; count: number }>();
  const lists = Object.fromEntries(
    LISTS.map((list) => [list, { count: 0, first: [] as Pair[] }]),
  ) as Record<(typeof LISTS)[number], { count: number; first: Pair[] }>;
  const bySteps = (run: number): boolean => isBySteps(runById(store, run)!);
  const times = new SharedTimes(bySteps(left), bySteps(right));
  let worseCount = 0;
  for await (const pair of pairs(store, left, right, watch)) {
    const list = listOf(pair);
    if (list !== null && lists[list].count++ < LISTED) lists[list].first.push(pair);
    if (isWorse(pair)) worseCount++;
    if (pair.otherId === null) continue;
    const { status, otherStatus } = pair;
    const key = `${status} ${otherStatus}`;
    const known = transitions.get(key) ?? { left: status, right: otherStatus, count: 0 };
    transitions.set(key, known);
    known.count++;
    times.add(pair);
  }
  const both = (pair: Pair): ChangedPuzzle => named(store, left, pair);
  const alone = ({ id }: Pair) => lone(store, left, id);
  const { changed, harderOrEasier, edited, rejected, gone } = lists;
  return {
    /** How many puzzles went from one status to another. */
    transitions: [...transitions.values()].sort((a, b) => b.count - a.count),
    /** Puzzles whose status differs: the verdict has changed. */
    changedCount: changed.count,
    changed: changed.first.map(both),
    /** Puzzles of the same status with another technique or guess depth; both runs name one. */
    harderOrEasierCount: harderOrEasier.count,
    harderOrEasier: harderOrEasier.first.map(both),
    /** Puzzles of the same status with other clues, under the same name or in the same place. */
    editedCount: edited.count,
    edited: edited.first.map(both),
    /** Puzzles of the lists above that are worse, as the gate no-worse has it. */
    worseCount,
    /** Puzzles that are rejects in the right run, or whose file holds none there. */
    rejectedCount: rejected.count,
    rejected: rejected.first.map(alone),
    goneCount: gone.count,
    gone: gone.first.map(alone),
    newCount,
    fresh: fresh.map((id) => lone(store, right, id)),
    ...times.figures(),
    /** The run that alone left start positions out, because of which verdicts may differ. */
    withoutStart: withoutStart(store, left, right),
  };
}

function listOf(pair: Pair): (typeof LISTS)[number] | null {
  if (pair.otherId === null) return pair.isRejected === 1 ? 'rejected' : 'gone';
  if (pair.status !== pair.otherStatus) return 'changed';
  if (pair.isEdited === 1) return 'edited';
  const { technique, otherTechnique, guessDepth, otherGuessDepth } = pair;
  // Other solvers name no technique, so that theirs is not another one.
  if (technique === null || otherTechnique === null) return null;
  const isOther = technique !== otherTechnique || guessDepth !== otherGuessDepth;
  return isOther ? 'harderOrEasier' : null;
}

function isWorse({ otherId, isRejected, verdict, otherVerdict, isEdited }: Pair): boolean {
  if (otherId === null) return isRejected === 1;
  const change = changeKind(verdict, otherVerdict, isEdited === 1);
  return change !== null && WORSE.includes(change);
}

/** Whether steps were limited in a run: then nothing is charged for a puzzle without a verdict. */
function isBySteps({ options, retries }: Run): boolean {
  return timeLimits(options, retries).bySteps;
}

/** The times of the puzzles that both runs have, as far as they can be compared. */
class SharedTimes {
  private timed = 0;
  private readonly sums = {
    both: 0,
    /** Puzzles that a run took over: their times are left out, like those of edited puzzles. */
    reusedCount: 0,
    /** Solving time of the puzzles of both runs, in milliseconds. */
    leftMs: 0,
    rightMs: 0,
    /** Puzzles of both runs without a verdict: no time tells about them. */
    leftUndecided: 0,
    rightUndecided: 0,
  };
  private readonly penalised = { left: 0, right: 0 };
  private readonly times = new TimePairs();

  constructor(
    private readonly leftBySteps: boolean,
    private readonly rightBySteps: boolean,
  ) {}

  add({ status, otherStatus, ms, otherMs, ...pair }: Pair): void {
    const { sums, penalised } = this;
    sums.both++;
    if (isUndecided(status)) sums.leftUndecided++;
    if (isUndecided(otherStatus)) sums.rightUndecided++;
    if (pair.isReused === 1) sums.reusedCount++;
    if (pair.isReused === 1 || pair.isEdited === 1) return;
    this.timed++;
    sums.leftMs += ms;
    sums.rightMs += otherMs;
    penalised.left += penalisedMs(status, ms, pair.limitMs);
    penalised.right += penalisedMs(otherStatus, otherMs, pair.otherLimitMs);
    this.times.add(ms, otherMs);
  }

  figures() {
    const { sums, timed, penalised, leftBySteps, rightBySteps } = this;
    return {
      ...sums,
      times: this.times.list(),
      /** Mean milliseconds of shared puzzles, open ones at twice the limit. Null: see `noPar2`. */
      leftPar2: timed === 0 || leftBySteps ? null : penalised.left / timed,
      rightPar2: timed === 0 || rightBySteps ? null : penalised.right / timed,
      /** Why one of the runs has no PAR-2; null if both have one, and without puzzles of both. */
      noPar2: this.whyNoPar2(),
    };
  }

  private whyNoPar2(): NoPar2 | null {
    const { both, reusedCount } = this.sums;
    if (both === 0) return null;
    if (this.timed === 0) return reusedCount > 0 ? 'taken over' : 'edited';
    return this.leftBySteps || this.rightBySteps ? 'steps' : null;
  }
}

/** The first puzzles of a bin of times of each run, in the order of the left run. */
export async function puzzlesAtTimes(
  store: Store,
  left: number,
  right: number,
  bins: { readonly left: number; readonly right: number },
): Promise<readonly ChangedPuzzle[]> {
  pairRuns(store, left, right);
  const found: ChangedPuzzle[] = [];
  for await (const pair of pairs(store, left, right)) {
    if (pair.otherId === null || pair.isReused === 1 || pair.isEdited === 1) continue;
    if (binOf(pair.ms) !== bins.left || binOf(pair.otherMs) !== bins.right) continue;
    found.push(named(store, left, pair));
    if (found.length === LISTED) break;
  }
  return found;
}

/** All results of `run` in the order of its corpora, each with that of `other`. */
async function* pairs(store: Store, run: number, other: number, watch: Watch = UNWATCHED) {
  const said = (column: string): string =>
    `ifnull((SELECT ${column} FROM temp.pairs WHERE left_id = a.puzzle_id), 0)`;
  const sql = `SELECT a.puzzle_id AS id, b.puzzle_id AS otherId, a.status, b.status AS otherStatus,
       a.technique, b.technique AS otherTechnique, a.guess_depth AS guessDepth,
       b.guess_depth AS otherGuessDepth, a.solve_ms + 0.0 AS ms, b.solve_ms + 0.0 AS otherMs,
       a.limit_ms AS limitMs, b.limit_ms AS otherLimitMs,
       a.reused_run IS NOT NULL OR ${isReusedSql('b')} AS isReused,
       ${said('edited')} AS isEdited, ${said('rejected')} AS isRejected,
       ${verdictSql('a')} AS verdict, ${verdictSql('b')} AS otherVerdict
     FROM ${pieceRowsSql('results')} a ${rowJoinSql('b', '@other', pairedIdSql('a.puzzle_id'))}
     ORDER BY a.puzzle_id`;
  const all = expectedResults(store, run);
  let done = 0;
  for (const rows of rowsByPiece<Pair>(store, run, sql, { other })) {
    yield* rows;
    watch.reached((done += rows.length), all);
    await setImmediate();
  }
}

/**
 * Joins the row of a puzzle of a run, or nulls if it has none, from SQL expressions: SQLite would
 * first make all rows of a view over a join that is joined so.
 */
function rowJoinSql(row: string, runId: string, id: string): string {
  const held = `${row}_held`;
  return `LEFT JOIN run_pieces ${held} ON ${held}.run_id = ${runId} AND ${held}.piece_id = CAST(${id} / ${PIECE_ENTRIES} AS INTEGER)
    LEFT JOIN result_rows ${row} ON ${row}.run_id = ${held}.held_by AND ${row}.puzzle_id = ${id}`;
}

/** Whether a row that was joined so is one of another run. */
function isReusedSql(row: string): string {
  return `(${row}.reused_run IS NOT NULL OR ${row}_held.held_by <> ${row}_held.run_id)`;
}

/** What people know a puzzle of a run by. */
function nameOf(store: Store, runId: number, puzzleId: number) {
  const sql = `SELECT ${nameSql('r')} AS name, title, width, height
    FROM (SELECT ? AS run_id, ? AS puzzle_id) r CROSS JOIN puzzles USING (puzzle_id)`;
  type Named = Pick<SizedPuzzle, 'name' | 'title' | 'width' | 'height'>;
  return queryRows<Named>(store, sql, runId, puzzleId)[0];
}

function named(store: Store, runId: number, pair: Pair) {
  return {
    ...nameOf(store, runId, pair.id),
    leftId: pair.id,
    rightId: pair.otherId!,
    left: pair.status,
    right: pair.otherStatus,
    leftTechnique: pair.technique,
    rightTechnique: pair.otherTechnique,
    leftMs: pair.ms,
    rightMs: pair.otherMs,
    /** Whether its clues are others in the right run, where its name or its place is the same. */
    edited: pair.isEdited === 1,
  };
}

/** A puzzle that only one of the runs has. */
function lone(store: Store, runId: number, puzzleId: number) {
  const sql = `SELECT puzzle_id AS puzzleId, ${nameSql('results')} AS name, title, status
    FROM results JOIN puzzles USING (puzzle_id) WHERE run_id = ? + 0 AND puzzle_id = ? + 0`;
  type Lone = Pick<SizedPuzzle, 'puzzleId' | 'name' | 'title'> & { readonly status: Status };
  return queryRows<Lone>(store, sql, runId, puzzleId)[0];
}

/** Which run alone left start positions out of its puzzles; null for neither or both. */
function withoutStart(store: Store, left: number, right: number): 'left' | 'right' | null {
  const sql =
    'SELECT max(reading) FROM run_sources JOIN sources USING (source_id) WHERE run_id = ?';
  const [ofLeft, ofRight] = [left, right].map((runId) =>
    ignoresStart(queryValues<string | null>(store, sql, runId)[0] ?? ''),
  );
  if (ofLeft === ofRight) return null;
  return ofLeft ? 'left' : 'right';
}

/** What two runs of the same puzzles must agree on, and the columns that say it. */
const FIGURES = {
  verdict: ['status'],
  solutions: ['solutions', 'solutions_exact'],
  guessDepth: ['guess_depth', 'guess_depth_min'],
  score: ['difficulty', 'difficulty_bound', 'stars', 'needs', 'look_ahead'],
} as const;

type ComparedFigure = keyof typeof FIGURES;

export const FIGURE_NAMES = Object.keys(FIGURES) as readonly ComparedFigure[];

/** Techniques are compared only if both are of one version of the definition. */
const VERSIONED: readonly string[] = ['needs', 'look_ahead'];

const differsSql = (figure: ComparedFigure): string =>
  `(${FIGURES[figure].map(columnDiffersSql).join(' OR ')})`;

function columnDiffersSql(column: string): string {
  const differs = `a.${column} IS NOT b.${column}`;
  if (!VERSIONED.includes(column)) return differs;
  return `(${differs} AND a.difficulty_version IS b.difficulty_version)`;
}

/** The columns of a run's side, by names of their own. */
const columnsOf = (run: 'a' | 'b'): string =>
  FIGURE_NAMES.flatMap((figure) => FIGURES[figure])
    .map((column) => `${run}.${column} AS ${run}_${column}`)
    .join(', ');

const DIFFERING = FIGURE_NAMES.map((figure) => `${differsSql(figure)} AS "${figure}"`).join(', ');

/** The ids of the puzzles of both runs, side by side; null where one of them has none. */
const IDS = `(SELECT run_id, puzzle_id, puzzle_id AS before, ${pairedIdSql('puzzle_id')} AS after
    FROM held_rows WHERE run_id = @before
    UNION ALL SELECT @after, right_id, NULL, right_id FROM temp.pairs WHERE left_id IS NULL)`;

const PAIRS = `FROM ${IDS} AS ids
  ${rowJoinSql('a', '@before', 'ids.before')}
  ${rowJoinSql('b', '@after', 'ids.after')}`;

const OPEN = `(${STATUSES.filter(isUndecided)
  .map((status) => `'${status}'`)
  .join(', ')})`;

/** Whether one of them had too little time for what the other has found. */
const RAN_OUT = `a.status IN ${OPEN} OR b.status IN ${OPEN}
  OR (a.difficulty IS NULL) <> (b.difficulty IS NULL)
  OR (a.guess_depth IS NULL) <> (b.guess_depth IS NULL)`;

/** Compares the results of two runs of the same files; times, counters and techniques aside. */
export function compareAgain(store: Store, before: number, after: number, most: number) {
  const { rejects, oldRejects } = pairRuns(store, before, after);
  const runs = { before, after };
  const differs = FIGURE_NAMES.map(differsSql).join(' OR ');
  const count = (what: string, name: string): string => `ifnull(sum(${what}), 0) AS "${name}"`;
  const counts = `SELECT ${count('1', 'puzzles')}, ${count(differs, 'differing')},
      ${count(`(${differs}) AND (${RAN_OUT})`, 'undecided')},
      ${FIGURE_NAMES.map((figure) => count(differsSql(figure), figure)).join(', ')}
    ${PAIRS}`;
  type Counts = Record<'puzzles' | 'differing' | 'undecided' | ComparedFigure, number>;
  const [{ puzzles, differing, undecided, ...byFigure }] = queryRows<Counts>(store, counts, runs);
  const first = `SELECT ids.puzzle_id AS puzzleId, ${nameSql('ids')} AS name, ${columnsOf('a')}, ${columnsOf('b')}, ${DIFFERING}
    ${PAIRS} JOIN puzzles ON puzzles.puzzle_id = ids.puzzle_id
    WHERE ${differs} ORDER BY ids.before IS NULL, ${placeOrderSql('ids')}, ids.puzzle_id LIMIT @most`;
  return {
    /** Puzzles that one of them has, at least. */
    puzzles,
    differing,
    /** How many of them have no verdict, depth or score in one of the runs, where the other has. */
    undecided,
    /** In how many puzzles each figure differs; one may differ in several. */
    byFigure,
    /** The first in the order of the corpora. */
    first: queryRows<AgainRow>(store, first, { ...runs, most }).map(differingResult),
    /** Entries that only one of the runs has rejected, or for another reason. */
    rejects: rejects.length + oldRejects.length,
  };
}

type AgainRow = Readonly<Record<string, string | number | null>>;

function differingResult(row: AgainRow) {
  const figures = FIGURE_NAMES.filter((figure) => row[figure] === 1);
  const said = (run: 'a' | 'b'): string | null => {
    if (row[`${run}_status`] === null) return null;
    return figures.map((figure) => WORDS[figure]((column) => row[`${run}_${column}`])).join(', ');
  };
  return {
    puzzleId: Number(row.puzzleId),
    name: String(row.name),
    /** In which figures they differ, and what each run says of these; null without a result. */
    figures,
    before: said('a'),
    after: said('b'),
  };
}

type Value = (column: string) => string | number | null;

/** A figure of a result in words; `of` gives the values of its columns. */
const WORDS: Readonly<Record<ComparedFigure, (of: Value) => string>> = {
  verdict: (of) => String(of('status')),
  solutions: (of) => `solutions ${of('solutions')}${of('solutions_exact') === 1 ? '' : '+'}`,
  guessDepth: (of) => `depth ${of('guess_depth') ?? `${of('guess_depth_min') ?? 0}+`}`,
  score: (of) => {
    const [score, needs, rounds] = [of('difficulty'), of('needs'), of('look_ahead')];
    if (score === null) return 'no score';
    const technique = rounds === null ? needs : `${needs}, look-ahead ${rounds}`;
    return `score ${score}${of('difficulty_bound') === 1 ? '+' : ''} (${technique})`;
  },
};

type Conditions = Pick<Run, 'options' | 'retries' | 'toolVersion' | 'nodeVersion' | 'host' | 'cpu'>;

/** In which options, versions and machines two runs differ: this may explain other results. */
export function conditionDifferences(left: Conditions, right: Conditions) {
  return differingConditions([left, right]).map(({ name, values }) => ({
    /** An option as it is typed, or `corpora`, `nonomill`, `Node.js`, `host`, `processor`. */
    name,
    /** In words; `-` if it was not set, and `set` for a switch. */
    left: values[0],
    right: values[1],
  }));
}

/** The same for any number of runs; values are in the order of the runs. */
export function differingConditions(runs: readonly Conditions[]) {
  const options = runs.map((run) => new Map([...optionsOf(run.options), ...retriedLimits(run)]));
  const names = new Set(options.flatMap((all) => [...all.keys()]));
  const of = (name: string, value: (run: Conditions) => string) => ({
    name,
    values: runs.map(value),
  });
  return [
    ...[...names].map((name) => ({ name, values: options.map((all) => all.get(name) ?? '-') })),
    of('nonomill', ({ toolVersion }) => toolVersion),
    of('Node.js', ({ nodeVersion }) => nodeVersion),
    of('host', ({ host }) => host),
    of('processor', ({ cpu }) => cpu),
  ].filter(({ values }) => values.some((value) => value !== values[0]));
}

/** The same without corpora and machines, shown anyway, and what only some runs noted of these. */
export function standingConditions(runs: readonly Conditions[]) {
  const shown = new Set(['corpora', 'host', 'processor']);
  return differingConditions(runs).filter(
    ({ name, values }) =>
      !shown.has(name) && !(name.startsWith('machine.') && values.includes('-')),
  );
}

/** Options that are set, as they are typed. */
function optionsOf({ corpora, ...options }: Run['options']): [string, string][] {
  return [
    ...typedOptions(options)
      .filter(([name]) => name !== KEPT_OPTIONS.folder && name !== KEPT_OPTIONS.again)
      .map(([name, value]): [string, string] => [name, value || 'set']),
    ...(Array.isArray(corpora)
      ? [['corpora', shortened(corpora.map(String))] as [string, string]]
      : []),
  ];
}

/** Limits of a run and of its retries, if these had others: `50 (retried with 2000)`. */
function retriedLimits({ options, retries }: Conditions): [string, string][] {
  const limits = ['timeoutMs', 'maxSteps', 'memoryMiB'] as const;
  return limits.flatMap((name): [string, string][] => {
    const own = options[name] ?? null;
    const retried = retries.filter(({ round }) => round === null);
    const others = new Set(retried.map((retry) => retry[name]).filter((limit) => limit !== own));
    if (others.size === 0) return [];
    const [first, ...rest] = [own, ...others].map((limit) => typedOption(name, limit));
    return [[first[0], `${first[1]} (retried with ${rest.map(([, text]) => text).join(', ')})`]];
  });
}

/** How many words are named; a shell may have typed thousands of corpora. */
const NAMED = 5;

function shortened(words: readonly string[]): string {
  const named = words.slice(0, NAMED).join(' ');
  return words.length > NAMED ? `${named} and ${words.length - NAMED} more` : named;
}

/** One run, with the database that has it. */
interface RunOfStore {
  readonly store: Store;
  readonly run: Run;
}

const NAMED_DISAGREEMENTS = 20;

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
    const bySteps = runs.some(({ run }) => isBySteps(run));
    const best = new Standing(bySteps, 0);
    const times = new TimePairs();
    const disagreeing: ReturnType<typeof disagreement>[] = [];
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
      if (disagree(solved) && disagreements++ < NAMED_DISAGREEMENTS) {
        disagreeing.push(disagreement(runs[0], answers));
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

/** A solution alone (`solved`) speaks only against `contradiction`. */
function disagree(solved: readonly Answered[]): boolean {
  const said = new Set(solved.map(({ status }) => status));
  const shown = said.delete('solved');
  return said.size > 1 || (shown && said.has('contradiction'));
}

/** A puzzle of which verdicts cannot all be true, and what each run says. */
function disagreement({ store, run }: RunOfStore, answers: readonly Answered[]) {
  const { name, width, height } = nameOf(store, run.runId, answers[0].puzzleId);
  return { name, width, height, statuses: answers.map(({ status }) => status) };
}

async function pairsApart(matched: MatchedRuns, runs: number): Promise<[number, number][]> {
  const found: [number, number][] = [];
  for (let a = 0; a < runs; a++) {
    for (let b = a + 1; b < runs; b++) if (!matched.share(a, b)) found.push([a, b]);
    await setImmediate();
  }
  return found;
}

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
    const insertAll = this.db.transaction((rows: readonly object[]) => {
      for (const row of rows) this.insert.run({ ...row, run });
    });
    const total = expectedResults(store, runId);
    let count = 0;
    for (const rows of rowsByPiece<object>(store, runId, sql)) {
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
