import type { scoreCells } from '../../../solver/craft/advice/mistake.js';
import { NEEDS, type Needs } from '../../../solver/core/result/difficulty.js';
import { countText, numberOf, shareText } from '../../../solver/core/text/numbers.js';
import { reasonKind } from '../../../solver/core/text/error-codes.js';
import { Moments, shareOf, withinBounds, type Figure } from '../../report/statistics/intervals.js';
import { tableText } from '../terminal.js';

/** How hard a line says that its puzzle is; null where it does not say. */
export interface Grade {
  readonly stars: number | null;
  readonly needs: Needs | null;
  readonly lookAhead: number | null;
  /** What a question about a single line is about. */
  readonly asked: (typeof LINE_QUESTIONS)[number] | null;
}

/** Cells that follow, a contradiction, or a line that is done. */
export const LINE_QUESTIONS = ['overlap', 'impossible', 'solved'] as const;

/** The score of an answer to one; `unknown` has the cells that follow and are not told. */
type LineScore = Shares &
  (
    | { readonly kind: 'solution' | 'on-the-way' }
    | { readonly kind: 'wrong'; readonly mistake: LineMistake }
  );

type LineMistake =
  /** Every arrangement has another value there, or, for a guess, some have. */
  | {
      readonly kind: 'cell' | 'guess';
      readonly row: 1;
      readonly column: number;
      readonly value: number;
    }
  /** It says that nothing fits, or what follows, and the other is true. */
  | { readonly kind: 'impossible' };

type Scored = ReturnType<typeof scoreCells>;
export type Score =
  Scored | LineScore | ({ readonly kind: 'unreadable'; readonly reason: string } & Shares);

type Shares = Pick<Scored, 'unknown' | 'rightCells' | 'fittingLines'>;

/** What became of an answer, from the best on, and its words. */
const OUTCOMES = {
  solution: 'right',
  unfinished: 'right so far, but not finished',
  valid: 'valid but wrong: a whole picture of the right size',
  wrong: 'not finished, and wrong',
  unreadable: 'unreadable',
  open: 'not decided in time',
  impossible: 'of puzzles that have no solution',
} as const;

type OutcomeName = keyof typeof OUTCOMES;
const OUTCOME_NAMES = Object.keys(OUTCOMES) as OutcomeName[];

/** What a table has a row for each value of: its name in JSON, and its words. */
const LEVELS = {
  size: 'size',
  stars: 'stars',
  needs: 'needs',
  lookAhead: 'look-ahead',
  asked: 'asked about',
} as const;

type LevelName = keyof typeof LEVELS;
const LEVEL_NAMES = Object.keys(LEVELS) as LevelName[];

interface Counted {
  right: number;
  all: number;
}

/** Parts of a picture, row by row, in which first wrong cells are counted. */
const QUARTERS = 4;

/** What a thread has counted of scores, as plain data: it sends this in place of answers. */
export class ScoreCounts {
  readonly outcomes = new Map<OutcomeName, number>();
  readonly reasons = new Map<string, number>();
  readonly mistakes = new Map<string, number>();
  /** How often the first wrong cell has this share of the picture before it, row by row. */
  readonly before = new Map<number, number>();
  readonly rightCells = new Map<number, number>();
  readonly fittingLines = new Map<number, number>();
  readonly levels = Object.fromEntries(LEVEL_NAMES.map((level) => [level, new Map()])) as Readonly<
    Record<LevelName, Map<string | number | null, Counted>>
  >;

  /** Counts a score, of a puzzle or a line of this size. */
  static add(
    counts: ScoreCounts,
    score: Score,
    { width, height }: { readonly width: number; readonly height: number },
    grade: Grade,
  ): void {
    const { rightCells, fittingLines } = score;
    count(counts.outcomes, outcomeOf(score));
    if (rightCells !== null) count(counts.rightCells, rightCells);
    count(counts.fittingLines, fittingLines);
    if (score.kind === 'unreadable') count(counts.reasons, kindOfReason(score.reason));
    if (score.kind === 'wrong') {
      const { mistake } = score;
      count(counts.mistakes, mistake.kind);
      if ('row' in mistake) {
        count(counts.before, ((mistake.row - 1) * width + mistake.column - 1) / (width * height));
      }
    }
    const right = score.kind === 'solution' ? 1 : 0;
    const values = { ...grade, size: `${width}x${height}` };
    for (const level of LEVEL_NAMES) countLevel(counts.levels[level], values[level], right, 1);
  }
}

function countLevel<Value>(counts: Map<Value, Counted>, value: Value, right: number, all: number) {
  const counted = counts.get(value);
  if (counted === undefined) counts.set(value, { right, all });
  else {
    counted.right += right;
    counted.all += all;
  }
}

/** How well a stream was answered: counts, whichever thread counted what, and no answers. */
export class ScoreSummary {
  private readonly counts = new ScoreCounts();

  constructor(private readonly asJson: boolean) {}

  add(some: ScoreCounts): void {
    const { levels, ...totals } = this.counts;
    for (const name of Object.keys(totals) as (keyof typeof totals)[]) {
      const total: Map<string | number, number> = totals[name];
      for (const [key, times] of some[name]) count(total, key, times);
    }
    for (const level of LEVEL_NAMES) {
      for (const [value, { right, all }] of some.levels[level]) {
        countLevel(levels[level], value, right, all);
      }
    }
  }

  /** @param notUnderstood the number of lines that were not understood, or ended their thread */
  text(notUnderstood: number): string {
    return this.asJson
      ? `${JSON.stringify(this.json(notUnderstood))}\n`
      : this.words(notUnderstood);
  }

