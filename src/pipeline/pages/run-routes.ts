import { setImmediate } from 'node:timers/promises';
import type { Context, Hono } from 'hono';
import { rejectPlace } from '../../solver/core/text/plain-text.js';
import { neighboursOf, resultPage } from '../store/listing/result-page.js';
import { countRejects, rejectKinds, rejectsOfKind } from '../store/rows/rejects.js';
import { resultDetail } from '../store/listing/result-detail.js';
import { copiedFiles } from '../store/stored-runs/copied-files.js';
import { Nights } from '../store/changes/nights.js';
import { namedPuzzles, sinceLastNight } from '../store/changes/since.js';
import { sinceTopic } from '../report/summary/since-topic.js';
import { evaluateGates, gatesCommand } from '../store/gates/evaluate.js';
import { findRun } from '../store/stored-runs/read-runs.js';
import { LINES_WITHIN, findingsWithLines, puzzleLines } from '../runs/stages/puzzle-lines.js';
import { runFiles } from '../store/stored-runs/run-corpora.js';
import { requireShowable } from '../store/queries/damaged-rows.js';
import { findDuplicates } from '../store/queries/duplicates.js';
import type {
  CountAnswer,
  DuplicatesAnswer,
  FilesAnswer,
  GatesAnswer,
  PuzzleAnswer,
  RejectRowsAnswer,
  RejectsAnswer,
  ResultsAnswer,
  RunEntry,
} from './api.js';
import {
  BadRequest,
  readRejectCursor,
  readResultCursor,
  writeRejectCursor,
  writeResultCursor,
  readFilter,
  readId,
  readSort,
} from './read-query.js';
import type { Served, ServedDatabase } from './served-database.js';

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

export function runOf({ entries, store }: Served, text: string | undefined): RunEntry {
  const runId = readId(text, 'run');
  const run = entries.one(runId);
  if (run === null)
    throw new BadRequest('NM_RUN_UNKNOWN', `There is no run ${runId} in ${store.path}.`, 404);
  return run;
}

/** Requests about one run: `/api/runs/:run`... */
export function addRunRoutes(app: Hono, database: ServedDatabase): void {
  const answer = (
    path: string,
    answerOf: (served: Served, context: Context) => object | Promise<object>,
  ): void => {
    app.get(path, async (context) => {
      const found = await answerOf(database.now(), context);
      return context.json(found, 200, { 'cache-control': 'no-store' });
    });
  };
  const ofRun = (
    path: string,
    answerOf: (served: Served, run: RunEntry, context: Context) => object | Promise<object>,
  ): void => {
    answer(`/api/runs/:run${path}`, (served, context) =>
      answerOf(served, runOf(served, context.req.param('run')), context),
    );
  };
  ofRun('', (served, run) => served.answers.of(run));
  ofRun('/files', files);
  ofRun('/results', results);
  ofRun('/results/count', countOfResults);
  ofRun('/rejects', rejects);
  ofRun('/gates', gates);
  ofRun('/duplicates', duplicates);
  ofRun('/puzzles/:puzzle', puzzle);
}

function files({ store }: Served, { runId }: RunEntry, { req }: Context): FilesAnswer {
  const after = req.query('after');
  const from = after === undefined ? -1 : readId(after, 'after');
  const found = runFiles(store, runId, from, PAGE_FILES + 1);
  const rows = found.slice(0, PAGE_FILES);
  return { rows, next: found.length > PAGE_FILES ? rows[PAGE_FILES - 1].position : null };
}

function results({ store }: Served, { runId }: RunEntry, { req }: Context): ResultsAnswer {
  const get = (name: string): string | undefined => req.query(name);
  const after = readResultCursor(get('after'));
  const query = {
    runId,
    filter: readFilter(store, runId, get),
    ...readSort(get),
    limit: PAGE_ROWS,
    after,
  };
  const page = resultPage(store, query);
  return { ...page, next: writeResultCursor(page.next) };
}

/** The number of all rows that a page of results is from. */
async function countOfResults(
  { store, counts }: Served,
  run: RunEntry,
  { req }: Context,
): Promise<CountAnswer> {
  const get = (name: string): string | undefined => req.query(name);
  const list = { runId: run.runId, filter: readFilter(store, run.runId, get), ...readSort(get) };
  const { signal } = req.raw;
  return { count: await counts.of(run, list, () => !signal.aborted) };
}

/** The kinds of reasons; with one of them, the rejects that have it, page by page. */
async function rejects(
  { store }: Served,
  { runId }: RunEntry,
  { req }: Context,
): Promise<RejectsAnswer | RejectRowsAnswer> {
  const after = readRejectCursor(req.query('after'));
  const kind = req.query('kind');
  if (kind === undefined) {
    const asked = rejectKinds(store, runId);
    let step = asked.next();
    for (; step.done !== true; step = asked.next()) await setImmediate();
    const kinds = step.value.map(({ kind, count }) => ({ kind, count }));
    return { kinds, total: countRejects(store, runId) };
  }
  const { rows, next } = await rejectsOfKind(store, runId, kind, after, PAGE_ROWS);
  return { rows, next: writeRejectCursor(next) };
}

/**
 * What is new in a run, its gates and its copied files: to find them it looks at all puzzles, and
 * at those of the runs that it is compared with.
 */
async function gates({ store }: Served, { runId }: RunEntry): Promise<GatesAnswer> {
  const copies = copiedFiles(store, runId);
  const run = findRun(store, String(runId));
  const nights = new Nights(store);
  const since = sinceLastNight(store, run, nights);
  const evaluated = evaluateGates(store, run, { limit: FINDINGS, nights });
  const lines = await puzzleLines(store, runId, namedPuzzles(since), LINES_WITHIN);
  const command = gatesCommand(store, runId);
  return {
    since: sinceTopic({ since, run, gates: evaluated, lines, gatesCommand: command }),
    gates: evaluated.verdicts,
    findings: await findingsWithLines(store, runId, evaluated.findings, LINES_WITHIN),
    command,
    copies: copies.slice(0, COPIES),
    copied: copies.length,
  };
}

/** Groups of equal puzzles, page by page; a link on the run's page only asks for their number. */
async function duplicates(
  { store }: Served,
  { runId }: RunEntry,
  { req }: Context,
): Promise<DuplicatesAnswer> {
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
    places: Object.fromEntries(places) as DuplicatesAnswer['places'],
    next: end < found.groups ? end : null,
  };
}

/** A puzzle with its neighbours in the list that the rest of the address filters and sorts. */
function puzzle({ store, figures }: Served, run: RunEntry, { req }: Context): PuzzleAnswer {
  const { runId, name: runName } = run;
  const puzzleId = readId(req.param('puzzle'), 'puzzle');
  const result = resultDetail(store, runId, puzzleId);
  if (result === null) {
    throw new BadRequest(
      'NM_PUZZLE_UNKNOWN',
      `Run ${runId} has no result for puzzle ${puzzleId}.`,
      404,
    );
  }
  requireShowable(store, runId, puzzleId);
  const get = (name: string): string | undefined => req.query(name);
  const list = { runId, filter: readFilter(store, runId, get), ...readSort(get) };
  const rank = figures.rankOf(run, result);
  return { runId, runName, result, rank, ...neighboursOf(store, list, puzzleId) };
}
