import { UNKNOWN, type Cells } from '../../core/puzzle/types.js';

/** Cells that changed together, after so many `ms` of play, each with its value from then on. */
interface PlayedMove {
  readonly ms: number;
  /** Cells count from 0, row by row. */
  readonly cells: readonly { readonly cell: number; readonly to: number }[];
}

/** A puzzle as somebody played it once. Times but `start` are milliseconds of play, no pauses. */
export interface PlayedGame {
  /** Names the puzzle, as in the database. */
  readonly fingerprint: string;
  /** The puzzle as `puzzleToAddress` writes it; null in a log that only names it. */
  readonly puzzle: string | null;
  readonly title: string;
  /** When it was begun, in ISO 8601. */
  readonly start: string;
  /** How long it was played: to the end if solved, else to the last thing that was done. */
  readonly ms: number;
  readonly solved: boolean;
  /** How many moves made a cell wrong; null as long as the puzzle is not solved. */
  readonly mistakes: number | null;
  /** When hints were asked for. */
  readonly hints: readonly number[];
  /** When the player had the cells checked. */
  readonly checks: readonly number[];
  /** Undone and redone moves are moves, too. */
  readonly moves: readonly PlayedMove[];
  /** How hard the puzzle is; null if it has no score, undefined if nobody has worked it out. */
  readonly rating?: { readonly stars: number; readonly score: number } | null;
}

/** A game as a line of NDJSON, without its end. */
export function gameLine({ moves, rating, ...game }: PlayedGame): string {
  return JSON.stringify({
    ...game,
    ...(rating === undefined ? {} : { stars: rating?.stars ?? null, score: rating?.score ?? null }),
    moves: moves.map(({ ms, cells }) => [
      ms,
      ...cells.map(({ cell, to }) => [cell, to === UNKNOWN ? null : to]),
    ]),
  });
}

/** The game of such a line, or why it holds none; what others need not log may be missing. */
export function readGameLine(
  line: string,
):
  | { readonly game: PlayedGame; readonly reason?: undefined }
  | { readonly game?: undefined; readonly reason: string } {
  let found: unknown;
  try {
    found = JSON.parse(line);
  } catch {
    return { reason: 'this is not JSON' };
  }
  if (typeof found !== 'object' || found === null || Array.isArray(found)) {
    return { reason: 'a game must be an object' };
  }
  const fields = found as Readonly<Record<string, unknown>>;
  const reason = wrongField(fields);
  if (reason !== null) return { reason };
  const moves = (fields.moves ?? []) as readonly [number, ...[number, number | null][]][];
  const { stars, score } = fields as Readonly<Record<string, number | null | undefined>>;
  const isRated = stars !== undefined && score !== undefined;
  const rating = stars == null || score == null ? null : { stars, score };
  return {
    game: {
      fingerprint: fields.fingerprint as string,
      puzzle: (fields.puzzle ?? null) as string | null,
      title: (fields.title ?? '') as string,
      start: fields.start as string,
      ms: fields.ms as number,
      solved: fields.solved as boolean,
      mistakes: (fields.mistakes ?? null) as number | null,
      hints: (fields.hints ?? []) as number[],
      checks: (fields.checks ?? []) as number[],
      moves: moves.map(([ms, ...cells]) => ({
        ms,
        cells: cells.map(([cell, to]) => ({ cell, to: to ?? UNKNOWN })),
      })),
      ...(isRated && { rating }),
    },
  };
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isTime = (value: unknown): boolean => isNumber(value) && (value as number) >= 0;
const isNumber = (value: unknown): boolean => Number.isFinite(value);
const isText = (value: unknown): boolean => typeof value === 'string';
const areAll = (value: unknown, test: (one: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(test);
/** A later time may not come before an earlier one. */
const areTimes = (value: unknown): boolean =>
  areAll(value, isTime) && (value as number[]).every((ms, i, all) => i === 0 || all[i - 1] <= ms);

/** What each field must be; those that end with a question mark may be left out, or be null. */
const FIELDS: readonly (readonly [
  name: string,
  meaning: string,
  test: (value: unknown) => boolean,
])[] = [
  [
    'fingerprint',
    'the 32 hexadecimal digits that name a puzzle',
    (value) => isText(value) && /^[\da-f]{32}$/.test(value as string),
  ],
  [
    'start',
    'a time, as in 2026-11-25T20:15:00Z',
    (value) =>
      isText(value) &&
      /^\d{4}-\d\d-\d\dT/.test(value as string) &&
      !Number.isNaN(Date.parse(value as string)),
  ],
  ['ms', 'the milliseconds that were played', isTime],
  ['solved', 'true or false', (value) => typeof value === 'boolean'],
  ['puzzle?', 'a puzzle as in an address', isText],
  ['title?', 'a text', isText],
  ['mistakes?', 'a count', isCount],
  ['hints?', 'a list of milliseconds, in their order', areTimes],
  ['checks?', 'a list of milliseconds, in their order', areTimes],
  [
    'stars?',
    'a number from 1 to 5',
    (value) => isCount(value) && [1, 2, 3, 4, 5].includes(value as number),
  ],
  ['score?', 'a number', isNumber],
  [
    'moves?',
    'a list of [milliseconds, [cell, value], ...], in their order',
    (value) => areAll(value, isMove) && areTimes((value as readonly [number][]).map(([ms]) => ms)),
  ],
];

function isMove(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  const [ms, ...cells] = value as unknown[];
  return isTime(ms) && cells.every(isSet);
}

/** Whether this is a cell with its new value, which is null for an unknown one. */
function isSet(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [cell, to] = value as unknown[];
  return isCount(cell) && (to === null || (isCount(to) && (to as number) < UNKNOWN));
}

function wrongField(fields: Readonly<Record<string, unknown>>): string | null {
  for (const [named, meaning, test] of FIELDS) {
    const name = named.replace('?', '');
    const value = fields[name];
    if (named !== name && (value === undefined || value === null)) continue;
    if (value === undefined) return `"${name}" is missing: ${meaning}`;
    if (!test(value)) return `"${name}" must be ${meaning}`;
  }
  return null;
}

/** The cells after the moves of a game, from the cells that a puzzle starts with. */
export function cellsAfterMoves(start: Cells, moves: readonly PlayedMove[]): Cells {
  const cells = start.slice();
  for (const move of moves) for (const { cell, to } of move.cells) cells[cell] = to;
  return cells;
}

/** How many moves set a cell to something else than the solution has; clearing is no mistake. */
export function countMistakes(moves: readonly PlayedMove[], solution: Cells): number {
  const isWrong = ({ cell, to }: PlayedMove['cells'][number]): boolean =>
    to !== UNKNOWN && to !== solution[cell];
  return moves.filter(({ cells }) => cells.some(isWrong)).length;
}