  private get answered(): Counted {
    const sum = { right: 0, all: 0 };
    for (const { right, all } of this.counts.levels.size.values()) {
      sum.right += right;
      sum.all += all;
    }
    return sum;
  }

  /** The rows of a table, in order; none if no line says its level. */
  private rowsOf(level: LevelName): { value: string | number | null; accuracy: Figure }[] {
    const counts = this.counts.levels[level];
    if ([...counts.keys()].every((value) => value === null)) return [];
    return [...counts]
      .toSorted(([a], [b]) => orderOf(level, a) - orderOf(level, b))
      .map(([value, { right, all }]) => ({ value, accuracy: shareOf(right, all) }));
  }

  private json(notUnderstood: number): object {
    const { right, all: answers } = this.answered;
    const { outcomes, reasons, mistakes, before, rightCells, fittingLines } = this.counts;
    return {
      answers,
      notUnderstood,
      accuracy: answers === 0 ? null : shareOf(right, answers),
      outcomes: Object.fromEntries(OUTCOME_NAMES.map((name) => [name, outcomes.get(name) ?? 0])),
      unreadable: Object.fromEntries(mostFirst(reasons)),
      mistakes: Object.fromEntries(mostFirst(mistakes)),
      firstWrongCell: { quarters: quartersOf(before), before: meanShare(before) },
      rightCells: meanShare(rightCells),
      fittingLines: meanShare(fittingLines),
      by: Object.fromEntries(LEVEL_NAMES.map((level) => [level, this.rowsOf(level)])),
    };
  }

  private words(notUnderstood: number): string {
    const { right, all: answers } = this.answered;
    const { outcomes, reasons, before, rightCells, fittingLines } = this.counts;
    const parts: string[] = [];
    const lost = notUnderstood === 0 ? '' : `; ${numberOf(notUnderstood, 'line')} not understood`;
    parts.push(`${numberOf(answers, 'answer')}${lost}\n`);
    if (answers === 0) return parts.join('');
    const row = (name: string, { value, low, high }: Figure): [string, string, string] => [
      name,
      percent(value),
      low === null || high === null ? '' : `${percent(low)} to ${percent(high)}`,
    ];
    const cells = meanShare(rightCells);
    parts.push(
      figures('of all answers', [
        row('right', shareOf(right, answers)),
        ...(cells === null ? [] : [row('right cells, on average', cells)]),
        row('fitting lines, on average', meanShare(fittingLines)!),
      ]),
      counts(
        'what they are',
        OUTCOME_NAMES.map((name) => [OUTCOMES[name], outcomes.get(name) ?? 0]),
        answers,
      ),
      counts('why unreadable', mostFirst(reasons), outcomes.get('unreadable') ?? 0),
    );
    const meanFirst = meanShare(before);
    if (meanFirst !== null) {
      const ordinals = ['first', 'second', 'third', 'last'];
      parts.push(
        counts(
          'the first wrong cell is in',
          quartersOf(before).map((n, at) => [`the ${ordinals[at]} quarter of the picture`, n]),
          meanFirst.n,
        ),
        figures('before it', [row('of the picture, on average', meanFirst)]),
      );
    }
    for (const level of LEVEL_NAMES) {
      const rows = this.rowsOf(level);
      if (rows.length === 0) continue;
      parts.push(
        tableText(
          [LEVELS[level], { number: 'answers' }, { number: 'right' }, { number: '95 % interval' }],
          rows.map(({ value, accuracy }) => [
            String(value ?? 'not said'),
            countText(accuracy.n),
            ...row('', accuracy).slice(1),
          ]),
          Infinity,
        ),
      );
    }
    return parts.filter((part) => part !== '').join('\n');
  }
}

function outcomeOf({ kind, unknown }: Score): OutcomeName {
  if (kind === 'on-the-way') return 'unfinished';
  if (kind === 'wrong') return unknown === 0 ? 'valid' : 'wrong';
  return kind;
}

/** What reasons of one kind share; what was found instead of cells may be anything. */
function kindOfReason(reason: string): string {
  return reasonKind(reason.replace(/^(expected cells, found ).*/s, '$1something else'));
}

function count<Key>(counts: Map<Key, number>, key: Key, times = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + times);
}

function mostFirst(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1));
}

function orderOf(level: LevelName, value: string | number | null): number {
  if (value === null) return Infinity;
  if (typeof value === 'number') return value;
  if (level === 'needs') return NEEDS.indexOf(value as Needs);
  const [width, height] = value.split('x').map(Number);
  return width * height + width / 1e6;
}

/** How often first wrong cells are in each quarter of the picture. */
function quartersOf(before: ReadonlyMap<number, number>): number[] {
  const quarters = new Array<number>(QUARTERS).fill(0);
  for (const [share, times] of before) quarters[Math.floor(share * QUARTERS)] += times;
  return quarters;
}

/** The mean of shares, added in ascending order for the same last digits; null for none. */
function meanShare(shares: ReadonlyMap<number, number>): Figure | null {
  if (shares.size === 0) return null;
  const moments = new Moments();
  for (const [share, times] of [...shares].toSorted(([a], [b]) => a - b)) moments.add(share, times);
  return withinBounds(moments.figure(), 0, 1);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function figures(title: string, rows: readonly [string, string, string][]): string {
  return tableText([title, { number: 'share' }, { number: '95 % interval' }], rows, Infinity);
}

/** Those that there are, with their share of `all`; nothing if there are none. */
function counts(title: string, rows: readonly [string, number][], all: number): string {
  const some = rows.filter(([, n]) => n > 0);
  if (some.length === 0) return '';
  const shown = some.map(([words, n]) => [words, countText(n), shareText(n, all)]);
  return tableText([title, { number: 'answers' }, { number: 'share' }], shown, Infinity);
}
