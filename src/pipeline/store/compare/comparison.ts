import { setImmediate } from 'node:timers/promises';
import { UNWATCHED, type Watch } from '../../record/progress.js';
import { isUndecided, type Status, STATUSES } from '../../../solver/core/result/outcome.js';
import { ignoresStart, typedOption, typedOptions } from '../../record/options.js';
import { queryRows, queryValues, type Store } from '../open/open.js';
import { pieceRowsSql } from '../result-layout.js';
import {
  isReusedSql,
  nameSql,
  rowJoinSql,
  rowsByPiece,
  type PieceOfRun,
  placeOrderSql,
} from '../pieces.js';
import { binOf } from '../../record/figures.js';
import type { SizedPuzzle } from '../../record/puzzle-id.js';
import { WORSE, penalisedMs, timeLimits, type NoPar2 } from '../../record/outcome.js';
import { expectedResults, runById, DOES_AGAIN, FOLDER, type Run } from '../stored-runs.js';
import { changeKind, pairRuns, pairedIdSql, verdictSql } from '../changes/changes.js';

/** How many puzzles went from one status to another. */
interface Transition {
  readonly left: Status;
  readonly right: Status;
  readonly count: number;
}

/** A puzzle that both runs have, with another status or difficulty. */
export type ChangedPuzzle = ReturnType<typeof named>;

/** A puzzle that only one of the runs has. */
export interface LonePuzzle {
  readonly puzzleId: number;
  readonly name: string;
  readonly title: string | null;
  readonly status: Status;
}

/** Counts how many puzzles took a time of one bin in the left run and of another in the right. */
export class TimePairs {
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

/** Two runs compared. Lists hold the first of each kind; counts say how many there are. */
export type Comparison = Awaited<ReturnType<typeof compareRuns>>;

/** What is compared of one result. */
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

/** What changed from run `left` to `right`, in one pass; a server may answer others in between. */
export async function compareRuns(
  store: Store,
  left: number,
  right: number,
  { watch = UNWATCHED }: { readonly watch?: Watch } = {},
) {
  const { newCount, fresh } = pairRuns(store, left, right, LISTED);
  const changes = new Changes();
  const times = new SharedTimes(new Par2(store, left), new Par2(store, right));
  for await (const pair of pairs(store, left, right, watch)) {
    changes.add(pair);
    if (pair.otherId !== null) times.add(pair);
  }
  return {
    ...changes.named(store, left),
    newCount,
    fresh: fresh.map((id) => lone(store, right, id)),
    ...times.figures(),
    /** The run that alone left start positions out, because of which verdicts may differ. */
    withoutStart: withoutStart(store, left, right),
  };
}

/** Counts puzzles of one kind, and keeps the first of them. */
class Counted {
  count = 0;
  private readonly first: Pair[] = [];

  add(pair: Pair): void {
    if (this.count++ < LISTED) this.first.push(pair);
  }

  map<T>(name: (pair: Pair) => T): T[] {
    return this.first.map(name);
  }
}

/** Which puzzles of the left run are what in the right one. */
class Changes {
  private readonly transitions = new Map<string, Transition>();
  private worse = 0;
  private readonly changed = new Counted();
  private readonly harderOrEasier = new Counted();
  private readonly edited = new Counted();
  private readonly rejected = new Counted();
  private readonly gone = new Counted();

  add(pair: Pair): void {
    if (pair.otherId === null) {
      if (pair.isRejected === 1) this.worse++;
      (pair.isRejected === 1 ? this.rejected : this.gone).add(pair);
      return;
    }
    const { status, otherStatus, verdict, otherVerdict } = pair;
    const key = `${status} ${otherStatus}`;
    const count = (this.transitions.get(key)?.count ?? 0) + 1;
    this.transitions.set(key, { left: status, right: otherStatus, count });
    const change = changeKind(verdict, otherVerdict, pair.isEdited === 1);
    if (change !== null && WORSE.includes(change)) this.worse++;
    if (status !== otherStatus) this.changed.add(pair);
    else if (pair.isEdited === 1) this.edited.add(pair);
    else if (isHarderOrEasier(pair)) this.harderOrEasier.add(pair);
  }

