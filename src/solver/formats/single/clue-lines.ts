import { type Cells, type Clue, type Puzzle, UNKNOWN } from '../../core/puzzle/types.js';
import {
  alone,
  draftOfPicture,
  eitherFirst,
  entryOf,
  type EntrySink,
  excerptOf,
  type FirstSide,
  type Format,
  inSequence,
  type NamedPuzzle,
  type Parser,
  type ParserLimits,
  plainDraft,
  quoted,
  sidesOf,
  type TextEntry,
  tooLong,
  unreadable,
} from '../contract/format.js';
import {
  entryParser,
  parseClueText,
  parseSideText,
  twoNumbers,
  withoutBlankEnd,
} from '../contract/lines.js';
import { rowsOfCells } from '../contract/picture-lines.js';

/*
 * Formats of black-and-white puzzles that write a clue a line, or number by number: they differ in
 * what they write before, between and after the two sides. In most, a file holds one puzzle and
 * nothing but its clues, rows first by custom; the form of its lines and the sums of their numbers
 * tell which format it is.
 */

/**
 * .nin, of Jakub Wilk's solver.
 *
 *   file   width height, then a line a row, then a line a column
 *   line   block ( blank block )*, or 0, or nothing: an empty clue
 *
 * `mn` below says how it is told apart from "m n" text.
 */
export const nin: Format = sizedText('width first', {
  name: 'nin',
  title: '.nin',
  extensions: ['.nin'],
  doubt:
    'its sizes fit as "width height" before the rows, not as "rows columns"; if they are rows and columns, and the clues of the columns come first, read it with --columns-first',
});

/**
 * The text that many small solvers read.
 *
 *   file   m n, then m lines for the rows and n lines for the columns
 *   line   block ( blank block )*, or 0, or nothing: an empty clue
 *
 * .nin has the same form with the width first. If the two sizes differ, the sums of the blocks tell
 * the formats apart: those of rows and columns usually agree only in one order. If they agree in
 * both, a file whose name does not help is read as "m n".
 */
export const mn: Format = sizedText('height first', {
  name: 'mn',
  title: '"m n" text',
  extensions: ['.mn', '.txt'],
});

/**
 * .cwd.
 *
 *   file   the height, and on the next line the width; then a line a row, a blank line, and a
 *          line a column
 *   line   block ( blank block )*, or 0, or nothing: an empty clue
 */
export const cwd: Format = cluesAlone({
  name: 'cwd',
  title: '.cwd',
  extensions: ['.cwd'],
  detect(head, first) {
    const sizes = /^(\d{1,6})[ \t]*\r?\n(\d{1,6})[ \t]*\r?\n/.exec(head);
    return sizes === null ? 0 : fitOfSides(head, Number(sizes[2]), Number(sizes[1]), first, 2);
  },
  read([one, other = '', ...lines], first) {
    const [height, width] = [one, other].map((line) =>
      /^\s*\d{1,6}\s*$/.test(line) ? Number(line) : null,
    );
    if (height === null || width === null) {
      unreadable(
        `expected the height and the width on lines of their own, found ${quoted(one)} and ${quoted(other)}`,
        'text',
      );
    }
    return readSides(lines, width, height, first);
  },
  text: ({ width, height, rows, columns }) =>
    `${height}\n${width}\n${sideLines(rows)}\n${sideLines(columns)}`,
});

/**
 * .mk, of Mirek Olsak's and other Czech solvers.
 *
 *   file   height width, then a line a row, a line `#`, then a line a column
 *   line   block ( blank block )*, or 0, or nothing: an empty clue
 */
export const mk: Format = cluesAlone({
  name: 'mk',
  title: '.mk',
  extensions: ['.mk'],
  detect: (head) =>
    /^\s*\d+[ \t]+\d+[ \t]*\r?\n[\d\s]*\n#[ \t]*\r?\n[\d\s]*$/.test(head) ? 0.8 : 0,
  read([header, ...lines], first) {
    const sizes = twoNumbers(header);
    if (sizes === null) unreadable(`expected "height width", found ${quoted(header)}`, 'text');
    const [height, width] = sizes;
    const parting = lines.findIndex((line) => line.trim() === '#');
    if (parting < 0) unreadable('expected a line # between rows and columns, found none');
    const sides = sidesOf(first, lines.slice(0, parting), lines.slice(parting + 1));
    // A second # may follow after the expected number of lines.
    const isOver = (line: string): boolean => /^\s*#?\s*$/.test(line);
    const rows = cluesOfLines(withoutBlankEnd(sides.rows, height, isOver), 'row');
    const columns = cluesOfLines(withoutBlankEnd(sides.columns, width, isOver), 'column');
    return entryOf(plainDraft(width, height, rows, columns));
  },
  text: ({ width, height, rows, columns }) =>
    `${height} ${width}\n${sideLines(rows)}#\n${sideLines(columns)}`,
});

