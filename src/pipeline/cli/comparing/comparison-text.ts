import {
  countText,
  numberOf,
  CLOCK_WORDS,
  durationText,
} from '../../../solver/core/text/numbers.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { otherSolverOf } from '../../record/who-solves.js';
import { NO_PAR2_WORDS } from '../../record/par2.js';
import type { ChangedPuzzle, Comparison, LonePuzzle } from '../../store/compare/comparison.js';
import type { ConditionDifference } from '../../store/compare/conditions.js';
import type { Run } from '../../store/stored-runs/read-runs.js';

/** Lines of each list on a terminal; `--json` has more. */
const LISTED = 20;

/** A comparison, with the conditions that differ. */
export interface Compared extends Comparison {
  readonly conditions: readonly ConditionDifference[];
}

/** Two runs side by side, for people. */
export function comparisonText(before: Run, after: Run, found: Compared): string {
  const head = [
    `${runText(before)} against ${runText(after)}`,
    ...startLines(before, after, found),
    ...claimLines([before, after]),
    ...conditionLines(found),
    '',
  ];
  if (found.both === 0) {
    return [
      ...head,
      'The two runs have no puzzle in common: there is nothing to compare.',
      '',
    ].join('\n');
  }
  const ofOthers = [before, after].some(({ options }) => otherSolverOf(options) !== null);
  const lines = [
    ...head,
    `in both    ${numberOf(found.both, 'puzzle')}`,
    `changed    ${countText(found.changedCount)} with another status`,
    `difficulty ${countText(found.harderOrEasierCount)} with the same status by another technique or guess depth`,
    `edited     ${countText(found.editedCount)} with the same status and other clues`,
    ...(ofOthers ? [] : [`worse      ${countText(found.worseCount)}`]),
    `no puzzle  ${countText(found.rejectedCount)}`,
    `gone       ${countText(found.goneCount)}`,
    `new        ${countText(found.newCount)}`,
    ...(found.reusedCount === 0
      ? []
      : [
          `taken over ${countText(found.reusedCount)} from other runs: the times below leave them out`,
        ]),
    `time       ${timeText(before, after, found)}`,
    `undecided  ${countText(found.leftUndecided)} before, ${countText(found.rightUndecided)} after`,
    found.noPar2 !== null
      ? `PAR-2      none: ${NO_PAR2_WORDS[found.noPar2]}`
      : `PAR-2      ${durationText(found.leftPar2)} before, ${durationText(found.rightPar2)} after`,
  ];
  if (ofOthers) {
    lines.push('           the table below counts CPU time, if it is known');
  }
  if (found.changedCount > 0) {
    lines.push('', 'status before -> after');
    for (const { left, right, count } of found.transitions) {
      if (left !== right) lines.push(`  ${left} -> ${right}: ${countText(count)}`);
    }
  }
  lines.push(...list('changed', found.changed.map(changedText), found.changedCount));
  lines.push(...list('edited', found.edited.map(changedText), found.editedCount));
  lines.push(...list('no puzzles any more', found.rejected.map(loneText), found.rejectedCount));
  lines.push(...list('gone', found.gone.map(loneText), found.goneCount));
  lines.push(...list('new', found.fresh.map(loneText), found.newCount));
  return lines.join('\n') + '\n';
}

/** The differences in how the two runs were made: they may explain what has changed. */
function conditionLines({ conditions }: Compared): string[] {
  return conditions.map(
    ({ name, left, right }) => `${name}: ${plainText(left)} before, ${plainText(right)} after`,
  );
}

/** A note that a puzzle without its start position is taken for the same puzzle. */
function startLines(before: Run, after: Run, { withoutStart }: Comparison): string[] {
  if (withoutStart === null) return [];
  const { runId } = withoutStart === 'left' ? before : after;
  return [`run ${runId} was made with --ignore-start: its puzzles are matched all the same`];
}

/** What the status `crash` stands for in a run of claims from a file. */
function claimLines(runs: readonly Run[]): string[] {
  return runs
    .filter(({ options }) => otherSolverOf(options)?.kind === 'referee')
    .map(
      ({ runId }) => `run ${runId} is of claims: crash means a wrong claim there, or none at all`,
    );
}

function runText({ runId, name, toolVersion }: Run): string {
  const called = name === null ? '' : ` (${plainText(name)})`;
  return `run ${runId}${called}, nonomill ${toolVersion}`;
}

function changedText(puzzle: ChangedPuzzle): string {
  const { name, width, height, left, right, leftMs, rightMs, edited } = puzzle;
  const statuses = left === right ? left : `${left} -> ${right}`;
  const last = edited ? 'other clues' : `${durationText(leftMs)} -> ${durationText(rightMs)}`;
  return `${plainText(name)}  ${width}x${height}  ${statuses}  ${last}`;
}

function loneText({ name, status }: LonePuzzle): string {
  return `${plainText(name)}  ${status}`;
}

function list(title: string, lines: readonly string[], total: number): string[] {
  if (lines.length === 0) return [];
  const shown = lines.slice(0, LISTED).map((line) => `  ${line}`);
  const more = total > shown.length ? [`  ... and ${countText(total - shown.length)} more`] : [];
  return ['', title, ...shown, ...more];
}

/** Times of one kind of clock also as a ratio; of two kinds with what each of them is. */
function timeText(before: Run, after: Run, { leftMs, rightMs, noPar2 }: Comparison): string {
  if (noPar2 !== null && noPar2 !== 'steps') return `none: ${NO_PAR2_WORDS[noPar2]}`;
  const [left, right] = [durationText(leftMs), durationText(rightMs)];
  const [leftClock, rightClock] = [clockOf(before), clockOf(after)];
  if (leftClock !== rightClock) {
    return `${left} before (${leftClock}), ${right} after (${rightClock})`;
  }
  const ratio = leftMs > 0 ? ` (${(rightMs / leftMs).toFixed(2)} times as long)` : '';
  return `${left} before, ${right} after${ratio}`;
}

/** What a run's times are, in words. */
function clockOf({ options }: Run): string {
  const other = otherSolverOf(options);
  if (other === null) return CLOCK_WORDS.solving;
  return other.kind === 'race' ? CLOCK_WORDS.wall : 'as claimed';
}