  /** The lists with the names of their puzzles; `left` is the left run. */
  named(store: Store, left: number) {
    const { changed, harderOrEasier, edited, rejected, gone } = this;
    const both = (pair: Pair): ChangedPuzzle => named(store, left, pair);
    const alone = ({ id }: Pair): LonePuzzle => lone(store, left, id);
    return {
      transitions: [...this.transitions.values()].sort((a, b) => b.count - a.count),
      /** Puzzles whose status differs: the verdict has changed. */
      changedCount: changed.count,
      changed: changed.map(both),
      /** Puzzles of the same status with another technique or guess depth; both runs name one. */
      harderOrEasierCount: harderOrEasier.count,
      harderOrEasier: harderOrEasier.map(both),
      /** Puzzles of the same status with other clues, under the same name or in the same place. */
      editedCount: edited.count,
      edited: edited.map(both),
      /** Puzzles of the lists above that are worse, as the gate no-worse has it. */
      worseCount: this.worse,
      /** Puzzles that are rejects in the right run, or whose file holds none there. */
      rejectedCount: rejected.count,
      rejected: rejected.map(alone),
      goneCount: gone.count,
      gone: gone.map(alone),
    };
  }
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
  private readonly times = new TimePairs();

  constructor(
    private readonly leftPar2: Par2,
    private readonly rightPar2: Par2,
  ) {}

  add(pair: Pair): void {
    const { sums } = this;
    sums.both++;
    if (isUndecided(pair.status)) sums.leftUndecided++;
    if (isUndecided(pair.otherStatus)) sums.rightUndecided++;
    if (pair.isReused === 1) {
      sums.reusedCount++;
      return;
    }
    if (pair.isEdited === 1) return;
    this.timed++;
    sums.leftMs += pair.ms;
    sums.rightMs += pair.otherMs;
    this.leftPar2.add(pair.status, pair.ms, pair.limitMs);
    this.rightPar2.add(pair.otherStatus, pair.otherMs, pair.otherLimitMs);
    this.times.add(pair.ms, pair.otherMs);
  }

  figures() {
    const { sums, leftPar2, rightPar2 } = this;
    return {
      ...sums,
      times: this.times.list(),
      /** Mean milliseconds of shared puzzles, open ones at twice the limit. Null: see `noPar2`. */
      leftPar2: leftPar2.mean,
      rightPar2: rightPar2.mean,
      /** Why one of the runs has no PAR-2; null if both have one, and without puzzles of both. */
      noPar2: this.whyNoPar2(),
    };
  }

