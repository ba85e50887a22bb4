import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { RunRequest } from '../../../src/pipeline/runs/request.js';
import { doRun } from '../../../src/pipeline/runs/do-run.js';
import { openStore, type Store } from '../../../src/pipeline/store/open/open.js';
import { temporaryFolder } from '../tests.js';
import { controls, requestFor } from './requests.js';

export const UNIQUE = '"rows":[[2],[1]],"columns":[[2],[1]]';
export const OTHER = '"rows":[[1],[2]],"columns":[[2],[1]]';
export const SEVERAL = '"rows":[[1],[1]],"columns":[[1],[1]]';
export const TYPO = '"rows":[[2],[2]],"columns":[[2],[1]]';

/** Clues by the names of their puzzles. */
export type Puzzles = Readonly<Record<string, string>>;

/** A database of nights of a book, each over what the book held then. */
export class Book {
  readonly db: string;
  readonly folder: string;

  constructor(private readonly t: TestContext) {
    const folder = temporaryFolder(t);
    this.folder = join(folder, 'book');
    this.db = join(folder, 'book.sqlite');
    mkdirSync(this.folder);
  }

  /** A night over the file `book.ndjson` alone. */
  night(puzzles: Puzzles, changes: Partial<RunRequest> = {}): Promise<void> {
    return this.nightOf({ 'book.ndjson': puzzles }, changes);
  }

  /** A night over files; null removes one, and those that are not named stay as they are. */
  async nightOf(
    files: Readonly<Record<string, Puzzles | null>>,
    changes: Partial<RunRequest> = {},
  ): Promise<void> {
    for (const [name, puzzles] of Object.entries(files)) {
      const path = join(this.folder, name);
      if (puzzles === null) rmSync(path);
      else {
        const lines = Object.entries(puzzles).map(([id, clues]) => {
          return `{"id":${JSON.stringify(id)},${clues}}\n`;
        });
        writeFileSync(path, lines.join(''));
      }
    }
    const request = requestFor([this.folder], this.db, { name: 'book', ...changes });
    await doRun(request, controls());
  }

  open(): Store {
    const store = openStore(this.db, { readonly: true });
    this.t.after(() => store.close());
    return store;
  }
}
