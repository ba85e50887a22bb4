import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { formatByName } from '../../src/solver/formats/registry.js';
import type { Puzzle } from '../../src/solver/core/puzzle/types.js';
import { nonomill } from '../../test/support/nonomill.js';
import { tossedPuzzle } from '../support/puzzles.js';
import { type Arena, type Attack, between, pick } from './attack.js';
import { checkDatabase, checkSame, contentsOf, reading } from './database.js';
import { checkReport } from './run-under-attack.js';
import { type Ended, checkWords, killedWithin, shown, start } from './program.js';

/** Nights in one database, one after the other: in a campaign of their own, or among others. */
const NIGHTS = { alone: 10, amongOthers: 3 };

/** What a run may be asked in all of its nights, under limits that hold alike on any machine. */
const QUESTIONS = [
  [],
  [],
  ['--max-steps', '40'],
  ['--max-steps', '12,40,100000'],
  ['--ignore-start', '--guess-depth', '2'],
];

/**
 * Nights over files that change, in one database, in which runs, removals of runs and merges are
 * killed. Each night must come to what a fresh database comes to; and to the same news, gates and
 * history as in a database of the same nights in which all was solved, and that nobody disturbed.
 */
export const changingNights: Attack = {
  name: 'nights',
  async run(arena) {
    const book = new Book(arena);
    const nights = new Nights(arena, pick(arena, QUESTIONS));
    const most = arena.isAlone ? NIGHTS.alone : NIGHTS.amongOthers;
    for (let night = 1; night <= most; night++) {
      const changes = night === 1 ? ['begun'] : book.change();
      try {
        await nights.spend();
      } catch (error) {
        const what = error instanceof Error ? error.message : String(error);
        throw new Error(`night ${night} (${changes.join(', ')}): ${what}`, { cause: error });
      }
    }
  },
};

interface Entry {
  readonly name: string;
  readonly puzzle: Puzzle;
}

/** A file of the book: its entries, and how they are written. */
interface BookFile {
  readonly base: string;
  readonly way: keyof typeof WAYS;
  readonly entries: readonly Entry[];
  /** What is wrong with it. */
  readonly fault: keyof typeof FAULTS | null;
}

interface Way {
  readonly format: string;
  readonly end: string;
  readonly bytes: (text: string) => Buffer;
}

const plain = (format: string, end = `.${format}`): Way => {
  return { format, end, bytes: (text) => Buffer.from(text) };
};

/** How the same entries can be written: some formats have no names. */
const WAYS = {
  csv: plain('csv'),
  ndjson: plain('ndjson'),
  json: plain('json'),
  webpbn: plain('webpbn', '.xml'),
  non: plain('non'),
  tournament: plain('tournament', '.txt'),
  haskell: plain('haskell', '.hs'),
  zipped: { format: 'csv', end: '.csv.gz', bytes: (text) => gzipSync(text) },
  windows: {
    format: 'csv',
    end: '.csv',
    bytes: (text) => Buffer.from(`\ufeff${text.replaceAll('\n', '\r\n')}`),
  },
  utf16: { format: 'csv', end: '.csv', bytes: (text) => Buffer.from(`\ufeff${text}`, 'utf16le') },
} satisfies Readonly<Record<string, Way>>;

const WAY_NAMES = Object.keys(WAYS) as (keyof typeof WAYS)[];

/** What becomes of the bytes of a file in a bad night; null: there is only a link to nowhere. */
const FAULTS = {
  empty: () => Buffer.alloc(0),
  cut: (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * 0.6)),
  'half a character': (bytes: Buffer) => Buffer.concat([bytes, Buffer.from([0xe6, 0xbc])]),
  'no text': (bytes: Buffer) => Buffer.concat([Buffer.from([0xff, 0x80]), bytes]),
  'a link to nowhere': () => null,
} satisfies Readonly<Record<string, (bytes: Buffer) => Buffer | null>>;

type Change = (files: BookFile[], arena: Arena, book: Book) => BookFile[];

/** A change of one file that can be read. */
const ofOne =
  (change: (file: BookFile, arena: Arena, book: Book) => readonly BookFile[]): Change =>
  (files, arena, book) => {
    const chosen = pick(arena, files);
    return files.flatMap((file) => (file === chosen ? change(file, arena, book) : file));
  };

/** A change of the entries of one file. */
const ofEntries = (change: (all: Entry[], arena: Arena, book: Book) => readonly Entry[]): Change =>
  ofOne((file, arena, book) => [{ ...file, entries: change([...file.entries], arena, book) }]);

