import type { Scored } from '../../../solver/craft/advice/mistake.js';
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

/**
 * What questions about single lines are about: cells that follow, a contradiction, or a line that
 * is done.
 */
export const LINE_QUESTIONS = ['overlap', 'impossible', 'solved'] as const;

/** The score of an answer to one; `unknown` has the cells that follow and are not told. */
export type LineScore = Shares &
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

/** The answer to a line that is to be summed up: what `check --stream` says, size and grade. */
type GradedAnswer = { readonly width: number; readonly height: number } & Grade &
  (Scored | LineScore | ({ readonly kind: 'unreadable'; readonly reason: string } & Shares));

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

/** What a table has a row for each value of: its name in JSON, and its words. */
const LEVELS = {
  size: 'size',
  stars: 'stars',
  needs: 'needs',
  lookAhead: 'look-ahead',
  asked: 'asked about',
} as const;

type LevelName = keyof typeof LEVELS;

interface Counted {
  right: number;
  all: number;
}

/** Parts of a picture, row by row, in which first wrong cells are counted. */
const QUARTERS = 4;

/**
 * How well a stream was answered, for `check --stream --summary`. It keeps counts and no answers.
 * What cannot be read is wrong; a line that is not understood is not an answer.
 */
export class ScoreSummary {
  private notUnderstood = 0;
  private readonly outcomes = new Map<OutcomeName, number>();
  private readonly reasons = new Map<string, number>();
  private readonly mistakes = new Map<string, number>();
  private readonly quarters = new Array<number>(QUARTERS).fill(0);
  /** The share of the picture before the first wrong cell, row by row. */
  private readonly before = new Moments();
  private readonly rightCells = new Moments();
  private readonly fittingLines = new Moments();
  private readonly levels: Readonly<Record<LevelName, Map<string | number | null, Counted>>> = {
    size: new Map(),
    stars: new Map(),
    needs: new Map(),
    lookAhead: new Map(),
    asked: new Map(),
  };

  /** @param asJson whether `text` is JSON */
  constructor(private readonly asJson: boolean) {}

  /** Counts the answer to a line, as JSON. */
  add(line: string): void {
    const answer = JSON.parse(line) as GradedAnswer | { readonly kind: 'reject' };
    if (!('width' in answer)) {
      this.notUnderstood++;
      return;
    }
    const { width, height, stars, needs, lookAhead, asked, rightCells, fittingLines } = answer;
    count(this.outcomes, outcomeOf(answer));
    if (rightCells !== null) this.rightCells.add(rightCells);
    this.fittingLines.add(fittingLines);
    if (answer.kind === 'unreadable') count(this.reasons, kindOfReason(answer.reason));
    if (answer.kind === 'wrong') {
      const { mistake } = answer;
      count(this.mistakes, mistake.kind);
      if ('row' in mistake) {
        const before = ((mistake.row - 1) * width + mistake.column - 1) / (width * height);
        this.before.add(before);
        this.quarters[Math.floor(before * QUARTERS)]++;
      }
    }
    const values = { size: `${width}x${height}`, stars, needs, lookAhead, asked };
    for (const level of levelNames()) {
      const counts = this.levels[level];
      const counted = counts.get(values[level]) ?? { right: 0, all: 0 };
      counts.set(values[level], counted);
      counted.all++;
      if (answer.kind === 'solution') counted.right++;
    }
  }

  text(): string {
    return this.asJson ? `${JSON.stringify(this.json())}\n` : this.words();
  }

  private get answers(): number {
    return this.rightOf(this.levels.size).all;
  }

  private rightOf(counts: ReadonlyMap<unknown, Counted>): Counted {
    const sum = { right: 0, all: 0 };
    for (const { right, all } of counts.values()) {
      sum.right += right;
      sum.all += all;
    }
    return sum;
  }

  /** The rows of a table, in order; none if no line says its level. */
  private rowsOf(level: LevelName): { value: string | number | null; accuracy: Figure }[] {
    const counts = this.levels[level];
    if ([...counts.keys()].every((value) => value === null)) return [];
    return [...counts]
      .toSorted(([a], [b]) => orderOf(level, a) - orderOf(level, b))
      .map(([value, { right, all }]) => ({ value, accuracy: shareOf(right, all) }));
  }