/**
 * The text of Keen's solver: no header at all.
 *
 *   file   a line a row, a gap of one or more blank lines, a line a column
 *   line   block ( blank block )*, or 0: an empty clue
 *
 * Each side may also be on one line, with / or ; between its clues: 1/3/1.
 */
export const keen: Format = cluesAlone({
  name: 'keen',
  title: 'Keen',
  extensions: ['.keen', '.txt'],
  detect: detectKeen,
  read(all, first) {
    const lines = withoutBlankEnd(all);
    const gap = lines.findIndex((line) => line.trim() === '');
    if (gap < 0) {
      unreadable(
        'expected a blank line between rows and columns, found none: where are the columns?',
      );
    }
    let after = gap;
    while (lines[after].trim() === '') after++;
    const secondLines = lines.slice(after);
    if (secondLines.some((line) => line.trim() === '')) {
      unreadable(
        'expected one gap, between rows and columns, found more; write an empty clue as 0',
      );
    }
    const sides = sidesOf(first, lines.slice(0, gap), secondLines);
    const rows = keenSide(sides.rows, 'row');
    return entryOf(plainDraft(null, null, rows, keenSide(sides.columns, 'column')));
  },
  text: ({ rows, columns }) => `${sideLines(rows)}\n${sideLines(columns)}`,
});

/** One side: a clue a line, or all of them on one line with a slash or a semicolon between. */
function keenSide(lines: readonly string[], kind: 'row' | 'column'): readonly Clue[] {
  if (lines.length !== 1 || !/[/;]/.test(lines[0])) return cluesOfLines(lines, kind);
  return orUnreadable(parseSideText(lines[0].trim(), null));
}

/** What was read, unless that is the reason why it cannot be. @throws Unreadable */
function orUnreadable<Read>(read: Read | string): Read {
  if (typeof read === 'string') unreadable(read);
  return read;
}

/** Lines with other signs than numbers are typing errors if they are this few and short. */
const MOST_STRANGE_LINES = 2;
const STRANGE_LINE_LENGTH = 60;

/**
 * Recognises the form: lines of numbers with one gap between them. Sums that agree raise the
 * rating. Sums that differ, a stray letter or a second gap mean a puzzle with a mistake in it:
 * reporting it is better than ignoring the file.
 */
function detectKeen(head: string): number {
  if (head.trim() === '') return 0;
  const lines = head.trim().split(/\r\n|[\r\n]/);
  const sums = [0];
  let strange = 0;
  let isGap = false;
  for (const line of lines) {
    if (line.trim() === '') {
      if (!isGap) sums.push(0);
      isGap = true;
      continue;
    }
    isGap = false;
    if (/^[\d\s,/;]*$/.test(line)) sums[sums.length - 1] += numbersSum([line]);
    else if (line.length < STRANGE_LINE_LENGTH && /^[\da-z\s,.;:/]*$/i.test(line)) strange++;
    else return 0;
  }
  // Row clues alone: the reader asks for the others.
  if (sums.length < 2 && strange === 0 && lines.length > 2) return 0.05;
  if (sums.length < 2 || strange > Math.min(MOST_STRANGE_LINES, (lines.length - 1) / 4)) return 0;
  if (sums.length > 2 || strange > 0) return 0.1;
  return fitOfSums(sums[0], sums[1], 0.4);
}

/**
 * Text in the style of DIMACS.
 *
 *   file      ( c comment | header | clue )*
 *   header    nonogram n m            n rows, m columns
 *   clue      block* 0                the rows, then the columns
 */
