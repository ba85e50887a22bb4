import { fileStem, plainText } from '../../solver/core/text/plain-text.js';

/** What tells what a puzzle is called. Without a name it has that of its place, `cat.nin#0`. */
interface Named {
  readonly name: string;
  readonly title: string | null;
  /** The file that it is from; null if that is not known. */
  readonly path: string | null;
}

/**
 * What pages call a puzzle, on one line: its title, else its name; without either it is called by
 * its file, as in books.
 */
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

/** What the entry of a file, counted from 0, is called by it: `cat`, and `cat 2` for the next. */
export function nameByFile(path: string, ordinal: number): string {
  return ordinal === 0 ? fileStem(path) : `${fileStem(path)} ${ordinal + 1}`;
}

/** The place in its file of a puzzle that is called after its place; null for others. */
function ordinalIn({ name, path }: Named): number | null {
  if (path === null || !name.startsWith(`${path}#`)) return null;
  const rest = name.slice(path.length + 1);
  return /^\d+$/.test(rest) ? Number(rest) : null;
}
