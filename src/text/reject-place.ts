/** Where an entry is that is not a puzzle. */
export interface RejectPlace {
  readonly path: string;
  /** From 0. */
  readonly ordinal: number;
  /** The line on which it starts, from 1; null if something else is before it on that line. */
  readonly line: number | null;
}

/**
 * The place of a reject: `a.csv:3`, or `a.json#2` (entries counted from 0) if its line does not tell it
 * from others.
 */
export function rejectPlace({ path, ordinal, line }: RejectPlace): string {
  return line === null ? `${path}#${ordinal}` : `${path}:${line}`;
}
