import type { Reject } from '../../puzzle/puzzle-columns.js';
import type { Terminal } from '../terminal/terminal.js';

/** Says where in `path` an entry stands that is no puzzle, and why. */
export function sayReject(
  { ordinal, line, name, reason }: Reject,
  path: string,
  terminal: Terminal,
): void {
  const file = path === '-' ? 'standard input' : path;
  const place = line === null ? `${file}, entry ${ordinal}` : `${file}:${line}`;
  terminal.say(`nonomill: ${place}${name === null ? '' : ` (${name})`}: ${reason}`);
}
