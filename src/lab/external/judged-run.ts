import type { StrayClaim } from './referee.js';
import type { RunOutcome } from '../../pipeline/runs/request/run-observer.js';
import { openStore } from '../../pipeline/store/open/open.js';
import {
  countClaims,
  crashesOf,
  wrongClaims,
  type ClaimCount,
} from '../../pipeline/store/queries/claims.js';
import { runById } from '../../pipeline/store/stored-runs/read-runs.js';
import { countText, numberOf, durationText } from '../../solver/core/text/numbers.js';
import { plainText } from '../../solver/core/text/plain-text.js';
import type { CommandContext } from '../../pipeline/cli/frame/command.js';
import type { CommandOutcome } from '../../pipeline/cli/terminal/outcome.js';
import { resumeCommand, troubleOf } from '../../pipeline/cli/running/run-options.js';
import { commandText } from '../../solver/core/text/command-text.js';

/** Wrong answers that are listed; JSON has them all the same. */
const LISTED = 200;

const LISTED_CRASHES = 3;

/** A run of another program that is over, and how it is to be shown. */
export interface JudgedRun {
  readonly outcome: RunOutcome;
  readonly db: string;
  readonly strays: readonly StrayClaim[];
  readonly strayCount: number;
  /** The file of the claims, or null if the program was run. */
  readonly file: string | null;
  readonly json: boolean;
}

/** Says what another program solved, and lists what is wrong; `unmet` if anything is. */
export async function sayJudged(
  run: JudgedRun,
  { terminal, typed }: CommandContext,
): Promise<CommandOutcome> {
  const { outcome, db, strays, strayCount, file } = run;
  const { runId } = outcome;
  const { rejects } = outcome.proof;
  const store = openStore(db, { readonly: true });
  try {
    // A race that goes on has the name and the limits with which it was begun.
    const { name, options } = runById(store, runId)!;
    const timeoutMs = typeof options.timeoutMs === 'number' ? options.timeoutMs : null;
    const counts = countClaims(store, runId);
    const wrong = wrongClaims(store, runId, LISTED);
    // The program of a file was not run: what it says nothing about is unclaimed.
    const crashes = file === null ? crashesOf(store, runId) : [];
    const figures = figuresOf(counts, { rejects, timeoutMs, ofFile: file !== null });
    if (run.json) {
      const found = {
        run: runId,
        name,
        ...figures,
        wrongClaims: wrong.first,
        crashes: crashes.slice(0, LISTED),
        strays,
      };
      await terminal.print(`${JSON.stringify(found, null, 2)}\n`);
    } else {
      await terminal.print(`${figureLines(runId, name, figures).join('\n')}\n`);
    }
    for (const { name: puzzle, width, height, reason } of wrong.first) {
      terminal.say(`wrong: ${plainText(puzzle)}  ${width}x${height}  ${plainText(reason)}`);
    }
    sayMore(wrong.total - wrong.first.length);
    for (const { line, reason } of strays) {
      terminal.say(`wrong: ${plainText(file ?? '')}, line ${line}: ${plainText(reason)}`);
    }
    sayMore(strayCount - strays.length);
    for (const { reason, count, name: puzzle } of crashes.slice(0, LISTED_CRASHES)) {
      const where = count === 1 ? '' : `${numberOf(count, 'puzzle')}, first `;
      terminal.say(`crash: ${where}${plainText(puzzle)}  ${plainText(reason)}`);
    }
    if (crashes.length > LISTED_CRASHES) {
      terminal.say(`  ... and ${numberOf(crashes.length - LISTED_CRASHES, 'more reason')}`);
    }
    if (outcome.state !== 'complete') {
      const again =
        file === null
          ? `To go on: ${resumeCommand(typed)}`
          : `To judge them again: ${commandText(typed, process.platform)}`;
      const next = file !== null || outcome.resumable ? again : null;
      const trouble = troubleOf(outcome, next);
      if (trouble !== null) throw trouble;
      if (next !== null) terminal.say(next);
      return 'interrupted';
    }
    return wrong.total + strayCount > 0 ? 'unmet' : 'done';
  } finally {
    store.close();
  }

  function sayMore(more: number): void {
    if (more > 0) terminal.say(`  ... and ${countText(more)} more`);
  }
}

