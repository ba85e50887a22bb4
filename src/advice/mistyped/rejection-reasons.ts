import type { Validation } from '../../puzzle/validate.js';
import { mistypedLines } from './mistyped-lines.js';
import { mistypedText } from './mistyped-text.js';

/**
 * How many rejected entries are examined for mistyped lines: each takes some milliseconds, and
 * nobody repairs more of them by hand.
 */
const LOOKED_INTO = 50;

type Rejection = Extract<Validation, { readonly reason: string }>;

/** The reasons why entries of one corpus are rejected. */
export class RejectionReasons {
  private lookedInto = 0;

  /**
   * The reason why an entry is rejected; if its sums differ, with the lines that may be mistyped.
   */
  for({ reason, sides }: Rejection): string {
    if (sides === undefined || this.lookedInto >= LOOKED_INTO) return reason;
    this.lookedInto++;
    const text = mistypedText(mistypedLines(sides), sides.colours);
    return text === '' ? reason : `${reason}; ${text}`;
  }
}