export const nonogramText: Format = cluesAlone({
  name: 'nonogram',
  title: 'nonogram text',
  extensions: ['.nono', '.txt'],
  detect: (head) => (HEADER.test(withoutComments(head.split('\n')).at(0) ?? '') ? 1 : 0),
  read(all, first) {
    const [found = '', ...lines] = withoutComments(all);
    const header = HEADER.exec(found);
    if (header === null) {
      unreadable(`expected "nonogram rows columns", found ${quoted(found)}`, 'text');
    }
    const [height, width] = [Number(header[1]), Number(header[2])];
    const { clues, rest } = cutAtZeros(orUnreadable(parseClueText(lines.join(' '))));
    if (rest.length > 0) unreadable('the last clue is not ended by 0');
    if (clues.length !== width + height) {
      unreadable(
        `expected ${height} rows and ${width} columns, each ended by 0, found ${clues.length} clues`,
      );
    }
    return entryOf(draftOfClues(clues, width, height, first));
  },
  text: ({ width, height, rows, columns }) =>
    `nonogram ${height} ${width}\n${zeroEndedLines([...rows, ...columns])}`,
});

const HEADER = /^(?:p\s+)?nonogram\s+(\d{1,6})\s+(\d{1,6})$/;

function withoutComments(lines: readonly string[]): string[] {
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !/^c\b/.test(line));
}

/** The draft of the clues of both sides, one after the other. */
function draftOfClues(clues: readonly Clue[], width: number, height: number, first: FirstSide) {
  const before = first === 'rows' ? height : width;
  const { rows, columns } = sidesOf(first, clues.slice(0, before), clues.slice(before));
  return plainDraft(width, height, rows, columns);
}

/** Clues that each end with 0, and the blocks after the last 0. */
function cutAtZeros(numbers: readonly number[]) {
  const clues: number[][] = [];
  let rest: number[] = [];
  for (const number of numbers) {
    if (number !== 0) rest.push(number);
    else {
      clues.push(rest);
      rest = [];
    }
  }
  return { clues, rest };
}

function zeroEndedLines(clues: readonly Clue[]): string {
  return clues.map((clue) => `${[...clue, 0].join(' ')}\n`).join('');
}

/**
 * The list of SPOJ's nonogram problems: only numbers, separated by blanks or line breaks.
 *
 *   file     count puzzle*
 *   puzzle   height width clue*         the rows, then the columns
 *   clue     block* 0
 */
export const spoj: Format = eitherFirst((first) => ({
  name: 'spoj',
  extensions: ['.spoj', '.txt'],
  holds: new Set(['many']),
  detect: (head) =>
    /^\s*\d+\s*\n\s*\d+[ \t]+\d+[ \t]*\r?\n(([1-9]\d*[ \t]+)*0[ \t]*\r?\n)+/.test(head) ? 0.8 : 0,
  createParser: (sink, limits) => spojParser(first, sink, limits),
  *write(puzzles) {
    // The count comes first, so all puzzles are gathered; the format is for short lists.
    const all = Array.from(puzzles, ({ puzzle }) => puzzle);
    yield `${all.length}\n`;
    for (const { width, height, rows, columns } of all) {
      yield `${height} ${width}\n${zeroEndedLines([...rows, ...columns])}`;
    }
  },
}));

