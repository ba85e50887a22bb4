import { brokenLines, checkSolution } from '../../../solver/core/puzzle/check.js';
import { fingerprint } from '../../../solver/core/puzzle/fingerprint.js';
import { pack } from '../../../solver/core/puzzle/packed.js';
import { cellsToText, textToCells } from '../../../solver/core/puzzle/text.js';
import { puzzleToAddress } from '../../../solver/core/puzzle/address.js';
import {
  BLANK,
  block,
  type Cells,
  type Puzzle,
  UNKNOWN,
} from '../../../solver/core/puzzle/types.js';
import { numberOf } from '../../../solver/core/text/numbers.js';
import { capital } from '../../../solver/core/text/plain-text.js';
import {
  cellsAfterMoves,
  countMistakes,
  gameLine,
  type PlayedGame,
  readGameLine,
} from '../../../solver/craft/replay/played-game.js';
import { cellsInLine } from '../../../solver/craft/replay/step.js';
import { cellText } from '../advice-words.js';
import { useState } from 'preact/hooks';
import { quantileOf } from '../../../pipeline/report/statistics/intervals.js';
import { GAME_PREFIX, jsonIn, keepText, keptKeys, keptText } from '../browser.js';
import { lineCells } from '../drawing/drawn.js';

/** Cells that change together, and what they become. */
export type Move = PlayedGame['moves'][number]['cells'];

/** A puzzle that is being played. */
export type Game = ReturnType<typeof gameOf>;

/** A game that began with these cells; of its moves, the first so many are not taken back. */
export function gameOf(start: Cells, moves: readonly Move[] = [], made = moves.length) {
  const cells = start.slice();
  for (const move of moves.slice(0, made)) for (const { cell, to } of move) cells[cell] = to;
  return { start, moves, made, cells };
}

/** The game with so many of its moves made, as far as there are that many. */
export function gameAfter({ start, moves }: Game, made: number): Game {
  return gameOf(start, moves, Math.max(0, Math.min(made, moves.length)));
}

/** The cells of a puzzle that nobody has played yet. */
export function startCells({ start, width, height }: Puzzle): Cells {
  return start ?? new Uint8Array(width * height).fill(UNKNOWN);
}

/** Crosses out open cells of finished lines within the last move, so that one undo takes both. */
export function withCrosses(game: Game, puzzle: Puzzle): Game {
  const crosses = new Map<number, number>();
  for (const line of finishedLines(puzzle, game.cells)) {
    for (const cell of cellsInLine(puzzle, line)) {
      if (game.cells[cell] === UNKNOWN) crosses.set(cell, BLANK);
    }
  }
  return withCells(game, puzzle, crosses, true);
}

/** The game with cells set, as one move; `joined` adds them to the last move. */
export function withCells(
  game: Game,
  puzzle: Puzzle,
  set: ReadonlyMap<number, number>,
  joined: boolean,
): Game {
  const move = Array.from(set, ([cell, to]) => ({ cell, to })).filter(
    ({ cell, to }) => !isGiven(puzzle, cell) && game.cells[cell] !== to,
  );
  if (move.length === 0) return game;
  const moves = game.moves.slice(0, game.made);
  const last = joined ? moves.pop() : undefined;
  return gameOf(game.start, [...moves, [...(last ?? []), ...move]]);
}

/** The game with all that was filled in taken away, as one move. */
export function cleared(game: Game, puzzle: Puzzle): Game {
  return withCells(game, puzzle, new Map(startCells(puzzle).entries()), false);
}

/** Whether a cell is given at the start, and so never changes. */
export function isGiven({ start }: Puzzle, cell: number): boolean {
  return start !== null && start[cell] !== UNKNOWN;
}

/** Whether the filled cells fit all clues; cells that are not filled count as blank. */
export function isPictureSolved(puzzle: Puzzle, cells: Cells): boolean {
  return checkSolution(puzzle, blankWhereOpen(cells)) === null;
}

function blankWhereOpen(cells: Cells): Cells {
  return cells.map((cell) => (cell === UNKNOWN ? BLANK : cell));
}

/**
 * Filled cells that break a finished line: it had exactly the blocks of its clue and still has all
 * of these cells, but more were filled since. A line that was made anew elsewhere is not broken.
 */