  private whyNoPar2(): NoPar2 | null {
    const { both, reusedCount } = this.sums;
    if (both === 0) return null;
    if (this.timed === 0) return reusedCount > 0 ? 'taken over' : 'edited';
    return this.leftPar2.bySteps || this.rightPar2.bySteps ? 'steps' : null;
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

/** Other solvers name no technique, so that theirs is not another one. */
function isHarderOrEasier({
  technique,
  otherTechnique,
  guessDepth,
  otherGuessDepth,
}: Pair): boolean {
  if (technique === null || otherTechnique === null) return false;
  return technique !== otherTechnique || guessDepth !== otherGuessDepth;
}

/** All results of `run` in the order of its corpora, each with that of `other`. */
async function* pairs(
  store: Store,
  run: number,
  other: number,
  watch: Watch = UNWATCHED,
): AsyncGenerator<Pair, void, undefined> {
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
  const read = (of: PieceOfRun): Pair[] => queryRows(store, sql, { ...of, other });
  const all = expectedResults(store, run);
  let done = 0;
  for (const { rows } of rowsByPiece(store, run, read)) {
    yield* rows;
    watch.reached((done += rows.length), all);
    await setImmediate();
  }
}

function named(store: Store, runId: number, pair: Pair) {
  const sql = `SELECT ${nameSql('r')} AS name, title, width, height
    FROM (SELECT ? AS run_id, ? AS puzzle_id) r CROSS JOIN puzzles USING (puzzle_id)`;
  type Named = Pick<SizedPuzzle, 'name' | 'title' | 'width' | 'height'>;
  return {
    ...queryRows<Named>(store, sql, runId, pair.id)[0],
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

function lone(store: Store, runId: number, puzzleId: number): LonePuzzle {
  const sql = `SELECT puzzle_id AS puzzleId, ${nameSql('results')} AS name, title, status
    FROM results JOIN puzzles USING (puzzle_id) WHERE run_id = ? + 0 AND puzzle_id = ? + 0`;
  return queryRows<LonePuzzle>(store, sql, runId, puzzleId)[0];
}

class Par2 {
  private puzzles = 0;
  private sumMs = 0;
  /** Whether steps were limited. */
  readonly bySteps: boolean;

  constructor(store: Store, runId: number) {
    const { options = {}, retries } = runById(store, runId) ?? {};
    this.bySteps = timeLimits(options, retries).bySteps;
  }

  add(status: Status, ms: number, limitMs: number | null): void {
    this.puzzles++;
    this.sumMs += penalisedMs(status, ms, limitMs);
  }

  /** Milliseconds a puzzle; null for none, and if steps were limited. */
  get mean(): number | null {
    return this.puzzles === 0 || this.bySteps ? null : this.sumMs / this.puzzles;
  }
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

export type ComparedFigure = keyof typeof FIGURES;

export const FIGURE_NAMES = Object.keys(FIGURES) as readonly ComparedFigure[];

/** A puzzle of which two runs do not say the same. */
interface DifferingResult {
  readonly puzzleId: number;
  readonly name: string;
  /** In which figures they differ. */
  readonly figures: readonly ComparedFigure[];
  /** What each says of these, as `unique`, `2+`; null if it has no result. */
  readonly before: string | null;
  readonly after: string | null;
}

/** How the results of two runs over the same files compare. */
export type ResultsAgain = ReturnType<typeof compareAgain>;

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
    first: queryRows<Row>(store, first, { ...runs, most }).map(differingResult),
    /** Entries that only one of the runs has rejected, or for another reason. */
    rejects: rejects.length + oldRejects.length,
  };
}

type Row = Readonly<Record<string, string | number | null>>;

function differingResult(row: Row): DifferingResult {
  const figures = FIGURE_NAMES.filter((figure) => row[figure] === 1);
  const said = (run: 'a' | 'b'): string | null => {
    if (row[`${run}_status`] === null) return null;
    return figures.map((figure) => WORDS[figure]((column) => row[`${run}_${column}`])).join(', ');
  };
  const { puzzleId, name } = row;
  return {
    puzzleId: Number(puzzleId),
    name: String(name),
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

/** Something that differs in how two runs were made. */
export interface ConditionDifference {
  /** An option as it is typed, or `corpora`, `nonomill`, `Node.js`, `host`, `processor`. */
  readonly name: string;
  /** In words; `-` if it was not set, and `set` for a switch. */
  readonly left: string;
  readonly right: string;
}

/** Something that differs in how several runs were made, with its value for each of them. */
interface RunCondition {
  readonly name: string;
  readonly values: readonly string[];
}

type Conditions = Pick<Run, 'options' | 'retries' | 'toolVersion' | 'nodeVersion' | 'host' | 'cpu'>;

/** In which options, versions and machines two runs differ: this may explain other results. */
export function conditionDifferences(left: Conditions, right: Conditions): ConditionDifference[] {
  return differingConditions([left, right]).map(({ name, values }) => ({
    name,
    left: values[0],
    right: values[1],
  }));
}

/** The same for any number of runs; values are in the order of the runs. */
export function differingConditions(runs: readonly Conditions[]): RunCondition[] {
  const options = runs.map((run) => new Map([...optionsOf(run.options), ...retriedLimits(run)]));
  const names = new Set(options.flatMap((all) => [...all.keys()]));
  const of = (name: string, value: (run: Conditions) => string): RunCondition => ({
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
export function standingConditions(runs: readonly Conditions[]): RunCondition[] {
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
      .filter(([name]) => name !== FOLDER && name !== DOES_AGAIN)
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