/** Reads number by number. After anything else the rest is lost: nothing shows the next puzzle. */
function spojParser(first: FirstSide, sink: EntrySink, { maxEntryLength }: ParserLimits): Parser {
  let rest = '';
  let line = 1;
  let count: number | null = null;
  let found = 0;
  /** The height, the width and the clues of the puzzle under work, as far as they have come. */
  let numbers: number[] = [];
  let zeros = 0;
  let startLine: number | null = 1;
  /** The line on which the last puzzle ended. */
  let takenLine = 0;
  let isLost = false;
  const lose = (reason: string): void => {
    isLost = true;
    const after = 'the rest is not read, as nothing shows where the next puzzle starts';
    sink.reject({
      line: numbers.length === 0 ? line : startLine,
      name: null,
      // What follows the number of puzzles was meant to be puzzles.
      kind: count === null ? 'text' : 'clues',
      reason: `SPOJ: ${reason}; ${after}`,
      excerpt: spojExcerpt(numbers),
    });
  };
  const give = (whole: readonly number[]): void => {
    const [height, width, ...lines] = whole;
    const draft = draftOfClues(cutAtZeros(lines).clues, width, height, first);
    sink.entry({ line: startLine, ...entryOf(draft), excerpt: () => spojExcerpt(whole) });
    found++;
    takenLine = line;
    numbers = [];
    zeros = 0;
  };
  const take = (text: string): void => {
    if (!/^\d{1,9}$/.test(text)) lose(`expected a whole number, found ${quoted(text)}`);
    else if (count === null) count = Number(text);
    else if (found === count) lose(`more numbers after ${count} puzzles`);
    else if (2 * (numbers.length - 1) > maxEntryLength) lose('the puzzle is too long');
    else {
      if (numbers.length === 0) startLine = takenLine === line ? null : line;
      numbers.push(Number(text));
      if (numbers.length > 2 && Number(text) === 0) zeros++;
      if (zeros > 0 && zeros >= numbers[0] + numbers[1]) give(numbers);
    }
  };
  return {
    write(text) {
      const all = rest + text;
      let at = 0;
      for (let i = 0; i < all.length && !isLost; i++) {
        const code = all.charCodeAt(i);
        if (code !== 32 && (code < 9 || code > 13)) continue;
        if (i > at) take(all.slice(at, i));
        if (code === 10) line++;
        at = i + 1;
      }
      rest = isLost ? '' : all.slice(at);
      if (rest.length > 20) take(rest);
    },
    end() {
      if (rest !== '' && !isLost) take(rest);
      if (isLost || count === null) return;
      if (numbers.length > 0) lose(`the file is cut off in puzzle ${found + 1} of ${count}`);
      else if (found < count) lose(`expected ${count} puzzles, found ${found}`);
    },
  };
}

function spojExcerpt([height, width, ...lines]: readonly number[]): string {
  const clues = cutAtZeros(lines).clues.slice(0, 30).join(' 0 ');
  return excerptOf(`${height ?? ''} ${width ?? ''} ${clues}`);
}

/**
 * GRID text.
 *
 *   file     ( # comment | puzzle )*
 *   puzzle   GRID title, ROWS, a line a row, COLUMNS, a line a column
 *   line     [ block* ]
 */
export const gridText: Format = {
  name: 'grid',
  extensions: ['.grid', '.txt'],
  holds: new Set(['many', 'title']),
  detect: (head) => {
    const [first = '', second] = gridLines(head.split('\n'));
    return /^GRID\b/.test(first) && second === 'ROWS' ? 1 : 0;
  },
  createParser: entryParser({
    title: 'GRID text',
    starts: (line) => /^\s*GRID\b/.test(line),
    read: readGrid,
  }),
  ...inSequence({ puzzle: gridOf }),
};

function gridLines(lines: readonly string[]): string[] {
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
}

function readGrid(all: readonly string[]): TextEntry | null {
  const lines = gridLines(all);
  if (lines.length === 0) return null;
  const header = /^GRID\b\s*(.*)$/.exec(lines[0]);
  if (header === null) unreadable(`expected GRID and a title, found ${quoted(lines[0])}`, 'text');
  const rowsAt = lines.indexOf('ROWS');
  const columnsAt = lines.indexOf('COLUMNS');
  if (rowsAt !== 1 || columnsAt < 0) {
    unreadable('expected ROWS and then COLUMNS, each on its line', 'text');
  }
  const rows = gridSide(lines.slice(rowsAt + 1, columnsAt), 'row');
  const columns = gridSide(lines.slice(columnsAt + 1), 'column');
  const title = header[1] === '' ? null : header[1].slice(0, 500);
  return entryOf(plainDraft(null, null, rows, columns), title);
}

function gridSide(lines: readonly string[], kind: 'row' | 'column'): readonly Clue[] {
  const inner = lines.map((line, index) => {
    const clue = /^\[([^[\]]*)\]$/.exec(line);
    if (clue !== null) return clue[1];
    unreadable(`${kind} ${index + 1}: expected [ blocks ], found ${quoted(line)}`);
  });
  return cluesOfLines(inner, kind);
}

