import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { puzzleOf } from '../../support/random-puzzles.js';
import { between, pick, type Arena, type Attack } from '../attack.js';
import { reading } from '../database.js';
import { shown, start, succeeds } from '../program.js';

/** A puzzle as numbers: each block with its colour, from 1. */
interface Clued {
  readonly rows: readonly (readonly Block[])[];
  readonly columns: readonly (readonly Block[])[];
}
interface Block {
  readonly length: number;
  readonly colour: number;
}

const HOW = ['--no-report', '--quiet', '--threads', '1', '--no-difficulty'];

/** A random picture's clues, as plain numbers; no line of it is blank, so every list has one. */
function drawn(arena: Arena, width: number, height: number, colours: number): Clued {
  const cells = Array.from({ length: width * height }, () =>
    arena.random() < 0.6 ? between(arena, 1, colours) : 0,
  );
  for (let y = 0; y < height; y++) cells[y * width + (y % width)] ||= 1;
  for (let x = 0; x < width; x++) cells[(x % height) * width + x] ||= 1;
  const blocks = (line: readonly number[]): Block[] => {
    const found: { length: number; colour: number }[] = [];
    for (const [i, colour] of line.entries()) {
      if (colour === 0) continue;
      if (line[i - 1] === colour) found[found.length - 1].length++;
      else found.push({ length: 1, colour });
    }
    return found;
  };
  const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
  return {
    rows: range(height).map((y) => blocks(cells.slice(y * width, (y + 1) * width))),
    columns: range(width).map((x) => blocks(range(height).map((y) => cells[y * width + x]))),
  };
}

/** What a run stored of each puzzle, in the order of the corpus; rejects with their reasons. */
async function fingerprints(db: string, words: readonly string[]): Promise<string[]> {
  await succeeds(['run', ...words, '--db', db, ...HOW]);
  return reading(db, (open) => {
    const rejects = open.prepare<[], string>('SELECT reason FROM rejects').pluck().all();
    if (rejects.length > 0) throw new Error(`${words.join(' ')}: ${rejects.join('; ')}`);
    return open
      .prepare<[], string>('SELECT fingerprint FROM puzzles ORDER BY puzzle_id')
      .pluck()
      .all();
  })!;
}

function compare(found: readonly string[], expected: readonly string[], what: string): void {
  if (found.join() === expected.join()) return;
  throw new Error(`${what} is read as ${found.join(' ')} instead of ${expected.join(' ')}`);
}

/** Exports the results of random puzzles with their clues: they are read back as the same. */
export const exportsReadBack: Attack = {
  name: 'exports read back',
  async run(arena) {
    const { folder } = arena;
    const corpus = join(folder, 'corpus.ndjson');
    const lines = Array.from({ length: between(arena, 1, 12) }, (_, i) => puzzleLine(arena, i));
    writeFileSync(corpus, lines.join('\n') + '\n');
    const db = join(folder, 'run.sqlite');
    const expected = await fingerprints(db, [corpus]);
    const end = pick(arena, ['csv', 'csv.gz', 'ndjson', 'ndjson.gz', 'parquet']);
    const file = join(folder, `results.${end}`);
    await succeeds(['export', '--with', 'clues', '--db', db, '--out', file]);
    arena.tried(`an export as ${end}, read back`);
    compare(await fingerprints(join(folder, 'again.sqlite'), [file]), expected, file);
  },
};

/** One in a format of this program, of any size, in colours or with a start, with odd names. */
function puzzleLine(arena: Arena, i: number): string {
  const [width, height] = [between(arena, 1, 12), between(arena, 1, 12)];
  const name = pick(arena, [`p${i}`, `"${i}, x`, `${i}\n;`, `=${i}`, `'${i}'`, `é${i}🧩`]);
  const cells = Uint8Array.from({ length: width * height }, () => (arena.random() < 0.5 ? 1 : 0));
  const { rows, columns } = puzzleOf(cells, width, 1);
  const text = (state: (cell: number) => string): string =>
    Array.from({ length: height }, (_, y) =>
      Array.from(cells.subarray(y * width, (y + 1) * width), state).join(''),
    ).join('/');
  switch (between(arena, 0, 2)) {
    case 0:
      return JSON.stringify({ id: name, rows, columns });
    case 1: {
      const start = text((cell) => (arena.random() < 0.7 ? '?' : cell === 1 ? '#' : '.'));
      return JSON.stringify({ id: name, title: name, rows, columns, start });
    }
    default: {
      const clued = drawn(arena, width, height, 2);
      const side = (clues: Clued['rows']): unknown =>
        clues.map((clue) => clue.map(({ length, colour }) => ({ n: length, c: colour })));
      const palette = ['#ffffff', '#ff0000', '#0000ff'];
      return JSON.stringify({
        id: name,
        rows: side(clued.rows),
        columns: side(clued.columns),
        palette,
      });
    }
  }
}

