import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from './nonomill.js';

/** What these tests use of DuckDB for Node.js. */
interface DuckDb {
  readonly DuckDBInstance: { create(): Promise<{ connect(): Promise<Connection> }> };
}

interface Connection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<{ getRowsJson(): unknown[][] }>;
  closeSync(): void;
}

const FOLDER = join(ROOT, 'scripts', 'duckdb');

const duckDb = installed();

/** Why tests that need DuckDB are skipped; false if it is there. */
export const NO_DUCKDB =
  duckDb === null ? 'DuckDB is not installed: npm ci --prefix scripts/duckdb' : false;

function installed(): DuckDb | null {
  try {
    return createRequire(join(FOLDER, 'package.json'))('@duckdb/node-api') as DuckDb;
  } catch {
    return null;
  }
}

/** The rows of the last of these queries; numbers of more than 32 bits are texts. */
export async function duckdb(queries: readonly string[]): Promise<unknown[][]> {
  const connection = await (await duckDb!.DuckDBInstance.create()).connect();
  try {
    for (const sql of queries.slice(0, -1)) await connection.run(sql);
    return (await connection.runAndReadAll(queries.at(-1)!)).getRowsJson();
  } finally {
    connection.closeSync();
  }
}
