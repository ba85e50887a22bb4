import { StoreError } from './open/store-error.js';
import { change, openStore, queryRows, queryValues, type Store } from './open/open.js';
import { listRuns } from './stored-runs.js';

/**
 * The counts of the pictures of a size with so many filled cells: how many there are, how many of
 * them have one solution and are solved by lines alone, by one assumption at a time and by more,
 * and the sweeps of those that lines solve, together.
 */
export type CensusCount = Readonly<
  Record<'filled' | 'pictures' | 'line' | 'probe' | 'search' | 'sweeps', number>
>;

/**
 * The one table of a census, made with its first group. It is not a run: an entry of a run is a
 * puzzle with a verdict, and here a row counts millions of pictures. All rows of a group are there,
 * or none.
 */
const TABLE = `CREATE TABLE census (
  size TEXT NOT NULL,
  first_rows TEXT NOT NULL,
  filled INTEGER NOT NULL,
  pictures INTEGER NOT NULL CHECK (pictures > 0),
  line INTEGER NOT NULL,
  probe INTEGER NOT NULL,
  search INTEGER NOT NULL,
  sweeps INTEGER NOT NULL CHECK (sweeps >= line AND line + probe + search <= pictures),
  PRIMARY KEY (size, first_rows, filled)
) STRICT, WITHOUT ROWID`;

/** What a database has counted of a size. */
export class StoredCensus {
  constructor(
    private readonly store: Store,
    private readonly size: string,
  ) {}

  /** The groups that are counted, by the clues of their first rows. */
  groups(): Set<string> {
    if (!hasCensus(this.store)) return new Set();
    const sql = 'SELECT DISTINCT first_rows FROM census WHERE size = ?';
    return new Set(queryValues<string>(this.store, sql, this.size));
  }

  /** All counts together, by filled cells. */
  counts(): CensusCount[] {
    if (!hasCensus(this.store)) return [];
    const sql = `SELECT filled, sum(pictures) AS pictures, sum(line) AS line, sum(probe) AS probe,
        sum(search) AS search, sum(sweeps) AS sweeps
      FROM census WHERE size = ? GROUP BY filled ORDER BY filled`;
    return queryRows(this.store, sql, this.size);
  }

  /** Keeps what was counted of a group, all at once; one that is there already stays. */
  add(firstRows: string, counts: readonly CensusCount[]): void {
    const { store, size } = this;
    const rows = counts.map((count) => ({ size, firstRows, ...count }));
    addRows(store, rows);
  }

  remove(groups: readonly string[]): void {
    const remove =
      'DELETE FROM census WHERE size = ? AND first_rows IN (SELECT value FROM json_each(?))';
    change(this.store, remove, this.size, JSON.stringify(groups));
  }
}

/** Returns how many groups are new to `db`, and whether parts have runs; null without groups. */
export function mergeCensus(
  parts: readonly string[],
  db: string,
): { readonly added: number; readonly hasRuns: boolean } | null {
  const stores = parts.map((path) => openStore(path, { readonly: true }));
  try {
    const counted = stores.filter(hasCensus);
    if (counted.length === 0) return null;
    const store = openStore(db, { readonly: false });
    try {
      const before = groupsIn(store);
      for (const { db: from } of counted) {
        const rows = from.prepare<[], Row>('SELECT *, first_rows AS firstRows FROM census');
        addRows(store, rows.iterate());
      }
      const hasRuns = stores.some((from) => listRuns(from).length > 0);
      return { added: groupsIn(store) - before, hasRuns };
    } finally {
      store.close();
    }
  } finally {
    for (const store of stores) store.close();
  }
}

type Row = CensusCount & { readonly size: string; readonly firstRows: string };

function addRows(store: Store, rows: Iterable<Row>): void {
  store.db.transaction(() => {
    if (!hasCensus(store)) store.db.exec(TABLE);
    const insert = `INSERT OR IGNORE INTO census
      VALUES ($size, $firstRows, $filled, $pictures, $line, $probe, $search, $sweeps)`;
    for (const row of rows) change(store, insert, row);
  })();
}

function groupsIn(store: Store): number {
  if (!hasCensus(store)) return 0;
  return queryValues<number>(store, 'SELECT count(DISTINCT size || first_rows) FROM census')[0];
}

/** @throws StoreError if what is called so is somebody else's */
function hasCensus({ db, path }: Store): boolean {
  const sql = "SELECT sql FROM sqlite_schema WHERE name = 'census'";
  const found = queryValues<string>({ db }, sql).at(0);
  if (found === undefined || found === TABLE) return found !== undefined;
  const why = `${path} has a table or view census that nonomill has not made. Use another database.`;
  throw new StoreError('NM_DATABASE_FOREIGN', why);
}