/** Pairs of keys that anyone takes for rows and columns. */
const SIDES = [
  ...['rows columns', 'row col', 'rowHints columnHints', 'rowConstraints colConstraints'],
  ...['row_clues column_clues', 'rowClues colClues', 'ver hor', 'left top', 'rowsHints colsHints'],
  ...['clues_rows clues_columns', 'Rows Columns', 'ROWS COLS', 'row-runs column-runs', 'side top'],
  ...['left_clues top_clues', 'rowRules columnRules', 'lignes colonnes', 'zeilen spalten'],
  ...['rowNumbers colNumbers', 'cluesRow cluesCol', 'rowSpec colSpec', 'y x'],
].map((pair) => pair.split(' '));

/** What people write for a block in a colour. */
const BLOCKS: readonly ((length: number, name: string) => unknown)[] = [
  (count, color) => ({ color, count }),
  (length, colour) => ({ length, colour }),
  (value, color) => ({ value, color }),
  (length, colour) => [length, colour],
  (length, colour) => `${length}${colour[0]}`,
];

/** Writes random puzzles in JSON as people do: all spellings mean the same puzzle. */
export const spelledSides: Attack = {
  name: 'spelled sides',
  async run(arena) {
    const { folder } = arena;
    const inColours = arena.random() < 0.4;
    const [width, height] = [between(arena, 2, 8), between(arena, 2, 8)];
    const clued = drawn(arena, width, height, inColours ? 2 : 1);
    const [rowKey, columnKey] = pick(arena, SIDES);
    const form = pick(arena, BLOCKS);
    const names = ['red', 'blue'];
    const spell = (clues: Clued['rows'], plain: boolean): unknown =>
      clues.map((clue) =>
        clue.map(({ length, colour }) => {
          if (!inColours) return length;
          return plain ? { n: length, c: colour } : form(length, names[colour - 1]);
        }),
      );
    const plain = inColours ? { palette: ['#ffffff', '#ff0000', '#0000ff'] } : {};
    const known = { rows: spell(clued.rows, true), columns: spell(clued.columns, true), ...plain };
    const colours = inColours ? { palette: { red: '#f00', blue: '#00f' } } : {};
    const own = { [rowKey]: spell(clued.rows, false), [columnKey]: spell(clued.columns, false) };
    const [around, text] = pick(arena, Object.entries(wrapped({ ...own, ...colours })));
    const [one, other] = ['known', 'spelled'].map((name) => join(folder, `${name}.json`));
    writeFileSync(one, JSON.stringify(known));
    writeFileSync(other, text);
    const expected = await fingerprints(join(folder, 'known.sqlite'), [one]);
    arena.tried(`JSON: ${rowKey} and ${columnKey}, ${around}${inColours ? ', in colours' : ''}`);
    const found = await fingerprints(join(folder, 'spelled.sqlite'), [other]);
    compare(found, expected, `${text}\nwhich is ${JSON.stringify(known)},`);
  },
};

/** Where a puzzle may stand in a file. */
function wrapped(puzzle: object): Readonly<Record<string, string>> {
  return {
    alone: JSON.stringify(puzzle),
    'in a list': JSON.stringify([puzzle]),
    'by name': JSON.stringify({ cat: puzzle }),
    'by name under a key': JSON.stringify({ puzzles: { cat: puzzle } }),
    'in a list under a key': JSON.stringify({ puzzles: [puzzle] }),
    'on many lines': JSON.stringify(puzzle, null, 2),
  };
}

/** Writes plain text with the columns first: read so, it is the same puzzle. */
export const columnsFirst: Attack = {
  name: 'columns first',
  async run(arena) {
    const { folder } = arena;
    const width = between(arena, 2, 9);
    let height = between(arena, 2, 9);
    if (height === width) height++;
    const clued = drawn(arena, width, height, 1);
    const lengths = (clues: Clued['rows']): number[][] =>
      clues.map((clue) => clue.map(({ length }) => length));
    const [rows, columns] = [lengths(clued.rows), lengths(clued.columns)];
    const known = join(folder, 'known.ndjson');
    writeFileSync(known, JSON.stringify({ rows, columns }));
    const text = (clues: number[][]): string => clues.map((clue) => clue.join(' ')).join('\n');
    const file = join(folder, 'text.keen');
    writeFileSync(file, `${text(columns)}\n\n${text(rows)}\n`);
    const expected = await fingerprints(join(folder, 'known.sqlite'), [known]);
    const words = [file, '--format', 'keen', '--columns-first'];
    arena.tried('plain text with the columns first');
    compare(await fingerprints(join(folder, 'first.sqlite'), words), expected, file);
    // It is stored with the run: what goes on later reads the same.
    const again = [
      'run',
      '--resume',
      file,
      '--format',
      'keen',
      '--db',
      join(folder, 'first.sqlite'),
    ];
    const ended = await start([...again, ...HOW]).ended;
    if (ended.code !== 0) throw new Error(`${again.join(' ')}: ${shown(ended)}`);
  },
};