interface Figures {
  readonly puzzles: number;
  /** Entries of the corpora that are not puzzles. */
  readonly rejects: number;
  readonly solved: number;
  readonly wrong: number;
  /** Claims that could not be verified. */
  readonly unverified: number;
  /** Puzzles of which the file of claims says nothing. Null for a race. */
  readonly unclaimed: number | null;
  /** Those stored as `crash` that are unclaimed, or wrong, are `unclaimed` and `wrong` here. */
  readonly byStatus: Readonly<Record<string, number>>;
  readonly totalMs: number;
  readonly isCpuTime: boolean;
  /**
   * Mean milliseconds per puzzle, an unsolved one counted as twice the limit; null without a limit.
   */
  readonly par2Ms: number | null;
}

function figuresOf(
  counts: readonly ClaimCount[],
  { rejects, timeoutMs, ofFile }: { rejects: number; timeoutMs: number | null; ofFile: boolean },
): Figures {
  const byStatus: Record<string, number> = {};
  const sum = (which: (count: ClaimCount) => boolean, of: 'count' | 'ms' | 'penalisedMs'): number =>
    counts.filter(which).reduce((total, count) => total + (count[of] ?? 0), 0);
  for (const one of counts) {
    const status =
      one.judged === 'wrong' ? 'wrong' : ofFile && isUnclaimed(one) ? 'unclaimed' : one.status;
    byStatus[status] = (byStatus[status] ?? 0) + one.count;
  }
  const isSolved = ({ said, judged }: ClaimCount): boolean => said !== null && judged !== 'wrong';
  const puzzles = sum(() => true, 'count');
  const solved = sum(isSolved, 'count');
  const penalised =
    timeoutMs === null
      ? null
      : sum(isSolved, 'ms') + sum((count) => !isSolved(count), 'penalisedMs');
  return {
    puzzles,
    rejects,
    solved,
    wrong: sum(({ judged }) => judged === 'wrong', 'count'),
    unverified: sum(({ said, judged }) => said !== null && judged === 'open', 'count'),
    unclaimed: ofFile ? sum(isUnclaimed, 'count') : null,
    byStatus,
    totalMs: sum(() => true, 'ms'),
    isCpuTime: puzzles > 0 && counts.every((one) => one.timed === one.count),
    par2Ms: penalised === null || puzzles === 0 ? null : penalised / puzzles,
  };
}

/** A file that gives up on a puzzle says so; a wrong claim is judged. */
function isUnclaimed({ said, status, judged }: ClaimCount): boolean {
  return said === null && status === 'crash' && judged === 'open';
}

function figureLines(runId: number, name: string | null, figures: Figures): string[] {
  const { puzzles, rejects, solved, wrong, unverified, unclaimed } = figures;
  const { byStatus, totalMs, par2Ms } = figures;
  const time = figures.isCpuTime ? 'CPU time    ' : 'time        ';
  const kinds = Object.entries(byStatus).map(([status, count]) => `${status} ${countText(count)}`);
  const lines = [
    `run ${runId} (${plainText(name ?? '')}): ${numberOf(puzzles, 'puzzle')}`,
    `solved      ${countText(solved)}`,
    `wrong       ${countText(wrong)}`,
    `by status   ${kinds.join(', ')}`,
    `${time}${durationText(totalMs)}` +
      (par2Ms === null ? '' : `, PAR-2 ${durationText(par2Ms)} a puzzle`),
  ];
  if (rejects > 0) {
    lines.push(`rejects     ${numberOf(rejects, 'entry', 'entries')} that no solver was given`);
  }
  if (unclaimed !== null && unclaimed > 0) {
    lines.push(`unclaimed   ${numberOf(unclaimed, 'puzzle')} of which the file says nothing`);
  }
  if (unverified > 0) {
    lines.push(
      `unverified  ${numberOf(unverified, 'claim')} that nobody could check in the time given`,
    );
  }
  return lines;
}
