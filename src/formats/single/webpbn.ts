import { markupText } from '../../core/text/escape.js';
import { excerptOf } from '../contract/draft-of.js';
import {
  type EntrySink,
  type Format,
  type Parser,
  type ParserLimits,
  holding,
  type NamedPuzzle,
  inSequence,
} from '../contract/format.js';
import { readWebpbnPuzzle } from './webpbn-puzzle.js';
import {
  BLACK_ON_WHITE,
  blockColour,
  blockLength,
  type Cells,
  type Clue,
} from '../../core/puzzle/types.js';
import { colourLetter } from '../parse/colour-names.js';

/** The text before and after the puzzles of a file. */
const WEBPBN_HEAD = '<?xml version="1.0"?>\n<puzzleset>\n';

const WEBPBN_TAIL = '</puzzleset>\n';

function puzzleToWebpbn({ name, title, puzzle, goal }: NamedPuzzle): string {
  const { width, rows, columns, start } = puzzle;
  const palette = puzzle.palette ?? BLACK_ON_WHITE;
  const nameOf = (index: number): string =>
    index === 0 ? 'white' : palette.length === 2 ? 'black' : `colour${index}`;
  let text = `<puzzle type="grid" defaultcolor="${nameOf(1)}" backgroundcolor="${nameOf(0)}">\n`;
  if (name !== null) text += `<id>${markupText(name)}</id>\n`;
  if (title !== null) text += `<title>${markupText(title)}</title>\n`;
  palette.forEach((colour, index) => {
    text += `<color name="${nameOf(index)}" char="${characterOf(index, palette.length)}">${colour.slice(1)}</color>\n`;
  });
  const side = (type: string, clues: readonly Clue[]): string => {
    const lines = clues.map((clue) => {
      const counts = clue.map(
        (value) => `<count color="${nameOf(blockColour(value))}">${blockLength(value)}</count>`,
      );
      return `<line>${counts.join('')}</line>\n`;
    });
    return `<clues type="${type}">\n${lines.join('')}</clues>\n`;
  };
  text += side('columns', columns) + side('rows', rows);
  const image = (type: string, cells: Cells): string => {
    let lines = '';
    for (let i = 0; i < cells.length; i += width) {
      const row = Array.from(cells.subarray(i, i + width), (cell) =>
        cell < palette.length ? characterOf(cell, palette.length) : '?',
      );
      lines += `|${row.join('')}|\n`;
    }
    return `<solution type="${type}"><image>\n${lines}</image></solution>\n`;
  };
  if (goal !== null) text += image('goal', goal);
  if (start !== null) text += image('saved', start);
  return `${text}</puzzle>\n`;
}

function characterOf(index: number, colours: number): string {
  if (index === 0) return '.';
  return colours === 2 ? 'X' : colourLetter(index);
}

/**
 * The XML of webpbn.com (pbn-0.3.dtd).
 *
 *   file      <puzzleset> ( <puzzle type="grid" defaultcolor backgroundcolor> .. </puzzle> )*
 *   puzzle    <id>, <title>, <author>, .. , <color>*, <clues type="columns">, <clues type="rows">,
 *             <solution>*
 *   color     <color name="red" char="X">RRGGBB or RGB</color>; white and black need none
 *   clues     ( <line> ( <count color="red">2</count> )* </line> )*; <line/> is an empty clue
 *   solution  <solution type="goal|saved"><image>|.X|..</image></solution>; ? is unknown
 *
 * The text is cut at <puzzle> and </puzzle>, and each puzzle parsed on its own: a broken one does
 * not affect the others. A document type is never parsed, so there are no entities to expand.
 */
export const webpbn: Format = {
  name: 'webpbn',
  extensions: ['.xml', '.pbn'],
  holds: holding('colour', 'name', 'many', 'title', 'start', 'goal'),
  detect: (head) => (/<puzzle(set)?[\s>]/.test(head) ? 0.95 : 0),
  createParser: (sink, limits) => new WebpbnParser(sink, limits),
  ...inSequence({ head: WEBPBN_HEAD, puzzle: puzzleToWebpbn, tail: WEBPBN_TAIL }),
};

const START = /<!--|<puzzle(?=[\s>])/g;

const END = /<\/puzzle\s*>|<puzzle(?=[\s>])/g;

class WebpbnParser implements Parser {
  private text = '';
  /** The line of the first character of `text`. */
  private line = 1;
  private found = 0;
  private inComment = false;
  private isBlank = true;
  /** Whether `text` begins with a puzzle. */
  private inPuzzle = false;
  /**
   * The end of `text` in which the end of the puzzle was not searched for yet. Searched by itself:
   * looking into `text` would copy all of it for each piece that was added.
   */
  private unsearched = '';

  constructor(
    private readonly sink: EntrySink,
    private readonly limits: ParserLimits,
  ) {}

  write(text: string): void {
    this.text += text;
    if (this.inPuzzle) this.unsearched += text;
    if (this.isBlank && /\S/.test(text)) this.isBlank = false;
    while (
      this.inPuzzle ? this.endPuzzle() : this.inComment ? this.endComment() : this.startPuzzle()
    );
    if (this.inPuzzle && this.text.length > this.limits.maxEntryLength) {
      this.reject(`the puzzle is longer than ${this.limits.maxEntryLength} characters`);
      this.leave(this.text.length);
    }
  }

  end(): void {
    if (this.inPuzzle) this.reject('the file is cut off: </puzzle> is missing');
    else if (this.found === 0 && !this.isBlank) this.reject('expected <puzzle>, found none');
  }

  private startPuzzle(): boolean {
    START.lastIndex = 0;
    const start = START.exec(this.text);
    if (start === null) {
      // A tag may be cut in two.
      this.drop(Math.max(0, this.text.length - 8));
      return false;
    }
    this.drop(start.index);
    this.inComment = start[0] === '<!--';
    this.inPuzzle = !this.inComment;
    this.unsearched = this.text.slice(7);
    return true;
  }

  private endComment(): boolean {
    const end = this.text.indexOf('-->');
    if (end < 0) {
      this.drop(Math.max(0, this.text.length - 2));
      return false;
    }
    this.drop(end + 3);
    this.inComment = false;
    return true;
  }

  private endPuzzle(): boolean {
    END.lastIndex = 0;
    const end = END.exec(this.unsearched);
    if (end === null) {
      // A tag may be cut in two.
      this.unsearched = this.unsearched.slice(-12);
      return false;
    }
    const index = this.text.length - this.unsearched.length + end.index;
    if (!end[0].startsWith('</')) {
      this.reject('</puzzle> is missing before the next <puzzle>');
      this.leave(index);
      return true;
    }
    const length = index + end[0].length;
    this.found++;
    const text = this.text.slice(0, length);
    const read = readWebpbnPuzzle(text);
    const { line } = this;
    if (typeof read === 'string') this.reject(read);
    else this.sink.entry({ line, ...read, excerpt: () => excerptOf(text) });
    this.leave(length);
    return true;
  }

  private leave(length: number): void {
    this.drop(length);
    this.inPuzzle = false;
  }

  private drop(length: number): void {
    for (
      let i = this.text.indexOf('\n');
      i >= 0 && i < length;
      i = this.text.indexOf('\n', i + 1)
    ) {
      this.line++;
    }
    this.text = this.text.slice(length);
  }

  private reject(reason: string): void {
    this.found++;
    const { line } = this;
    this.sink.reject({
      line,
      name: null,
      reason: `webpbn XML: ${reason}`,
      excerpt: excerptOf(this.text),
    });
  }
}