function gridOf({ title, puzzle: { rows, columns } }: NamedPuzzle): string {
  const side = (clues: readonly Clue[]): string =>
    clues.map((clue) => `[ ${clue.map((length) => `${length} `).join('')}]\n`).join('');
  const label = (title ?? '').replace(/\s+/g, ' ').trim();
  return `GRID${label === '' ? '' : ` ${label}`}\nROWS\n${side(rows)}COLUMNS\n${side(columns)}`;
}

/**
 * The text of the TAAI and TCGA tournaments: square puzzles without sizes.
 *
 *   file      ( $number, then a line a column, then a line a row )*
 *   line      block ( tab block )*, sometimes with extra tabs; blank: an empty clue
 *
 * Their files of solutions have the same form, with a line of 0 and 1 for each row: these are read
 * as pictures.
 */
export const tournament: Format = {
  name: 'tournament',
  extensions: ['.txt'],
  holds: new Set(['name', 'many']),
  detect: (head) => (/^\s*\$\d+[ \t]*\r?\n[\d \t\r\n$]*$/.test(head) ? 0.9 : 0),
  createParser: entryParser({
    title: 'tournament text',
    starts: (line) => line.trimStart().startsWith('$'),
    read: readTournament,
  }),
  unfit: ({ puzzle: { width, height } }) =>
    width === height ? null : `holds square puzzles only, and this one is ${width}x${height}`,
  ...inSequence({ puzzle: tournamentText }),
};

function readTournament([first, ...lines]: readonly string[]): TextEntry {
  const number = /^\s*\$\s*(\d{1,15})\s*$/.exec(first);
  if (number === null) unreadable(`expected $ and a number, found ${quoted(first)}`, 'text');
  const name = number[1];
  const written = withoutBlankEnd(lines);
  const picture = pictureOf(written);
  if (picture !== null) {
    return { name, title: null, draft: draftOfPicture(picture, written.length, written.length) };
  }
  const clues = written.map((line, index) => {
    const clue = parseClueText(line);
    if (typeof clue !== 'string') return clue;
    unreadable(`line ${index + 1} of the clues: ${clue}`);
  });
  const side = squareOf(clues, lines.length >> 1);
  if (side === null) unreadable(`expected as many columns as rows, found ${lines.length} lines`);
  while (clues.length < 2 * side) clues.push([]);
  return { name, title: null, draft: draftOfClues(clues, side, side, 'columns') };
}

/**
 * The side of the square whose columns and rows these clues are, at most `longest`; null if there
 * are too many clues. Blank lines at the end, which are not counted, are empty clues or separate
 * the puzzles: the sums tell. If they never agree, the smallest side is taken.
 */
function squareOf(clues: readonly Clue[], longest: number): number | null {
  const least = Math.max(1, Math.ceil(clues.length / 2));
  if (least > longest) return null;
  const total = sum(clues);
  let columns = sum(clues.slice(0, longest));
  for (let side = longest; side >= least; side--) {
    if (2 * columns === total) return side;
    columns -= sum(clues.slice(side - 1, side));
  }
  return least;
}

function sum(clues: readonly Clue[]): number {
  return clues.flat().reduce((total, length) => total + length, 0);
}

/** The cells of as many lines of 0 and 1 as each of them has; null if they are something else. */
function pictureOf(lines: readonly string[]): Uint8Array | null {
  const valuesOf = (line: string): string[] => line.trim().split(/\s+/);
  const isOne = lines.every((line) => {
    const values = valuesOf(line);
    return values.length === lines.length && values.every((value) => /^[01]$/.test(value));
  });
  return lines.length > 1 && isOne ? Uint8Array.from(lines.flatMap(valuesOf), Number) : null;
}

function tournamentText({ name, puzzle }: NamedPuzzle, number: number): string {
  const side = (clues: readonly Clue[]) => clues.map((clue) => `${clue.join('\t')}\n`).join('');
  const label = name !== null && /^\d{1,15}$/.test(name) ? name : String(number);
  return `$${label}\n${side(puzzle.columns)}${side(puzzle.rows)}`;
}

/**
 * .gno, of Gnonograms.
 *
 *   file      ( [Section] line* )*, in any order; // starts a comment
 *   sections  Description: title, author, date, difficulty
 *             Dimensions: the rows, and on the next line the columns
 *             Row clues, Column clues: a line each, block ( , block )*, 0 for an empty clue
 *             Solution (also: Solution grid): a line a row, 1 blank, 2 filled, 0 unknown
 *
 * Clues may be missing if there is a solution.
 */
