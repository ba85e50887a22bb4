import { cluesOfSection, entities, quotedValue } from './non-words.js';
import { MAX_BLOCK_LENGTH } from '../../puzzle/types.js';
import { excerptOf } from '../contract/excerpt.js';
import type { EntrySink, Format, Parser, ParserLimits } from '../contract/format.js';
import { holding } from '../contract/holding.js';
import { LineParser, type LineReader } from '../parse/line-parser.js';
import { puzzleToNon } from './non-writer.js';
import { inSequence } from '../contract/sequence.js';
import { NonColours } from './non-colours.js';

/**
 * .non, by Steven Simpson, with the extensions of the nonogram-db project (FORMAT.md there).
 *
 *   file       puzzle ( ==== puzzle )*
 *   puzzle     in any order: width N, height N, rows, columns, properties, blank lines
 *   rows       the line `rows`, then a clue a line; also `columns`
 *   clue       block ( , block )*, or 0, or nothing: an empty clue
 *   block      length, and in a coloured puzzle the character of its colour
 *   colour     color CHARACTER #rrggbb
 *   property   word, then the rest of the line, often quoted: title, by, license, ...
 *              goal "0110": the picture, a character a cell; saved "01?": a start position
 *
 * The words may be in any case and may have a colon: people who type a puzzle write `Rows:`. `rows
 * N` and `columns N` are sizes. Unknown lines are ignored, as that page asks.
 */
export const non: Format = {
  name: 'non',
  description: '.non (Simpson), with colours, pictures and bundles',
  extensions: ['.non', '.nonpack'],
  holds: holding('colour', 'name', 'many', 'title', 'start', 'goal'),
  detect: (head) => {
    const sections = ['rows', 'columns'].map((word) => sectionAt(head, word));
    if (sections.every((at) => at >= 0)) return 0.9;
    // Of a large puzzle, detection sees the first clues or a part of its picture.
    const from = Math.max(...sections);
    const isBegun = from >= 0 || /^[ \t]*width[ \t:]+\d+[ \t]*$/im.test(head);
    return isBegun && (endsInPicture(head) || endsInClues(head, from)) ? 0.8 : 0;
  },
  createParser: (sink: EntrySink, limits: ParserLimits): Parser =>
    new LineParser(new NonReader(sink, limits), limits.maxLineLength),
  ...inSequence({ puzzle: puzzleToNon, between: '\n====\n' }),
};

/** The lines of one puzzle, as they came. */
class Entry {
  readonly properties = new Map<string, string>();
  readonly colours = new NonColours();
  rows: string[] | null = null;
  columns: string[] | null = null;
  length = 0;
  text = '';

  constructor(readonly line: number) {}
}

class NonReader implements LineReader {
  private entry: Entry | null = null;
  /** The clues that the next lines are added to; null between sections. */
  private section: string[] | null = null;
  /** Why the entry is refused, although more of its lines follow. */
  private refused: string | null = null;

  constructor(
    private readonly sink: EntrySink,
    private readonly limits: ParserLimits,
  ) {}

  line(text: string, number: number): void {
    const line = text.trim();
    if (/^={4,}$/.test(line)) {
      this.finish();
      return;
    }
    if (this.entry === null) {
      if (line === '') return;
      this.entry = new Entry(number);
    }
    const { entry } = this;
    entry.length += text.length + 1;
    if (entry.text.length < 200) entry.text += `${text}\n`;
    if (entry.length > this.limits.maxEntryLength) {
      this.refuse(`it is longer than ${this.limits.maxEntryLength} characters`);
    }
    if (this.refused !== null) return;
    if (this.section !== null && /^(\d|-|$)/.test(line)) {
      if (this.section.length <= MAX_BLOCK_LENGTH) this.section.push(line);
    } else if (line !== '') this.word(entry, line);
  }

