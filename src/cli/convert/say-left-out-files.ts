import type { LeftOutFile } from '../../corpus/sources/sources.js';
import { plainText } from '../../text/plain-text.js';
import type { Terminal } from '../terminal/terminal.js';

/** Reports which files of a folder are not read, and why. */
export function sayLeftOutFiles(files: readonly LeftOutFile[], terminal: Terminal): void {
  for (const { path, reason } of files) {
    terminal.say(`nonomill: left out: ${plainText(`${path}: ${reason}`)}`);
  }
}