const CHANGES: Readonly<Record<string, Change>> = {
  grows: ofEntries((all, arena, book) => [...all, ...book.entries(between(arena, 1, 60))]),
  'grows within': ofEntries((all, arena, book) =>
    all.toSpliced(between(arena, 0, all.length), 0, ...book.entries(between(arena, 1, 5))),
  ),
  shrinks: ofEntries((all, arena) =>
    all.toSpliced(between(arena, 0, all.length), between(arena, 1, 60)),
  ),
  'is edited': ofEntries((all, arena, book) =>
    changed(all, arena, ({ name }) => ({ ...book.entry(), name })),
  ),
  'is mistyped': ofEntries((all, arena) =>
    changed(all, arena, ({ name, puzzle: { columns, ...puzzle } }) => {
      return { name, puzzle: { ...puzzle, columns: columns.with(0, [1, 1, 1, 1, 1, 1, 1]) } };
    }),
  ),
  'is renamed within': ofEntries((all, arena, book) =>
    changed(all, arena, ({ puzzle }) => ({ ...book.entry(), puzzle })),
  ),
  'is sorted': ofEntries((all) => all.sort((one, other) => (one.name < other.name ? -1 : 1))),
  'is turned around': ofEntries((all) => all.reverse()),
  'is doubled': ofEntries((all) => (all.length > 300 ? all : [...all, ...all])),
  'is replaced': ofEntries((all, _, book) => [
    ...all.slice(0, 100).map(({ name }) => ({ ...book.entry(), name })),
  ]),
  'is renamed': ofOne((file, _, book) => [{ ...file, base: book.base() }]),
  'is copied': ofOne((file, _, book) => [file, { ...file, base: book.base() }]),
  'is encoded anew': ofOne((file, arena) => [{ ...file, way: pick(arena, WAY_NAMES) }]),
  'is gone': ofOne(() => []),
  'is wrong': ofOne((file, arena) => [
    { ...file, fault: pick(arena, Object.keys(FAULTS) as (keyof typeof FAULTS)[]) },
  ]),
  'all are right': (files) => files.map((file) => ({ ...file, fault: null })),
  'is new': (files, arena, book) => [...files, book.file(between(arena, 1, 200))],
  'is as it was': (_, arena, book) => [...pick(arena, book.before)],
};

/** One to three entries become others. */
function changed(all: Entry[], arena: Arena, change: (entry: Entry) => Entry): Entry[] {
  for (let i = between(arena, 1, 3); i > 0 && all.length > 0; i--) {
    const at = between(arena, 0, all.length - 1);
    all[at] = change(all[at]);
  }
  return all;
}

/** A folder of puzzles that somebody works on. */
class Book {
  readonly folder: string;
  /** What it was in earlier nights. */
  readonly before: (readonly BookFile[])[] = [];
  private files: BookFile[] = [];
  private count = 0;

  constructor(private readonly arena: Arena) {
    this.folder = join(arena.folder, 'book');
    for (let i = between(arena, 3, 6); i > 0; i--)
      this.files.push(this.file(between(arena, 1, 900)));
    this.write();
  }

  base(): string {
    return `f${this.count++}`;
  }

  entry(): Entry {
    const { random } = this.arena;
    const puzzle = tossedPuzzle(random, between(this.arena, 5, 8), 0.55);
    return { name: `p${between(this.arena, 0, 1e6)}-${this.count++}`, puzzle };
  }

  entries(count: number): Entry[] {
    return Array.from({ length: count }, () => this.entry());
  }

  file(count: number): BookFile {
    const way = pick(this.arena, WAY_NAMES);
    return { base: this.base(), way, entries: this.entries(count), fault: null };
  }

  /** Does to it what somebody may do in a day; returns in words what that was. */
  change(): string[] {
    this.before.push(this.files);
    const changes = Array.from({ length: between(this.arena, 0, 4) }, () =>
      pick(this.arena, Object.keys(CHANGES)),
    );
    for (const change of changes) {
      this.files = CHANGES[change](this.files, this.arena, this);
      // A book without a puzzle is refused, and one that only grows takes ever longer.
      while (this.files.filter(({ fault }) => fault === null).length < 2)
        this.files.push(this.file(400));
      while (this.files.length > 8) this.files.shift();
      this.arena.tried(`a file ${change}`);
    }
    this.write();
    return changes;
  }