export const gno: Format = {
  name: 'gno',
  extensions: ['.gno'],
  holds: new Set(['title', 'goal']),
  detect: (head) => (/^[ \t]*\[Dimensions\]/im.test(head) ? 0.95 : 0),
  createParser: entryParser({ title: '.gno', read: readGno, kindOf: kindOfGno }),
  ...alone('.gno', gnoText),
};

function kindOfGno(lines: readonly string[]): 'clues' | 'cells' {
  return lines.some((line) => /^\s*\[\s*solution/i.test(line)) ? 'cells' : 'clues';
}

function readGno(lines: readonly string[]): TextEntry {
  const sections = gnoSections(lines);
  const sizes = (sections.get('dimensions') ?? []).filter((line) => line !== '');
  const [height, width] = sizes.map((line) => (/^\d{1,6}$/.test(line) ? Number(line) : NaN));
  if (sizes.length !== 2 || Number.isNaN(width) || Number.isNaN(height)) {
    unreadable('expected [Dimensions] with the rows and the columns, a line each', 'text');
  }
  const title = sections.get('description')?.find((line) => line !== '') ?? null;
  const solution = sections.get('solution') ?? sections.get('solution grid');
  const goal = solution === undefined ? null : gnoSolution(solution);
  const rowLines = sections.get('row clues');
  const columnLines = sections.get('column clues');
  if (rowLines === undefined && columnLines === undefined && goal !== null) {
    if (goal.length !== width * height || goal.includes(UNKNOWN)) {
      unreadable(
        `the solution is not a full picture of ${width}x${height} cells, and there are no clues`,
      );
    }
    return entryOf(draftOfPicture(goal, width, height), title);
  }
  if (rowLines === undefined || columnLines === undefined) {
    const kind = rowLines === columnLines ? 'text' : null;
    unreadable('expected [Row clues] and [Column clues]', kind);
  }
  const rows = cluesOfLines(withoutBlankEnd(rowLines, height), 'row');
  const columns = cluesOfLines(withoutBlankEnd(columnLines, width), 'column');
  const picture = goal?.includes(UNKNOWN) === true ? null : goal;
  return entryOf(plainDraft(width, height, rows, columns, picture), title);
}

/** The lines of each section by its name in lower case, trimmed and without comments. */
function gnoSections(lines: readonly string[]): Map<string, string[]> {
  const sections = new Map<string, string[]>();
  let section: string[] = [];
  for (const line of lines) {
    const text = line.replace(/\/\/.*$/, '').trim();
    const header = /^\[(.*)\]$/.exec(text);
    if (header === null) section.push(text);
    else sections.set(header[1].trim().toLowerCase(), (section = []));
  }
  return sections;
}

/** @throws Unreadable */
function gnoSolution(lines: readonly string[]): Cells {
  const values = lines.flatMap((line) => line.split(/\s+/)).filter((value) => value !== '');
  const strange = values.find((value) => !/^[012]$/.test(value));
  if (strange !== undefined) {
    unreadable(`the solution: expected 1 for blank or 2 for filled, found ${quoted(strange)}`);
  }
  return Uint8Array.from(values, (value) => (value === '0' ? UNKNOWN : Number(value) - 1));
}

function gnoText({ title, puzzle, goal }: NamedPuzzle): string {
  const { width, height, rows, columns } = puzzle;
  const label = (title ?? '').replace(/\s+/g, ' ').replaceAll('//', '/').trim();
  let text = label === '' ? '' : `[Description]\n${label.replace(/^\[/, '(')}\n`;
  text += `[Dimensions]\n${height}\n${width}\n`;
  text += `[Row clues]\n${sideLines(rows, ',')}[Column clues]\n${sideLines(columns, ',')}`;
  if (goal === null) return text;
  const solution = rowsOfCells(goal, width, (cell) => cell + 1, ' ').join('\n');
  return `${text}[Solution]\n${solution}\n`;
}

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
  holds: new Set(['many']),
  detect: detectHaskell,
  createParser: (sink, limits) => new HaskellParser(sink, limits, first),
  ...inSequence({
    puzzle: ({ puzzle }) => `(${JSON.stringify(puzzle.rows)},${JSON.stringify(puzzle.columns)})\n`,
  }),
}));

