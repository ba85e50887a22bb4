import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { puzzleOf } from '../../support/random-puzzles.js';
import { between, pick, type Arena, type Attack } from '../attack.js';
import { reading } from '../database.js';
import { nonomill, shown, succeeds } from '../program.js';

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
