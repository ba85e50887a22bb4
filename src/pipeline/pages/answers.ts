import { setImmediate } from 'node:timers/promises';
import type { Context, Hono } from 'hono';
import { rejectPlace } from '../../solver/core/text/plain-text.js';
import { commandText } from '../../solver/core/text/typed.js';
import {
  neighboursOf,
  resultPage,
  resultPages,
  type ResultRow,
  SHOWN,
} from '../store/listing/result-page.js';
import {
  countRejects,
  type RejectCursor,
  rejectKinds,
  rejectsOfKind,
} from '../store/queries/rejects.js';
import { resultDetail, fieldColumn } from '../store/queries/stored-results.js';
import { copiedFiles } from '../store/pieces.js';
import { Nights, acceptances, allSeries, seriesOf } from '../store/changes/nights.js';
import { namedPuzzles, sinceLastNight, withSince } from '../store/changes/since.js';
import { sinceTopic } from '../report/summary/summary-topics.js';
import { evaluateGates, gatesCommand, findDuplicates } from '../store/gates.js';
import {
  findRun,
  runById,
  type Run,
  shownState,
  runSources,
  runRetries,
  runWorkers,
  countLeftOut,
  listLeftOut,
} from '../store/stored-runs.js';
import { LINES_WITHIN, findingsWithLines, puzzleLines } from '../runs/puzzle-lines.js';
import { requireShowable } from '../store/queries/damaged-rows.js';
import {
  BadRequest,
  LastAnswer,
  NOTHING_SINCE,
  type RunEntry,
  type ServedDatabase,
  versionOfRun,
} from './served-database.js';
import { type Cursor, filterOf, type ResultList, sortOf } from '../store/listing/result-filter.js';
import type { Store } from '../store/open/open.js';
import { ifPossible } from '../../solver/core/text/error-codes.js';
import { csvField } from '../../solver/core/text/escape.js';
import { countWorse, WORSE } from '../record/outcome.js';
import { studyOf, KEPT_OPTIONS } from '../record/options.js';
import { isUndecided, STATUSES } from '../../solver/core/result/outcome.js';
import { nightName, historyOf, type HistoryLine } from '../store/history.js';
import { answerOf, knownBins, pastedSql } from '../report/answers.js';
import { answerChart, answerCsv, rowsWithTotal } from '../report/statistics/answer.js';
import {
  grouped,
  questionSql,
  readGroupings,
  readMeasures,
} from '../report/statistics/question.js';
import { standingConditions, standingsOf } from '../store/compare.js';

/*
 * The answers are JSON, the contract with the pages, which import only their types: what makes an
 * answer says its type.
 */

type Served = ReturnType<ServedDatabase['now']>;

/** Requests for data of databases: of one run, night after night, and several side by side. */
export function addAnswers(app: Hono, database: ServedDatabase, others: readonly ServedDatabase[]) {
  const answer = (
    path: string,
    answerOf: (served: Served, context: Context) => object | Promise<object>,
  ): void => {
    app.get(`/api/${path}`, async (context) =>
      context.json(await answerOf(database.now(), context), 200, NOT_KEPT),
    );
  };
  const ofRun = (
    path: string,
    answerOf: (served: Served, run: RunEntry, context: Context) => object | Promise<object>,
  ): void => {
    answer(`runs/:run${path}`, (served, context) =>
      answerOf(served, runOf(served, context.req.param('run')), context),
    );
  };
  const file = (
    path: string,
    type: string,
    contentOf: (served: Served, run: RunEntry, context: Context) => FileContent,
  ): void => {
    app.get(`/api/runs/:run/${path}`, async (context) => {
      const served = database.now();
      const run = runOf(served, context.req.param('run'));
      const name = `nonomill-run-${run.runId}${path.replace('results', '').replace('stats', '-stats')}`;
      return context.body(await contentOf(served, run, context), 200, {
        'content-type': type,
        'content-disposition': `attachment; filename="${name}"`,
        ...NOT_KEPT,
      });
    });
  };
  ofRun('', runAnswer);
  ofRun('/files', files);
  ofRun('/results', results);
  ofRun('/results/count', countOfResults);
  ofRun('/rejects', rejects);
  ofRun('/gates', gates);
  ofRun('/duplicates', duplicates);
  ofRun('/puzzles/:puzzle', puzzle);
  file('results.csv', 'text/csv; charset=utf-8', (...asked) => rowsOf(CSV_ROWS, ...asked));
  file('results.ndjson', 'application/x-ndjson; charset=utf-8', (...asked) =>
    rowsOf(JSON_ROWS, ...asked),
  );
  ofRun('/stats', statistics);
  file('stats.csv', 'text/csv; charset=utf-8', (...asked) => answerCsv(askedOf(...asked).answer));
  file('stats.svg', 'image/svg+xml', chartOfAnswer);
  ofRun('/since', sinceOf);
  answer('nights', lastNights);
  const ended = new LastAnswer<HistoryLine[]>();
  const live = new LastAnswer<HistoryLine[]>();
  answer('history', (served, context) => history(served, context, { ended, live }));
  answer('compare', (served, { req }) => served.comparisons.of(...sidesOf(served, req)));
  answer('compare/puzzles', (served, { req }) => {
    const bins = { left: readId(req.query('x'), 'x'), right: readId(req.query('y'), 'y') };
    return served.comparisons.puzzlesAt(...sidesOf(served, req), bins);
  });
  answer('comparable', ({ entries }) => comparable(entries.all(), others));
  const standings = new LastAnswer<StandingsAnswer>();
  answer('standings', (served, { req }) => standingsAnswer(served, others, req, standings));
}