  private write(): void {
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(this.folder);
    for (const { base, way, entries, fault } of this.files) {
      const { format, end, bytes } = WAYS[way];
      const path = join(this.folder, base + end);
      const all = entries.map((entry) => ({ ...entry, title: null, goal: null }));
      const text = [...formatByName(format)!.write!(all)].join('');
      const written = fault === null ? bytes(text) : FAULTS[fault](bytes(text));
      if (written === null) symlinkSync('nowhere', path);
      else writeFileSync(path, written);
    }
  }
}

/** What a night has said of itself. */
interface Told {
  readonly db: string;
  readonly runId: number;
  readonly exit: number | null;
  readonly end: Readonly<Record<string, unknown>>;
  readonly summary: Summary;
  readonly history: HistoryLine;
}

interface Summary {
  readonly since: {
    readonly new?: { readonly puzzles: number };
    readonly gone?: number;
    readonly worse?: number;
    readonly changed?: number;
    readonly byKind?: Readonly<Record<string, number>>;
    readonly rejects?: { readonly count: number };
  };
  readonly gates: readonly { readonly misfits: number; readonly holds: boolean }[];
}

interface HistoryLine {
  readonly runId: number;
  readonly gates: Summary['gates'];
  readonly changes: { readonly counts: Readonly<Record<string, number>> } | null;
}

/** What is not the same in two databases of the same nights: `hardest` hangs on times. */
const OWN = new Set([
  ...['run', 'runId', 'startedAt', 'finishedAt', 'wallMs', 'reused', 'puzzleId', 'solveMs'],
  ...['medianMs', 'puzzlesPerSecond', 'perSecond', 'unfinished', 'best', 'since', 'hardest'],
  ...['command', 'accept', 'acceptedAt', 'list', 'rounds', 'toolVersion'],
]);

/** What a fresh database has nothing to compare with. */
const OF_NIGHTS = new Set([...OWN, 'gates']);

/** Columns that tell who solved a puzzle, and how. */
const OF_REUSE = new Set(['reused_run', 'reused_from']);

/** The nights of a book in the database under attack, and in one that nobody disturbs. */
class Nights {
  private readonly attacked: string;
  private readonly calm: string;
  private count = 0;
  private tookMs = 1500;

  constructor(
    private readonly arena: Arena,
    private readonly question: readonly string[],
  ) {
    this.attacked = join(arena.folder, 'attacked.sqlite');
    this.calm = join(arena.folder, 'calm.sqlite');
  }

  /** One night in both databases, and in a fresh one. @throws Error that says how they differ */
  async spend(): Promise<void> {
    const { arena } = this;
    const night = ++this.count;
    if (night > 1) await this.disturb();
    const before = lastRun(this.attacked);
    const inParts = night > 1 && arena.random() < 0.2;
    const ended = await (inParts ? this.solveInParts(before) : this.solve(before));
    const told = await this.tell(this.attacked, ended);
    const calm = await this.tell(this.calm, await calmly(this.words(this.calm)));
    const fresh = join(arena.folder, `fresh-${night}.sqlite`);
    const { stdout } = await calmly(this.words(fresh));
    const expected = contentsOf(fresh)!;
    checkSame(this.attacked, expected, new Set([...OF_REUSE, ...(inParts ? ['limit_ms'] : [])]));
    same('summary', told.summary, JSON.parse(stdout), OF_NIGHTS);
    same('news', told.summary.since, calm.summary.since, OWN);
    same('gates', told.summary.gates, calm.summary.gates, OWN);
    same('history', told.history, calm.history, OWN);
    if (told.exit !== calm.exit) throw new Error(`exit ${told.exit} instead of ${calm.exit}`);
    for (const of of [told, calm]) checkAgreement(of);
    checkLeft(this.attacked, inParts || this.question.length > 0);
    await this.check();
    rmSync(fresh);
    if (arena.random() < 0.15) {
      for (const { db, runId } of [told, calm])
        await calmly(['history', '--accept', `${runId}`, '--db', db]);
      arena.tried('a night accepted');
    }
  }

  private words(db: string): string[] {
    const where = ['--db', db, '--json', '--quiet', '--log-format', 'json', '--threads', '2'];
    const asked = ['--require', 'no-worse', ...this.question];
    const book = join(this.arena.folder, 'book');
    return ['run', book, '--name', 'book', ...asked, ...where, '--no-report'];
  }

