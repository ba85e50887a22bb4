import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { SaxesParser } from 'saxes';
import { puzzleOf } from '../support/puzzles.js';
import { type Arena, type Attack, between, pick } from './attack.js';
import { reading } from './database.js';
import { nonomill, shown, start, succeeds } from './program.js';
import { TEXT_FORMATS, csvText } from './samples.js';
import { FACTS, SUMMARIES } from '../../src/pipeline/report/statistics/question.js';

const NIGHTS = 6;
const SIDE = 5;

/** A book: the files of a folder with the puzzles of each, by name. */
type Book = Map<string, Map<string, string>>;

/** How good each puzzle is, by name; absent if it is a reject. The lower, the better. */
type Night = ReadonlyMap<string, number>;

/** A complete run as the model remembers it. */
interface Remembered {
  readonly runId: number;
  readonly verdicts: Night;
  /** The puzzles that are in the corpus, also as rejects, or in a file that is empty now. */
  readonly there: ReadonlySet<string>;
}

/**
 * Runs a book night after night while its puzzles get worse and better, become rejects, come and
 * go, files are emptied, runs accepted and removed: `no-worse` says what a plain model says that
 * knows the best that each puzzle ever was.
 */
export const bestOfNights: Attack = {
  name: 'best of nights',
  async run(arena) {
    const { folder } = arena;
    const db = join(folder, 'run.sqlite');
    const folderOfBook = join(folder, 'book');
    mkdirSync(folderOfBook);
    const book: Book = new Map();
    const emptied = new Map<string, ReadonlySet<string>>();
    for (let i = 0; i < 3; i++) book.set(`${i}.ndjson`, newFile(arena, `f${i}`));
    let known: Remembered[] = [];
    const log: string[] = [];
    for (let i = 0; i < NIGHTS; i++) {
      if (i > 0) log.push(changed(arena, book, emptied));
      write(folderOfBook, book, emptied);
      const how = ['--name', pick(arena, ['Book', 'book']), '--no-report', '--quiet'];
      const words = ['run', folderOfBook, '--db', db, ...how, '--threads', '1'];
      const ended = await nonomill([...words, '--require', 'no-worse']);
      const tonight = remembered(db, book, emptied);
      const worse = worseThan(known, tonight);
      const expected = worse.length === 0 || known.length === 0 ? 0 : 3;
      log.push(`night ${tonight.runId}: ${ended.code}`);
      arena.tried(`a night: ${expected === 0 ? 'no worse' : 'worse'}`);
      if (ended.code !== expected) {
        const why = `${worse.join(', ')} are worse`;
        throw new Error(`${log.join('; ')}; expected ${expected}, ${why}: ${shown(ended)}`);
      }
      const missed = notNamed(worse, emptied, ended.stderr);
      if (missed.length > 0 && worse.length <= 10) {
        throw new Error(`${log.join('; ')}: ${missed.join(', ')} not named: ${shown(ended)}`);
      }
      known.push(tonight);
      if (arena.random() < 0.25) {
        const { runId } = pick(arena, known.filter(isThere(db)));
        await succeeds(['history', '--accept', String(runId), '--db', db]);
        known = known.filter((one) => one.runId >= runId);
        log.push(`accepted ${runId}`);
      }
      if (arena.random() < 0.2) {
        await succeeds(['prune', '--keep', '1', '--yes', '--db', db]);
        log.push('pruned');
      }
    }
  },
};

/** Whether a run was not removed. */
function isThere(db: string): (run: Remembered) => boolean {
  const ids = reading(db, (open) => open.prepare('SELECT run_id FROM runs').pluck().all())!;
  return ({ runId }) => ids.includes(runId);
}

/** The puzzles of a night that are worse than they ever were. */
function worseThan(known: readonly Remembered[], tonight: Remembered): string[] {
  const best = new Map<string, number>();
  for (const { verdicts, there } of known) {
    for (const [name, verdict] of verdicts) {
      best.set(name, Math.min(verdict, best.get(name) ?? Infinity));
    }
    for (const name of [...best.keys()]) if (!there.has(name)) best.delete(name);
  }
  return [...best]
    .filter(([name]) => tonight.there.has(name))
    .filter(([name, verdict]) => (tonight.verdicts.get(name) ?? Infinity) > verdict)
    .map(([name]) => name);
}

