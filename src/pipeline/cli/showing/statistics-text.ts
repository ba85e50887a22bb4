import {
  ALL_STAGES,
  STATISTICS,
  meanRank,
  type StatisticName,
} from '../../../solver/engine/solver/statistics.js';
import type { Statistics, Stretch } from '../../../solver/engine/solver/statistics.js';
import {
  countText,
  rateText,
  shareText,
  threeDigits,
  durationText,
} from '../../../solver/core/text/numbers.js';
import { tableText } from '../terminal/table-text.js';

/**
 * What the search did on a puzzle, for people: everything counted, then the time by stage and by
 * turn.
 */
export function statisticsText({ total, stages, turns }: Statistics, columns: number): string {
  const parts = [
    tableText(
      [{ title: 'counted' }, right('number'), right('a second'), right('a conflict')],
      countedRows(total),
      columns,
    ),
    tableText(
      [{ title: 'stage' }, right('time'), right('share'), right('conflicts'), right('line solves')],
      stages.map(([stage, { ms, sums }]) => [
        ALL_STAGES[stage],
        durationText(ms),
        shareText(ms, total.ms),
        ...[sums.conflicts, sums.lineSolves].map(countText),
      ]),
      columns,
    ),
  ];
  if (turns.length > 0) {
    const counted = ['conflicts', 'restarts', 'learned', 'estimates'] as const;
    const head = [{ title: 'turn' }, { title: 'for' }, right('time')];
    head.push(...counted.map((name) => right(STATISTICS[name])), right('mean rank'));
    const rows = turns.map(({ stage, ms, sums }, i) => [
      String(i + 1),
      stage === 'proof' ? 'a proof' : 'a solution',
      durationText(ms),
      ...counted.map((name) => countText(sums[name])),
      rankText(meanRank(sums)),
    ]);
    parts.push(tableText(head, rows, columns));
  }
  return parts.join('\n');
}

function right(title: string): { title: string; right: true } {
  return { title, right: true };
}

function countedRows({ ms, sums }: Stretch): string[][] {
  const names = Object.keys(STATISTICS) as StatisticName[];
  const rows = names
    .filter((name) => sums[name] > 0)
    .map((name) => [
      STATISTICS[name],
      countText(sums[name]),
      rateText(ms > 0 ? (sums[name] / ms) * 1000 : null),
      sums.conflicts === 0 ? '' : threeDigits(sums[name] / sums.conflicts),
    ]);
  if (sums.learned > 0) rows.push(['their mean rank', rankText(meanRank(sums)), '', '']);
  return rows;
}

function rankText(rank: number | null): string {
  return rank === null ? '' : rank.toFixed(1);
}

/** The same for JSON. */
export function statisticsFields({ total, stages, turns }: Statistics): object {
  return { ...total, stages: Object.fromEntries(stages), turns };
}