  /** Runs, killed now and then, until the night is over; how it ended. */
  private async solve(before: number): Promise<Ended> {
    const { folder, random } = this.arena;
    const report = join(folder, 'report');
    rmSync(report, { recursive: true, force: true });
    const own = [...this.words(this.attacked), '--reuse'];
    const isReported = random() < 0.2;
    const words = isReported
      ? own.toSpliced(own.indexOf('--no-report'), 1, '--report', report)
      : own;
    await this.kill('a night', words, [...words, '--resume']);
    const end = isReported ? alone : calmly;
    const began = performance.now();
    let ended = await end([...words, '--resume']);
    // An old night of the same files is complete already, and a new one begins only if asked.
    if (lastRun(this.attacked, 'complete') <= before) ended = await end(words);
    if (end === alone) this.tookMs = performance.now() - began;
    checkReport(report);
    return ended;
  }

  /** The same in two parts, which are merged into the database. */
  private async solveInParts(before: number): Promise<Ended> {
    const parts = [1, 2].map((part) => join(this.arena.folder, `part${part}.sqlite`));
    for (const [i, db] of parts.entries()) {
      const own = [...this.words(db), '--shard', `${i + 1}/2`];
      const words = [...own, '--reuse-from', this.attacked];
      await this.kill('a part', words, [...words, '--resume']);
      await alone([...words, '--resume']);
    }
    const where = ['--db', this.attacked, '--json', '--quiet', '--no-report'];
    const words = ['merge', ...parts, ...where];
    await this.kill('a merge', words);
    const ended = await alone(words);
    if (lastRun(this.attacked) <= before) throw new Error('the merge has no run of its own');
    for (const db of parts) rmSync(db);
    return ended;
  }

  /** What else happens to the database between two nights: it must not matter. */
  private async disturb(): Promise<void> {
    const { arena, attacked } = this;
    if (arena.random() < 0.3) {
      const words = ['prune', '--keep', `${between(arena, 1, 4)}`, '--yes', '--db', attacked];
      await this.kill('a removal', words);
      await alone(words);
      arena.tried('runs removed');
      await this.check();
      checkLeft(attacked, true);
    }
    if (arena.random() < 0.15) {
      await calmly([...this.words(attacked), '--limit', `${between(arena, 1, 20)}`, '--reuse']);
      arena.tried('a night with --limit');
    }
    if (arena.random() < 0.15) {
      // Nobody goes on with it; it may end before it is killed, and is no night of the book then.
      const words = this.words(attacked).with(3, 'other');
      await this.kill('a run for good', [...words, '--reuse'], null);
    }
  }

  /** Kills a command up to three times; `again` has the words that go on with it. */
  private async kill(
    what: string,
    first: readonly string[],
    again: readonly string[] | null = first,
  ): Promise<void> {
    const { arena } = this;
    let words: readonly string[] | null = first;
    for (let i = pick(arena, [0, 1, 1, 2]); i > 0 && words !== null; i--) {
      const end = await killedWithin(arena, 1.1 * this.tookMs, words);
      arena.tried(`${what} ${end.signal === null ? 'killed too late' : 'killed'}`);
      checkDatabase(this.attacked);
      words = again;
    }
  }

  /** What a database says of its last night. */
  private async tell(db: string, { code, stdout, stderr }: Ended): Promise<Told> {
    const summary = JSON.parse(stdout) as Summary & { readonly run: { readonly runId: number } };
    const { runId } = summary.run;
    const events = stderr.split('\n').filter((line) => line.startsWith('{"time"'));
    const last = events.map((line) => JSON.parse(line) as Told['end']);
    const end = last.find(({ event }) => event === 'end') ?? {};
    const { stdout: lines } = await calmly(['history', 'book', '--json', '--db', db]);
    const history = (JSON.parse(lines) as HistoryLine[]).find((line) => line.runId === runId);
    if (history === undefined) throw new Error(`${db}: history has no run ${runId}`);
    return { db, runId, exit: code, end, summary, history };
  }

  private async check(): Promise<void> {
    await calmly(['runs', '--check', '--json', '--db', this.attacked]);
  }
}

/** Runs a command to its end, in a process of its own. */
async function alone(words: readonly string[]): Promise<Ended> {
  return well(words, await start(words).ended);
}

/** The same in this process, which takes a fifth of the time. */
async function calmly(words: readonly string[]): Promise<Ended> {
  return well(words, { ...(await nonomill(words)), signal: null });
}

/** @throws Error if a command ended in another way than a run with gates can */
function well(words: readonly string[], ended: Ended): Ended {
  checkWords(ended, words);
  if (ended.code === 0 || ended.code === 3) return ended;
  throw new Error(`${words.join(' ')}\nended with ${shown(ended)}`);
}