function breakingCells(puzzle: Puzzle, { start, moves, made, cells }: Game): number[] {
  const now = finishedLines(puzzle, cells);
  const breaking = new Set<number>();
  const earlier = start.slice();
  for (const move of moves.slice(0, made)) {
    const touched = move.flatMap(({ cell }) => [
      Math.floor(cell / puzzle.width),
      puzzle.height + (cell % puzzle.width),
    ]);
    for (const line of new Set(touched)) {
      if (now.has(line) || !isFinished(puzzle, earlier, line)) continue;
      const places = cellsInLine(puzzle, line);
      const isKept = places.every((i) => !isFilled(earlier[i]) || cells[i] === earlier[i]);
      if (!isKept) continue;
      for (const i of places) if (isFilled(cells[i]) && !isFilled(earlier[i])) breaking.add(i);
    }
    for (const { cell, to } of move) earlier[cell] = to;
  }
  return [...breaking];
}

function isFilled(value: number): boolean {
  return value !== BLANK && value !== UNKNOWN;
}

/** The cells from one to the place level with another, along the row or column of the first. */
export function cellsBetween(first: number, other: number, along: 'row' | 'column', width: number) {
  const [x, u] = [first % width, other % width];
  return lineCells(first, along === 'row' ? first - x + u : other - u + x, width);
}

/** Lines, rows first, whose filled cells are exactly the blocks of their clue. */
export function finishedLines(puzzle: Puzzle, cells: Cells): Set<number> {
  const lines = Array.from({ length: puzzle.width + puzzle.height }, (_, line) => line);
  return new Set(lines.filter((line) => isFinished(puzzle, cells, line)));
}

function isFinished(puzzle: Puzzle, cells: Cells, line: number): boolean {
  const { height, rows, columns } = puzzle;
  const clue = line < height ? rows[line] : columns[line - height];
  const values = cellsInLine(puzzle, line).map((cell) => cells[cell]);
  let found = 0;
  for (let i = 0, run = 0; i < values.length; i++) {
    run++;
    if (values[i + 1] === values[i]) continue;
    if (isFilled(values[i]) && block(run, values[i]) !== clue[found++]) return false;
    run = 0;
  }
  return found === clue.length;
}

/** Cells in a form that needs no escapes in an address; empty if there are none. */
export function cellsToAddress({ width, height, colours }: Puzzle, cells: Cells): string {
  if (cells.every((cell) => cell === UNKNOWN)) return '';
  return cellsToText(cells, width, height, colours)
    .replaceAll('#', '1')
    .replaceAll('?', 'x')
    .replaceAll('/', '_');
}

/** The cells of an address, or null if they do not fit the puzzle. */
export function addressToCells(puzzle: Puzzle, text: string): Cells | null {
  const { width, height, colours } = puzzle;
  if (text === '') return startCells(puzzle);
  try {
    const cells = textToCells(text.replaceAll('x', '?').replaceAll('_', '/'), width, height);
    return cells.every((cell) => cell <= colours || cell === UNKNOWN) ? cells : null;
  } catch {
    return null;
  }
}

/** When mistakes are shown: never, once a line cannot be completed, or once a cell is wrong. */
export const MISTAKE_MODES = { never: 'never', line: 'at a wrong line', cell: 'at once' } as const;
export type MistakeMode = keyof typeof MISTAKE_MODES;

interface Mistakes {
  /** Lines, rows first, whose blocks do not fit between their known cells any more. */
  readonly lines: ReadonlySet<number>;
  /** Cells that break a line that was finished, or that are not as in the solution. */
  readonly cells: readonly number[];
}

const NONE: Mistakes = { lines: new Set(), cells: [] };

/** The mistakes of a game to be shown; cells are judged by the solution, if there is only one. */
export function mistakesOf(
  puzzle: Puzzle,
  game: Game,
  mode: MistakeMode,
  solution: Cells | null,
): Mistakes {
  if (mode === 'never') return NONE;
  const { cells } = game;
  const isWrong = (i: number): boolean => cells[i] !== UNKNOWN && cells[i] !== solution![i];
  const wrong = mode === 'cell' && solution !== null ? [...cells.keys()].filter(isWrong) : [];
  const marked = new Set([...breakingCells(puzzle, game), ...wrong]);
  return { lines: new Set(brokenLines(puzzle, cells)), cells: [...marked] };
}