/** Looks for two lists of lists, in a loop: regular expressions take for ever on some texts. */
function detectHaskell(head: string): number {
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
  /** The line on which the last list ended; 0 if there was none. */
  private takenLine = 0;
  private rows: { side: Side; text: string; line: number | null } | null = null;
  private isTooLong = false;
  private started = false;

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
    const { text, textLine } = this;
    if (this.depth > 0) this.reject('a list is not closed', text, textLine);
    else if (this.rows !== null) this.alone();
    else if (this.started && this.takenLine === 0) {
      this.reject('expected two lists of lists of numbers, found none', text, textLine);
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
    const { text, textLine, isTooLong, rows } = this;
    this.text = '';
    this.isTooLong = false;
    this.rows = null;
    const side = isTooLong ? tooLong('a list', this.limits.maxEntryLength) : haskellSide(text);
    if (typeof side === 'string') this.reject(side, text, textLine);
    else if (rows === null) this.rows = { side, text, line: textLine };
    else {
      const sides = sidesOf(this.first, rows.side, side);
      const draft = plainDraft(null, null, sides.rows, sides.columns);
      const excerpt = (): string => excerptOf(`(${rows.text.slice(0, 100)},${text.slice(0, 100)})`);
      this.sink.entry({ line: rows.line, ...entryOf(draft), excerpt });
    }
  }

  private alone(): void {
    const { text, line } = this.rows!;
    this.rows = null;
    this.reject('expected rows and columns, found one list', text, line);
  }

  private reject(reason: string, text: string, line: number | null): void {
    const kind = /\d/.test(text) ? 'clues' : 'text';
    const excerpt = excerptOf(text);
    this.sink.reject({ line, name: null, kind, reason: `Haskell: ${reason}`, excerpt });
  }
}

