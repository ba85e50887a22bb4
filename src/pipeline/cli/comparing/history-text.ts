import { CHANGE_KINDS, CHANGE_WORDS, puzzlesOfFiles, wholeFileText } from '../../record/changes.js';
import { gatesAcceptedText, judgedGatesText } from '../../record/gates.js';
import { STATE_WORDS } from '../../record/run-state.js';
import { commandText } from '../../../solver/core/text/command-text.js';
import { countText, numberOf, durationText, timeText } from '../../../solver/core/text/numbers.js';
import { csvLine } from '../../../solver/core/text/escape.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { HISTORY_COLUMNS } from '../../report/figures/history-figure.js';
import type { PuzzleHistory, PuzzleNight } from '../../store/history/history.js';
import type { HistoryLine } from '../../store/history/history.js';
import type { NamedChange } from '../../store/changes/since.js';
import { gatesPainted } from '../terminal/terminal-colours.js';
import { fittingColumns, tableText, type TerminalColumn } from '../terminal/table-text.js';

/** Puzzles of each kind that are listed on a terminal; `--json` has more. */
const LISTED = 20;

/**
 * Runs that follow each other as a table, a line each. The columns that a terminal has no room for
 * are left out, the less important first, and named below.
 */
export function historyTable(
  lines: readonly HistoryLine[],
  { columns, colours }: { readonly columns: number; readonly colours: boolean },
): string {
  const head: readonly TerminalColumn[] = [
    { title: 'run', right: true },
    { title: 'gates', paint: (cell) => gatesPainted(cell, colours) },
    { title: 'began' },
    ...HISTORY_COLUMNS.map(({ title }) => ({ title, right: true })),
  ];
  const rows = lines.map((line) => [
    String(line.runId),
    line.state === 'complete' ? gatesText(line) : STATE_WORDS[line.state],
    timeText(line.startedAt).replace(' UTC', ''),
    ...HISTORY_COLUMNS.map(({ textOf }) => textOf(line)),
  ]);
  const shown = fittingColumns(head, rows, columns);
  const table = tableText(
    shown.map((at) => head[at]),
    rows.map((row) => shown.map((at) => row[at])),
    columns,
  );
  const hidden = head.flatMap(({ title }, at) => (shown.includes(at) ? [] : [title]));
  if (hidden.length === 0) return table;
  const note = `Not enough room for: ${hidden.join(', ')}. A wider terminal shows them, and so does --csv.`;
  return `${table}${wrapped(note, columns)}`;
}

/** Words in lines of at most so many columns. */
function wrapped(text: string, columns: number): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines[lines.length - 1];
    if (last !== '' && last.length + 1 + word.length > columns) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.map((line) => `${line}\n`).join('');
}

function gatesText({ gates, acceptedAt, accepted }: HistoryLine): string {
  const failed = gates.filter(({ holds }) => !holds).map(({ name }) => name);
  const judged = gates.length === 0 ? '-' : judgedGatesText(failed);
  return gatesAcceptedText(judged, acceptedAt, accepted.length);
}

/**
 * What changed in a run since the one before, with what to type to see each puzzle; null if there
 * was none.
 */
export function runChangesText(
  { runId, changes }: HistoryLine,
  db: readonly string[],
): string | null {
  if (changes === null) return null;
  const { since, counts, first, files } = changes;
  const kinds = CHANGE_KINDS.filter((kind) => counts[kind] > 0);
  const summary = kinds.map((kind) => `${countText(counts[kind])} ${CHANGE_WORDS[kind]}`);
  const lines = [
    `Run ${runId} since run ${since}: ${summary.length === 0 ? 'nothing has changed' : summary.join(', ')}`,
  ];
  for (const kind of kinds) {
    const listed = first.filter((change) => change.kind === kind).slice(0, LISTED);
    if (listed.length === 0) continue;
    lines.push(`  ${CHANGE_WORDS[kind]}`, ...listed.map((change) => changeText(change, runId, db)));
    const more = counts[kind] - listed.length - puzzlesOfFiles(files, kind);
    if (more > 0) lines.push(`    ... and ${countText(more)} more`);
  }
  if (files.length > 0) lines.push('  whole files');
  lines.push(...files.slice(0, LISTED).map((file) => `    ${wholeFileText(file, runId)}`));
  if (files.length > LISTED) lines.push(`    ... and ${countText(files.length - LISTED)} more`);
  return lines.map((line) => `${line}\n`).join('');
}

function changeText(change: NamedChange, run: number, db: readonly string[]): string {
  const { name, width, height, before, after, edited, rejected, since } = change;
  const verdicts = [before, after].flatMap((one) => (one === null ? [] : [verdictText(one)]));
  if (rejected !== null) verdicts.push(`no puzzle (${rejected})`);
  const clues = `${edited ? ', other clues' : ''}${since === null || since === run ? '' : `, since run ${since}`}`;
  const { runId } = (after ?? before)!;
  const show = commandText(['show', name, '--run', String(runId), ...db], process.platform);
  return `    ${plainText(name)}  ${width}x${height}  ${plainText(verdicts.join(' -> '))}${clues}  ${plainText(show)}`;
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
  const table: readonly TerminalColumn[] = [
    ...[{ title: 'run', right: true }, { title: 'began' }, { title: 'size' }, { title: 'verdict' }],
    ...[{ title: 'time', right: true }, { title: 'limit', right: true }, { title: '' }],
  ];
  return head.join('\n') + '\n' + tableText(table, rows, Infinity);
}
