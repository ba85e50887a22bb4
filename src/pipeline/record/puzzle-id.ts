import { fileName, plainText } from '../../solver/core/text/plain-text.js';

/**
 * The most entries of a piece: the id of a puzzle in a database is the number of its piece times
 * this, plus its place in the piece, so that the primary key orders puzzles by piece and entry.
 */
export const PIECE_ENTRIES = 2048;

/** The id of the puzzle at a place of a piece, both from 0 on. */
export function puzzleIdOf(pieceId: number, place: number): number {
  return pieceId * PIECE_ENTRIES + place;
}

export function pieceOf(puzzleId: number): number {
  return Math.floor(puzzleId / PIECE_ENTRIES);
}

export function placeOf(puzzleId: number): number {
  return puzzleId % PIECE_ENTRIES;
}

/** A puzzle of a run as a list names it. */
export interface SizedPuzzle {
  readonly puzzleId: number;
  readonly name: string;
  readonly title: string | null;
  readonly path: string;
  /** Its entry in the file, from 0. */
  readonly ordinal: number;
  readonly width: number;
  readonly height: number;
}

/** What tells what a puzzle is called. Without a name it has that of its place, `cat.nin#0`. */
interface Named {
  readonly name: string;
  readonly title: string | null;
  /** The file that it is from; null if that is not known. */
  readonly path: string | null;
}

/** On one line: its title, else its name, else that of its file, as in books. */
export function puzzleName(named: Named): string {
  const ordinal = ordinalIn(named);
  const called = ordinal === null ? '' : plainText(nameByFile(named.path!, ordinal));
  return ownName(named) || called || '(no name)';
}

/** Its title or name on one line; empty if it has neither. */
export function ownName(named: Named): string {
  const { title, name } = named;
  return plainText(title ?? (ordinalIn(named) === null ? name : ''));
}

/** On one line: its title, else its name; if that is only its place, with the end of the path. */
export function calledText(named: Placed & Pick<SizedPuzzle, 'title'>): string {
  const name = isPlace(named) ? `${fileName(named.path)}#${named.ordinal}` : plainText(named.name);
  return plainText(named.title ?? '') || name || '(no name)';
}

type Placed = Pick<SizedPuzzle, 'name' | 'path' | 'ordinal'>;

/** Whether a puzzle has no name of its own: then its place is its name. */
export function isPlace({ name, path, ordinal }: Placed): boolean {
  return name === `${path}#${ordinal}`;
}

/** What the entry of a file, counted from 0, is called by it: `cat`, and `cat 2` for the next. */
export function nameByFile(path: string, ordinal: number): string {
  return ordinal === 0 ? fileStem(path) : `${fileStem(path)} ${ordinal + 1}`;
}

/** The name of a file without its extension, and without a .gz after that. */
function fileStem(path: string): string {
  const name = fileName(path).replace(/\.gz$/i, '');
  return name.replace(/(.)\.\w+$/, '$1');
}

/** The place in its file of a puzzle that is called after its place; null for others. */
function ordinalIn({ name, path }: Named): number | null {
  if (path === null || !name.startsWith(`${path}#`)) return null;
  const rest = name.slice(path.length + 1);
  return /^\d+$/.test(rest) ? Number(rest) : null;
}