/** The number of the latest run; 0 for none. */
function lastRun(db: string, state = '%'): number {
  const sql = 'SELECT ifnull(max(run_id), 0) FROM runs WHERE state LIKE ?';
  return reading(db, (open) => open.prepare(sql).pluck().get(state) as number) ?? 0;
}

/** @throws Error that shows the first place at which two values differ */
function same(what: string, found: unknown, expected: unknown, besides: ReadonlySet<string>): void {
  const kept = (key: string, one: unknown): unknown => (besides.has(key) ? undefined : one);
  const text = (value: unknown): string[] =>
    JSON.stringify(value, kept, 1)
      .replaceAll(/\brun \d+/g, 'a run')
      .split('\n');
  const [is, was] = [text(found), text(expected)];
  const at = is.findIndex((line, i) => line !== was[i]);
  if (at < 0 && is.length === was.length) return;
  const around = (lines: string[]): string => lines.slice(Math.max(0, at - 12), at + 6).join('\n');
  throw new Error(`${what} differ:\n${around(is)}\ninstead of\n${around(was)}`);
}

/** @throws Error if a night tells its news in different numbers in different places */
function checkAgreement({ end, summary: { since, gates }, history }: Told): void {
  const counts = history.changes?.counts;
  const worse = counts && counts.lost + counts.ambiguous + counts.guessing;
  const told: readonly (readonly [string, readonly unknown[]])[] = [
    ['new', [end.new, since.new?.puzzles ?? null, counts?.new ?? null]],
    ['gone', [end.gone, since.gone ?? null, counts?.gone ?? null]],
    ['worse', [end.worse, since.worse ?? null, worse ?? null]],
    ['newRejects', [end.newRejects, since.rejects?.count ?? null]],
    ['misfits', [gates[0].misfits, history.gates[0].misfits, since.worse ?? 0]],
    ['gates', [gates[0].holds, history.gates[0].holds]],
    ['byKind', [JSON.stringify(since.byKind ?? null), JSON.stringify(counts ?? null)]],
  ];
  for (const [what, numbers] of told) {
    // A merge has no event.
    const said = numbers.filter((number) => number !== undefined);
    if (new Set(said).size > 1)
      throw new Error(`${what}: ${JSON.stringify(said)} are not the same`);
  }
}

/** What must not be in a database, by how many there are. */
const LEFT: Readonly<Record<string, string>> = {
  'results of no piece of a run': `SELECT count(*) FROM result_rows r WHERE NOT EXISTS (
    SELECT 1 FROM run_pieces h WHERE h.held_by = r.run_id AND h.piece_id = r.puzzle_id / 2048)`,
  'puzzles of no piece':
    'SELECT count(*) FROM puzzle_rows WHERE puzzle_id / 2048 NOT IN (SELECT piece_id FROM pieces)',
  'pieces of no run and no file': `SELECT count(*) FROM pieces WHERE piece_id NOT IN (
    SELECT piece_id FROM run_pieces UNION SELECT piece_id FROM source_pieces)`,
  'files of no run':
    'SELECT count(*) FROM sources WHERE source_id NOT IN (SELECT source_id FROM run_sources)',
  'pieces of complete runs that are not whole': `SELECT count(*) FROM run_pieces h
    JOIN runs USING (run_id) JOIN pieces p USING (piece_id)
    WHERE state = 'complete' AND options ->> 'limit' IS NULL AND p.entries - p.rejects <> (
      SELECT count(*) FROM result_rows r WHERE r.run_id = h.held_by
        AND r.puzzle_id BETWEEN p.piece_id * 2048 AND p.piece_id * 2048 + 2047)`,
};

/** That a piece which a run before has is not written again, if that run was asked the same. */
const WRITTEN_TWICE = `SELECT count(*) FROM run_pieces h WHERE run_id = (SELECT max(run_id) FROM runs)
  AND held_by = run_id AND EXISTS (SELECT 1 FROM run_pieces b JOIN runs r USING (run_id)
    WHERE b.piece_id = h.piece_id AND b.run_id < h.run_id AND r.state = 'complete'
      AND options ->> 'limit' IS NULL AND options ->> 'shard' IS NULL)`;

/** @throws Error if there is anything left over, or doubled */
function checkLeft(db: string, mayRepeat: boolean): void {
  const twice = mayRepeat ? [] : [['pieces written again', WRITTEN_TWICE] as const];
  for (const [what, sql] of [...Object.entries(LEFT), ...twice]) {
    const found = reading(db, (open) => open.prepare(sql).pluck().get());
    if (found !== 0) throw new Error(`${db}: ${String(found)} ${what}`);
  }
}
