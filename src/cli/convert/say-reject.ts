import type { Reject } from '../../puzzle/puzzle-columns.js';
import { plainText } from '../../text/plain-text.js';
import { rejectPlace } from '../../text/reject-place.js';
import type { Terminal } from '../terminal/terminal.js';

/** Reports where in `path` an entry is that is not a puzzle, and why. */
export function sayReject(
  { ordinal, line, name, reason }: Reject,
  path: string,
  terminal: Terminal,
): void {
  const file = path === '-' ? 'standard input' : path;
  const place = rejectPlace({ path: file, ordinal, line });
  terminal.say(`nonomill: ${plainText(`${place}${name === null ? '' : ` (${name})`}: ${reason}`)}`);
}
