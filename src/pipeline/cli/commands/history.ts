import { writeChart } from '../answer-table.js';
import { userInfo } from 'node:os';
import { historyFigure, HISTORY_COLUMNS } from '../../report/figures/chart.js';
import { puzzleHistory, historyOf, type HistoryLine, accept } from '../../store/history.js';
import type { Store } from '../../store/open/open.js';
import { numberOf, timeText, countText, durationText } from '../../../solver/core/text/numbers.js';
import {
  type Terminal,
  gatesPainted,
  type CommandOutcome,
  Failure,
  firstOf,
  fittingTable,
  refuseBeside,
  tableText,
  conflict,
  notExpected,
} from '../terminal.js';
import { findPuzzle } from '../../store/queries/stored-results.js';
import { allSeries, seriesOf, type RunSeries } from '../../store/changes/nights.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { commandText } from '../../../solver/core/text/typed.js';
import { flag, formOf, shared } from '../flags.js';
import { command } from '../command.js';
import { readSpan, switchFlag, textFlag, valueFlag } from '../flag.js';
import { wantedPuzzleId, withStore } from '../with-store.js';
import { refuseUnwritable } from '../input-output.js';
import { withProgress } from '../progress.js';
import {
  CHANGE_KINDS,
  CHANGE_WORDS,
  puzzlesOfFiles,
  wholeFileText,
  gatesAcceptedText,
  judgedGatesText,
  STATE_WORDS,
  verdictText,
} from '../../record/outcome.js';
import { ifPossible } from '../../../solver/core/text/error-codes.js';
import { csvLine } from '../../../solver/core/text/escape.js';
import type { NamedChange } from '../../store/changes/since.js';

const sections = {
  'What to look at': {
    since: valueFlag('--since <date|duration> (after, from)', 'none', {
      help: 'Only runs that began at this time or later: a date (2026-11-01, UTC), or a time ago (30d, 12h).',
      read: readSince,
    }),
    changes: switchFlag('--changes (verbose, unfold)', 'none', {
      help: 'List the changes of every run, not only those of the last one.',
    }),
    puzzle: textFlag('--puzzle <puzzle>', 'none', {
      help: 'Show one puzzle instead: what every run found of it, when it was first seen, and last decided.',
    }),
    accept: textFlag('--accept <run> (baseline, approve)', 'unasked', {
      help: 'Accept the verdicts of this run instead, by its number or name. --require no-worse compares later runs with it, and with no run before it. If puzzles (or files that hold nothing now) are named after it, only these are accepted.',
    }),
    db: flag.db,
  },
  Output: shared('json', 'csv', 'chart', 'force'),
};

/** The most puzzles of each kind of change that programs are told of. */
const LISTED = 200;

export const history = command({
  name: 'history',
  summary: 'Say what changed night after night.',
  operands: '[name|corpus...]',
  description:
    'One line for each run of a name, or of the same corpora as they were typed (by default those of the latest run). Each says what ' +
    'changed since the last complete one: puzzles that are new, gone, without their verdict, with one, no longer unique or ' +
    'no longer line-solvable, each with the command that shows it. Puzzles are the same by their place in a file, else by ' +
    'content, else by name: then their clues were changed.',
  sections,
  examples: {
    'nonomill history': 'The runs like the latest one.',
    'nonomill history book --since 30d --changes': 'A month of the runs named book.',
    'nonomill history corpus/ --csv': 'For a table or a chart of your own.',
    'nonomill history --puzzle heart': 'What every run found of one puzzle.',
    'nonomill history --accept 24': 'Later runs must not be worse than run 24.',
    'nonomill history --accept 24 heart moon': 'Two puzzles may stay as they are in run 24.',
  },
  check(words, values, given) {
    formOf(values, ['json', 'csv']);
    if (values.puzzle !== null) {
      const why = '--puzzle is about one puzzle in all runs';
      refuseBeside(given, ['since', 'changes', 'csv', 'chart'], why);
      if (words.length > 0) throw conflict(`${why}: leave out ${plainText(words[0])}`);
    }
    if (values.accept !== null) {
      const others = ['since', 'changes', 'puzzle', 'json', 'csv', 'chart'] as const;
      refuseBeside(given, others, '--accept only accepts');
    }
    return { words, ...values, wanted: values.accept };
  },
  async execute(options, { terminal }) {
    const { words, since, changes, puzzle, wanted, json, csv, chart, force, db } = options;
    if (wanted !== null) return acceptWords(wanted, words, db, terminal);
    if (chart !== null) await refuseUnwritable(chart, force);
    await withStore(db, async (store) => {
      if (puzzle !== null) return terminal.print(ofPuzzle(store, puzzle, json));
      const { runs } = meant(store, words);
      const named = (_: number, isLast: boolean): boolean => json || (!csv && (changes || isLast));
      const lines = await withProgress(terminal, (watch) =>
        historyOf(store, runs, { since, listed: LISTED, named, watch }),
      );
      if (lines.length === 0)
        throw new Failure('NM_NO_RESULTS', 'no run began since then: name an earlier time');
      if (chart !== null) {
        const figure = historyFigure(lines.filter(({ state }) => state === 'complete'));
        await writeChart(figure, { out: chart, force }, terminal);
      }
      if (json) return terminal.printJson(lines);
      if (csv) return terminal.print(historyCsv(lines));
      const { room: columns, depth } = terminal.output;
      await terminal.print(historyTable(lines, { columns, colours: depth > 1 }));
      const where = db === flag.db.fallback ? [] : ['--db', db];
      for (const line of changes ? lines : lines.slice(-1)) {
        const text = runChangesText(line, where);
        if (text !== null) await terminal.print(`\n${text}`);
      }
    });
    return 'done';
  },
});

