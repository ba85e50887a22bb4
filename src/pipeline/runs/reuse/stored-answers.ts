import {
  coloursOf,
  heightOf,
  type PackedWords,
  startOf,
  widthOf,
} from '../../../solver/core/puzzle/packed.js';
import { isInShare } from '../../../solver/core/puzzle/fingerprint.js';
import { cellsToText } from '../../../solver/core/puzzle/text.js';
import { pieceOf } from '../../../solver/core/result/puzzle-id.js';
import {
  RESULT_COLUMN_LIST,
  type ResultColumnName,
} from '../../../solver/core/result/result-columns.js';
import type { Status } from '../../../solver/core/result/outcome.js';
import type { ReuseWish } from '../../record/options.js';
import { nearerWhy, type SolvedWhy } from '../../record/outcome.js';
import type { ReusedResult } from '../../store/packed/entry-rows.js';
import type { Store } from '../../store/open/open.js';
import { RowDamage } from '../../store/rows/row-damage.js';
import type { ColumnValue } from '../../store/rows/row-inserter.js';
import { COPIED_COLUMNS } from '../../store/stored-runs/part-rows.js';
import { attemptsIfAnswered, type AnsweringResult } from './answers.js';
import { askedRuns, type AskedRun, type AskedRuns } from './asked-runs.js';
import { headOf, listForItself } from './fingerprint-list.js';
import { FormerPuzzles } from './former-puzzles.js';
import { RowBlocks } from './row-blocks.js';

/** The places of columns in a row of results. */
const AT = Object.fromEntries(RESULT_COLUMN_LIST.map(({ name }, i) => [name, i])) as Readonly<
  Record<ResultColumnName, number>
>;

/** Where a result is. */
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
 * ones. A row that no run can have written is none, nor is one whose pictures are no solutions by
 * the code that shares nothing with the solver.
 */
export class StoredAnswers {
  readonly asked: AskedRuns;
  private readonly places: (head: string) => Iterable<number>;
  /** Whether a run of another solver version had such a puzzle. */
  private readonly isOfOthers: (head: string) => boolean;
  private readonly rows: RowBlocks;
  private readonly puzzleAt: (puzzleId: number) => readonly ColumnValue[] | undefined;
  private readonly damage = new RowDamage(COPIED_COLUMNS);
  /** The place of the last answer: corpora of two nights mostly have the same order. */
  private last: Place | null = null;
  /** Of equal puzzles that many rows were looked at for: which row answers, or why none does. */
  private readonly known = new Map<string, Place | SolvedWhy>();
  readonly former: FormerPuzzles;

  /** `isOwn`: it is the database of the run itself. */
  constructor(
    private readonly store: Store,
    private readonly wish: ReuseWish,
    private readonly isOwn: boolean,
  ) {
    const { db } = store;
    const own = isOwn ? wish.runId : null;
    this.asked = askedRuns(store, wish, own);
    this.former = new FormerPuzzles(store, own);
    listForItself(store, this.asked.byPiece.keys());
    listForItself(store, this.asked.otherPieces, 'other_fingerprints');
    const placesSql = 'SELECT puzzle_id FROM fingerprints WHERE head = ? ORDER BY puzzle_id DESC';
    const places = db.prepare<[string], number>(placesSql).pluck();
    const few = db.prepare<[string], number>(`${placesSql} LIMIT ${FEW_ROWS}`).pluck();
    // To begin and end an iteration takes 10 us, and few puzzles have many that are equal to them.
    this.places = (head) => {
      const first = few.all(head);
      return first.length < FEW_ROWS ? first : places.iterate(head);
    };
    const other = db
      .prepare<[string], number>('SELECT 1 FROM other_fingerprints WHERE head = ? LIMIT 1')
      .pluck();
    this.isOfOthers = (head) => other.get(head) !== undefined;
    this.rows = new RowBlocks(store);
    const puzzle = db
      .prepare<[number], ColumnValue[]>(
        `SELECT ${COPIED_COLUMNS.puzzles.join(', ')} FROM puzzles WHERE puzzle_id = ?`,
      )
      .raw();
    this.puzzleAt = (puzzleId) => puzzle.get(puzzleId);
  }

  /**
   * The answer for the puzzle at `offset` of `words`, which has this fingerprint; or why there is
   * none: `new` also if its file had another one in its place.
   */
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
    for (const puzzleId of this.places(headOf(fingerprint))) {
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

  private whyNothing(fingerprint: string): SolvedWhy {
    if (this.asked.otherPieces.size === 0) return 'new';
    return this.isOfOthers(headOf(fingerprint)) ? 'otherVersion' : 'new';
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
    if (this.damage.reasonOfResult(values, words, offset) !== null) return 'damaged';
    if (!isSoundVerdict(values) || !this.isSoundPuzzle(values, puzzleId)) return 'damaged';
    const { asked } = this.wish;
    const isChecked = isInShare(words, offset, asked.crossCheck ?? 0);
    const attempts = attemptsIfAnswered(resultIn(values), run.then, asked, isChecked);
    if (typeof attempts === 'string') return attempts;
    this.last = { run, puzzleId };
    values[AT.attempts] = attempts;
    values[AT.reused_from] ??= this.isOwn ? null : this.store.path;
    values[AT.reused_run] ??= run.runId;
    return { status: values[AT.status] as Status, values };
  }

  /**
   * Without a picture nothing ties a result to its clues but the row of the puzzle: then that is
   * looked at as well.
   */
  private isSoundPuzzle(values: readonly ColumnValue[], puzzleId: number): boolean {
    if (values[AT.solution] !== null) return true;
    const puzzle = this.puzzleAt(puzzleId);
    return puzzle !== undefined && this.damage.reasonOf(puzzle, values) === null;
  }
}

function startText(words: PackedWords, offset: number): string | null {
  const start = startOf(words, offset);
  if (start === null) return null;
  return cellsToText(
    start,
    widthOf(words, offset),
    heightOf(words, offset),
    coloursOf(words, offset),
  );
}

/** Whether a verdict comes with its picture, which those of other solvers may lack. */
function isSoundVerdict(values: readonly ColumnValue[]): boolean {
  const [status, first, second] = [AT.status, AT.solution, AT.second_solution].map(
    (at) => values[at],
  );
  if (status === 'unique') return first !== null;
  return status !== 'multiple' || (first !== null && second !== null);
}

/** What decides whether a row answers. */
function resultIn(values: readonly ColumnValue[]): AnsweringResult {
  return {
    status: values[AT.status] as Status,
    stoppedBy: values[AT.stopped_by] as AnsweringResult['stoppedBy'],
    guessDepth: values[AT.guess_depth] as number | null,
    guessDepthMin: values[AT.guess_depth_min] as number | null,
    solutions: values[AT.solutions] as string,
    solutionsExact: values[AT.solutions_exact] === 1,
    difficulty: values[AT.difficulty] as number | null,
    innerLookAhead: values[AT.inner_look_ahead] as number | null,
    proof: values[AT.proof] as number | null,
    crossCheck: values[AT.cross_check] as AnsweringResult['crossCheck'],
    attempts: values[AT.attempts] as number,
    limitMs: values[AT.limit_ms] as number | null,
    error: values[AT.error] as string | null,
  };
}