/** What is marked as wrong, as a sentence; empty if nothing is. */
export function mistakesText({ lines, cells }: Mistakes, { width, height }: Puzzle): string {
  if (lines.size > 0) {
    const names = [...lines].map((line) =>
      line < height ? `row ${line + 1}` : `column ${line - height + 1}`,
    );
    const all = names.length > 3 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
    const said = all.length === 1 ? all[0] : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
    return `${capital(said)} cannot be completed any more.`;
  }
  if (cells.length === 0) return '';
  const [first] = cells;
  const place = `row ${Math.floor(first / width) + 1}, cell ${(first % width) + 1}`;
  return cells.length === 1
    ? `The marked cell (${place}) is wrong.`
    : `The ${cells.length} marked cells are wrong.`;
}

/** `3:07`, `1:02:45`. */
export function clockText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (n: number): string => String(n).padStart(2, '0');
  const rest = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** What is said once a puzzle is solved, and what its picture is called, unless that is empty. */
export function solvedText(seconds: number, hints: number, title: string): string {
  const help = hints === 0 ? 'without a hint' : `with ${numberOf(hints, 'hint')}`;
  const called = title === '' ? '' : ` It is “${title}”.`;
  return `Solved in ${clockText(seconds)}, ${help}: every clue is kept.${called}`;
}

/** What a screen reader says of the cell under the cursor, and how its row and column stand. */
export function cursorText(
  puzzle: Puzzle,
  cells: Cells,
  cursor: number,
  broken: Mistakes['lines'],
): string {
  const finished = finishedLines(puzzle, cells);
  return cellText(puzzle, cells, cursor, (line) =>
    broken.has(line) ? ', cannot be' : finished.has(line) ? ', finished' : '',
  );
}

/** A game under way as it is kept, and what the next move is told by. */
export interface GameLog {
  readonly played: PlayedGame;
  /** The cells after the last move, and before it. */
  readonly cells: Cells;
  readonly before: Cells;
  /** How many moves of the game are made by then; -1 if none was made on this page. */
  readonly made: number;
}

/** The log of a game that begins now. */
export function newLog(puzzle: Puzzle, title: string, start: Date): GameLog {
  const named = { fingerprint: fingerprintOf(puzzle), puzzle: puzzleToAddress(puzzle), title };
  const nothing = { ms: 0, solved: false, mistakes: null, hints: [], checks: [], moves: [] };
  return continued({ ...named, start: start.toISOString(), ...nothing }, puzzle);
}

/** The log of a game that was kept, to go on with. */
export function continued(played: PlayedGame, puzzle: Puzzle): GameLog {
  const cells = cellsAfterMoves(startCells(puzzle), played.moves);
  return { played, cells, before: cells, made: -1 };
}

function fingerprintOf(puzzle: Puzzle): string {
  return fingerprint(pack(puzzle), 0, puzzle.palette);
}

/** The log with later changes as one move, after `ms` of play; in a drag it replaces the last. */
export function withMove(log: GameLog, { cells, made }: Game, ms: number): GameLog {
  const { played } = log;
  if (cells.every((value, i) => value === log.cells[i])) return log;
  const isSame = made === log.made;
  const before = isSame ? log.before : log.cells;
  const set = Array.from(cells, (to, cell) => ({ cell, to })).filter(
    ({ cell, to }) => to !== before[cell],
  );
  const earlier = isSame ? played.moves.slice(0, -1) : played.moves;
  const moves = set.length === 0 ? earlier : [...earlier, { ms, cells: set }];
  return { played: { ...played, ms, moves }, cells, before, made };
}

export function withAsked(log: GameLog, what: 'hints' | 'checks', ms: number): GameLog {
  const { played } = log;
  return { ...log, played: { ...played, ms, [what]: [...played[what], ms] } };
}

/** The game as it is kept once its cells solve the puzzle; those that were left open are blank. */
export function solvedGame({ played, cells }: GameLog): PlayedGame {
  const mistakes = countMistakes(played.moves, blankWhereOpen(cells));
  return { ...played, solved: true, mistakes };
}

/**
 * Reads what is kept, the newest first; nothing of it stops the rest from being read. `size` is how
 * much it takes, in characters; `allowed`, whether the browser lets pages keep anything.
 */
export function readGames() {
  const found = linesOf(GAME_PREFIX);
  const lines = found ?? [];
  const games = gamesIn(lines);
  const damaged = lines.length - games.length;
  return { games, damaged, size: lines.join('').length, allowed: found !== null };
}

