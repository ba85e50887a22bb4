import { fingerprint, isInShare } from '../../../solver/core/puzzle/fingerprint.js';
import { paletteOf, readLabel } from '../../../solver/core/puzzle/packed-batch.js';
import type { ReuseWish } from '../../record/options.js';
import { nearerWhy, type SolvedWhy } from '../../record/outcome.js';
import type { BatchBytes, PieceShare, ReusedResult } from '../../store/packed/entry-rows.js';
import { trace } from '../../files/program.js';
import {
  keepFewPages,
  openStore,
  queryLists,
  queryValues,
  type Store,
} from '../../store/open/open.js';
import { type PackedWords, sizeOf, startOf } from '../../../solver/core/puzzle/packed.js';
import { cellsToText } from '../../../solver/core/puzzle/text.js';
import { pieceOf, PIECE_ENTRIES, puzzleIdOf } from '../../record/puzzle-id.js';
import type { Status } from '../../../solver/core/result/outcome.js';
import {
  COPIED_COLUMNS,
  damageOf,
  damageOfResult,
  RESULT_AT as AT,
} from '../../store/queries/damaged-rows.js';
import type { RowValue } from '../../record/result-rules.js';
import { answeringResult, askedRuns, attemptsIfAnswered } from './held-pieces.js';

/** What a run takes over from others, looked up by whoever makes its rows. */
export class Reuse {
  private readonly stores: Store[] = [];
  private readonly answers: StoredAnswers[] = [];

