/** A command of nonomill, to be typed in a shell of a platform (`process.platform`). */
export function commandText(words: readonly string[], platform: string): string {
  const quoted = platform === 'win32' ? quotedForWindows : quotedForUnix;
  return ['nonomill', ...words.map(withoutPassword).map(quoted)].join(' ');
}

/** Without passwords of queues, and what follows the scheme of others: these may be secret. */
function withoutPassword(word: string): string {
  return word
    .replace(/(rediss?:\/\/[^:@/\s]*):[^\s]*@/, '$1:***@')
    .replace(/\b(https?:\/\/)[^\s'"]+/gi, '$1***');
}

function quotedForUnix(word: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * Quoted for cmd.exe and PowerShell: both know double quotes alone, doubled within. To PowerShell a
 * comma makes a list and @ a splat. One of the two would still expand names with $ or %.
 */
function quotedForWindows(word: string): string {
  if (/^[\w+=:./\\-]+$/.test(word)) return word;
  // A backslash before the last quote would take its meaning away.
  return `"${word.replaceAll('"', '""').replace(/\\+$/, '$&$&')}"`;
}

/** The known word that `word` misspells (an edit in three characters) or begins; null for none. */
function suggest(word: string, known: readonly string[]): string | null {
  const wanted = word.toLowerCase();
  let best: string | null = null;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(wanted, candidate.toLowerCase(), bestDistance - 1);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  if (best !== null || wanted.length < 2) return best;
  const continued = known.filter((candidate) => candidate.startsWith(wanted));
  return continued.length === 1 ? continued[0] : null;
}

/** `; did you mean "run"?`, or nothing if no known word is near. */
export function didYouMean(word: string, known: readonly string[]): string {
  const near = suggest(word, known);
  return near === null ? '' : `; did you mean ${near}?`;
}

/**
 * The least number of letters inserted, left out, changed or swapped with their neighbour (optimal
 * string alignment, Damerau 1964); something greater than `most` once it must exceed that.
 */
export function editDistance(a: string, b: string, most = Infinity): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, changed);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
      }
    }
    // A swap reaches back two rows, so one row above `most` does not settle it.
    if (Math.min(...row) > most && Math.min(...last) > most) return most + 1;
    [beforeLast, last] = [last, row];
  }
  return last[b.length];
}

/** Whether a host, as a server listens on it or an address has it, is of its own machine. */
export function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127\.[\d.]+|::1|\[::1\])$/i.test(host);
}
