/** Names that are devices on Windows, whatever extension they have. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(\.|$)/i;

/** Characters of a name at most: file systems take 255 bytes, and a character has up to four. */
const LONGEST = 50;

/**
 * Makes file names of the names of puzzles: names that every system can hold, without folders in
 * them, never hidden, and none twice even where upper and lower case are one.
 */
export class SafeFileNames {
  private readonly taken = new Set<string>();
  /** The number to try next behind a name that was asked for again. */
  private readonly next = new Map<string, number>();

  /** A name without extension; `name` may be anything, and null or blank becomes "puzzle". */
  nameFor(name: string | null): string {
    const safe = safeName(name ?? '');
    const key = safe.toLowerCase();
    let number = this.next.get(key) ?? 1;
    let given = number === 1 ? safe : `${safe}-${number}`;
    while (this.taken.has(given.toLowerCase())) given = `${safe}-${++number}`;
    this.next.set(key, number + 1);
    this.taken.add(given.toLowerCase());
    return given;
  }
}

function safeName(name: string): string {
  const plain = name.normalize('NFC').replace(/[<>:"/\\|?*\p{C}\p{Zl}\p{Zp}]+/gu, '_');
  const short = Array.from(plain).slice(0, LONGEST).join('');
  // Dots in front hide a file or leave the folder; Windows drops dots and blanks at the end.
  const bare = short.replace(/^[.\s]+|[.\s]+$/g, '');
  if (bare === '') return 'puzzle';
  return DEVICE.test(bare) ? `_${bare}` : bare;
}