/** A list of lists of numbers, or the reason why it is not one. */
function haskellSide(text: string): Side | string {
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

/** How the one puzzle of a file is read and written, of which nothing is said but its clues. */
interface CluesAlone extends Pick<Format, 'name' | 'extensions' | 'doubt'> {
  /** The name for people, in messages. */
  readonly title: string;
  readonly detect: (head: string, first: FirstSide) => number;
  readonly read: (lines: readonly string[], first: FirstSide) => TextEntry;
  readonly text: (puzzle: Puzzle) => string;
}

function cluesAlone({ title, detect, read, text, ...named }: CluesAlone): Format {
  return eitherFirst((first) => ({
    ...named,
    holds: new Set(),
    detect: (head) => detect(head, first),
    createParser: entryParser({ title, read: (lines) => read(lines, first) }),
    ...alone(title, ({ puzzle }) => text(puzzle)),
  }));
}

/** Two sizes, then a line for each row and each column. */
function sizedText(
  order: 'height first' | 'width first',
  named: Omit<CluesAlone, 'detect' | 'read' | 'text'>,
): Format {
  const heightFirst = order === 'height first';
  const sizesOf = (line: string): { width: number; height: number } | null => {
    const sizes = twoNumbers(line);
    if (sizes === null) return null;
    const [one, other] = sizes;
    return heightFirst ? { width: other, height: one } : { width: one, height: other };
  };
  return cluesAlone({
    ...named,
    detect(head, first) {
      const sizes = sizesOf(head.slice(0, 40).split(/[\r\n]/)[0]);
      if (sizes === null) return 0;
      // More files begin with the height.
      return fitOfSides(head, sizes.width, sizes.height, first, 1) * (heightFirst ? 1 : 0.9);
    },
    read([header, ...lines], first) {
      const sizes = sizesOf(header);
      if (sizes !== null) return readSides(lines, sizes.width, sizes.height, first);
      const expected = heightFirst ? 'rows columns' : 'width height';
      unreadable(`expected "${expected}", found ${quoted(header)}`, 'text');
    },
    text({ width, height, rows, columns }) {
      const sizes = heightFirst ? [height, width] : [width, height];
      return `${sizes.join(' ')}\n${sideLines(rows)}${sideLines(columns)}`;
    },
  });
}

/** The puzzle of the lines of both sides, those of `first` first. @throws Unreadable */
function readSides(lines: readonly string[], width: number, height: number, first: FirstSide) {
  const before = first === 'rows' ? height : width;
  const after = width + height - before;
  const kept = clueLines(lines, before, after);
  if (kept.length !== width + height) {
    unreadable(
      `expected ${height} lines for the rows and ${width} for the columns, found ${kept.length}`,
    );
  }
  const sides = sidesOf(first, kept.slice(0, before), kept.slice(before));
  const rows = cluesOfLines(sides.rows, 'row');
  const columns = cluesOfLines(sides.columns, 'column');
  if (width !== height && fitOfLines(kept, before) < 0.6 && fitOfLines(kept, after) >= 0.6) {
    unreadable(
      first === 'rows'
        ? 'the first lines, which are the rows by custom, do not fit the others; they would with the two sizes the other way round, or, if they are the columns, with --columns-first'
        : 'with the columns first the clues do not fit, but with the rows first they do: leave --columns-first out',
    );
  }
  return entryOf(plainDraft(width, height, rows, columns));
}

/**
 * The lines of the clues of two sides without blank lines that only separate: at the end, between
 * the sides, or after each line. Blank lines can be empty clues, so none is dropped if the number
 * of lines is right with them.
 */
function clueLines(lines: readonly string[], before: number, after: number): string[] {
  const wanted = before + after;
  const used = withoutBlankEnd(lines, wanted);
  if (used.length === wanted + 1 && used[before].trim() === '') used.splice(before, 1);
  if (used.length > wanted) {
    const written = used.filter((line) => line.trim() !== '');
    if (written.length === wanted) return written;
  }
  return used;
}

/** How many lines a file with a mistake in it may have too many or too few. */
const MISCOUNTED = 2;

/**
 * How well the lines of numbers after `above` others fit `height` rows and `width` columns: 0.6 if
 * the sums of both sides agree, 0.5 if the head is cut off, 0.2 to 0.3 if the sums differ, 0.1 if a
 * line or two are missing or too many (the reader then reports it), else 0.
 */
function fitOfSides(head: string, width: number, height: number, first: FirstSide, above: number) {
  const lines = head.split(/\r\n|[\r\n]/).slice(above);
  if (lines.slice(0, -1).some((line) => !/^[\d\s,]*$/.test(line))) return 0;
  const wanted = width + height;
  const before = first === 'rows' ? height : width;
  const kept = clueLines(lines, before, wanted - before);
  if (kept.length < wanted && head.length > 32768) return 0.5;
  if (kept.length !== wanted) {
    const written = kept.filter((line) => line.trim() !== '').length;
    const missed = Math.abs(written - wanted);
    return wanted > 2 * MISCOUNTED && missed <= MISCOUNTED ? 0.1 : 0;
  }
  return fitOfLines(kept, before);
}

/** How well the sums of lines agree of which the first `before` are one side. */
function fitOfLines(lines: readonly string[], before: number): number {
  return fitOfSums(numbersSum(lines.slice(0, before)), numbersSum(lines.slice(before)), 0.6);
}

/**
 * `agreeing` if rows and columns hold the same number of cells; else less, the more they differ: of
 * two ways to read a puzzle with a mistake, the one with the smaller mistake is meant.
 */
function fitOfSums(rows: number, columns: number, agreeing: number): number {
  return rows === columns ? agreeing : 0.2 + 0.1 / (1 + Math.abs(rows - columns));
}

function numbersSum(lines: readonly string[]): number {
  const digits = lines.join(' ').match(/\d+/g) ?? [];
  return digits.reduce((total, number) => total + Number(number), 0);
}

/** The clues of lines of numbers. @throws Unreadable */
function cluesOfLines(lines: readonly string[], kind: 'row' | 'column'): Clue[] {
  return lines.map((line, index) => {
    const clue = parseClueText(line);
    if (typeof clue === 'string') unreadable(`${kind} ${index + 1}: ${clue}`);
    return clue;
  });
}

/** A side's clues, one a line, `0` for an empty one. */
function sideLines(clues: readonly Clue[], between = ' '): string {
  return clues.map((clue) => `${clue.length === 0 ? '0' : clue.join(between)}\n`).join('');
}