/** The puzzles that a gate names neither itself nor, where a file is empty now, by their number. */
function notNamed(
  worse: readonly string[],
  emptied: ReadonlyMap<string, ReadonlySet<string>>,
  said: string,
): string[] {
  const missed = new Set(worse.filter((name) => !said.includes(name)));
  for (const [file, names] of emptied) {
    const gone = worse.filter((name) => names.has(name));
    if (!new RegExp(`/${file}: ${gone.length} puzzles? gone`).test(said)) continue;
    for (const name of gone) missed.delete(name);
  }
  return [...missed];
}

/** The latest run, as its rows say. Several solutions are no worse than none. */
function remembered(
  db: string,
  book: Book,
  emptied: ReadonlyMap<string, ReadonlySet<string>>,
): Remembered {
  return reading(db, (open) => {
    const runId = open.prepare('SELECT max(run_id) FROM runs').pluck().get() as number;
    const rows = open
      .prepare<[number], [string, number]>(
        `SELECT name, CASE WHEN status <> 'unique' THEN 2 WHEN technique = 'line' THEN 0 ELSE 1 END
         FROM results JOIN puzzles USING (puzzle_id) WHERE run_id = ?`,
      )
      .raw()
      .all(runId);
    const there = new Set([...book.values()].flatMap((puzzles) => [...puzzles.keys()]));
    for (const names of emptied.values()) for (const name of names) there.add(name);
    return { runId, verdicts: new Map(rows), there };
  })!;
}

function newFile(arena: Arena, prefix: string): Map<string, string> {
  const count = between(arena, 1, 3);
  return new Map(
    Array.from({ length: count }, (_, i) => {
      const name = `${prefix}-${i}`;
      return [name, line(arena, name)];
    }),
  );
}

/** A random puzzle as a line; some have no solution, of some a clue is mistyped. */
function line(arena: Arena, id: string, mayBeReject = false): string {
  const cells = Uint8Array.from({ length: SIDE * SIDE }, () => (arena.random() < 0.55 ? 1 : 0));
  const { rows, columns } = puzzleOf(cells, SIDE, 1);
  const down = rows.map((clue) => [...clue]);
  if (arena.random() < 0.2) down.reverse();
  if (mayBeReject && arena.random() < 0.35) down.push([1]);
  return JSON.stringify({ id, rows: down, columns });
}

/** Changes a book, and says how. */
function changed(arena: Arena, book: Book, emptied: Map<string, ReadonlySet<string>>): string {
  const files = [...book.keys()].filter((file) => book.get(file)!.size > 0);
  if (files.length === 0) {
    const file = `new${book.size}.ndjson`;
    book.set(file, newFile(arena, file));
    return `${file} is new`;
  }
  const file = pick(arena, files);
  const puzzles = book.get(file)!;
  const name = pick(arena, [...puzzles.keys()]);
  switch (between(arena, 0, 6)) {
    case 0:
      emptied.set(file, new Set(puzzles.keys()));
      book.set(file, new Map());
      return `${file} is emptied`;
    case 1: {
      book.delete(file);
      return `${file} is removed`;
    }
    case 2: {
      const added = `new${book.size}-${between(arena, 0, 1e6)}`;
      book.set(`${added}.ndjson`, newFile(arena, added));
      return `${added} is new`;
    }
    case 3: {
      const [last] = [...puzzles.keys()].slice(-1);
      puzzles.delete(last);
      if (puzzles.size === 0) book.delete(file);
      return `${last} is gone`;
    }
    case 4: {
      const gone = [...emptied.keys()].at(0);
      if (gone === undefined) return 'nothing changes';
      emptied.delete(gone);
      book.delete(gone);
      return `${gone} was empty, and is removed`;
    }
    default:
      puzzles.set(name, line(arena, name, true));
      return `${name} has other clues`;
  }
}

