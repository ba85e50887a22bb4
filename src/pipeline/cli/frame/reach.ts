/**
 * What the value of a flag can bring about, and in words why a config file that was merely found
 * may not say it; null for what any file may say. Every flag names one.
 */
export const REACHES = {
  /** It changes what is found out or how it is shown, and nothing beyond. */
  none: null,
  /** Its value is a path of what is only read. */
  read: null,
  /** Its value is a path of what is written, if only an index of a database. */
  write: 'writes outside the folder of the file',
  run: 'runs a program',
  send: 'sends to an address',
  /** What is made leads its readers to an address. */
  lead: 'leads readers to an address',
  listen: 'listens on the network',
  unasked: 'removes or overwrites without asking',
} as const;

/** See `REACHES`. */
export type Reach = keyof typeof REACHES;

/** Whether a value is a path: in a config file it begins at the folder of that file. */
export function isPath(reach: Reach): boolean {
  return reach === 'read' || reach === 'write';
}
