import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** More links in a row than any system follows. */
const MOST_LINKS = 40;

/**
 * The path of a file without any link in it, also if the file itself is still to be made. Two
 * names of one database have one lock and one log by this.
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
    // It is not there, or cannot be looked at: whoever opens it says why.
    return false;
  }
}