function write(
  folder: string,
  book: Book,
  emptied: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  for (const [file, puzzles] of book) {
    writeFileSync(join(folder, file), [...puzzles.values()].map((text) => `${text}\n`).join(''));
  }
  for (const file of emptied.keys()) writeFileSync(join(folder, file), '');
}

const LINE = '{"id":"line","rows":[[2],[1]],"columns":[[2],[1]]}\n';
const EITHER = '{"id":"either","rows":[[1],[1]],"columns":[[1],[1]]}\n';

/** What a gate has to stop: the words of a command, and the exit code with which it says so. */
interface Case {
  readonly words: readonly string[];
  readonly code: number;
  readonly said: RegExp;
}

/**
 * Brings what must not pass to gates: parts without the rest, pictures in folders, entries that say
 * two things.
 */
export const gatesInTheWay: Attack = {
  name: 'gates in the way',
  quick: 2,
  async run(arena) {
    const [name, make] = pick(arena, Object.entries(CASES));
    const { words, code, said } = await make(arena);
    const ended = await nonomill(words);
    arena.tried(`${name}: ${ended.code}`);
    if (ended.code !== code || !said.test(ended.stderr)) {
      throw new Error(`${name}: ${words.join(' ')}\nended with ${shown(ended)}`);
    }
  },
};

const strict = (arena: Arena, path: string): string[] => [
  ...['run', path, '--db', join(arena.folder, 'run.sqlite'), '--no-report', '--quiet'],
  ...['--threads', '1', '--strict'],
];

const refusedEntry =
  (name: string, text: string) =>
  (arena: Arena): Case => {
    const file = join(arena.folder, name);
    writeFileSync(file, text);
    return { words: strict(arena, file), code: 3, said: /FAIL --strict/ };
  };

const CASES: Readonly<Record<string, (arena: Arena) => Case | Promise<Case>>> = {
  async 'a part without the rest'(arena) {
    const { folder } = arena;
    const corpus = join(folder, 'two.ndjson');
    writeFileSync(corpus, LINE + EITHER);
    const parts: string[] = [];
    for (const part of [1, 2]) {
      const db = join(folder, `${part}.sqlite`);
      const gate = arena.random() < 0.5 ? ['--require', 'unique'] : [];
      const words = ['run', corpus, '--shard', `${part}/2`, '--db', db, '--threads', '1', ...gate];
      const { code } = await nonomill([...words, '--no-report', '--quiet']);
      if (code === 3 || (code === 0 && gate.length === 0)) parts.push(db);
    }
    const db = join(folder, 'all.sqlite');
    // The second entry fails, so the part that holds it does.
    const words = ['merge', join(folder, '2.sqlite'), '--db', db, '--partial', '--no-report'];
    return {
      words: [...words, '--require', 'unique'],
      code: 3,
      said: /FAIL --require unique \(1\).*part 1\/2 is missing/s,
    };
  },
  'pictures in a folder'(arena) {
    const book = join(arena.folder, 'book');
    mkdirSync(book);
    writeFileSync(join(book, 'a.ndjson'), LINE);
    const extension = pick(arena, ['png', 'jpg', 'gif', 'webp', 'pdf', 'html', 'zip', 'yaml']);
    const count = between(arena, 1, 40);
    for (let i = 0; i < count; i++) writeFileSync(join(book, `${i}.${extension}`), 'a picture');
    return { words: strict(arena, book), code: 3, said: /left out: /s };
  },
  'a flag given twice'(arena) {
    const [flag, one, other] = pick(arena, [
      ['--timeout', '1s', '2s'],
      ['--threads', '1', '2'],
      ['--max-steps', '10', '20'],
      ['--format', 'csv', 'json'],
    ]);
    const corpus = arena.samples.named('tiny.csv').path;
    const db = join(arena.folder, 'run.sqlite');
    const words = ['run', corpus, '--db', db, flag, one, flag, other];
    return { words, code: 2, said: new RegExp(`${flag}.*${one}.*${other}`) };
  },
  async 'two gates in two flags'(arena) {
    const { folder } = arena;
    const corpus = join(folder, 'one.ndjson');
    writeFileSync(corpus, EITHER);
    const gates = arena.random() < 0.5 ? ['unique', 'goal'] : ['goal', 'unique'];
    const flags = gates.flatMap((gate) => ['--require', gate]);
    await succeeds([...strict(arena, corpus)]);
    const words = ['run', corpus, '--db', join(folder, 'gates.sqlite'), '--no-report', ...flags];
    return { words, code: 3, said: /FAIL --require unique/ };
  },
  'two columns of one name': refusedEntry(
    'twice.csv',
    'id,width,height,rows,columns,rows\na,2,2,"2;1","2;1","1;2"\n',
  ),
  'two pictures of one puzzle': refusedEntry(
    'twice.non',
    'width 2\nheight 2\nrows\n2\n1\ncolumns\n2\n1\ngoal "1110"\ngoal "1101"\n',
  ),
  'clues beside puzzles': refusedEntry(
    'both.json',
    '{"rows":[[2],[1]],"columns":[[2],[1]],"puzzles":[{"rows":[[1]],"columns":[[1]]}]}\n',
  ),
  'clues in a prototype': refusedEntry(
    'proto.ndjson',
    '{"id":"a","__proto__":{"rows":[[2],[1]],"columns":[[2],[1]]}}\n',
  ),
};

