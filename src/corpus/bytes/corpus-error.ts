/** A source that cannot be read at all, with its path and what to do, fit for a person. */
export class CorpusError extends Error {
  override readonly name: string = 'CorpusError';
}

/** A source whose content is damaged from some place on; what came before it is sound. */
export class DamagedError extends CorpusError {
  /** `line` is the 1-based line in which the damage begins. */
  constructor(
    message: string,
    readonly line: number,
  ) {
    super(message);
  }
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