  tooLong(text: string, number: number): void {
    this.entry ??= new Entry(number);
    if (this.entry.text === '') this.entry.text = text;
    this.refuse(`line ${number} is longer than ${this.limits.maxLineLength} characters`);
  }

  end(): void {
    this.finish();
  }

  private refuse(reason: string): void {
    this.refused ??= reason;
    this.section = null;
  }

  private word(entry: Entry, line: string): void {
    const [, word, rest] = /^([^\s:]*)\s*:?\s*(.*)$/s.exec(line)!;
    const key = word.toLowerCase();
    this.section = null;
    if ((key === 'rows' || key === 'columns') && rest === '') {
      if (entry[key] !== null) this.refuse(`there are ${key} twice`);
      else this.section = entry[key] = [];
    } else if (key === 'color' || key === 'colour') {
      const reason = entry.colours.add(rest);
      if (reason !== null) this.refuse(reason);
    } else if (!entry.properties.has(key)) {
      entry.properties.set(key, rest);
    }
  }

  private finish(): void {
    const { entry, refused } = this;
    this.entry = this.section = this.refused = null;
    if (entry === null) return;
    const name = entities(quotedValue(entry.properties.get('catalogue')));
    const reason = refused ?? this.read(entry, name);
    if (reason === null) return;
    this.sink.reject({
      line: entry.line,
      name,
      reason: `.non: ${reason}`,
      excerpt: excerptOf(entry.text),
    });
  }

  /** Hands the entry to the sink, or the reason why it cannot be read. */
  private read(entry: Entry, name: string | null): string | null {
    const { rows, columns, colours, properties } = entry;
    if (rows === null || columns === null) {
      return `expected rows and columns, found no ${rows === null ? 'rows' : 'columns'}`;
    }
    const height = sizeOf(properties.get('height') ?? properties.get('rows'), 'height');
    const width = sizeOf(properties.get('width') ?? properties.get('columns'), 'width');
    if (typeof height === 'string') return height;
    if (typeof width === 'string') return width;
    const rowClues = cluesOfSection(rows, height, 'row', colours);
    const columnClues = cluesOfSection(columns, width, 'column', colours);
    if (typeof rowClues === 'string') return rowClues;
    if (typeof columnClues === 'string') return columnClues;
    const goal = colours.cells(quotedValue(properties.get('goal')), 'goal');
    const start = colours.cells(quotedValue(properties.get('saved')), 'saved');
    if (typeof goal === 'string') return goal;
    if (typeof start === 'string') return start;
    this.sink.entry({
      line: entry.line,
      name,
      title: entities(quotedValue(properties.get('title'))),
      draft: {
        width,
        height,
        rows: rowClues,
        columns: columnClues,
        palette: colours.palette(),
        start,
        goal,
      },
      excerpt: () => excerptOf(entry.text),
    });
    return null;
  }
}

/** Where the clues begin after a line with this word alone, or -1. */
function sectionAt(head: string, word: string): number {
  const found = new RegExp(`^[ \\t]*${word}[ \\t]*:?[ \\t]*$`, 'im').exec(head);
  return found === null ? -1 : found.index + found[0].length;
}

/** Whether there is a clue, and nothing but clues, from there on: lengths, and the characters of colours. */
function endsInClues(head: string, from: number): boolean {
  if (from < 0) return false;
  const clues = head.slice(from);
  return /\d/.test(clues) && !/(?:^|[^\d])[^\d\s,-]/.test(clues);
}

/** Whether a picture is cut off at the end. */
function endsInPicture(head: string): boolean {
  const last = head.slice(head.lastIndexOf('\n') + 1);
  return /^[ \t]*(?:goal|saved)[ \t:]+"[^\s"]{1000,}$/i.test(last);
}

function sizeOf(text: string | undefined, what: string): number | null | string {
  if (text === undefined) return null;
  return /^\d+$/.test(text) ? Number(text) : `the ${what} is "${text}", expected a number`;
}