type FileContent = string | ReadableStream<Uint8Array<ArrayBuffer>> | Promise<string>;

const NOT_KEPT = { 'cache-control': 'no-store' } as const;

const PAGE_ROWS = 50;

/** Rows per page of the list of files, which are short. */
const PAGE_FILES = 200;

/** How many puzzles, entries or files of each kind that do not meet a gate are named at most. */
const FINDINGS = 5;

/** How many copied files are named at most. */
const COPIES = 10;

/** Groups of equal puzzles per page, and how many puzzles of a group are listed. */
const PAGE_GROUPS = 25;
const GROUP_MEMBERS = 20;

function runOf({ entries, store }: Served, text: string | undefined): RunEntry {
  const runId = readId(text, 'run');
  const run = entries.one(runId);
  if (run === null)
    throw new BadRequest(`There is no run ${runId} in ${store.path}.`, 404, 'NM_RUN_UNKNOWN');
  return run;
}

/** The list of results of a run that an address filters and sorts. */
function listOf(store: Store, runId: number, req: Context['req']): ResultList {
  const get = (word: string): string | undefined => req.query(word);
  return { runId, filter: withSince(store, [runId], filterOf(get)), ...sortOf(get) };
}

function sidesOf(served: Served, req: Context['req']): [RunEntry, RunEntry] {
  return [runOf(served, req.query('left')), runOf(served, req.query('right'))];
}

export type FilesAnswer = ReturnType<typeof files>;

/** The position after which the next page begins is null at the end. */
function files({ store }: Served, { runId }: RunEntry, { req }: Context) {
  const after = req.query('after');
  const from = after === undefined ? -1 : readId(after, 'after');
  const found = runSources(store, runId, from, PAGE_FILES + 1);
  const rows = found.slice(0, PAGE_FILES);
  return { rows, next: found.length > PAGE_FILES ? rows[PAGE_FILES - 1].position : null };
}

export type ResultsAnswer = ReturnType<typeof results>;

function results({ store }: Served, { runId }: RunEntry, { req }: Context) {
  const after = readCursor(req.query('after'), ([key, puzzleId]): Cursor | null => {
    const isKey = typeof key === 'string' || typeof key === 'number';
    return isKey && isId(puzzleId) ? { key, puzzleId } : null;
  });
  const page = resultPage(store, { ...listOf(store, runId, req), limit: PAGE_ROWS, after });
  return { ...page, next: page.next && writeCursor(page.next.key, page.next.puzzleId) };
}

export type CountAnswer = Awaited<ReturnType<typeof countOfResults>>;

/** The number of all rows that a page of results is from; null if nobody waited for it. */
async function countOfResults({ store, counts }: Served, run: RunEntry, { req }: Context) {
  const { signal } = req.raw;
  const list = listOf(store, run.runId, req);
  return { count: await counts.of(run, list, () => !signal.aborted) };
}

export type RejectsAnswer = Awaited<ReturnType<typeof kindsOfRejects>>;

/** The kinds of reasons; with one of them, the rejects that have it, page by page. */
function rejects({ store }: Served, { runId }: RunEntry, { req }: Context) {
  const after = readCursor(req.query('after'), ([file, ordinal]): RejectCursor | null =>
    isId(file) && isId(ordinal) ? { file, ordinal } : null,
  );
  const kind = req.query('kind');
  return kind === undefined ? kindsOfRejects(store, runId) : rejectsWith(store, runId, kind, after);
}