const WIDTH = 20;
const HEIGHT = 3;

/** The only clue of this length: what is written for it is found in any format. */
const LONG = 17;

/** Formats of pictures alone, where no clue can be mistyped, and of squares alone. */
const LEFT_OUT = new Set(['picture', 'pbm', 'tournament']);

/**
 * Mistypes one clue of a book, in any format, in a file or a folder: the gates that ask for one
 * solution fail, and name its place.
 */
export const typosAtGates: Attack = {
  name: 'typos at gates',
  quick: 2,
  async run(arena) {
    const { folder } = arena;
    const format = pick(
      arena,
      TEXT_FORMATS.filter((name) => !LEFT_OUT.has(name)),
    );
    const book = join(folder, 'book');
    mkdirSync(book);
    const source = join(folder, 'source.ndjson');
    const gate = pick(arena, ['unique', 'line']);
    writeFileSync(source, puzzleText('cat', longPicture(arena)));
    const file = join(book, `typo.${format}`);
    await succeeds(['convert', source, file, '--to', format]).catch((error: unknown) => {
      throw new Error(`${format}: ${String(error)}`);
    });
    const good = readFileSync(file, 'utf8');
    const places = placesOf(good);
    if (places.length !== 1) {
      arena.tried(`a typo: none can be placed in ${format}`);
      return;
    }
    const [[at, written]] = places;
    const other = pick(arena, TYPOS).toString();
    const bad = good.slice(0, at) + other + good.slice(at + written.length);
    const run = async (name: string): Promise<Awaited<ReturnType<typeof nonomill>>> => {
      const corpus = arena.random() < 0.5 ? book : file;
      const db = join(folder, `${name}.sqlite`);
      const how = ['--no-report', '--threads', '1', '--quiet', '--require', gate];
      return nonomill(['run', corpus, '--db', db, '--format', format, ...how]);
    };
    const before = await run('before');
    if (before.code !== 0) throw new Error(`${format}: without a typo: ${shown(before)}\n${good}`);
    writeFileSync(file, bad);
    const after = await run('after');
    arena.tried(`a typo in ${format}, ${gate}`);
    const place = new RegExp(`typo\\.${format}(?::(\\d+))?`);
    const line = place.exec(after.stderr)?.[1];
    const typo = good.slice(0, at).split('\n').length;
    const isNamed = place.test(after.stderr) && Number(line ?? 1) <= typo;
    if (after.code !== 3 || !after.stderr.includes(`FAIL --require ${gate}`) || !isNamed) {
      throw new Error(`${format}, ${gate}, a typo in line ${typo}: ${shown(after)}\n${bad}`);
    }
  },
};

/** All of them make the sums of rows and columns differ, or a block too long for its line. */
const TYPOS = [16, 18, 19, 71];

