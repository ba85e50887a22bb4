import { createInterface } from 'node:readline';
import { UsageError } from './outcome.js';
import type { Terminal } from './terminal.js';

/**
 * Asks a person a question, and returns whether the answer is yes. `instead` is what to say where
 * nobody can be asked.
 * @throws UsageError if there is nobody
 */
export async function isAgreed(
  terminal: Terminal,
  question: string,
  instead: string,
): Promise<boolean> {
  if (!terminal.typing)
    throw new UsageError('NM_CONFIRMATION', `nobody can be asked here: say ${instead}`);
  terminal.say(`${question} Type y for yes:`);
  for await (const line of createInterface({ input: terminal.stdin, terminal: false })) {
    return /^y(es)?$/i.test(line.trim());
  }
  return false;
}