  private json(): object {
    const { answers, notUnderstood, outcomes } = this;
    const { right } = this.rightOf(this.levels.size);
    return {
      answers,
      notUnderstood,
      accuracy: answers === 0 ? null : shareOf(right, answers),
      outcomes: Object.fromEntries(outcomeNames().map((name) => [name, outcomes.get(name) ?? 0])),
      unreadable: Object.fromEntries(mostFirst(this.reasons)),
      mistakes: Object.fromEntries(mostFirst(this.mistakes)),
      firstWrongCell: { quarters: this.quarters, before: meanShare(this.before) },
      rightCells: meanShare(this.rightCells),
      fittingLines: meanShare(this.fittingLines),
      by: Object.fromEntries(levelNames().map((level) => [level, this.rowsOf(level)])),
    };
  }

  private words(): string {
    const { answers, notUnderstood } = this;
    const parts: string[] = [];
    const lost = notUnderstood === 0 ? '' : `; ${numberOf(notUnderstood, 'line')} not understood`;
    parts.push(`${numberOf(answers, 'answer')}${lost}\n`);
    if (answers === 0) return parts.join('');
    const { right } = this.rightOf(this.levels.size);
    const row = (name: string, { value, low, high }: Figure): [string, string, string] => [
      name,
      percent(value),
      low === null || high === null ? '' : `${percent(low)} to ${percent(high)}`,
    ];
    const cells = meanShare(this.rightCells);
    parts.push(
      figures('of all answers', [
        row('right', shareOf(right, answers)),
        ...(cells === null ? [] : [row('right cells, on average', cells)]),
        row('fitting lines, on average', meanShare(this.fittingLines)!),
      ]),
      counts(
        'what they are',
        outcomeNames().map((name) => [OUTCOMES[name], this.outcomes.get(name) ?? 0]),
        answers,
      ),
      counts('why unreadable', mostFirst(this.reasons), this.outcomes.get('unreadable') ?? 0),
    );
    if (this.before.n > 0) {
      const ordinals = ['first', 'second', 'third', 'last'];
      parts.push(
        counts(
          'the first wrong cell is in',
          this.quarters.map((n, at) => [`the ${ordinals[at]} quarter of the picture`, n]),
          this.before.n,
        ),
        figures('before it', [row('of the picture, on average', meanShare(this.before)!)]),
      );
    }
    for (const level of levelNames()) {
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

function outcomeOf({ kind, unknown }: GradedAnswer): OutcomeName {
  if (kind === 'on-the-way') return 'unfinished';
  if (kind === 'wrong') return unknown === 0 ? 'valid' : 'wrong';
  return kind;
}

/** What reasons of one kind share; what was found instead of cells may be anything. */
function kindOfReason(reason: string): string {
  return reasonKind(reason.replace(/^(expected cells, found ).*/s, '$1something else'));
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function mostFirst(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].toSorted(([, a], [, b]) => b - a);
}

function outcomeNames(): OutcomeName[] {
  return Object.keys(OUTCOMES) as OutcomeName[];
}

function levelNames(): LevelName[] {
  return Object.keys(LEVELS) as LevelName[];
}

function orderOf(level: LevelName, value: string | number | null): number {
  if (value === null) return Infinity;
  if (typeof value === 'number') return value;
  if (level === 'needs') return NEEDS.indexOf(value as Needs);
  const [width, height] = value.split('x').map(Number);
  return width * height + width / 1e6;
}

/** The mean of shares, of which none is below 0 or above 1; null without any. */
function meanShare(moments: Moments): Figure | null {
  return moments.n === 0 ? null : withinBounds(moments.figure(), 0, 1);
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
  return tableText(
    [title, { number: 'answers' }, { number: 'share' }],
    some.map(([words, n]) => [words, countText(n), shareText(n, all)]),
    Infinity,
  );
}