/** Where the long clue is written, and how. */
function placesOf(text: string): [number, string][] {
  return Array.from(text.matchAll(/(?<!\d)17(?!\d)/g), ({ index, 0: word }) => [index, word]);
}

/** A picture that lines alone solve, with one block of 17. */
function longPicture(arena: Arena): Uint8Array {
  const cells = new Uint8Array(WIDTH * HEIGHT);
  const row = between(arena, 0, HEIGHT - 1);
  const from = between(arena, 0, WIDTH - LONG);
  cells.fill(1, row * WIDTH + from, row * WIDTH + from + LONG);
  return cells;
}

function puzzleText(id: string, cells: Uint8Array): string {
  const { rows, columns } = puzzleOf(cells, WIDTH, 1);
  return `${JSON.stringify({ id, rows, columns })}\n`;
}

const PIECES = [
  ...['<script>alert(1)</script>', '<img src=x onerror=y>', '[x](javascript:y)', '`', '|', '\\'],
  ...['"', "'", ',', ';', '&', '&amp;', ']]>', '<!--', '-->', '<?', '%0A', '::error::', '*_~#'],
  ...['\u001b[31m', '\u0007', '\u0000', '\n', '\r', '\t', '\u2028', '\u202e', '\ud800', '\ufeff'],
  ...['=1+1', '@x', '+1', 'é', '漢', '\u{1f9e9}', ' ', 'a', 'x'.repeat(40), '\uffff', '\u0085'],
];

/** Gives puzzles, titles and runs names of any characters: every writer's text can be read back. */
export const escapedNames: Attack = {
  name: 'escaped names',
  quick: 1,
  async run(arena) {
    const { folder } = arena;
    const names = Array.from({ length: 3 }, (_, i) => `${i}${nameOf(arena)}`);
    const corpus = join(folder, 'corpus');
    mkdirSync(corpus);
    const puzzle = { rows: [[1], [1]], columns: [[1], [1]] };
    const lines = names.map((id, i) =>
      JSON.stringify({ id, title: nameOf(arena), ...puzzle, ...sized(i) }),
    );
    // A reject of this name, too.
    lines.push(JSON.stringify({ id: nameOf(arena), rows: [[2], [1]], columns: [[2], [2]] }));
    writeFileSync(join(corpus, `f${fileNameOf(arena)}.ndjson`), `${lines.join('\n')}\n`);
    const db = join(folder, 'run.sqlite');
    const report = join(folder, 'report');
    const label = nameOf(arena).replaceAll('\0', '');
    const where = ['--db', db, '--report', report, '--quiet', '--threads', '1'];
    const metrics = ['--metrics', join(folder, 'm.prom')];
    const gates = ['--require', 'unique', '--strict'];
    const [format, check] = pick(arena, Object.entries(GATE_FORMATS));
    const name = label.trim() === '' ? [] : [`--name=${label}`];
    const words = ['run', corpus, ...where, ...metrics, ...gates, ...name];
    const { code, stdout, stderr } = await nonomill([...words, '--gate-format', format]);
    if (code === 2) {
      arena.tried('a name of a run that is refused');
      return;
    }
    if (code !== 3) throw new Error(`${JSON.stringify(label)}: exit code ${code}: ${stderr}`);
    check(stdout);
    noControls(stderr, 'standard error');
    const page = readFileSync(join(report, 'index.html'), 'utf8');
    noMarkup(page.replace(/<script(?:(?!alert)[^])*?<\/script>/g, ''), 'the report', TAGS);
    const [what, ask] = pick(arena, Object.entries(WRITERS));
    await ask(db, names, folder);
    arena.tried(`names in ${what} and ${format}`);
  },
};

/** Puzzles of different sizes, so that none is a copy. */
function sized(i: number): object {
  const side = i + 2;
  const ones = Array.from({ length: side }, () => [1]);
  return { rows: ones, columns: ones };
}

function nameOf(arena: Arena): string {
  return Array.from({ length: between(arena, 1, 5) }, () => pick(arena, PIECES)).join('');
}

