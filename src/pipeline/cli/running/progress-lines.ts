import type { RunProgress } from '../../runs/request/run-observer.js';
import { roundText } from '../../record/round-progress.js';
import type { Status } from '../../../solver/core/result/outcome.js';
import type { PoolMember } from '../../record/who-solves.js';
import { fitText, plainText } from '../../../solver/core/text/plain-text.js';
import { paint, type Colour } from '../terminal/terminal-colours.js';
import { farLine, farText, fitted, type Piece } from '../terminal/progress-line.js';
import { countText, numberOf, shareText } from '../../../solver/core/text/numbers.js';

const STATUS_COLOURS: Readonly<Record<Status, Colour>> = {
  unique: 'green',
  multiple: 'yellow',
  contradiction: 'red',
  solved: 'green',
  timeout: 'magenta',
  steps: 'magenta',
  memory: 'magenta',
  crash: 'red',
};

/** A worker without a sign of life for this long has gone. */
const GONE_MS = 15_000;

/** How many hosts are named one by one. */
const NAMED = 6;

/**
 * The live lines: a bar, done, rate and time left; the counts by status; the round, and the
 * workers, if there are any. What does not fit in `columns` is left out, from the right.
 */
export function liveLines(progress: RunProgress, columns: number, colours: boolean): string[] {
  const lines = [
    farLine(progress, columns, colours, beforeTexts(progress)),
    fitted(countPieces(progress, colours), columns),
  ];
  const round = progress.round === undefined ? [] : [roundText(progress.round)];
  const more = [...round, ...[workersText(progress.workers) ?? []].flat()];
  return [...lines, ...more.map((line) => fitText(line, columns - 1))];
}

/** The progress of a run on one plain line, for a log. */
export function plainLine(progress: RunProgress): string {
  const words = [farText(progress), ...beforeTexts(progress)].join(', ');
  const counts = countPieces(progress, false).map(({ text }) => text);
  const round = progress.round === undefined ? '' : roundText(progress.round);
  const workers = workersText(progress.workers) ?? '';
  return [words, counts.join(', '), round, workers].filter((part) => part !== '').join('; ');
}

function beforeTexts({ skipped, reused, resting = 0 }: RunProgress): string[] {
  return [
    ...(reused > 0 ? [`${countText(reused)} taken over`] : []),
    ...(skipped > 0 ? [`${countText(skipped)} of them before`] : []),
    ...(resting > 0 ? [numberOf(resting, 'thread rests', 'threads rest')] : []),
  ];
}

function countPieces({ byStatus, rejects }: RunProgress, colours: boolean): Piece[] {
  const pieces: Piece[] = [];
  for (const [status, count] of Object.entries(byStatus) as [Status, number][]) {
    if (count === 0) continue;
    const text = `${status} ${countText(count)}`;
    pieces.push({ text, painted: paint(text, STATUS_COLOURS[status], colours) });
  }
  if (rejects > 0) {
    const text = `rejects ${countText(rejects)}`;
    pieces.push({ text, painted: paint(text, 'red', colours) });
  }
  return pieces;
}

/**
 * The workers of a queue on one line: how many are there, and each host's share of the solved
 * puzzles. Null without a queue.
 */
function workersText(workers: readonly PoolMember[]): string | null {
  if (workers.length === 0) return null;
  const there = workers.filter(({ seenMsAgo }) => seenMsAgo < GONE_MS);
  const threads = there.reduce((sum, worker) => sum + worker.threads, 0);
  const byHost = new Map<string, number>();
  let all = 0;
  for (const { host, puzzles } of workers) {
    byHost.set(host, (byHost.get(host) ?? 0) + puzzles);
    all += puzzles;
  }
  const hosts = [...byHost].sort(([, one], [, other]) => other - one);
  const shares = hosts
    .slice(0, NAMED)
    .map(([host, puzzles]) => `${plainText(host)} ${all === 0 ? '0 %' : shareText(puzzles, all)}`);
  if (hosts.length > NAMED) shares.push(`${hosts.length - NAMED} more`);
  const count = `${numberOf(there.length, 'worker')} with ${numberOf(threads, 'thread')}`;
  return `${count}: ${shares.join(', ')}`;
}
