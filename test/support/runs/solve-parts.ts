import { join } from 'node:path';
import { type RunRequest, StopRequest } from '../../../src/pipeline/runs/request.js';
import { mergeParts, type MergeOutcome } from '../../../src/pipeline/runs/merge.js';
import { doRun } from '../../../src/pipeline/runs/do-run.js';
import { openStore, type Store } from '../../../src/pipeline/store/open/open.js';
import { controls, requestFor } from './requests.js';

/** Solves one part into a database of its own, and returns the database's path. */
export async function solvePart(
  corpora: readonly string[],
  folder: string,
  shard: NonNullable<RunRequest['shard']>,
  changes: Partial<RunRequest> = {},
): Promise<string> {
  const db = join(folder, `part-${shard.replace('/', '-of-')}.sqlite`);
  await doRun(requestFor(corpora, db, { shard, ...changes }), controls());
  return db;
}

/** Solves all parts, one after the other. */
export async function solveParts(
  corpora: readonly string[],
  folder: string,
  of: number,
  changes: Partial<RunRequest> = {},
): Promise<string[]> {
  const parts: string[] = [];
  for (let part = 1; part <= of; part++) {
    parts.push(await solvePart(corpora, folder, `${part}/${of}`, changes));
  }
  return parts;
}

/** Merges parts, without a stop. */
export function merge(
  parts: readonly string[],
  db: string,
  { partial = false } = {},
): Promise<MergeOutcome> {
  const quiet = { stop: new StopRequest(), warn: () => undefined };
  return mergeParts({ parts, db, partial }, quiet);
}

/** What is found in a database, which is closed then. */
export function lookIn<T>(db: string, look: (store: Store) => T, readonly = true): T {
  const store = openStore(db, { readonly });
  try {
    return look(store);
  } finally {
    store.close();
  }
}

/** The rows of a query. */
export function rowsOf(db: string, sql: string): unknown[] {
  return lookIn(db, (store) => store.db.prepare<[]>(sql).all());
}

/** The first value of the first row of a query. */
export function valueOf(db: string, sql: string): unknown {
  return lookIn(db, (store) => store.db.prepare<[]>(sql).pluck().get());
}

/** Changes a database as nobody should: with the checks of its tables switched off. */
export function change(db: string, sql: string): void {
  const changed = (store: Store): unknown => {
    store.db.pragma('ignore_check_constraints = ON');
    return store.db.exec(sql);
  };
  lookIn(db, changed, false);
}