function acceptWords(wanted: string, words: readonly string[], db: string, terminal: Terminal) {
  const accepted = (store: Store): CommandOutcome => {
    // Null where the account has no name.
    const who = ifPossible(() => userInfo().username, null);
    const { run, puzzles, left } = accept(store, wanted, words, who);
    const { runId, acceptedAt } = run;
    const others = left === 0 ? 'nothing else is' : numberOf(left, 'puzzle is', 'puzzles are');
    const still = left === 0 ? '' : ' still';
    const again = acceptedAt === null ? '' : ` once more (before: ${timeText(acceptedAt)})`;
    terminal.say(
      puzzles === null
        ? `Run ${runId} is accepted${again}: --require no-worse compares later runs with it, and with no run before it.`
        : `Accepted as in run ${runId}: ${plainText(puzzles.join(', '))}; ${others} worse${still}.`,
    );
    return 'done';
  };
  return withStore(db, accepted, { readonly: false, mustExist: true });
}

/** @throws Failure that lists what there is, if no run is meant. */
function meant(store: Store, words: readonly string[]): RunSeries {
  const all = allSeries(store);
  if (all.length === 0) throw new Failure('NM_RUN_UNKNOWN', `${store.path} holds no run yet.`);
  if (words.length === 0) return all[0];
  const found = seriesOf(store, words);
  if (found !== null) return found;
  const known = all.slice(0, 10).map((one) => plainText(one.words.join(' ')));
  throw new Failure(
    'NM_RUN_UNKNOWN',
    `no run is named "${plainText(words.join(' '))}", and none was started with these corpora; there are: ${known.join(', ')}`,
  );
}

function ofPuzzle(store: Store, word: string, json: boolean): string {
  const exact = puzzleHistory(store, word);
  const found = exact ?? puzzleHistory(store, nameOf(store, word));
  if (found === null)
    throw new Failure('NM_PUZZLE_UNKNOWN', `no run has a result of "${plainText(word)}"`);
  return json ? JSON.stringify(found, null, 2) + '\n' : puzzleText(found);
}

/** The name of the puzzle that is meant by its id, title, place or the beginning of its name. */
function nameOf(store: Store, word: string): string {
  const { found } = findPuzzle(store, word, { limit: 100 });
  const names = new Set(found.map(({ name }) => name));
  if (names.size === 1) return [...names][0];
  // It says that there is none, or which there are.
  const id = wantedPuzzleId(store, word);
  return found.find(({ puzzleId }) => puzzleId === id)!.name;
}

/** A time in ISO 8601. */
function readSince(word: string): string {
  if (/^\d+[hdw]$/.test(word)) return new Date(Date.now() - readSpan(word)).toISOString();
  const isDate = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z?)?$/.test(word);
  const time = isDate
    ? Date.parse(word.includes('T') && !word.endsWith('Z') ? `${word}Z` : word)
    : NaN;
  if (!Number.isNaN(time)) return new Date(time).toISOString();
  throw notExpected('a date such as 2026-11-01, or 30d or 12h', word);
}

/** Puzzles of each kind that are listed on a terminal; `--json` has more. */
const LINES_LISTED = 20;

/** A line for each run. Columns without room are left out, the less important first, and named. */
export function historyTable(
  lines: readonly HistoryLine[],
  { columns, colours }: { readonly columns: number; readonly colours: boolean },
): string {
  const head: Parameters<typeof fittingTable>[0] = [
    { number: 'run' },
    { title: 'gates', paint: (cell) => gatesPainted(cell, colours) },
    'began',
    ...HISTORY_COLUMNS.map(({ title }) => ({ number: title })),
  ];
  const rows = lines.map((line) => [
    String(line.runId),
    line.state === 'complete' ? gatesText(line) : STATE_WORDS[line.state],
    timeText(line.startedAt).replace(' UTC', ''),
    ...HISTORY_COLUMNS.map(({ textOf }) => textOf(line)),
  ]);
  return fittingTable(head, rows, columns, '--csv');
}

