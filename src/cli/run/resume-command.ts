import { commandText } from '../../text/command-text.js';

/**
 * What to type to go on with a run: the words of the command as they were typed, so that no option
 * is lost, and `--resume` if it is missing. A retry goes on as it began.
 */
export function resumeCommand(typed: readonly string[], platform = process.platform): string {
  const isRetry = typed.some((word) => /^--retry(=|$)/.test(word));
  const words = isRetry || typed.includes('--resume') ? typed : [...typed, '--resume'];
  return commandText(words, platform);
}
