/** One file, or standard input, that holds entries. */
export interface Source {
  /** A path, or `-` for standard input. */
  readonly path: string;
  /** The name of its format; null if it is to be recognised when the source is opened. */
  readonly format: string | null;
  /** Whether it can be read only once: standard input, a pipe, a device. */
  readonly once?: boolean;
  /** Whether it was found in a folder or by a pattern: if it cannot be read, it is left out. */
  readonly found?: boolean;
}

export const STANDARD_INPUT = '-';
