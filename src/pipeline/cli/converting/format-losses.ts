import { losses } from '../../../solver/formats/losses.js';
import { canRead, FORMATS } from '../../../solver/formats/registry.js';
import type { Format, NamedPuzzle } from '../../../solver/formats/contract/format.js';
import { Failure } from '../terminal/outcome.js';
import type { Terminal } from '../terminal/terminal.js';
import { leftOutLines, type LeftOutFile } from '../../corpus/sources/source.js';

/**
 * Reports what the format leaves out of puzzles that are all known.
 * @throws Failure if the format cannot hold them.
 */
export function requireHolds(
  format: Format,
  puzzles: readonly NamedPuzzle[],
  terminal: Terminal,
): void {
  if (puzzles.length === 0) throw new Failure('NM_CORPUS_EMPTY', 'there is no puzzle to write');
  if (puzzles.length > 1 && !format.holds.many) {
    throw new Failure(
      'NM_FORMAT_CANNOT_HOLD',
      `${format.name} holds one puzzle a file, and there are ${puzzles.length}`,
      `Choose a format that can hold them: ${formatsHolding(puzzles[0], true).join(', ')}.`,
    );
  }
  const leftOut = new LossCheck(format);
  for (const named of puzzles) leftOut.look(named);
  leftOut.say(terminal);
}

/**
 * The names of all formats that can hold a puzzle, and give it back; `many`: several of its kind in
 * one file.
 */
function formatsHolding(named: NamedPuzzle, many = false): readonly string[] {
  return FORMATS.filter(
    (format) =>
      canRead(format) && losses(named, format).errors.length === 0 && (!many || format.holds.many),
  ).map(({ name }) => name);
}

/** Checks puzzles before a format writes them, and counts what it leaves out. */
export class LossCheck {
  /** The number of puzzles checked. */
  seen = 0;
  private readonly counts = new Map<string, number>();

  constructor(private readonly format: Format) {}

  /** @throws Failure if the format cannot hold the puzzle. */
  look(named: NamedPuzzle): void {
    this.seen++;
    const { errors, warnings } = losses(named, this.format);
    if (errors.length > 0) {
      throw new Failure(
        'NM_FORMAT_CANNOT_HOLD',
        `${named.name ?? `puzzle ${this.seen}`}: ${errors.join('; ')}`,
        `Choose a format that can hold it: ${formatsHolding(named).join(', ')}.` +
          (named.puzzle.start === null ? '' : ' --ignore-start leaves start positions out.'),
      );
    }
    for (const warning of warnings) this.counts.set(warning, (this.counts.get(warning) ?? 0) + 1);
  }

  /** Reports what was left out, each kind once. */
  say(terminal: Terminal): void {
    for (const [warning, count] of this.counts) {
      terminal.say(`nonomill: ${warning}: left out${count > 1 ? ` of ${count} puzzles` : ''}`);
    }
  }
}

/** Reports files of folders that are not read, and why. */
export function sayLeftOutFiles(files: readonly LeftOutFile[], terminal: Terminal): void {
  for (const line of leftOutLines(files)) terminal.say(`nonomill: ${line}`);
}
