import {
  eitherFirst,
  type EntrySink,
  excerptOf,
  type FirstSide,
  type Format,
  holding,
  inSequence,
  type Parser,
  type ParserLimits,
  plainDraft,
  sidesOf,
  tooLong,
} from '../contract/format.js';

/**
 * Haskell lists: pairs of lists of lists of numbers, rows first.
 *
 *   file     ( pair | list list )*       text outside the lists is ignored
 *   pair     ( list , list )
 *   list     [ clue ( , clue )* ]
 *   clue     [ ] or [ block ( , block )* ]
 */
export const haskell: Format = eitherFirst((first) => ({
  name: 'haskell',
  extensions: ['.hs', '.txt'],
  holds: holding('many'),
  detect,
  createParser: (sink, limits) => new HaskellParser(sink, limits, first),
  ...inSequence({
    puzzle: ({ puzzle }) => `(${JSON.stringify(puzzle.rows)},${JSON.stringify(puzzle.columns)})\n`,
  }),
}));

/**
 * Looks for two lists of lists in a row. It is a loop, as regular expressions take for ever on some
 * texts.
 */
function detect(head: string): number {
  const at = head.search(/\[\s{0,20}\[/);
  if (at < 0 || /[{"]/.test(head.slice(0, at))) return 0;
  let depth = 0;
  for (let i = at; i < head.length; i++) {
    if (head[i] === '[') depth++;
    else if (head[i] === ']') depth--;
    else if (!/[\d\s,]/.test(head[i])) return 0;
    if (depth === 0)
      return /^\s{0,20},?\s{0,20}\[\s{0,20}\[/.test(head.slice(i + 1, i + 80)) ? 0.6 : 0;
  }
  // One list is longer than the head.
  return depth < 3 ? 0.3 : 0;
}

type Side = number[][];

class HaskellParser implements Parser {
  private line = 1;
  private depth = 0;
  private text = '';
  private textLine: number | null = 1;
  /** The line on which the last list ended. */
  private takenLine = 0;
  private rows: {
    readonly side: Side;
    readonly text: string;
    readonly line: number | null;
  } | null = null;
  private isTooLong = false;
  private started = false;
  private foundAny = false;

  constructor(
    private readonly sink: EntrySink,
    private readonly limits: ParserLimits,
    private readonly first: FirstSide,
  ) {}

  write(text: string): void {
    let from = this.depth > 0 ? 0 : -1;
    for (let i = 0; i < text.length; i++) {
      const character = text[i];
      if (character === '\n') this.line++;
      else if (character === '[') {
        if (this.depth === 0) {
          from = i;
          this.textLine = this.takenLine === this.line ? null : this.line;
        }
        this.depth++;
      } else if (character === ']' && this.depth > 0) {
        this.depth--;
        if (this.depth > 0) continue;
        this.keep(text.slice(from, i + 1));
        from = -1;
        this.list();
        this.takenLine = this.line;
      } else if (this.depth === 0 && (character === '(' || character === ')')) {
        // A parenthesis separates pairs: a side without a partner does not pair with the next one.
        if (this.rows !== null) this.alone();
      }
    }
    if (from >= 0) this.keep(text.slice(from));
    if (/\S/.test(text)) this.started = true;
  }

  end(): void {
    if (this.depth > 0) this.reject('a list is not closed');
    else if (this.rows !== null) this.alone();
    else if (this.started && !this.foundAny) {
      this.reject('expected two lists of lists of numbers, found none');
    }
  }

  private keep(piece: string): void {
    if (this.isTooLong) return;
    this.text += piece;
    if (this.text.length > this.limits.maxEntryLength) {
      this.isTooLong = true;
      this.text = this.text.slice(0, 200);
    }
  }

  /** A list from its first to its last bracket: one side of a puzzle. */
  private list(): void {
    const { text, textLine, isTooLong } = this;
    this.text = '';
    this.isTooLong = false;
    this.foundAny = true;
    const side = isTooLong ? tooLong('a list', this.limits.maxEntryLength) : sideOf(text);
    if (typeof side === 'string') {
      this.rows = null;
      this.rejectText(side, text, textLine);
      return;
    }
    if (this.rows === null) {
      this.rows = { side, text, line: textLine };
      return;
    }
    const rows = this.rows;
    this.rows = null;
    const sides = sidesOf(this.first, rows.side, side);
    this.sink.entry({
      line: rows.line,
      name: null,
      title: null,
      draft: plainDraft(null, null, sides.rows, sides.columns),
      excerpt: () => excerptOf(`(${rows.text.slice(0, 100)},${text.slice(0, 100)})`),
    });
  }

  private alone(): void {
    const { text, line } = this.rows!;
    this.rows = null;
    this.rejectText('expected rows and columns, found one list', text, line);
  }

  private reject(reason: string): void {
    this.foundAny = true;
    this.rejectText(reason, this.text, this.textLine);
  }

  private rejectText(reason: string, text: string, line: number | null): void {
    const kind = /\d/.test(text) ? 'clues' : 'text';
    const excerpt = excerptOf(text);
    this.sink.reject({ line, name: null, kind, reason: `Haskell: ${reason}`, excerpt });
  }
}

/** A list of lists of numbers, or the reason why it is not one. */
function sideOf(text: string): Side | string {
  // With only these characters and two levels of brackets, the text is JSON as well.
  if (/^\[\s*(\[[\d\s,-]*\]\s*,?\s*)*\]$/.test(text)) {
    try {
      return JSON.parse(text) as Side;
    } catch {
      // Two numbers without a comma, for example.
    }
  }
  return `expected a list of lists of numbers, found ${text.slice(0, 40)}`;
}