function gatesText({ gates, acceptedAt, accepted }: HistoryLine): string {
  const failed = gates.filter(({ holds }) => !holds).map(({ name }) => name);
  const judged = gates.length === 0 ? '-' : judgedGatesText(failed);
  return gatesAcceptedText(judged, acceptedAt, accepted.length);
}

/** What changed in a run since the one before, with commands that show it; null if none was. */
function runChangesText({ runId, changes }: HistoryLine, db: readonly string[]): string | null {
  if (changes === null) return null;
  const { since, counts, first, files } = changes;
  const kinds = CHANGE_KINDS.filter((kind) => counts[kind] > 0);
  const summary = kinds.map((kind) => `${countText(counts[kind])} ${CHANGE_WORDS[kind]}`);
  const lines = [
    `Run ${runId} since run ${since}: ${summary.length === 0 ? 'nothing has changed' : summary.join(', ')}`,
  ];
  const list = (title: string, listed: readonly string[], total: number): void => {
    if (listed.length === 0) return;
    lines.push(`  ${title}`, ...firstOf(listed, LINES_LISTED, '    ... and', total));
  };
  for (const kind of kinds) {
    const changed = first.filter((change) => change.kind === kind);
    const listed = changed.map((change) => changeText(change, runId, db));
    list(CHANGE_WORDS[kind], listed, counts[kind] - puzzlesOfFiles(files, kind));
  }
  const whole = files.map((file) => wholeFileText(file, runId));
  list('whole files', whole, whole.length);
  return lines.map((line) => `${line}\n`).join('');
}

function changeText(change: NamedChange, run: number, db: readonly string[]): string {
  const { name, width, height, before, after, edited, rejected, since } = change;
  const verdicts = [before, after].flatMap((one) => (one === null ? [] : [verdictText(one)]));
  if (rejected !== null) verdicts.push(`no puzzle (${rejected})`);
  const clues = `${edited ? ', other clues' : ''}${since === null || since === run ? '' : `, since run ${since}`}`;
  const { runId } = (after ?? before)!;
  const show = commandText(['show', name, '--run', String(runId), ...db], process.platform);
  return `${plainText(name)}  ${width}x${height}  ${plainText(verdicts.join(' -> '))}${clues}  ${plainText(show)}`;
}

function historyCsv(lines: readonly HistoryLine[]): string {
  const rows = lines.map((line) => [
    ...[line.runId, line.name, line.state, line.startedAt, line.puzzles, line.rejects],
    ...[line.unique, line.line, line.open, line.wallMs, line.perSecond],
    ...[line.gates.length, line.gates.filter(({ holds }) => !holds).length],
    line.changes?.since ?? null,
    ...CHANGE_KINDS.map((kind) => line.changes?.counts[kind] ?? null),
  ]);
  return [
    [
      ...['run_id', 'name', 'state', 'started_at', 'puzzles', 'rejects', 'unique', 'line', 'open'],
      ...['wall_ms', 'per_second', 'gates', 'gates_failed', 'since_run', ...CHANGE_KINDS],
    ],
    ...rows,
  ]
    .map(csvLine)
    .join('');
}

/** The runs that had a puzzle of a name. */
type PuzzleHistory = NonNullable<ReturnType<typeof puzzleHistory>>;

function puzzleText({ name, nights, firstSeen, lastDecided }: PuzzleHistory): string {
  const at = ({ runId, startedAt }: PuzzleHistory['firstSeen']): string =>
    `run ${runId}, ${timeText(startedAt)}`;
  const head = [
    `${plainText(name)}: in ${numberOf(nights.length, 'result')}`,
    `first seen    ${at(firstSeen)}`,
    `last decided  ${lastDecided === null ? 'never' : `${at(lastDecided)}: ${verdictText(lastDecided)}`}`,
    '',
  ];
  const rows = nights.map((night, i) => {
    const isEdited = i > 0 && night.fingerprint !== nights[i - 1].fingerprint;
    return [
      String(night.runId),
      timeText(night.startedAt).replace(' UTC', ''),
      `${night.width}x${night.height}`,
      verdictText(night),
      durationText(night.solveMs),
      durationText(night.limitMs),
      isEdited ? 'other clues than before' : '',
    ];
  });
  const [run, time, limit] = ['run', 'time', 'limit'].map((number) => ({ number }));
  const table = tableText([run, 'began', 'size', 'verdict', time, limit, ''], rows, Infinity);
  return head.join('\n') + '\n' + table;
}
