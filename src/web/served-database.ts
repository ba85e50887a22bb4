import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { openStore, type Store } from '../store/open/open.js';
import { BadRequest } from './requests/bad-request.js';
import { CompareAnswers } from './compare/compare-answers.js';
import { RunAnswers } from './run-answers.js';
import { RunEntries } from './run-entries.js';
import { ScoreRanks } from './score-ranks.js';

/** An open database with everything that is kept about it. */
export interface Served {
  readonly store: Store;
  readonly entries: RunEntries;
  readonly answers: RunAnswers;
  readonly comparisons: CompareAnswers;
  readonly ranks: ScoreRanks;
}

/**
 * The database that is served. An open file outlives its name, so the server would still show a
 * database that was deleted or replaced: every request checks first.
 */
export class ServedDatabase {
  readonly path: string;
  private served: Served;
  /** Which file is open; null if that is not known. */
  private file: string | null;

  constructor(store: Store) {
    this.path = store.path;
    this.served = serve(store);
    this.file = fileAt(store.path);
  }

  /**
   * The current database at the path, opened anew if it is another file.
   * @throws BadRequest with the status 503 if it is gone, or cannot be opened.
   */
  now(): Served {
    const file = fileAt(this.path);
    if (file === null) {
      throw new BadRequest(
        `${this.path} is not there any more. Put it back, or start "nonomill serve" over another database.`,
        503,
      );
    }
    if (file !== this.file) this.reopen(file);
    return this.served;
  }

  close(): void {
    this.served.store.close();
  }

  private reopen(file: string): void {
    let store: Store;
    try {
      store = openStore(this.path, { readonly: true });
    } catch (error) {
      throw new BadRequest(
        `${this.path} was replaced, and cannot be opened: ${error instanceof Error ? error.message : String(error)}`,
        503,
      );
    }
    this.served.store.close();
    this.served = serve(store);
    this.file = file;
  }
}

function serve(store: Store): Served {
  return {
    store,
    entries: new RunEntries(store),
    answers: new RunAnswers(store),
    comparisons: new CompareAnswers(store),
    ranks: new ScoreRanks(store),
  };
}

/** Tells files at the same path apart; null if there is none. */
function fileAt(path: string): string | null {
  try {
    const { dev, ino } = statSync(resolve(path), { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return null;
  }
}
