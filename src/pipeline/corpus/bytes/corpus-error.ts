import { NonomillError } from '../../../solver/core/text/nonomill-error.js';

/**
 * A source that cannot be read at all; the message is for people and holds its path and what to do.
 */
export class CorpusError extends NonomillError {
  override readonly name: string = 'CorpusError';
}

/** A source whose content is damaged from some position on; what comes before is sound. */
export class DamagedError extends CorpusError {
  /** `line` is the 1-based line in which the damage begins. */
  constructor(
    message: string,
    readonly line: number,
  ) {
    super('NM_CORPUS_DAMAGED', message);
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
