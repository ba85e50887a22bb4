import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Store } from '../open/open.js';
import { runById, type Run } from './read-runs.js';

/** The folder in which a run was begun, among its stored options: paths are relative to it. */
export const FOLDER = 'folder';

/**
 * Where files of runs are: two paths of one file, `./p.csv` and one from the root, or through a
 * link, are the same.
 */
export class FilePlaces {
  private readonly folders = new Map<number, string>();
  private readonly real = new Map<string, string>();

  constructor(private readonly store: Store) {}

  /** A path of a run, from the root and without links. */
  realFile(runId: number, path: string): string {
    let folder = this.folders.get(runId);
    if (folder === undefined) {
      folder = folderOf(runById(this.store, runId)?.options ?? {});
      this.folders.set(runId, folder);
    }
    return this.realPath(fromRoot(folder, path));
  }

  /** A path from the root without links, as far as it is there. */
  private realPath(path: string): string {
    let real = this.real.get(path);
    if (real === undefined) {
      real = withoutLinks(path);
      this.real.set(path, real);
    }
    return real;
  }

  /**
   * The corpora of a run in two ways, of which one must be the same: as they were typed, from the
   * root, and where they are now. A link may be set anew every night.
   */
  corporaKeys(words: readonly string[], options: Run['options']): readonly string[] {
    const typed = words.map((word) => fromRoot(folderOf(options), word));
    const real = typed.map((path) => this.realPath(path));
    return [typed, real].map((paths) => JSON.stringify([...new Set(paths)].sort()));
  }
}

/** The folder in which a run of these options was begun; what else may stand there is none. */
export function folderOf(options: Run['options']): string {
  const folder = options[FOLDER];
  return typeof folder === 'string' ? folder : process.cwd();
}

function fromRoot(folder: string, path: string): string {
  return path === '-' ? path : resolve(folder, path);
}

function withoutLinks(path: string): string {
  if (path === '-') return path;
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