/** The games that lines hold, the newest first. */
function gamesIn(lines: readonly string[]): PlayedGame[] {
  return lines
    .flatMap((line) => readGameLine(line).game ?? [])
    .sort((a, b) => Date.parse(b.start) - Date.parse(a.start));
}

/** Keeps a game in this browser, in place of its earlier state; false if the browser does not. */
export function keepGame(game: PlayedGame): boolean {
  return keepText(keyOf(game), gameLine(game));
}

/** The newest game of a puzzle, or the newest whose moves lead to these cells; null for none. */
export function gameAt(puzzle: Puzzle, cells: Cells | null): PlayedGame | null {
  const games = gamesIn(linesOf(`${GAME_PREFIX}${fingerprintOf(puzzle)} `) ?? []);
  const isAt = ({ moves }: PlayedGame): boolean => {
    const now = cellsAfterMoves(startCells(puzzle), moves);
    return cells === null || now.every((value, i) => value === cells[i]);
  };
  return games.find(isAt) ?? null;
}

export function deleteGame(game: PlayedGame): void {
  keepText(keyOf(game), null);
}

/** Deletes all that is kept of playing, damaged entries as well; the settings stay. */
export function deleteGames(): void {
  for (const key of keptKeys(GAME_PREFIX) ?? []) keepText(key, null);
}

function keyOf({ fingerprint, start }: PlayedGame): string {
  return `${GAME_PREFIX}${fingerprint} ${start}`;
}

function linesOf(prefix: string): string[] | null {
  return keptKeys(prefix)?.map((key) => keptText(key) ?? '') ?? null;
}

/** How somebody likes to play; kept in this browser, for all puzzles. */
export interface KeptSettings {
  readonly mistakes: MistakeMode;
  /** Whether the open cells of a finished line are crossed out. */
  readonly crosses: boolean;
}

const KEY = 'nonomill-play-settings';

/** The settings, and the means to change them. */
export function useSettings(): [KeptSettings, (changes: Partial<KeptSettings>) => void] {
  const [settings, setSettings] = useState(() => readSettings(keptText(KEY)));
  const change = (changes: Partial<KeptSettings>): void => {
    const next = { ...settings, ...changes };
    setSettings(next);
    // A browser that keeps nothing has them until the page is left.
    keepText(KEY, JSON.stringify(next));
  };
  return [settings, change];
}

/** Settings as they were kept; what cannot be read is as for somebody who never chose. */
export function readSettings(text: string | null): KeptSettings {
  const stored = (jsonIn(text) ?? {}) as Partial<Record<keyof KeptSettings, unknown>>;
  const modes = Object.keys(MISTAKE_MODES) as MistakeMode[];
  const mistakes = modes.find((mode) => mode === stored.mistakes) ?? 'line';
  return { mistakes, crosses: stored.crosses === true };
}

/** Solved games by their puzzles' stars, the easiest first; those without stars are left out. */
export function factsByStars(games: readonly PlayedGame[]) {
  return [1, 2, 3, 4, 5].flatMap((stars) => {
    const ascending = games
      .filter(({ solved, rating }) => solved && rating?.stars === stars)
      .map(({ ms }) => ms)
      .toSorted((a, b) => a - b);
    if (ascending.length === 0) return [];
    const medianMs = quantileOf(ascending, 0.5).value;
    return { stars, games: ascending.length, medianMs, bestMs: ascending[0] };
  });
}

/** The solved games with the shortest time of each puzzle that was solved more than once. */
export function ownBests(games: readonly PlayedGame[]): ReadonlyMap<string, PlayedGame> {
  const several = byPuzzle(games.filter(({ solved }) => solved)).filter((same) => same.length > 1);
  return new Map(
    several.map((same) => [same[0].fingerprint, same.reduce((a, b) => (b.ms < a.ms ? b : a))]),
  );
}

/** The solved games of each puzzle of which nobody has worked out yet how hard it is. */
export function unrated(games: readonly PlayedGame[]): PlayedGame[][] {
  const open = games.filter(
    ({ solved, puzzle, rating }) => solved && puzzle !== null && rating === undefined,
  );
  return byPuzzle(open);
}

function byPuzzle(games: readonly PlayedGame[]): PlayedGame[][] {
  const found = new Map<string, PlayedGame[]>();
  for (const game of games) {
    const same = found.get(game.fingerprint) ?? [];
    same.push(game);
    found.set(game.fingerprint, same);
  }
  return [...found.values()];
}
