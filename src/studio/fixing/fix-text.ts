import { basename } from 'node:path';
import type { Change, Fixed, NotFixed } from '../../solver/craft/fix/fix.js';
import { colourNames } from '../../solver/craft/replay/colour-name.js';
import { fixFields } from '../../pipeline/cli/stream/fix-fields.js';
import type { NamedPuzzle } from '../../solver/formats/contract/format.js';
import { UNKNOWN, type Puzzle } from '../../solver/core/puzzle/types.js';
import { plainText } from '../../solver/core/text/plain-text.js';
import { drawnPuzzle, plainPicture, isDrawn, type TextRoom } from '../../pipeline/cli/showing.js';
import { countText, durationText } from '../../solver/core/text/numbers.js';
import type { Terminal } from '../../pipeline/cli/terminal/terminal.js';

/** A fix to be shown: of which puzzle, and how the fixed one is rated. */
export interface ToldFix {
  readonly named: NamedPuzzle & { readonly source?: string };
  readonly answer: Fixed | NotFixed;
  /** What the fixed puzzle is like, in words. */
  readonly after: string;
}

/** What changed, in one line: `cat, 10x10: 2 changes, fewer are proven impossible`. */
export function fixLine({ named, answer }: ToldFix): string {
  const { width, height } = named.puzzle;
  return `${fixedName(named)}, ${width}x${height}: ${fixWords(answer)}`;
}

export function fixWords(answer: Fixed | NotFixed): string {
  if (answer.kind === 'none') return `not fixed: ${answer.reason}`;
  const { changes, by, fewestProven, atLeast } = answer;
  if (changes.length === 0) return 'nothing to change';
  const what = by === 'pixels' ? 'cell changes' : 'cell is given';
  const many = by === 'pixels' ? 'cells change' : 'cells are given';
  const count = changes.length === 1 ? `1 ${what}` : `${changes.length} ${many}`;
  if (fewestProven) return `${count}, the fewest possible`;
  return `${count}, the best found; at least ${atLeast} ${atLeast === 1 ? 'is' : 'are'} needed`;
}

/** Whether a puzzle was good as it is. */
export function needsNone({ answer }: ToldFix): boolean {
  return answer.kind === 'fixed' && answer.changes.length === 0;
}

/** How many puzzles were changed, of the puzzles that were seen. */
export class FixCounts {
  seen = 0;
  notFixed = 0;
  private good = 0;

  add(shown: ToldFix): void {
    this.seen++;
    if (shown.answer.kind === 'none') this.notFixed++;
    if (needsNone(shown)) this.good++;
  }

  /** `4 of 58 changed, 1 not fixed`. */
  get text(): string {
    const count = this.seen - this.good - this.notFixed;
    const changed = `${countText(count)} of ${countText(this.seen)} changed`;
    return this.notFixed === 0 ? changed : `${changed}, ${countText(this.notFixed)} not fixed`;
  }

  /** Whether some puzzles need no change. */
  get hasOthers(): boolean {
    return this.good > 0;
  }
}

/** A fix with its picture, in which the changes are marked, and other ways. */
export function fixText(shown: ToldFix, room: TextRoom): string {
  const { answer, after, named } = shown;
  const lines = [fixLine(shown)];
  if (answer.kind === 'none') return lines.join('\n') + '\n';
  const { puzzle, goal, changes, alternatives } = answer;
  const words = (change: Change): string => changeText(change, named.puzzle);
  for (const change of changes) lines.push(`  ${words(change)}`);
  lines.push(`Now: ${after}.`);
  alternatives.forEach((others, i) => {
    lines.push(`Other way ${i + 1}: ${otherText(changes, others, named.puzzle)}`);
  });
  const marked = new Set(changes.map(({ row, column }) => (row - 1) * puzzle.width + column - 1));
  lines.push('');
  lines.push(
    ...(isDrawn(room) ? drawnPuzzle(puzzle, goal, room, marked) : plainPicture(puzzle, goal)),
  );
  return lines.join('\n') + '\n';
}

/** `row 3, cell 5: blank -> filled`. */
export function changeText(change: Change, puzzle: Puzzle): string {
  const { from, to } = change;
  const place = placeText(change);
  const names = colourNames(puzzle.palette);
  const word = (value: number): string => {
    if (value === 0) return 'blank';
    return puzzle.colours === 1 ? 'filled' : (names?.[value] ?? `colour ${value}`);
  };
  return from === UNKNOWN
    ? `${place}: given as ${word(to)}`
    : `${place}: ${word(from)} -> ${word(to)}`;
}

/** Other changes in words: only what is different, if they share some. */
function otherText(changes: readonly Change[], others: readonly Change[], puzzle: Puzzle): string {
  const lacking = (from: readonly Change[], list: readonly Change[]): Change[] =>
    list.filter(
      (one) => !from.some((same) => changeText(same, puzzle) === changeText(one, puzzle)),
    );
  const [added, left] = [lacking(changes, others), lacking(others, changes)];
  const text = added.map((change) => changeText(change, puzzle)).join('; ');
  if (left.length === changes.length) return text;
  return `${text}; instead of ${left.map(placeText).join('; ')}`;
}

function placeText({ row, column }: Change): string {
  return `row ${row}, cell ${column}`;
}

/** A fix as one line of JSON. */
export function fixJson({ named, answer, after }: ToldFix): string {
  return JSON.stringify(fixFields(named, answer, after)) + '\n';
}

/** What a puzzle is called; by the name of its file, if it has no name. */
export function fixedName({ name, title, source }: ToldFix['named']): string {
  const file = basename(source ?? '').replace(/(\.\w+)+$/, '');
  return plainText(title ?? name ?? (file === '' || file === '-' ? 'the puzzle' : file));
}

/** The time until a person is told that the work goes on, and between two updates. */
const REPAINT_MS = 500;

/**
 * Tells a person at a terminal that fixes are being looked for, which takes up to a minute and
 * more.
 */
export class FixProgress {
  private readonly began = performance.now();
  private readonly most: string;
  private readonly timer: NodeJS.Timeout | null;
  private fixed = 0;

  constructor(
    private readonly terminal: Terminal,
    /** Milliseconds that one puzzle takes at most. */
    timeoutMs: number,
  ) {
    const seconds = Math.round(timeoutMs / 1000);
    this.most = seconds > 0 && seconds < 60 ? `${seconds} s` : durationText(timeoutMs);
    const isLive = terminal.messages.isTty;
    this.timer = isLive ? setInterval(() => this.show(), REPAINT_MS) : null;
  }

  /** Makes room for what is printed about a puzzle that is done. */
  noteOne(): void {
    this.fixed++;
    this.hide();
  }

  end(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.hide();
  }

  private show(): void {
    const seconds = Math.floor((performance.now() - this.began) / 1000);
    const what =
      this.fixed === 0
        ? `looking for the fewest changes, at most ${this.most} (--timeout)`
        : `${countText(this.fixed)} done, at most ${this.most} for each (--timeout)`;
    this.terminal.setLive([`${seconds} s: ${what}`]);
  }

  private hide(): void {
    if (this.timer !== null) this.terminal.setLive([]);
  }
}
