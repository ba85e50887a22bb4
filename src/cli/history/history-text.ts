import { CHANGE_KINDS, CHANGE_WORDS } from '../../core/run-record/changes.js';
import { STATE_WORDS } from '../../core/run-record/run-state.js';
import { commandText } from '../../core/text/command-text.js';
import { countText, numberOf, durationText, timeText } from '../../core/text/numbers.js';
import { csvLine } from '../../core/text/escape.js';
import { plainText } from '../../core/text/plain-text.js';
import { HISTORY_COLUMNS } from '../../report/figures/history-figure.js';
import type { PuzzleHistory, PuzzleNight } from '../../runs/store/history/puzzle-history.js';
import type { HistoryLine, NamedChange } from '../../runs/store/history/run-history.js';
import { tableText, type TableColumn } from '../terminal/table-text.js';

/** Puzzles of each kind that are listed on a terminal; `--json` has more. */
const LISTED = 20;

const HEAD: readonly TableColumn[] = [
  { title: 'run', right: true },
  { title: 'began' },
  ...HISTORY_COLUMNS.map(({ title }) => ({ title, right: true })),
  { title: 'gates' },
];

/** Runs that follow each other as a table, a line each. */
export function historyTable(lines: readonly HistoryLine[], columns: number): string {
  const rows = lines.map((line) => [
    String(line.runId),
    timeText(line.startedAt).replace(' UTC', ''),
    ...HISTORY_COLUMNS.map(({ textOf }) => textOf(line)),
    line.state === 'complete' ? gatesText(line) : STATE_WORDS[line.state],
  ]);
  return tableText(HEAD, rows, columns);
}

function gatesText({ gates }: HistoryLine): string {
  const failed = gates.filter(({ holds }) => !holds);
  if (gates.length === 0) return '-';
  return failed.length === 0 ? 'PASS' : `FAIL ${failed.map(({ name }) => name).join(', ')}`;
}

/**
 * What changed in a run since the one before, with what to type to see each puzzle; null if there
 * was none.
 */
export function changesText({ runId, changes }: HistoryLine, db: readonly string[]): string | null {
  if (changes === null) return null;
  const { since, counts, first } = changes;
  const kinds = CHANGE_KINDS.filter((kind) => counts[kind] > 0);
  const summary = kinds.map((kind) => `${countText(counts[kind])} ${CHANGE_WORDS[kind]}`);
  const lines = [
    `Run ${runId} since run ${since}: ${summary.length === 0 ? 'nothing has changed' : summary.join(', ')}`,
  ];
  for (const kind of kinds) {
    const listed = first.filter((change) => change.kind === kind).slice(0, LISTED);
    lines.push(`  ${CHANGE_WORDS[kind]}`, ...listed.map((change) => changeText(change, db)));
    const more = counts[kind] - listed.length;
    if (more > 0) lines.push(`    ... and ${countText(more)} more`);
  }
  return lines.map((line) => `${line}\n`).join('');
}

function changeText(change: NamedChange, db: readonly string[]): string {
  const { name, width, height, before, after, edited } = change;
  const verdicts = [before, after].flatMap((one) => (one === null ? [] : [verdictText(one)]));
  const clues = edited ? ', other clues' : '';
  const { runId } = (after ?? before)!;
  const show = commandText(['show', name, '--run', String(runId), ...db], process.platform);
  return `    ${plainText(name)}  ${width}x${height}  ${verdicts.join(' -> ')}${clues}  ${plainText(show)}`;
}

function verdictText({ status, technique }: Pick<PuzzleNight, 'status' | 'technique'>): string {
  return technique === null || status === 'multiple' ? status : `${status}, ${technique}`;
}

/** The same table for programs. */
export function historyCsv(lines: readonly HistoryLine[]): string {
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

/** What all runs found of one puzzle. */
export function puzzleText({ name, nights, firstSeen, lastDecided }: PuzzleHistory): string {
  const at = ({ runId, startedAt }: PuzzleNight): string => `run ${runId}, ${timeText(startedAt)}`;
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
  const table: readonly TableColumn[] = [
    ...[{ title: 'run', right: true }, { title: 'began' }, { title: 'size' }, { title: 'verdict' }],
    ...[{ title: 'time', right: true }, { title: 'limit', right: true }, { title: '' }],
  ];
  return head.join('\n') + '\n' + tableText(table, rows, Infinity);
}
