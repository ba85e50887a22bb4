import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** A chain of more links than any system follows. */
const MOST_LINKS = 40;

/**
 * The path of a file without any links in it, even if the file does not exist yet. So all names of
 * a database share one lock and one log.
 */
export function realPath(path: string): string {
  let file = resolve(path);
  for (let links = 0; links < MOST_LINKS; links++) {
    if (!isLink(file)) break;
    file = resolve(dirname(file), readlinkSync(file));
  }
  const folder = dirname(file);
  return existsSync(folder) ? join(realpathSync(folder), basename(file)) : file;
}

function isLink(file: string): boolean {
  try {
    return lstatSync(file).isSymbolicLink();
  } catch {
    // It does not exist, or cannot be looked at: opening it will say why.
    return false;
  }
}
