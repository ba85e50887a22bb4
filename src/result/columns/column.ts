/**
 * What people should know about one column of the database. The help of commands, the pages and
 * docs/results.md take their words from here.
 */
export interface Column {
  /** What it says, in one sentence or two. */
  readonly meaning: string;
  /** Which values it has, and in which unit. */
  readonly values: string;
  /** When it is null; left out if it never is. */
  readonly isNull?: string;
  /** How it is worked out, with the paper if there is one; left out if `meaning` says enough. */
  readonly how?: string;
}

/** One table of the database. */
export interface Table {
  /** What a row is. */
  readonly row: string;
  /** By name, in the order of the table. */
  readonly columns: Readonly<Record<string, Column>>;
}