/** A name that a file can have; long ones are left to others. */
function fileNameOf(arena: Arena): string {
  const name = Buffer.from(nameOf(arena)).toString().replaceAll('\0', '').replaceAll('/', '');
  return name.length > 60 ? '' : name;
}

/** @throws Error if a text is not XML */
function wellFormed(xml: string, what: string): void {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw new Error(`${what} is not XML: ${error.message}\n${xml.slice(0, 2000)}`);
  });
  parser.write(xml).close();
}

/** @throws Error if a text for a terminal or a table has characters that steer it */
function noControls(text: string, what: string): void {
  // eslint-disable-next-line no-control-regex
  const found = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.exec(text);
  if (found === null) return;
  const around = text.slice(Math.max(0, found.index - 80), found.index + 80);
  throw new Error(`${what} holds ${JSON.stringify(found[0])}: ${JSON.stringify(around)}`);
}

/** What would be markup of HTML, and a link of Markdown. */
const TAGS = /<script>alert|<img src=x/;
const LINKS = /(?<!\\)\]\(javascript/;

/** @throws Error if what a stranger wrote is markup here */
function noMarkup(text: string, what: string, markup: RegExp): void {
  const found = markup.exec(text);
  if (found === null) return;
  throw new Error(`${what}: ${text.slice(Math.max(0, found.index - 200), found.index + 200)}`);
}

const GATE_FORMATS: Readonly<Record<string, (text: string) => void>> = {
  junit: (text) => wellFormed(text, 'JUnit'),
  github: (text) => {
    const lines = text.trimEnd().split('\n');
    const odd = lines.find(
      (line) => line.startsWith('::') && !/^::(?:error|warning|notice)[ :]/.test(line),
    );
    if (odd !== undefined) throw new Error(`for GitHub: ${odd}`);
    noControls(text, 'GitHub');
  },
};

/** Names as they are stored: what no text can hold is another character there. */
function compareNames(found: readonly string[], names: readonly string[], what: string): void {
  const stored = names.map((name) => Buffer.from(name).toString());
  const missing = stored.filter((name) => !found.includes(name));
  if (missing.length === 0) return;
  throw new Error(`${what} has ${JSON.stringify(found)}, not ${JSON.stringify(missing)}`);
}

type Ask = (db: string, names: readonly string[], folder: string) => Promise<void>;

const exported = async (db: string, to: string): Promise<string> =>
  (await succeeds(['export', '--db', db, '--to', to])).stdout;

const WRITERS: Readonly<Record<string, Ask>> = {
  NDJSON: async (db, names) => {
    const lines = (await exported(db, 'ndjson')).trimEnd().split('\n');
    compareNames(
      lines.map((line) => (JSON.parse(line) as { name: string }).name),
      names,
      'NDJSON',
    );
  },
  CSV: async (db) => {
    const rows = parse<{ name: string }>(await exported(db, 'csv'), { columns: true });
    if (rows.length !== 3) throw new Error(`CSV has ${rows.length} rows`);
    for (const { name } of rows) noControls(name.replaceAll('\r', ''), 'CSV');
  },
  Markdown: async (db) => {
    const { stdout } = await succeeds([
      'stats',
      '--top',
      '3',
      '--of',
      'solve_ms',
      '--md',
      '--db',
      db,
    ]);
    const rows = stdout.split('\n').filter((line) => line.startsWith('|'));
    const bars = new Set(rows.map((row) => row.match(/(?<!\\)\|/g)?.length));
    if (bars.size > 1)
      throw new Error(`Markdown has rows of ${[...bars].join(', ')} bars:\n${stdout}`);
    noMarkup(stdout, 'Markdown', TAGS);
    noMarkup(stdout, 'Markdown', LINKS);
    noControls(stdout, 'Markdown');
  },
  'a table': async (db) => {
    const { stdout } = await succeeds(['stats', '--top', '3', '--of', 'solve_ms', '--db', db]);
    noControls(stdout, 'a table');
  },
  'a chart': async (db, _, folder) => {
    const chart = join(folder, 'chart.svg');
    const ask = ['stats', '--by', 'file', '--of', 'unique', '--db', db, '--chart', chart];
    await succeeds(ask);
    const svg = readFileSync(chart, 'utf8');
    wellFormed(svg, 'a chart');
    noMarkup(svg, 'a chart', TAGS);
  },
  history: async (db) => {
    const { stdout } = await succeeds(['history', '--db', db]);
    noControls(stdout, 'history');
    JSON.parse((await succeeds(['history', '--json', '--db', db])).stdout);
    parse((await succeeds(['history', '--csv', '--db', db])).stdout);
  },
};

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
  quick: 1,
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
  quick: 1,
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
  quick: 1,
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

const LINES = 30;

/**
 * Streams puzzles under ids that JavaScript does not hold: each answer has the id as it was
 * written.
 */
export const strangeIds: Attack = {
  name: 'strange ids',
  quick: 1,
  async run(arena) {
    const ids = Array.from({ length: LINES }, () => idOf(arena));
    const command = pick(arena, ['solve', 'check', 'hint']);
    const input = ids.map((id) => `{"id":${id},"rows":[[2],[1]],"columns":[[2],[1]]}\n`).join('');
    const ended = await nonomill([command, '--stream', '--threads', '2'], { input });
    // 1: without cells there is nothing to check, which is said under the id.
    if (ended.code !== 0 && ended.code !== 1) throw new Error(shown(ended));
    const answers = ended.stdout.trimEnd().split('\n');
    for (const [i, id] of ids.entries()) {
      arena.tried(`an id of a stream: ${id.startsWith('"') ? 'a text' : 'a number'}`);
      const answer = answers.at(i) ?? 'nothing';
      if (answer.startsWith(`{"id":${id},`)) continue;
      throw new Error(`${command}: id ${id} came back in ${answer}; ${shown(ended)}`);
    }
  },
};

function idOf(arena: Arena): string {
  const digits = (count: number): string =>
    Array.from({ length: count }, (_, i) => between(arena, i === 0 ? 1 : 0, 9)).join('');
  return pick(arena, [
    () => digits(between(arena, 1, 40)),
    () => `-${digits(between(arena, 1, 25))}`,
    () => `${digits(3)}.${digits(between(arena, 1, 30))}0`,
    () => `${digits(2)}e${between(arena, -400, 400)}`,
    () => `"${digits(20)}"`,
    () => String.raw`"\u00e9\ud83d\ude00 \"x\" \/"`,
  ])();
}

const QUESTIONS = 3;

const SHARES = ['puzzles', 'unique', 'line', 'probe', 'search', 'multiple', 'open'];

const WHERE = [
  ...['size=3-5', 'status=unique,multiple', 'technique=line', 'stars=1,2', 'density=40-60'],
  ...[
    'name=s1|s2',
    'sort=-score',
    'min=0.01',
    "name=o'x",
    'file=a.csv',
    'needs=count',
    'score=2-6',
  ],
  ...['size=3,5 sort=name', 'status=timeout,crash name=cat|dog', 'sweeps=2-4', 'depth=0'],
];

/**
 * Asks random questions of a run twice: of the program, and of SQLite's own, with the query that
 * is there to be pasted. The figures are the same, and so is their order.
 */
export const pastedQuestions: Attack = {
  name: 'pasted questions',
  missing: () =>
    spawnSync('sqlite3', ['--version']).status === 0 ? null : 'sqlite3 is not installed',
  async run(arena) {
    const { folder } = arena;
    const db = join(folder, 'run.sqlite');
    for (const [i, name] of ['a.csv', "b'.csv"].entries()) {
      const shape = { count: 60, side: between(arena, 3, 6), brokenEvery: 9 };
      writeFileSync(join(folder, name), csvText(shape, between(arena, 1, 1e6) + i));
    }
    const files = ['a.csv', "b'.csv"].map((name) => join(folder, name));
    const more = pick(arena, [[], ['--count', '5'], ['--max-steps', '9'], ['--guess-depth', '2']]);
    const how = ['--db', db, '--no-report', '--quiet', '--threads', '1'];
    await succeeds(['run', ...files, ...how, '--name', "it's -- ;", ...more]);
    for (let i = 0; i < QUESTIONS; i++) {
      const words = ['stats', ...question(arena), '--db', db];
      const csv = await nonomill([...words, '--csv']);
      const sql = await nonomill([...words, '--sql']);
      arena.tried(`a question: ${csv.code === 0 ? 'answered' : 'refused'}`);
      if (csv.code === 2 && sql.code === 2) continue;
      if (sql.code !== 0) throw new Error(`${words.join(' ')} --sql: ${shown(sql)}`);
      const found = pasted(db, sql.stdout);
      // A question that no puzzle answers is refused, and its query finds nothing either.
      if (csv.code === 2 && !found.slice(1).some((row) => row.some((one) => Number(one) > 0)))
        continue;
      if (csv.code !== 0) throw new Error(`${words.join(' ')}: ${shown(csv)}`);
      compareFigures(words, figuresOf(csv.stdout), found);
    }
  },
};

function question(arena: Arena): string[] {
  const bins = (name: string, isNumber: boolean): string =>
    name + (isNumber ? pick(arena, ['', ':0.3', ':1/2/5/50', ':q4']) : '');
  const facts = Array.from({ length: between(arena, 0, 2) }, () => {
    const fact = pick(arena, FACTS);
    return bins(fact.name, fact.words === undefined);
  });
  const numbers = FACTS.filter(({ words }) => words === undefined).map(({ name }) => name);
  const number = (): string => pick(arena, numbers);
  const summaries = [...SUMMARIES, 'median', 'p5', 'p95', 'p99.5'];
  const measures = Array.from({ length: between(arena, 1, 3) }, () =>
    arena.random() < 0.4 ? pick(arena, SHARES) : `${number()}:${pick(arena, summaries)}`,
  );
  const isTop = arena.random() < 0.2;
  const of = isTop ? ['--top', '3', '--of', number()] : ['--of', [...new Set(measures)].join(',')];
  const by = facts.length === 0 ? [] : ['--by', [...new Set(facts)].join(',')];
  const where = arena.random() < 0.6 ? ['--where', pick(arena, WHERE)] : [];
  return [...by, ...of, ...where];
}

/** The head and the rows of a query as it is pasted into SQLite's own program. */
function pasted(db: string, sql: string): string[][] {
  const { stdout, stderr, status } = spawnSync('sqlite3', ['-batch', '-csv', '-header', db], {
    input: sql,
    encoding: 'utf8',
  });
  if (status !== 0 || stderr !== '') throw new Error(`sqlite3: ${stderr}\n${sql}`);
  return parse(stdout);
}

/** The same from CSV, without intervals and what figures rest on. */
function figuresOf(csv: string): string[][] {
  const [head, ...rows] = parse(csv);
  const isFigure = (head ?? []).map((name) => !/_(?:low|high|n|at_least)$/.test(name));
  return [head ?? [], ...rows].map((row) => row.filter((_, i) => isFigure[i]));
}

function compareFigures(words: readonly string[], csv: string[][], sql: string[][]): void {
  // Without any row sqlite3 prints no head.
  if (csv.length === 1 && sql.length === 0) return;
  const isSame =
    csv.length === sql.length &&
    csv.every(
      (row, i) => row.length === sql[i].length && row.every((one, k) => same(one, sql[i][k])),
    );
  if (isSame) return;
  const shownRows = (rows: string[][]): string =>
    rows
      .slice(0, 12)
      .map((row) => row.join())
      .join('\n');
  throw new Error(`${words.join(' ')}:\n${shownRows(csv)}\nand as SQL\n${shownRows(sql)}`);
}

/** Fractions are the same as far as two programs agree on them. */
function same(a: string, b: string): boolean {
  const [one, other] = [a, b].map((text) => (text === '' || text === 'none' ? null : Number(text)));
  if (one === null || other === null) return one === other;
  if (Number.isNaN(one) || Number.isNaN(other)) return a === b;
  return Math.abs(one - other) <= 1e-9 * Math.max(1e-3, Math.abs(one), Math.abs(other));
}