  constructor(wish: ReuseWish) {
    try {
      for (const path of [wish.db, ...wish.others]) {
        const store = openStore(path, { readonly: true });
        this.stores.push(store);
        keepFewPages(store);
        this.answers.push(new StoredAnswers(store, wish, path === wish.db));
      }
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** The result taken over for the puzzle at `offset` of a batch, in piece `of`; or why none is. */
  find({ words, bytes }: BatchBytes, offset: number, of: PieceShare): ReusedResult | SolvedWhy {
    const print = fingerprint(words, offset, paletteOf(words, bytes, offset));
    let why: SolvedWhy = 'new';
    for (const answers of this.answers) {
      try {
        const found = answers.find(words, offset, print);
        if (typeof found !== 'string') return found;
        why = nearerWhy(why, found);
        if (why !== 'new') continue;
        const { name, ordinal } = readLabel(words, bytes, offset);
        if (answers.wasThere(of.path, name, of.firstEntry + ordinal)) why = 'changed';
      } catch (error) {
        // A database that cannot be read any more is no reason not to solve the puzzle.
        trace('store', () => `what was solved before cannot be looked up: ${String(error)}`);
      }
    }
    return why;
  }

  close(): void {
    for (const store of this.stores.splice(0)) store.close();
  }
}

type Finder = Pick<Reuse, 'find' | 'close'>;

/** For a database that cannot be read any more: its puzzles are solved. */
const NOTHING: Finder = { find: () => 'new', close: () => undefined };

let open: { readonly key: string; readonly finder: Finder } | null = null;

/** Databases stay open until another run asks. One that cannot be opened ends no thread. */
export function reuseFor(wish: ReuseWish): Finder {
  const key = JSON.stringify(wish);
  if (open?.key === key) return open.finder;
  closeReuse();
  let finder: Finder;
  try {
    finder = new Reuse(wish);
  } catch (error) {
    trace('store', () => `what was solved before cannot be opened: ${String(error)}`);
    finder = NOTHING;
  }
  open = { key, finder };
  return finder;
}

export function closeReuse(): void {
  open?.finder.close();
  open = null;
}

type AskedRun = ReturnType<typeof askedRuns>['runs'][number];

interface Place {
  readonly run: AskedRun;
  readonly puzzleId: number;
}

/** Rows that are looked at for a puzzle before it is worthwhile to remember what came of that. */
const FEW_ROWS = 8;

/** Puzzles of which that is remembered: 5 MB. */
const MOST_KNOWN = 50_000;

/**
 * Which stored result of one database answers what a run asks of a puzzle: one of the same
 * fingerprint and start position, of a solver with equal results, to the same questions or wider
 * ones. In somebody else's database, a row that no run can have written is none, nor is one whose
 * pictures are no solutions by the code that shares nothing with the solver.
 */
class StoredAnswers {
  private readonly asked: ReturnType<typeof askedRuns>;
  private readonly rows: RowBlocks;
  /** The place of the last answer: corpora of two nights mostly have the same order. */
  private last: Place | null = null;
  /** Of equal puzzles that many rows were looked at for: which row answers, or why none does. */
  private readonly known = new Map<string, Place | SolvedWhy>();
  readonly wasThere: ReturnType<typeof formerPuzzles>;

  /** `isOwn`: it is the database of the run itself. */
  constructor(
    private readonly store: Store,
    private readonly wish: ReuseWish,
    private readonly isOwn: boolean,
  ) {
    const own = isOwn ? wish.runId : null;
    this.asked = askedRuns(store, wish, own);
    this.wasThere = formerPuzzles(store, own);
    listForItself(store, this.asked.byPiece.keys(), 'fingerprints');
    listForItself(store, this.asked.otherPieces, 'other_fingerprints');
    this.rows = new RowBlocks(store);
  }

  /** The answer for the puzzle with this fingerprint, or why none: `new` if it is another one. */
  find(words: PackedWords, offset: number, fingerprint: string): ReusedResult | SolvedWhy {
    const { last, asked } = this;
    // Without a run to ask, which is so on the first night of a new version, that is all there is.
    if (asked.runs.length === 0) return this.whyNothing(fingerprint);
    if (last !== null) {
      const next = this.answerAt(last.run, last.puzzleId + 1, words, offset, fingerprint);
      if (typeof next !== 'string') return next;
    }
    const key = `${fingerprint} ${startText(words, offset) ?? ''}`;
    const known = this.known.get(key);
    if (typeof known === 'string') return known;
    if (known !== undefined) {
      return this.answerAt(known.run, known.puzzleId, words, offset, fingerprint);
    }
    let why: SolvedWhy = 'new';
    let looked = 0;
    for (const puzzleId of placesOf(this.store, headOf(fingerprint))) {
      for (const run of asked.byPiece.get(pieceOf(puzzleId)) ?? []) {
        looked++;
        const found = this.answerAt(run, puzzleId, words, offset, fingerprint);
        if (typeof found === 'string') {
          why = nearerWhy(why, found);
          continue;
        }
        if (looked > FEW_ROWS) this.remember(key, { run, puzzleId });
        return found;
      }
    }
    if (why === 'new') why = this.whyNothing(fingerprint);
    if (looked > FEW_ROWS) this.remember(key, why);
    return why;
  }

  /** `otherVersion` if a run of another solver version had such a puzzle. */
  private whyNothing(fingerprint: string): SolvedWhy {
    if (this.asked.otherPieces.size === 0) return 'new';
    const found = queryValues(this.store, OF_OTHERS, headOf(fingerprint));
    return found.length > 0 ? 'otherVersion' : 'new';
  }

  private remember(key: string, place: Place | SolvedWhy): void {
    if (this.known.size >= MOST_KNOWN) this.known.clear();
    this.known.set(key, place);
  }

  private answerAt(
    run: AskedRun,
    puzzleId: number,
    words: PackedWords,
    offset: number,
    fingerprint: string,
  ): ReusedResult | SolvedWhy {
    const row = this.rows.at(run.runId, puzzleId);
    if (row?.fingerprint !== fingerprint || row.start !== startText(words, offset)) return 'new';
    const values = [...row.values];
    if (!this.isOwn && !this.isSound(values, puzzleId, words, offset)) return 'damaged';
    const { asked } = this.wish;
    const isChecked = isInShare(words, offset, asked.crossCheck ?? 0);
    const attempts = attemptsIfAnswered(answeringResult(values), run.then, asked, isChecked);
    if (typeof attempts === 'string') return attempts;
    this.last = { run, puzzleId };
    values[AT.attempts] = attempts;
    values[AT.reused_from] ??= this.isOwn ? null : this.store.path;
    values[AT.reused_run] ??= run.runId;
    return { status: values[AT.status] as Status, values };
  }

  /**
   * Whether a row of somebody else's database can be true: its pictures are checked against the
   * clues. Without one nothing ties it to its clues but the row of the puzzle, which is looked at
   * then. Our own database takes no others: its CHECKs refuse them, and a run in which `runs
   * --check` found a changed row is not asked.
   */
  private isSound(values: readonly RowValue[], id: number, words: PackedWords, offset: number) {
    if (damageOfResult(values, words, offset) !== null || !isSoundVerdict(values)) return false;
    if (values[AT.solution] !== null) return true;
    const puzzle = queryLists<RowValue[]>(this.store, PUZZLE, id).at(0);
    return puzzle !== undefined && damageOf(puzzle, values) === null;
  }
}

const PUZZLE = `SELECT ${COPIED_COLUMNS.puzzles.join(', ')} FROM puzzles WHERE puzzle_id = ?`;
const OF_OTHERS = 'SELECT 1 FROM other_fingerprints WHERE head = ? LIMIT 1';
const PLACES = 'SELECT puzzle_id FROM fingerprints WHERE head = ? ORDER BY puzzle_id DESC';
const FEW_PLACES = `${PLACES} LIMIT ${FEW_ROWS}`;

/** The puzzles that may have a fingerprint, the latest first. */
function placesOf(store: Store, head: string): Iterable<number> {
  const few = queryValues<number>(store, FEW_PLACES, head);
  // To begin and end an iteration takes 10 us, and few puzzles have many that are equal to them.
  if (few.length < FEW_ROWS) return few;
  return store.db.prepare<[string], number>(PLACES).pluck().iterate(head);
}

function startText(words: PackedWords, offset: number): string | null {
  const start = startOf(words, offset);
  if (start === null) return null;
  const { width, height, colours } = sizeOf(words, offset);
  return cellsToText(start, width, height, colours);
}

/** Whether a verdict comes with its picture, which those of other solvers may lack. */
function isSoundVerdict(values: readonly RowValue[]): boolean {
  const [status, first, other] = [AT.status, AT.solution, AT.second_solution].map((i) => values[i]);
  if (status === 'unique') return first !== null;
  return status !== 'multiple' || (first !== null && other !== null);
}

/** How much of a fingerprint is listed: few puzzles share it. Then all of it is compared. */
const HEAD = 10;

/** How many pieces are listed at most: a puzzle takes 26 bytes of a file, in each thread. */
const MOST_LISTED = 16_000;

/** The part of a fingerprint that is listed. */
function headOf(fingerprint: string): string {
  return fingerprint.slice(0, HEAD);
}

/**
 * Lists the puzzles of some pieces by their fingerprints in a table of this connection alone, for a
 * database that is only read: a million take a second. SQLite keeps the table in a file of its own
 * that nobody sees, so that memory stays flat. Of too many pieces the first are listed.
 */
function listForItself(
  store: Store,
  pieces: Iterable<number>,
  table: 'fingerprints' | 'other_fingerprints',
): void {
  const { db } = store;
  db.exec(
    `CREATE TEMP TABLE ${table} (head TEXT, puzzle_id INTEGER, PRIMARY KEY (head, puzzle_id)) WITHOUT ROWID`,
  );
  const began = performance.now();
  db.prepare<[string]>(
    `INSERT INTO temp.${table}
     SELECT lower(hex(substr(fingerprint, 1, ${HEAD / 2}))) AS head, puzzle_id
     FROM json_each(?) AS piece CROSS JOIN puzzle_rows
       ON puzzle_id >= piece.value * ${PIECE_ENTRIES} AND puzzle_id < (piece.value + 1) * ${PIECE_ENTRIES}
     ORDER BY head, puzzle_id`,
  ).run(JSON.stringify(Array.from(pieces).slice(0, MOST_LISTED)));
  const ms = Math.round(performance.now() - began);
  trace('store', () => `listed puzzles by fingerprint in ${ms} ms`);
}

/** A result as it is stored, pictures packed, with what tells which puzzle it is of. */
interface StoredRow {
  readonly fingerprint: RowValue;
  readonly start: RowValue;
  /** In the order of the table of columns. */
  readonly values: readonly RowValue[];
}

/** How many rows are read at once, if they are asked for one after the other. */
const MOST_AT_ONCE = 64;

const PUZZLES = 'SELECT puzzle_id, fingerprint, start FROM puzzles WHERE puzzle_id BETWEEN ? AND ?';
const RESULTS = `SELECT ${COPIED_COLUMNS.results.join(', ')}, puzzle_id FROM result_rows
  WHERE run_id = ? AND puzzle_id BETWEEN ? AND ?`;

/**
 * Reads results of runs. Corpora of two nights mostly have the same order: rows that are asked for
 * one after the other are read in blocks, which takes a third of the time of single ones. The two
 * tables are read by statements of their own: of a join of both with parameters SQLite makes a new
 * plan each time, which takes six times as long as the rows.
 */
export class RowBlocks {
  private runId = 0;
  /** The ids of the block, and what was found of them. */
  private from = 0;
  private to = -1;
  private rows = new Map<number, StoredRow>();

  constructor(private readonly store: Store) {}

  /** What a run found of a puzzle; undefined if it has nothing of it. */
  at(runId: number, puzzleId: number): StoredRow | undefined {
    const isSame = runId === this.runId;
    if (!isSame || puzzleId < this.from || puzzleId > this.to) {
      const isNext = isSame && puzzleId === this.to + 1;
      const size = isNext ? Math.min(MOST_AT_ONCE, 2 * (this.to + 1 - this.from)) : 1;
      this.read(runId, puzzleId, puzzleId + size - 1);
    }
    return this.rows.get(puzzleId);
  }

  private read(runId: number, from: number, to: number): void {
    Object.assign(this, { runId, from, to });
    this.rows.clear();
    // The values of a row in the order of the table, and the id of its puzzle at the end.
    const results = queryLists<RowValue[]>(this.store, RESULTS, runId, from, to);
    if (results.length === 0) return;
    const found = new Map(results.map((row) => [row.pop(), row]));
    const puzzles = queryLists<[number, RowValue, RowValue]>(this.store, PUZZLES, from, to);
    for (const [puzzleId, fingerprint, start] of puzzles) {
      const values = found.get(puzzleId);
      if (values === undefined) continue;
      this.rows.set(puzzleId, { fingerprint, start, values });
    }
  }
}

/** A file as the latest run read it. */
interface FormerFile {
  readonly sourceId: number;
  readonly entries: number;
}

/** 20 MB in each thread. Puzzles of a longer file are compared by their place alone. */
const MOST_NAMES = 200_000;

const NAME = 'SELECT name FROM puzzles WHERE puzzle_id = ?';
const NAMES = `SELECT p.name FROM source_pieces s CROSS JOIN puzzles p
    ON p.puzzle_id >= s.piece_id * ${PIECE_ENTRIES} AND p.puzzle_id < (s.piece_id + 1) * ${PIECE_ENTRIES}
  WHERE s.source_id = ? AND p.name IS NOT NULL`;
const PIECES =
  'SELECT piece_id, first_entry FROM source_pieces WHERE source_id = ? ORDER BY position';

/** Tells if a file had a puzzle of a name or, without one, at a place, when it was last read. */
function formerPuzzles(store: Store, without: number | null) {
  let files: ReadonlyMap<string, FormerFile> | null = null;
  /** The file that was asked about last, and what was read of it. */
  let last: FormerFile | null = null;
  let names: ReadonlySet<string> | null = null;
  let pieces: readonly (readonly [pieceId: number, firstEntry: number])[] | null = null;
  return (path: string, name: string | null, ordinal: number): boolean => {
    files ??= latestFiles(store, without);
    const file = files.get(path);
    if (file === undefined) return false;
    if (file !== last) [last, names, pieces] = [file, null, null];
    if (name !== null && file.entries <= MOST_NAMES) {
      names ??= new Set(queryValues<string>(store, NAMES, file.sourceId));
      return names.has(name);
    }
    pieces ??= queryLists<[number, number]>(store, PIECES, file.sourceId);
    let [low, high] = [0, pieces.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pieces[middle][1] <= ordinal) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return false;
    const [pieceId, firstEntry] = pieces[low - 1];
    const place = ordinal - firstEntry;
    if (place >= PIECE_ENTRIES) return false;
    return queryValues<string | null>(store, NAME, puzzleIdOf(pieceId, place))[0] === name;
  };
}

const LATEST_FILES = `SELECT path, source_id, coalesce(entries, 9e999)
  FROM run_sources JOIN (SELECT path, max(run_id) AS run_id FROM run_sources
    WHERE run_id <> ? GROUP BY path) USING (run_id, path)`;

function latestFiles(store: Store, without: number | null): ReadonlyMap<string, FormerFile> {
  const rows = queryLists<[string, number, number]>(store, LATEST_FILES, without ?? 0);
  return new Map(rows.map(([path, sourceId, entries]) => [path, { sourceId, entries }]));
}
