/** A command of nonomill, to be typed in a shell of a platform (`process.platform`). */
export function commandText(words: readonly string[], platform: string): string {
  const quoted = platform === 'win32' ? quotedForWindows : quotedForUnix;
  return ['nonomill', ...words.map(withoutPassword).map(quoted)].join(' ');
}

/**
 * A queue's address without its password, and other addresses without what follows their scheme:
 * that may be secret, and must not get into logs. It has to be typed again.
 */
function withoutPassword(word: string): string {
  return word
    .replace(/(rediss?:\/\/[^:@/\s]*):[^\s]*@/, '$1:***@')
    .replace(/\b(https?:\/\/)[^\s'"]+/gi, '$1***');
}

function quotedForUnix(word: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * Quoted for cmd.exe and PowerShell alike: both know double quotes alone, and double them within.
 * To PowerShell a comma makes a list and @ a splat. Names with $ or % would still be expanded by
 * one of the two.
 */
function quotedForWindows(word: string): string {
  if (/^[\w+=:./\\-]+$/.test(word)) return word;
  // A backslash before the last quote would take its meaning away.
  return `"${word.replaceAll('"', '""').replace(/\\+$/, '$&$&')}"`;
}
