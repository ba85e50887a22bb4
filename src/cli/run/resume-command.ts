/**
 * What to type to go on with a run: the words of the command as they were typed, so that no option
 * is lost, and `--resume` if it is missing. A retry goes on as it began.
 */
export function resumeCommand(typed: readonly string[]): string {
  const isRetry = typed.some((word) => /^--retry(=|$)/.test(word));
  const words = isRetry || typed.includes('--resume') ? typed : [...typed, '--resume'];
  return commandText(words);
}

/** A command of nonomill, to be typed. */
export function commandText(words: readonly string[]): string {
  return ['nonomill', ...words].map(withoutPassword).map(quoted).join(' ');
}

/**
 * A queue's address without its password, which must not get into logs: it has to be typed again.
 */
function withoutPassword(word: string): string {
  return word.replace(/(rediss?:\/\/[^:@/\s]*):[^\s]*@/, '$1:***@');
}

/** Quoted as Unix shells need it; plain words need no quotes anywhere. */
function quoted(word: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