/** The most frequent first. */
async function kindsOfRejects(store: Store, runId: number) {
  const asked = rejectKinds(store, runId);
  let step = asked.next();
  for (; step.done !== true; step = asked.next()) await setImmediate();
  const kinds = step.value.map(({ kind, count }) => ({ kind, count }));
  return { kinds, total: countRejects(store, runId) };
}

async function rejectsWith(store: Store, runId: number, kind: string, after: RejectCursor | null) {
  const { rows, next } = await rejectsOfKind(store, runId, kind, after, PAGE_ROWS);
  return { rows, next: next && writeCursor(next.file, next.ordinal) };
}

export type GatesAnswer = Awaited<ReturnType<typeof gates>>;

/** What is new in a run, its gates and copied files: looks at all puzzles, of runs before too. */
async function gates({ store }: Served, { runId }: RunEntry) {
  const copies = copiedFiles(store, runId);
  const run = findRun(store, String(runId));
  const nights = new Nights(store);
  const since = sinceLastNight(store, run, nights);
  const evaluated = evaluateGates(store, run, { limit: FINDINGS, nights });
  const lines = await puzzleLines(store, runId, namedPuzzles(since), LINES_WITHIN);
  const command = gatesCommand(store, runId);
  return {
    /** Null for a run that is no night. */
    since: sinceTopic({ since, run, gates: evaluated, lines, gatesCommand: command }),
    gates: evaluated.verdicts,
    findings: await findingsWithLines(store, runId, evaluated.findings, LINES_WITHIN),
    command,
    copies: copies.slice(0, COPIES),
    copied: copies.length,
  };
}

export type DuplicatesAnswer = Awaited<ReturnType<typeof duplicates>>;

/** Groups of equal puzzles, page by page; a link on the run's page only asks for their number. */
async function duplicates({ store }: Served, { runId }: RunEntry, { req }: Context) {
  const skip = readId(req.query('skip') ?? '0', 'skip');
  const limits = { skip, groups: PAGE_GROUPS, members: GROUP_MEMBERS };
  const found = findDuplicates(store, runId, limits);
  const end = skip + found.first.length;
  const named = req.query('places') === '1' ? found.first.flatMap(({ first }) => first) : [];
  const ids = named.map(({ puzzleId }) => puzzleId);
  const lines = await puzzleLines(store, runId, ids, LINES_WITHIN);
  const places = named.map(({ puzzleId, path, ordinal }) => [
    puzzleId,
    rejectPlace({ path, ordinal, line: lines.get(puzzleId) ?? null }),
  ]);
  return {
    ...found,
    /** Where the puzzles that are named are, `a.csv:3`, by their ids; only if `places=1` asks. */
    places: Object.fromEntries(places) as Readonly<Record<number, string>>,
    /** How many groups to pass over for the next page, or null at the end. */
    next: end < found.groups ? end : null,
  };
}

export type PuzzleAnswer = ReturnType<typeof puzzle>;

/** A puzzle with its neighbours in the list that the rest of the address filters and sorts. */
function puzzle({ store, figures }: Served, run: RunEntry, { req }: Context) {
  const { runId, name: runName } = run;
  const puzzleId = readId(req.param('puzzle'), 'puzzle');
  const result = resultDetail(store, runId, puzzleId);
  if (result === null) {
    const message = `Run ${runId} has no result for puzzle ${puzzleId}.`;
    throw new BadRequest(message, 404, 'NM_PUZZLE_UNKNOWN');
  }
  requireShowable(store, runId, puzzleId);
  const rank = figures.rankOf(run, result);
  const neighbours = neighboursOf(store, listOf(store, runId, req), puzzleId);
  return { runId, runName, result, rank, ...neighbours };
}

/** How many rows are read at a time: some ten milliseconds. */
const ROWS = 500;

interface RowFormat {
  readonly head: string;
  readonly line: (row: ResultRow) => string;
}

/**
 * All rows of a filter as a file in pieces, each made once the one before was taken: a client that
 * does not read costs no memory. Others get a turn between; a fast client would hold them up.
 */
