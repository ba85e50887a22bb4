/** A source that cannot be read at all, with its path and what to do, fit for a person. */
export class CorpusError extends Error {
  override readonly name: string = 'CorpusError';
}

/** A source whose content is damaged from some place on; what came before it is sound. */
export class DamagedError extends CorpusError {}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