function rowsOf(
  { head, line }: RowFormat,
  { store }: Served,
  { runId }: RunEntry,
  { req }: Context,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  if (req.query('after') !== undefined) throw new BadRequest('a file begins at the first row');
  const pages = resultPages(store, listOf(store, runId, req), ROWS);
  const encoder = new TextEncoder();
  let first = head;
  return new ReadableStream(
    {
      async pull(controller) {
        await setImmediate();
        const page = pages.next();
        const text = first + (page.done === true ? '' : page.value.map(line).join(''));
        first = '';
        if (text !== '') controller.enqueue(encoder.encode(text));
        if (page.done === true) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** The columns of rows that can be downloaded, named as in the database. */
const COLUMNS: readonly (readonly [name: string, field: keyof ResultRow])[] = [
  ['puzzle_id', 'puzzleId'],
  ...(['name', 'title', 'width', 'height', 'colours'] as const).map(
    (name) => [name, name] as const,
  ),
  ...SHOWN.map((field) => [fieldColumn(field), field] as const),
  ['filled', 'filled'],
];

const CSV_ROWS: RowFormat = {
  head: `${COLUMNS.map(([name]) => name).join(',')}\r\n`,
  line: (row) => `${COLUMNS.map(([, field]) => csvField(row[field])).join(',')}\r\n`,
};

const JSON_ROWS: RowFormat = {
  head: '',
  line: (row) =>
    `${JSON.stringify(Object.fromEntries(COLUMNS.map(([name, field]) => [name, row[field]])))}\n`,
};

export type StatisticsAnswer = ReturnType<typeof statistics>;

/** The answer to a question, as CSV too, and a query that finds it. */
function statistics(served: Served, run: RunEntry, context: Context) {
  const { store } = served;
  const { results: of, question, answer } = askedOf(served, run, context);
  const by = question.by.map((grouping) => grouped(grouping, knownBins(store, of, grouping)));
  return {
    /** As JSON, a group that comes last has null for its order. */
    rows: rowsWithTotal(answer),
    puzzles: answer.total.puzzles,
    csv: answerCsv(answer),
    sql: pastedSql(store, of, questionSql(question, by, of.runIds)),
  };
}

async function chartOfAnswer(served: Served, run: RunEntry, context: Context): Promise<string> {
  const { answer } = askedOf(served, run, context);
  // What draws takes time to load: nobody waits for it who keeps no chart.
  const { chartFile } = await import('../report/html/chart-svg.js');
  return chartFile(answerChart(answer));
}

/** `by=&of=` with the words of a filter, answered. @throws FilterError or QuestionError */
function askedOf({ store }: Served, { runId }: RunEntry, { req }: Context) {
  const get = (word: string): string | undefined => req.query(word);
  const results = { runIds: [runId], filter: withSince(store, [runId], filterOf(get)) };
  const by = req.query('by') ?? '';
  const question = {
    by: by === '' ? [] : readGroupings(by),
    of: readMeasures(req.query('of') ?? 'puzzles'),
  };
  return { results, question, answer: answerOf(store, results, question) };
}

/** How many names are shown, and how many nights of each. */
const NAMES = 12;
const NIGHTS = 30;

export type NightsAnswer = ReturnType<typeof lastNights>;

/**
 * The last nights of each name or, without one, over the same corpora; the latest first. From what
 * is known of each run: no result is looked at.
 */
function lastNights({ store, entries }: Served) {
  const series = allSeries(store).flatMap(({ by, words, runs }) => {
    const nights = runs.filter(({ options }) => studyOf(options) === null);
    // A single run without a name may never be made again.
    return nights.length > (by === 'name' ? 0 : 1) ? [{ words, nights }] : [];
  });
  const others = series.slice(NAMES);
  const failed = others.filter(({ nights }) => (nights.at(-1)!.failedGates ?? []).length > 0);
  return {
    names: series.slice(0, NAMES).map(({ words, nights }) => {
      const last = nights.at(-1)!;
      const complete = nights.findLast(({ state }) => state === 'complete');
      const night = (run: Run) => nightOf(entries.of(run));
      return {
        name: nightName(words, last),
        /** What `of=` of the history's address asks for. */
        words,
        total: nights.length,
        last: entries.of(last),
        /** The last one that is complete, if `last` is not; null for none. */
        lastComplete: complete === undefined || complete === last ? null : night(complete),
        nights: nights.slice(-NIGHTS).map(night),
      };
    }),
    more: { names: others.length, failed: failed.length },
  };
}

/** One night as a chart shows it. */
function nightOf({ runId, startedAt, state, gates, results, byStatus }: RunEntry) {
  const open = STATUSES.filter(isUndecided).reduce((sum, of) => sum + (byStatus[of] ?? 0), 0);
  return { runId, startedAt, state, gates, puzzles: results, open };
}

/** What changed in a run since the one before it, compared once. */
export function sinceOf({ store, entries, since }: Served, run: RunEntry) {
  const { runId } = run;
  const nights = new Nights(store);
  const stored = runById(store, runId)!;
  const { before } = nights.before(stored);
  if (before === null || run.state !== 'complete') return NOTHING_SINCE;
  // Another one once either of both runs has other results.
  const version = [...[run, entries.of(before)].map(versionOfRun), acceptances(store)].join(' ');
  return since.of(runId, version, false, () => {
    const { list, counts, rejects } = nights.of(stored).changes!;
    const listed = list.filter(({ kind, after }) => {
      return WORSE.includes(kind) && after !== null && 'puzzleId' in after;
    });
    const { new: fresh, gone } = counts;
    const worse = countWorse(counts);
    const rejected = worse - listed.length;
    return { before: before.runId, new: fresh, gone, worse, rejected, rejects: rejects.length };
  });
}

export type HistoryAnswer = Awaited<ReturnType<typeof history>>;

/**
 * The history of the runs that are asked for, else of the latest, the earliest first; kept apart
 * for those that have ended.
 */
async function history(
  { store }: Served,
  { req }: Context,
  { ended, live }: Readonly<Record<'ended' | 'live', LastAnswer<HistoryLine[]>>>,
) {
  const { runs, ...answer } = askedSeries(store, req.queries('of') ?? []);
  const states = runs.map((run) => shownState(store, run));
  // A run under way is looked at again with each of its commits, and those before it are not.
  const firstLive = states.indexOf('running');
  const done = firstLive < 0 ? runs.length : firstLive;
  const before = runs.slice(0, done);
  const versions = [store.path, before, states.slice(0, done), acceptances(store)];
  const lines = await ended.of(versions, () => historyOf(store, before, { listed: 0 }));
  const later =
    done === runs.length
      ? []
      : await live.of([store.path, runs, states, acceptances(store)], () =>
          historyOf(store, runs, { since: runs[done].startedAt, listed: 0 }),
        );
  const shown = new Set(lines.map(({ runId }) => runId));
  return { ...answer, lines: [...lines, ...later.filter(({ runId }) => !shown.has(runId))] };
}

/**
 * The runs that are asked for, and all that there is a history of; `shown` is the place of theirs
 * among it, -1 if it is none of it as a whole.
 */
function askedSeries(store: Store, words: readonly string[]) {
  const all = allSeries(store);
  const series = all.map(({ words: own, runs }) => ({ words: own, runs: runs.length }));
  if (all.length === 0) return { series, shown: -1, runs: [] };
  const found = words.length === 0 ? all[0] : seriesOf(store, words);
  if (found === null) {
    const none = `no run is named ${words.join(' ')}, and none was started with these corpora`;
    throw new BadRequest(`of: ${none}`, 404, 'NM_RUN_UNKNOWN');
  }
  const shown = all.findIndex((one) => JSON.stringify(one.words) === JSON.stringify(found.words));
  return { series, shown, runs: found.runs };
}

/** The most runs that one request may ask for. */
const MOST_RUNS = 20;

export type ComparableAnswer = ReturnType<typeof comparable>;

/** All runs that can be compared, those of the served database first. */
function comparable(own: readonly RunEntry[], others: readonly ServedDatabase[]) {
  const theirs = others.flatMap((other) =>
    other
      .now()
      .entries.all()
      .map((entry) => shownRun(entry, other.path)),
  );
  return { runs: [...own.map((entry) => shownRun(entry, null)), ...theirs] };
}

/** A run that can stand beside others; its database is null for the one that is served. */
function shownRun({ runId, name, corpora }: RunEntry, database: string | null) {
  const address = database === null ? String(runId) : `${database}:${runId}`;
  return { address, runId, name, database, corpora };
}

/**
 * How several runs stand, of the database that is served and of others; `x` and `y` are the places
 * of two of them, whose times are paired.
 * @throws BadRequest if they are too few, too many, or not there
 */
function standingsAnswer(
  own: Served,
  others: readonly ServedDatabase[],
  req: Context['req'],
  last: LastAnswer<StandingsAnswer>,
): Promise<StandingsAnswer> {
  const addresses = req.queries('run') ?? [];
  const [x, y] = [readId(req.query('x') ?? '0', 'x'), readId(req.query('y') ?? '1', 'y')];
  if (addresses.length < 2 || addresses.length > MOST_RUNS) {
    throw new BadRequest(`run: expected 2 to ${MOST_RUNS} runs, got ${addresses.length}`);
  }
  if (x >= addresses.length || y >= addresses.length) {
    throw new BadRequest('x, y: expected the places of two of the runs, counted from 0');
  }
  const found = addresses.map((address) => findAt(address, own, others));
  return last.of([...found.map(({ version }) => version), x, y], () => standing(found, [x, y]));
}

export type StandingsAnswer = Awaited<ReturnType<typeof standing>>;

async function standing(found: readonly ReturnType<typeof findAt>[], pair: [number, number]) {
  return {
    runs: found.map(({ shown, run: { host, cpu } }) => ({ ...shown, host, cpu })),
    standings: await standingsOf(found, pair),
    /** Without corpora and machines, which `runs` has. */
    conditions: standingConditions(found.map(({ run }) => run)),
  };
}

/** `3` is a run of the served database, `other.sqlite:3` one of another. */
function findAt(address: string, own: Served, others: readonly ServedDatabase[]) {
  const [, path, number] = /^(?:(.*):)?([^:]*)$/s.exec(address) ?? [];
  const other = others.find((database) => database.path === path);
  if (path !== undefined && other === undefined) {
    throw new BadRequest(
      `run: "${path}" is not among the databases that this server was started with ` +
        '(nonomill serve --also <file>)',
      404,
      'NM_DATABASE_ABSENT',
    );
  }
  const served = other?.now() ?? own;
  const entry = runOf(served, number);
  return {
    store: served.store,
    run: findRun(served.store, String(entry.runId)),
    shown: shownRun(entry, path ?? null),
    /** Changes whenever the run does. */
    version: `${address} ${versionOfRun(entry)}`,
  };
}

export type RunsAnswer = ReturnType<typeof runsAnswer>;

/** All runs, and what to type for a first one; `samples` is a folder, null if it is not there. */
export function runsAnswer(database: ServedDatabase, samples: string | null) {
  const { path } = database;
  const run = (corpus: string, ...more: string[]): string =>
    commandText(['run', corpus, '--db', path, ...more], process.platform);
  return {
    database: path,
    runs: database.now().entries.all(),
    commands: {
      samples: samples === null ? null : run(samples, '--name', 'samples'),
      own: run('puzzles.csv'),
    },
  };
}

/** The id in a part of an address. @throws BadRequest if it is not a whole number. */
function readId(text: string | undefined, what: string): number {
  const id = /^\d{1,16}$/.test(text ?? '') ? Number(text) : NaN;
  if (!Number.isSafeInteger(id)) {
    throw new BadRequest(`${what}: expected a whole number, got "${text ?? ''}"`);
  }
  return id;
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** The row that `writeCursor` put into an address. */
function readCursor<T>(
  text: string | undefined,
  check: (values: readonly unknown[]) => T | null,
): T | null {
  if (text === undefined || text === '') return null;
  const json = Buffer.from(text, 'base64url').toString();
  const values = ifPossible(() => JSON.parse(json) as unknown, null);
  const cursor = check(Array.isArray(values) ? values : []);
  if (cursor !== null) return cursor;
  throw new BadRequest(`after: "${text}" is not a row of this table; begin at its first page`);
}

/** A cursor as a word for an address. */
function writeCursor(...values: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

export type RunAnswer = ReturnType<typeof runAnswer>;

/** What a run's page shows besides its table. */
function runAnswer({ store, figures }: Served, run: RunEntry) {
  const { runId } = run;
  const { options, toolVersion, nodeVersion, host, cpu } = findRun(store, String(runId));
  return {
    database: store.path,
    run,
    /** How it was made. */
    conditions: { options: withoutCorpora(options), toolVersion, nodeVersion, host, cpu },
    figures: figures.of(run),
    // --resume may name other files with --ignore, though there is nothing left to do.
    leftOut: {
      total: countLeftOut(store, runId),
      first: listLeftOut(store, runId, LEFT_OUT_LISTED),
    },
    // Workers come, go and are seen even while no result comes in.
    workers: runWorkers(store, runId),
    retries: runRetries(store, runId),
  };
}

/** How many files that are not read are listed; a report has more. */
const LEFT_OUT_LISTED = 50;

/** Corpora are shown elsewhere: there may be thousands. */
function withoutCorpora(options: Run['options']): Run['options'] {
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => name !== 'corpora' && name !== KEPT_OPTIONS.inForce),
  );
}
